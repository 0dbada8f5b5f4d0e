"""Small scenes, each of which shows one part of how pictures look."""

ASSETS = """
<asset>
  <texture name="sky" type="skybox" builtin="gradient" rgb1="0.3 0.5 0.7" rgb2="0.05 0.05 0.1" width="64" height="384"/>
  <texture name="checker" type="2d" builtin="checker" rgb1="0.2 0.3 0.4" rgb2="0.7 0.7 0.6" width="128" height="128"
           mark="edge" markrgb="0.9 0.9 0.9"/>
  <texture name="cube" type="cube" builtin="gradient" rgb1="0.9 0.4 0.2" rgb2="0.2 0.2 0.6" width="64" height="384"
           mark="cross" markrgb="1 1 1"/>
  <texture name="plain" type="cube" builtin="checker" rgb1="0.1 0.6 0.3" rgb2="0.8 0.8 0.2" width="32" height="32"/>
  <material name="floor" texture="checker" texrepeat="3 3" texuniform="true" reflectance="0.2"/>
  <material name="tile" texture="checker" texrepeat="2 3"/>
  <material name="cube" texture="cube"/>
  <material name="plain" texture="plain" texuniform="true"/>
  <material name="shiny" rgba="0.8 0.2 0.2 1" specular="1" shininess="0.9"/>
  <material name="glow" rgba="0.2 0.8 0.3 1" emission="0.6"/>
  <mesh name="rock" vertex="0.3 0 -0.2  -0.2 0.3 -0.2  -0.2 -0.3 -0.2  0 0 0.4  0.2 0.2 0.1"/>
  <hfield name="hills" nrow="5" ncol="4" size="0.8 0.8 0.4 0.1"
          elevation="0 1 0 0  1 2 1 0  0 1 3 1  0 0 1 0  0 0 0 1"/>
</asset>
"""

SHAPES = """
<geom type="sphere" size="0.25" pos="-0.9 0 0.3" {0}/>
<geom type="capsule" size="0.15 0.2" pos="-0.3 0 0.4" {0}/>
<geom type="ellipsoid" size="0.2 0.15 0.3" pos="0.2 0.1 0.35" {0}/>
<geom type="cylinder" size="0.2 0.2" pos="0.7 0 0.3" {0}/>
<geom type="box" size="0.2 0.15 0.25" pos="0 -0.7 0.3" euler="10 20 30" {0}/>
<geom type="mesh" mesh="rock" pos="0.8 -0.7 0.3" {0}/>
"""

FLOOR = '<geom type="plane" size="0 0 0.1" material="floor"/>'
SUN = '<light directional="true" pos="-1 -1 3" dir="0.4 0.3 -1"/>'


def _scene(content: str, visual: str = "") -> str:
    return f'<mujoco><compiler angle="degree"/><visual>{visual}</visual>{ASSETS}<worldbody>{content}</worldbody></mujoco>'


SCENES = {
    "plain colours": _scene(SUN + SHAPES.format('rgba="0.6 0.5 0.3 1"')),
    "images": _scene(FLOOR + SUN + SHAPES.format('material="tile"')),
    "cubes": _scene(FLOOR + SUN + SHAPES.format('material="cube"')),
    "uniform cubes": _scene('<geom type="plane" size="2 2 0.1" material="tile"/>' + SHAPES.format('material="plain"')),
    "highlights": _scene('<light pos="0 -1 2" dir="0 0.5 -1" cutoff="40" exponent="5"/>' + FLOOR
                         + SHAPES.format('material="shiny"')),
    "glass": _scene(FLOOR + SUN + SHAPES.format('rgba="0.3 0.5 0.9 0.4"')),
    "hills": _scene('<geom type="hfield" hfield="hills" rgba="0.4 0.6 0.3 1"/>' + SUN
                    + '<geom type="sphere" size="0.2" pos="0 0 0.6" material="glow"/>'),
    "two shadows": _scene('<light pos="-1 -1 2" dir="0.5 0.5 -1"/><light pos="1 -1 2" dir="-0.5 0.5 -1"/>'
                          '<geom type="plane" size="3 3 0.1" rgba="0.8 0.8 0.8 1"/>' + SHAPES.format('rgba="0.8 0.4 0.3 1"')),
    "kinds of lights": _scene('<light type="spot" pos="0 -1 2" dir="0 .5 -1" cutoff="35" exponent="8" attenuation="0.5 0.2 0.3"/>'
                              '<light type="directional" dir="0 .5 -1" diffuse=".3 .4 .5" attenuation="2 1 1" castshadow="false"/>'
                              '<light type="point" pos="1 1 2"/>' + FLOOR + SHAPES.format('rgba="0.8 0.6 0.5 1"'),
                              '<headlight active="0"/>'),
}  # fmt: skip

# A rope, a cloth with an image, a solid and a sheet of two materials.
FLEXES = _scene(
    FLOOR + SUN + """
<body name="a" pos="-1 0 0.6"><flexcomp type="grid" dim="1" count="6 1 1" spacing="0.12 0.1 0.1" radius="0.03" name="rope" rgba="0.8 0.5 0.2 1" mass="0.1"/></body>
<body name="b" pos="0 0 0.5" euler="30 10 0"><flexcomp type="grid" dim="2" count="5 4 1" spacing="0.12 0.12 0.1" radius="0.02" name="cloth" material="tile"
  mass="0.1"/></body>
<body name="c" pos="0.9 -0.2 0.5"><flexcomp type="grid" dim="3" count="3 3 3" spacing="0.15 0.15 0.15" radius="0.02" name="solid" rgba="0.3 0.6 0.8 1" mass="1"/></body>
<body name="d" pos="0 -0.8 0.3"><flexcomp type="grid" dim="2" count="3 3 1" spacing="0.15 0.15 0.1" radius="0.02" name="flat" flatskin="true"
  rgba="0.7 0.3 0.4 0.6" mass="0.1"/></body>
""")
