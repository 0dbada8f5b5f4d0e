"""Machines that exercise tendons, muscles, fluids and sensors: an arm of muscles, a hand of tendons, a drone, and a
quadruped that measures much. Each function gives the root element of a model."""

import xml.etree.ElementTree as xml

ARM = """
<mujoco model="muscle_arm">
  <compiler autolimits="true"/>
  <option timestep="0.002"/>
  <default>
    <geom type="capsule" size="0.025" density="1000" contype="0" conaffinity="0"/>
    <joint damping="0.2" armature="0.005"/>
    <site size="0.005"/>
    <muscle ctrlrange="0 1"/>
    <default class="bone"><geom mass="0" rgba="0.9 0.85 0.7 1"/></default>
  </default>
  <worldbody>
    <site name="chest" pos="0.09 0.13 -0.06"/>
    <site name="back" pos="-0.08 0.12 -0.22"/>
    <site name="collar front" pos="0.06 0.01 0.05"/>
    <site name="collar side" pos="0 -0.05 0.06"/>
    <site name="collar back" pos="-0.06 0.01 0.05"/>
    <site name="coracoid" pos="0.05 0.03 0.02"/>
    <site name="above socket" pos="0.03 -0.01 0.06"/>
    <site name="below socket" pos="-0.03 0.02 -0.05"/>
    <body name="upper">
      <joint name="flexion" axis="0 -1 0" range="-50 120"/>
      <joint name="abduction" axis="-1 0 0" range="-20 90"/>
      <geom fromto="0 0 0 0 0 -0.3" mass="2"/>
      <geom name="shoulder" class="bone" type="sphere" size="0.035"/>
      <site name="shoulder front" pos="0.06 0 0"/>
      <site name="shoulder side" pos="0 -0.06 0"/>
      <site name="shoulder back" pos="-0.06 0 0"/>
      <site name="deltoid front" pos="0.03 0 -0.12"/>
      <site name="deltoid side" pos="0 -0.03 -0.12"/>
      <site name="deltoid back" pos="-0.03 0 -0.12"/>
      <site name="pectoral" pos="0.025 0.02 -0.08"/>
      <site name="dorsal" pos="-0.025 0.02 -0.07"/>
      <site name="groove" pos="0.035 0 -0.15"/>
      <site name="triceps middle" pos="-0.035 0 -0.12"/>
      <site name="brachialis" pos="0.03 0 -0.17"/>
      <site name="triceps side" pos="-0.03 -0.01 -0.15"/>
      <body name="lower" pos="0 0 -0.3">
        <joint name="elbow" axis="0 -1 0" range="0 135"/>
        <geom fromto="0 0 0 0 0 -0.25" size="0.02" mass="1.2"/>
        <geom name="elbow" class="bone" type="cylinder" size="0.022 0.03" zaxis="0 1 0"/>
        <site name="elbow front" pos="0.04 0 0"/>
        <site name="elbow back" pos="-0.04 0 0"/>
        <site name="radius" pos="0.025 0 -0.05"/>
        <site name="ulna" pos="0.022 0.005 -0.04"/>
        <site name="olecranon" pos="-0.028 0 -0.02"/>
        <site name="flexor root" pos="0.025 0 -0.08"/>
        <site name="extensor root" pos="-0.025 0 -0.08"/>
        <body name="hand" pos="0 0 -0.26">
          <joint name="wrist" axis="0 -1 0" range="-60 60"/>
          <geom type="ellipsoid" size="0.02 0.04 0.09" pos="0 0 -0.08" mass="0.5"/>
          <geom name="wrist" class="bone" type="cylinder" size="0.015 0.03" zaxis="0 1 0"/>
          <site name="wrist front" pos="0.03 0 0"/>
          <site name="wrist back" pos="-0.03 0 0"/>
          <site name="palm" pos="0.018 0 -0.05"/>
          <site name="knuckles" pos="-0.018 0 -0.05"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon/>
  <actuator/>
  <keyframe>
    <key qpos="0.3 0.2 0.8 0" ctrl="0.1 0.06 0.1 0.05 0.2 0.04 0.04 0.03 0.2 0.2 0.05 0.08"/>
  </keyframe>
</mujoco>
"""

# Muscle, greatest force [N], its range of lengths [m], and its path: sites, and geoms as (geom, side site).
MUSCLES = [
    ("deltoid front", 900, "0.04 0.21", ["collar front", ("shoulder", "shoulder front"), "deltoid front"]),
    ("deltoid side", 900, "0.07 0.2", ["collar side", ("shoulder", "shoulder side"), "deltoid side"]),
    ("deltoid back", 500, "0.11 0.26", ["collar back", ("shoulder", "shoulder back"), "deltoid back"]),
    ("pectoralis", 700, "0.09 0.25", ["chest", "pectoral"]),
    ("latissimus", 700, "0.18 0.32", ["back", "dorsal"]),
    (
        "biceps long",
        600,
        "0.19 0.47",
        ["above socket", ("shoulder", "shoulder front"), "groove", ("elbow", "elbow front"), "radius"],
    ),
    ("biceps short", 400, "0.19 0.42", ["coracoid", "groove", ("elbow", "elbow front"), "radius"]),
    ("brachialis", 950, "0.08 0.18", ["brachialis", ("elbow", "elbow front"), "ulna"]),
    ("triceps long", 800, "0.26 0.42", ["below socket", "triceps middle", ("elbow", "elbow back"), "olecranon"]),
    ("triceps lateral", 600, "0.16 0.22", ["triceps side", ("elbow", "elbow back"), "olecranon"]),
    ("wrist flexor", 200, "0.19 0.25", ["flexor root", ("wrist", "wrist front"), "palm"]),
    ("wrist extensor", 150, "0.19 0.25", ["extensor root", ("wrist", "wrist back"), "knuckles"]),
]


def muscle_arm():
    """Shoulder, elbow and wrist, moved by twelve muscles that wrap around the joints."""
    root = xml.fromstring(ARM)
    tendons, actuators = root.find("tendon"), root.find("actuator")
    for name, force, lengths, path in MUSCLES:
        tendon = xml.SubElement(tendons, "spatial", name=name)
        for place in path:
            if isinstance(place, tuple):
                xml.SubElement(tendon, "geom", geom=place[0], sidesite=place[1])
            else:
                xml.SubElement(tendon, "site", site=place)
        xml.SubElement(actuators, "muscle", name=name, tendon=name, force=str(force), lengthrange=lengths)
    return root


HAND = """
<mujoco model="tendon_hand">
  <compiler autolimits="true"/>
  <option timestep="0.002" integrator="implicitfast" cone="elliptic" impratio="10"/>
  <default>
    <geom type="capsule" size="0.008" density="900" condim="4" friction="1 0.01 0.001"/>
    <joint damping="0.02" armature="0.0005" frictionloss="0.005"/>
    <site size="0.003"/>
    <position ctrlrange="-0.3 1.6" kp="1.5" forcerange="-2 2"/>
    <default class="spread"><joint axis="0 0 1" range="-20 20"/></default>
    <default class="bend"><joint axis="0 1 0" range="-10 90"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1" pos="0 0 -0.2"/>
    <body name="forearm">
      <geom fromto="-0.2 0 0 -0.05 0 0" size="0.03"/>
      <site name="root" pos="-0.1 0 -0.02"/>
      <body name="palm" pos="-0.02 0 0">
        <joint name="wrist tilt" axis="0 1 0" range="-30 30" damping="0.5"/>
        <joint name="wrist turn" axis="0 0 1" range="-20 20" damping="0.5"/>
        <geom name="palm" type="box" size="0.045 0.042 0.012" pos="0.045 0 0"/>
      </body>
    </body>
    <body name="thing" pos="0.05 0 0.04">
      <freejoint/>
      <geom name="thing" type="box" size="0.025 0.025 0.02" density="400"/>
    </body>
  </worldbody>
  <contact/>
  <tendon/>
  <actuator>
    <position name="wrist tilt" joint="wrist tilt" kp="10" ctrlrange="-0.5 0.5" forcerange="-10 10"/>
    <position name="wrist turn" joint="wrist turn" kp="10" ctrlrange="-0.35 0.35" forcerange="-10 10"/>
  </actuator>
  <keyframe/>
</mujoco>
"""


def add_finger(root, name, position, turn, bones):
    """A knuckle with two axes and two bending joints, which one string pulls along the palm side and a spring opens."""
    parent = root.find(".//body[@name='palm']")
    tendons, actuators = root.find("tendon"), root.find("actuator")
    string = xml.SubElement(tendons, "spatial", name=f"{name} string", damping="0.1")
    xml.SubElement(string, "site", site="root")
    spring = xml.SubElement(tendons, "spatial", name=f"{name} spring", stiffness="40", springlength="0")
    fixed = xml.SubElement(tendons, "fixed", name=f"{name} bend")
    joints = [f"{name} {joint}" for joint in ("spread", "knuckle", "middle", "tip")]
    for i, length in enumerate(bones):
        body = xml.SubElement(parent, "body", name=f"{name} {i}", pos=position)
        if i == 0:
            body.set("euler", f"0 0 {turn}")
            xml.SubElement(body, "joint", {"name": joints[0], "class": "spread"})
        xml.SubElement(body, "joint", {"name": joints[i + 1], "class": "bend"})
        xml.SubElement(body, "geom", fromto=f"0 0 0 {length:g} 0 0")
        for side, height, path in (("below", -0.009, string), ("above", 0.009, spring)):
            xml.SubElement(body, "site", name=f"{name} {i} {side}", pos=f"{0.6 * length:g} 0 {height:g}")
            xml.SubElement(path, "site", site=f"{name} {i} {side}")
        parent, position = body, f"{length:g} 0 0"
    for joint in joints[2:]:
        xml.SubElement(fixed, "joint", joint=joint, coef="1")
    for joint in joints[:2]:
        xml.SubElement(actuators, "position", name=joint, joint=joint)
    xml.SubElement(actuators, "position", name=f"{name} bend", tendon=f"{name} bend", kv="0.02")
    xml.SubElement(actuators, "motor", name=f"{name} string", tendon=f"{name} string", gear="-1", ctrlrange="0 5")
    xml.SubElement(root.find("contact"), "exclude", body1="palm", body2=f"{name} 0")


def tendon_hand():
    """Five fingers with strings and springs that hold a box, on a wrist."""
    root = xml.fromstring(HAND)
    for i, name in enumerate(("first", "middle", "ring", "little")):
        shrink = (1, 1.08, 1, 0.8)[i]
        bones = [round(shrink * length, 4) for length in (0.045, 0.028, 0.022)]
        add_finger(root, name, f"0.092 {0.033 - 0.022 * i:g} 0.004", 0, bones)
    add_finger(root, "thumb", "0.03 0.045 0.004", 60, (0.04, 0.032, 0.027))
    # Palm up: bending turns the fingers towards +z.
    for joint in root.findall(".//default[@class='bend']/joint"):
        joint.set("axis", "0 -1 0")
    targets = "0 0 " + " ".join(["0 0.5 0.8 0.5"] * 5)
    qpos = "0 0 " + " ".join(["0 0.3 0.3 0.3"] * 5) + " 0.055 0 0.036 1 0 0 0"
    xml.SubElement(root.find("keyframe"), "key", qpos=qpos, ctrl=targets)
    return root


DRONE = """
<mujoco model="drone">
  <option timestep="0.002" density="1.225" viscosity="1.8e-5" wind="1 0.3 0" integrator="implicitfast"/>
  <default>
    <geom fluidshape="ellipsoid" density="250"/>
    <motor ctrlrange="0 6"/>
  </default>
  <worldbody>
    <geom name="ground" type="plane" size="20 20 0.1" fluidshape="none"/>
    <body name="drone" pos="0 0 20">
      <freejoint/>
      <geom name="hull" type="box" size="0.07 0.05 0.025" mass="0.6"/>
      <geom name="mast" type="capsule" fromto="0 0 0.02 0 0 0.06" size="0.01"/>
      <site name="imu"/>
      <site name="altimeter" pos="0 0 -0.03" zaxis="0 0 -1"/>
    </body>
  </worldbody>
  <actuator/>
  <sensor>
    <gyro name="gyro" site="imu" cutoff="35"/>
    <accelerometer name="accelerometer" site="imu" cutoff="157"/>
    <magnetometer name="magnetometer" site="imu"/>
    <velocimeter name="velocity" site="imu"/>
    <framequat name="attitude" objtype="site" objname="imu"/>
    <rangefinder name="altimeter" site="altimeter"/>
  </sensor>
  <keyframe><key/></keyframe>
</mujoco>
"""


def drone():
    """Four rotors on a free body in windy air, with the instruments that fly it."""
    root = xml.fromstring(DRONE)
    body = root.find(".//body")
    hover = 9.81 * 0.95 / 4
    for i, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        name = f"rotor {i}"
        place = f"{0.12 * x:g} {0.12 * y:g} 0.02"
        xml.SubElement(body, "geom", type="capsule", fromto=f"0 0 0 {place}", size="0.008")
        xml.SubElement(body, "geom", name=name, type="cylinder", pos=place, size="0.06 0.004", mass="0.05")
        xml.SubElement(body, "site", name=name, pos=place)
        spin = 0.015 if i % 2 == 0 else -0.015
        xml.SubElement(root.find("actuator"), "motor", name=name, site=name, gear=f"0 0 1 0 0 {spin:g}")
    root.find(".//key").set("ctrl", " ".join([f"{hover:.4g}"] * 4))
    return root


FEET = ("front left", "front right", "rear left", "rear right")


def sensing_quadruped(path):
    """The quadruped of models/ with thirty sensors."""
    root = xml.parse(path).getroot()
    root.set("model", "sensing_quadruped")
    trunk = root.find(".//body[@name='trunk']")
    xml.SubElement(trunk, "site", name="belly", pos="0 0 -0.05", zaxis="0 0 -1")
    sensors = xml.Element("sensor")
    for kind in ("gyro", "accelerometer", "velocimeter", "magnetometer"):
        xml.SubElement(sensors, kind, name=kind, site="imu")
    for kind in ("framepos", "framequat", "framelinvel", "frameangvel"):
        xml.SubElement(sensors, kind, name=kind, objtype="site", objname="imu")
    for foot in FEET:
        root.find(f".//site[@name='{foot} foot']").set("size", "0.03")
        hip = root.find(f".//body[@name='{foot} hip']")
        xml.SubElement(hip, "site", name=f"{foot} hip")
        xml.SubElement(sensors, "touch", name=f"{foot} touch", site=f"{foot} foot")
        xml.SubElement(sensors, "contact", name=f"{foot} contact", geom1=f"{foot} foot", geom2="ground", data="found force")
        xml.SubElement(sensors, "jointpos", name=f"{foot} knee", joint=f"{foot} knee")
        xml.SubElement(sensors, "jointvel", name=f"{foot} knee rate", joint=f"{foot} knee")
    for kind in ("force", "torque"):
        for foot in FEET[:2]:
            xml.SubElement(sensors, kind, name=f"{foot} {kind}", site=f"{foot} hip")
    xml.SubElement(sensors, "rangefinder", name="height", site="belly")
    xml.SubElement(sensors, "subtreelinvel", name="drift", body="trunk")
    root.insert(list(root).index(root.find("keyframe")), sensors)
    return root
