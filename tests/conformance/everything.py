"""A model that has some of everything, twice: `BARE` leaves out what a number can switch on later, `RICH` has it from the start."""

TEMPLATE = """
<mujoco model="everything">
  <option timestep=".002" density="1.2" viscosity=".02" wind=".3 .2 .1" integrator="implicitfast" cone="elliptic" tolerance="0" iterations="50">
    <flag energy="enable"/>
  </option>
  <custom>
    <numeric name="n" data="1 2"/>
    <tuple name="u"><element objtype="body" objname="box" prm="1"/></tuple>
  </custom>
  <asset>
    <mesh name="wedge" vertex="0 0 0  .2 0 0  0 .2 0  0 0 .2  .1 .1 .15"/>
    <hfield name="ground" nrow="4" ncol="4" size="1 1 .2 .1" elevation="0 .1 0 .1  .1 0 .1 0  0 .1 .2 .1  .1 0 .1 0"/>
    <texture name="tex" type="2d" builtin="checker" width="4" height="4" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="mat" texture="tex" rgba=".5 .5 .5 1"/>
  </asset>
  <default><geom solref=".01 1"/></default>
  <worldbody>
    <light name="lamp" mode="track"/>
    <light name="sun" pos="0 0 3" mode="targetbody" target="arm"/>
    <camera name="fixed" pos="1 0 1"/>
    <camera name="watch" pos="2 2 1" mode="targetbody" target="box"/>
    <geom name="floor" type="plane" size="5 5 .1" solref=".02 1" friction=".8 .01 .001"/>
    <geom name="hills" type="hfield" hfield="ground" pos="3 0 0"/>
    <site name="post" pos=".3 0 1.2"/>
    <body name="goal" mocap="true" pos="0 2 1"><geom size=".05" contype="0" conaffinity="0"/></body>
    <body name="box" pos="0 0 .098">
      <freejoint/>
      <geom name="box" type="box" size=".1 .1 .1" condim="4" material="mat"{box}/>
      <site name="touch" type="box" size=".2 .105 .105"/>
      <site name="box" pos=".05 0 .1" euler="10 20 30"/>
      <camera name="rider" pos="0 0 .3" mode="track"/>
      <light name="beam" pos="0 0 .2" dir="0 .6 -.8"/>
      <light name="torch" pos="0 0 .2" mode="trackcom"/>
      <camera name="com" pos="0 0 .4" mode="trackcom"/>
    </body>
    <body name="ball" pos=".6 0 .079"><freejoint/><geom name="ball" size=".08" condim="6" friction=".7 .02 .003"/></body>
    <body name="lump" pos=".6 .6 .12" euler="20 10 0">
      <freejoint/>
      <geom name="lump_a" type="capsule" size=".05 .1" pos=".02 0 0"/>
      <geom name="lump_b" type="ellipsoid" size=".05 .06 .09" pos="0 .08 0" fluidshape="ellipsoid"/>
      <site name="lump" size=".02"/>
    </body>
    <body name="rock" pos="-1 0 .06" euler="20 30 0"><freejoint/><geom name="rock" type="mesh" mesh="wedge"/></body>
    <body name="marble" pos="3.1 .15 .12"><freejoint/><geom name="marble" size=".05"/></body>
    <body name="bullet" pos="0 -1 .06">
      <joint name="bx" type="slide" axis="1 0 0"/>
      <joint name="by" type="slide" axis="0 1 0"/>
      <joint name="bz" type="slide" axis="0 0 1"/>
      <geom name="bullet" size=".05"/>
    </body>
    <body name="arm" pos="0 1 1">
      <joint name="shoulder" type="ball" pos="0 0 .02"/>
      <geom name="arm" type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <geom name="pulley" type="sphere" size=".02" pos=".12 0 .04" contype="0" conaffinity="0"/>
      <site name="arm" pos=".15 0 .04"/>
      <body name="fore" pos=".3 0 0"{fore}>
        <joint name="elbow" axis="0 1 0" range="-100 5" damping=".05" springref="10"{elbow}/>
        <geom name="fore" type="capsule" fromto="0 0 0 .25 0 0" size=".02"/>
        <site name="fore" pos=".2 0 .05"/>
        <body name="hand" pos=".25 0 0">
          <joint name="wrist" type="slide" axis="1 0 0" range="-.05 .05" stiffness="40" damping="1"/>
          <geom name="hand" type="box" size=".03 .03 .03"/>
          <site name="hand" pos=".03 0 0" euler="0 30 0"/>
        </body>
      </body>
    </body>
    <body name="rod" pos="1 1 1">
      <joint name="spin" axis="0 0 1" frictionloss=".02" armature=".01" actuatorfrcrange="-.1 .1"{spin}/>
      <geom name="rod" type="cylinder" size=".03 .2" euler="0 90 0"/>
      <site name="crank" pos=".2 0 0"/>
      <body name="slider" pos=".6 0 0">
        <joint name="slide" type="slide" axis="1 0 0" damping=".3" frictionloss="30"/>
        <geom name="slider" type="box" size=".05 .04 .03"/>
        <site name="slider" pos="-.05 0 0" zaxis="1 0 0"/>
      </body>
    </body>
  </worldbody>
  <contact>
    <pair geom1="floor" geom2="lump_a" condim="3" friction=".2 .3 .1 .1 .1"/>
    <pair geom1="floor" geom2="bullet" friction=".5 .6 .01 .002 .003" condim="4" margin=".005"{pair}/>
    <exclude body1="arm" body2="hand"/>
  </contact>
  <tendon>
    <fixed name="mix" stiffness="3" damping=".1" range="-.2 .2" actuatorfrcrange="-.03 .03"{mix}>
      <joint joint="elbow" coef="1"/><joint joint="wrist" coef="-2"/>
    </fixed>
    <fixed name="pair" springlength=".01 .05" range="-1 -.05"><joint joint="bx" coef="1"/><joint joint="by" coef=".7"/></fixed>
    <spatial name="cord" frictionloss="200" stiffness="5" springlength=".2">
      <site site="post"/><site site="arm"/><geom geom="pulley"/><site site="fore"/>
      <pulley divisor="2"/><site site="fore"/><site site="hand"/>
    </spatial>
    <spatial name="line"{line}><site site="post"/><site site="box"/></spatial>
  </tendon>
  <equality>
    <connect name="hook" body1="lump" anchor="0 0 .05" solref=".05 1"/>
    <weld name="glue" site1="hand" site2="slider" solref=".2 1" active="false"/>
    <weld name="follow" body1="bullet" body2="goal" solref=".3 1" torquescale=".8"/>
    <joint name="couple" joint1="bx" joint2="bz" polycoef="0 .5 .1 0 0" solref=".1 1"/>
    <tendon name="tied" tendon1="mix" tendon2="pair" polycoef="0 .3 0 0 0" solref=".1 1"/>
  </equality>
  <actuator>
    <motor name="motor" joint="elbow" gear="2" ctrlrange="-.1 .1"{motor}/>
    <position name="servo" joint="slide" kp="20" forcerange="-.5 .5"{servo}/>
    <velocity name="speed" tendon="mix" kv=".2"{speed}/>
    <muscle name="muscle" tendon="cord" lengthrange=".1 1.5"/>
    <general name="filter" joint="spin" dyntype="filterexact" dynprm=".05" gainprm="2" biastype="affine" biasprm="0 -.5 -.1"/>
    <general name="thrust" site="box" gear="0 0 1 0 .01 0" dyntype="integrator" actrange="-1 1" gainprm="3"/>
    <general name="relative" site="hand" refsite="post" gear="1 0 0 0 1 0" gainprm=".5"/>
    <general name="crank" cranksite="crank" slidersite="slider" cranklength=".5" gainprm="1"/>
    <adhesion name="suck" body="ball" ctrlrange="0 1" gain="2"/>
    <general name="late" joint="bz" delay=".01" nsample="8" gainprm="1"/>
  </actuator>
  <sensor>
    <accelerometer site="box"/><gyro site="hand"/><velocimeter site="lump" cutoff=".05"/><force site="fore"/><torque site="crank"/>
    <magnetometer site="box"/><touch site="touch"/><rangefinder site="fore"/>
    <jointpos joint="elbow"/><jointvel joint="spin"/><tendonpos tendon="cord"/><actuatorfrc actuator="servo"/>
    <ballquat joint="shoulder"/><jointlimitfrc joint="elbow"/><tendonlimitfrc tendon="mix"/>
    <framepos objtype="geom" objname="rod" reftype="camera" refname="rider"/><framequat objtype="body" objname="hand"/>
    <framelinacc objtype="site" objname="hand"/>
    <subtreecom body="arm"/><subtreeangmom body="rod"/><distance geom1="box" geom2="ball" cutoff="2"/>
    <camprojection site="box" camera="watch"/>
    <clock/><e_potential/><insidesite site="lump" objtype="body" objname="lump"/>
    <contact geom1="box" data="force dist" num="2"/>
    <jointpos joint="wrist" delay=".01" nsample="8"/>
  </sensor>
  <keyframe><key name="home" time="1"/></keyframe>
</mujoco>
"""

ADDED = {
    "box": 'surfacevel=".3 .1 0 0 0 .2" adhesion="2" gap=".01" margin=".01"',
    "fore": 'gravcomp=".4"',
    "elbow": 'stiffness="2" springyield=".001" frictionloss=".1" actuatorgravcomp="true"',
    "spin": 'damping=".2" stiffness="1" springref="5" actuatorgravcomp="true"',
    "pair": 'adhesion="1" gap=".02"',
    "mix": 'armature=".1" frictionloss=".3" springyield=".001"',
    "line": 'springlength=".1" stiffness="3" damping=".2"',
    "motor": 'damping=".1" armature=".02"',
    "servo": 'armature=".03"',
    "speed": 'damping=".05 .02"',
}
BARE = TEMPLATE.format(**{place: "" for place in ADDED})
RICH = TEMPLATE.format(**{place: " " + text for place, text in ADDED.items()})
