"""Models that have what is seen seldom: each of them shows some kinds of decorations."""

_FALLING = '<body pos="0 0 2"><freejoint/><geom size=".1" rgba="1 0 0 .5"/></body>'

SENSORS = f"""<mujoco>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <camera name="grid" pos="0 0 1.5" fovy="40" resolution="4 3"/>
    <camera name="flat" pos="1 0 1.5" fovy="1" resolution="3 3" projection="orthographic"/>
    <camera name="lens" pos="0 1 1.5" resolution="4 2" sensorsize=".02 .01" focal=".01 .012" principal=".001 .002"/>
    <site name="down" pos="0 0 1" euler="180 0 0"/><site name="up" pos="0 2 1"/>
    {_FALLING}
    <body pos=".5 0 .3"><joint axis="0 1 0"/><geom name="a" size=".2"/></body>
    <body pos="-.5 0 .3"><joint axis="0 1 0"/><geom name="b" type="box" size=".1 .2 .1"/></body>
  </worldbody>
  <sensor>
    <rangefinder site="down"/><rangefinder site="up"/>
    <rangefinder site="down" data="dist dir origin point normal depth"/>
    <rangefinder site="down" data="point normal"/>
    <rangefinder camera="grid" data="dist normal"/><rangefinder camera="flat" data="dist point normal"/>
    <rangefinder camera="lens" data="point"/>
    <fromto geom1="a" geom2="b" cutoff="3"/><fromto geom1="a" geom2="b" cutoff=".01"/>
  </sensor>
</mujoco>"""

ACTUATORS = f"""<mujoco>
  <option gravity="0 0 0"><flag actuation="enable"/></option>
  <option actuatorgroupdisable="4"/>
  <worldbody>
    <site name="base" pos="0 -1 1" euler="0 90 0"/>
    <body name="crank" pos=".5 -1 1"><joint name="crank"/><geom size=".05"/><site name="pin" pos=".1 .05 0"/></body>
    <body name="far" pos="3 -1 1"><joint name="lone" axis="0 1 0"/><geom size=".05"/><site name="far" pos="1 1 0"/></body>
    <body pos="0 0 1"><joint name="hinge" axis="1 1 0"/><geom type="capsule" size=".05 .2"/>
      <body pos="0 0 .4"><joint name="slide" type="slide" axis="0 1 1"/><geom type="box" size=".05 .04 .03"/>
        <site name="thrust" type="ellipsoid" size=".05 .06 .07" euler="10 20 30"/></body></body>
    <body name="sticky" pos="1 0 1"><joint name="ball" type="ball"/><geom type="cylinder" size=".05 .1"/><geom type="ellipsoid" size=".1 .2 .1" pos=".2 0 0"/></body>
    <body pos="1 1 1"><freejoint name="free"/><geom size=".05"/><site name="s1" pos="0 0 .1"/></body>
    <site name="s0" pos="1 1 2"/>
  </worldbody>
  <tendon><spatial name="cord" width=".01"><site site="s0"/><site site="s1"/></spatial></tendon>
  <actuator>
    <general name="slider" cranksite="pin" slidersite="base" cranklength=".6"/>
    <general cranksite="far" slidersite="base" cranklength=".1"/>
    <motor joint="hinge" ctrlrange="-2 3"/><motor joint="slide" ctrlrange="1 3"/><motor joint="crank" ctrlrange="-3 -1"/>
    <motor joint="lone"/><motor joint="lone" group="4"/><motor jointinparent="ball" gear="1 0 0"/><motor joint="free" gear="1 0 0 0 0 0"/>
    <motor site="thrust" gear="1 0 0 0 0 0"/><adhesion body="sticky" ctrlrange="0 1" gain="3"/>
    <muscle name="cord" tendon="cord" lengthrange=".1 2"/><intvelocity joint="hinge" actrange="-1 1" kp="2"/>
    <general joint="slide" dyntype="filter" dynprm=".1" actlimited="true" actrange="0 2"/>
  </actuator>
</mujoco>"""

TENDONS = f"""<mujoco>
  <visual><quality numslices="9"/></visual>
  <worldbody>
    <site name="a" pos="-1 0 1"/><site name="b" pos="1 0 1.2"/><site name="c" pos="-1 .01 1"/>
    <geom name="roll" type="cylinder" size=".2 .5" pos="0 2 1" euler="90 0 0" contype="0" conaffinity="0"/>
    <geom name="ball" size=".2" pos="0 3 1" contype="0" conaffinity="0"/>
    <site name="above" pos="0 2 1.4"/><site name="inside" pos="0 3 1"/><site name="over" pos="0 3 1.5"/>
    <site name="l" pos="-.1 2.1 .4"/><site name="bl" pos="-.5 3 .8"/><site name="br" pos=".5 3.1 .7"/>
    <body pos=".1 1.9 .4"><joint type="slide" axis="0 0 1"/><joint type="slide" axis="0 1 0"/><geom size=".05"/><site name="r"/></body>
    <body pos="0 0 .5"><freejoint/><geom size=".1"/><site name="d" pos="0 0 .1"/></body>
  </worldbody>
  <tendon>
    <spatial name="rope" range="0 2.5" rgba="1 0 0 1"><site site="a"/><site site="b"/></spatial>
    <spatial range="0 3"><site site="a"/><site site="d"/></spatial>
    <spatial range="0 .2"><site site="a"/><site site="d"/></spatial>
    <spatial stiffness="10" springlength="0 2"><site site="b"/><site site="d"/></spatial>
    <spatial stiffness="10" springlength="0 1.5" damping="1"><site site="b"/><site site="d"/></spatial>
    <spatial range="0 1.2"><site site="a"/><site site="c"/></spatial>
    <spatial><site site="l"/><geom geom="roll" sidesite="above"/><site site="r"/></spatial>
    <spatial><site site="bl"/><geom geom="ball" sidesite="over"/><site site="br"/></spatial>
    <spatial><site site="bl"/><geom geom="ball" sidesite="inside"/><site site="br"/></spatial>
    <spatial range="0 .5" limited="true" frictionloss=".1"><site site="a"/><site site="d"/><pulley divisor="2"/><site site="d"/><site site="b"/></spatial>
  </tendon>
</mujoco>"""

LOOKS = f"""<mujoco>
  <option><flag sleep="enable"/></option>
  <visual><global orthographic="true" fovy="3"/><map alpha=".4"/></visual>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" width="8" height="8"/>
    <texture name="grid" type="2d" builtin="checker" width="8" height="8"/>
    <texture name="cube" type="cube" builtin="flat" width="4" height="4"/>
    <material name="grid" texture="grid" texrepeat="3 2" texuniform="true" reflectance=".3" rgba=".8 .9 1 1"/>
    <material name="cube" texture="cube" emission=".2" specular=".9" shininess=".1"/>
    <material name="clear" rgba="1 0 0 0"/>
    <mesh name="wedge" vertex="0 0 0  .2 0 0  0 .2 0  0 0 .2  .1 .1 .15" texcoord="0 0 1 0 0 1 1 1 .5 .5"/>
    <hfield name="hill" nrow="4" ncol="4" size="1 1 .2 .1" elevation="0 .1 0 .1  .1 0 .1 0  0 .1 .2 .1  .1 0 .1 0"/>
  </asset>
  <worldbody>
    <light pos="0 0 5" type="spot" cutoff="30" exponent="3" attenuation="1 .1 .01" castshadow="false"/>
    <light pos="1 0 5" type="point" bulbradius=".3" intensity="5" range="20"/><light dir="1 1 -1" type="directional" active="false"/>
    <light dir="0 1 -1" type="directional" ambient=".1 .2 .3" diffuse=".4 .5 .6" specular=".7 .8 .9"/>
    <geom name="floor" type="plane" size="0 0 1" material="grid"/>
    <geom type="plane" size="0 3 1" pos="0 0 -1" euler="0 0 30"/>
    <geom type="plane" size="2 3 1" pos="0 0 -2" material="cube"/>
    <geom type="hfield" hfield="hill" pos="4 0 0" material="cube"/>
    <geom size=".1" pos="0 0 9" material="clear" rgba=".5 .5 .5 1"/><geom size=".1" pos="0 0 8" rgba="1 1 1 0"/>
    <geom size=".1" pos="0 0 7" material="cube" rgba="0 1 0 .5" group="2"/><geom size=".1" pos="0 0 6" group="3"/>
    <site pos="1 1 1" material="cube"/><site pos="1 1 2" rgba="1 1 0 0"/><site pos="1 1 3" type="capsule" size=".1 .2" group="5"/>
    <camera name="cut" pos="0 -3 1" xyaxes="1 0 0 0 0 1" sensorsize=".02 .01" focal=".02 .03" resolution="200 100" principal=".001 .002"/>
    <camera name="flat" pos="0 -3 1" xyaxes="1 0 0 0 0 1" projection="orthographic" fovy="2" resolution="20 10"/>
    <camera name="wide" pos="0 -3 1" mode="targetbody" target="wedge" fovy="80" resolution="30 20" ipd=".2"/><camera name="plain" pos="0 -3 1"/>
    <body name="wedge" pos="0 0 .11"><freejoint/><geom type="mesh" mesh="wedge" material="grid"/><geom type="mesh" mesh="wedge" contype="0" conaffinity="0" pos="1 0 0"/></body>
    <body name="pad" mocap="true" pos="0 2 1"><geom type="box" size=".1 .2 .3"/><body><geom size=".1"/></body></body>
    <body name="fixed" pos="0 3 1"><geom type="ellipsoid" size=".1 .2 .3"/><site name="hold" pos=".1 0 0"/></body>
    <body pos="1 0 .1"><freejoint/><geom size=".1"/><body pos=".2 0 0"><joint name="stop" range="-1 0" pos="0 .1 0"/><joint type="slide" axis="1 0 0" range="-.1 .1"/><geom type="box" size=".05 .1 .1"/><site name="pull"/></body></body>
    <body pos="2 0 .1"><freejoint/><geom size=".1"/></body><body pos="2 .19 .1"><freejoint/><geom size=".1"/></body><body pos="9 9 .1"><freejoint/><geom size=".1"/></body>
    <body name="thing" pos="-2 0 1"><joint type="ball"/><geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="10 20 30"/><geom size=".05"/></body>
  </worldbody>
  <equality><connect name="pin" body1="thing" body2="fixed" anchor=".3 0 0"/><weld body1="thing" body2="pad" relpose="0 0 1 1 0 0 0"/>
    <connect site1="hold" site2="pull"/><weld site1="hold" site2="pull" active="false"/><joint joint1="stop"/></equality>
</mujoco>"""

FLEXES = """<mujoco>
  <asset><texture name="grid" type="2d" builtin="checker" width="8" height="8"/><material name="grid" texture="grid" texrepeat="3 2"/>
    <material name="red" rgba="1 0 0 .5"/></asset>
  <worldbody>
    <geom type="plane" size="5 5 1"/><light pos="0 0 5"/>
    <body name="r" pos="-1 0 .6"><flexcomp type="grid" dim="1" count="6 1 1" spacing=".12 .1 .1" radius=".03" name="rope" rgba=".8 .5 .2 1" mass=".1"/></body>
    <flexcomp pos="0 0 .5" type="grid" dim="2" count="5 4 1" spacing=".12 .12 .1" radius=".02" name="cloth" material="grid" mass=".1"><pin id="0 3"/></flexcomp>
    <body name="s" pos="1 0 .5"><flexcomp type="grid" dim="3" count="4 4 4" spacing=".1 .1 .1" radius=".02" name="solid" material="red" group="2" mass="1"/></body>
    <flexcomp pos="0 -1 .4" type="grid" dim="2" count="3 3 1" spacing=".15 .15 .1" radius=".02" name="flat" flatskin="true" group="4" mass=".1"/>
    <flexcomp pos="0 1.5 .5" type="grid" dim="3" count="4 4 4" spacing=".1 .1 .1" radius=".01" name="between" dof="trilinear" cellcount="2 1 1" mass="1">
      <contact selfcollide="none"/><elasticity young="3e3" poisson=".3" damping=".02"/><pin id="0"/></flexcomp>
    <flexcomp pos="1 1.5 .5" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" radius=".01" name="curved" dof="quadratic" mass="1">
      <contact selfcollide="none"/><elasticity young="3e3" poisson=".3" damping=".02"/></flexcomp>
  </worldbody>
</mujoco>"""

ALL = {"flexes": FLEXES, "sensors": SENSORS, "actuators": ACTUATORS, "tendons": TENDONS, "looks": LOOKS}
