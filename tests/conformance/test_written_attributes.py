"""Every attribute of docs/mjcf.md, in an element and in a default class, survives writing: one model for each value that loads."""

import copy
import re
import xml.etree.ElementTree as xml
from functools import cache

import pytest
from engines import ROOT, engine, reference
from rewriting import check, load, rewrite

pytestmark = pytest.mark.skipif(engine is reference, reason="MuJoCo writes in another way")

# One of each element, with what it needs; other elements refer to these names.
HOST = """
<mujoco>
  <compiler><lengthrange/></compiler>
  <option><flag/></option>
  <size/>
  <statistic/>
  <visual><global/><quality/><headlight/><map/><scale/><rgba/></visual>
  <default>
    <default class="other"/>
    <default class="used">
      <mesh/><texture/><material/><joint/><geom/><site/><camera/><light/><pair/><equality/><tendon/>
      <general/><motor/><position/><velocity/><intvelocity/><orientation/><pid/><damper/><cylinder/><muscle/><hill/><adhesion/>
      <dcmotor motorconst=".1" resistance="2"/>
    </default>
  </default>
  <extension><plugin plugin="mujoco.sdf.torus"><instance name="torus"><config key="radius1" value=".3"/></instance></plugin>
    <plugin plugin="mujoco.pid"><instance name="pid"><config key="kp" value="2"/></instance></plugin>
    <plugin plugin="mujoco.sensor.touch_grid">
      <instance name="grid"><config key="nchannel" value="2"/><config key="size" value="2 3"/><config key="fov" value="30 20"/></instance>
    </plugin></extension>
  <custom>
    <numeric name="numeric" data="1 2"/>
    <text name="text" data="words"/>
    <tuple name="tuple"><element objtype="body" objname="body"/></tuple>
  </custom>
  <asset>
    <mesh name="tetra" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2"/>
    <mesh name="small" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/>
    <mesh name="torus"><plugin instance="torus"/></mesh>
    <hfield name="hills" nrow="2" ncol="2" size="1 1 .2 .1"/>
    <texture name="tex" type="2d" builtin="flat" width="4" height="4"/>
    <texture name="tex2" type="2d" builtin="flat" width="2" height="2"/>
    <material name="mat"/>
    <material name="layered"><layer texture="tex" role="rgb"/><layer texture="tex" role="normal"/></material>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <frame name="frame"><geom name="framed" size=".1"/></frame>
    <body name="body" pos="0 0 1">
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint name="joint" range="-10 20" limited="true"/>
      <geom name="geom" size=".1 .1 .1"/>
      <site name="site"/>
      <camera name="camera"/>
      <light name="light"/>
      <body name="ball"><joint name="ball" type="ball"/><geom name="round" size=".1"/><site name="tip" pos="0 0 .5"/></body>
      <body name="bar" pos="0 1 0"><joint name="hinge" range="-20 30" limited="true"/><geom size=".1"/><site name="mid"/><camera name="eye"/></body>
      <body name="ball2"><joint name="ball2" type="ball"/><geom size=".1"/></body>
      <body name="slider" pos="1 0 0"><joint name="slide" type="slide"/><geom size=".1"/></body>
    </body>
    <body name="goal" mocap="true"/>
    <body name="loose" pos="2 0 0"><freejoint/><geom size=".1"/><geom name="sdf" type="sdf" mesh="torus"><plugin instance="torus"/></geom></body>
  </worldbody>
  <contact><pair geom1="floor" geom2="geom"/><exclude body1="body" body2="ball"/></contact>
  <tendon>
    <fixed name="fixed" range="0 1" limited="true"><joint joint="joint" coef="1"/><joint joint="slide" coef="2"/></fixed>
    <fixed name="thin" range="0 1" limited="true"><joint joint="hinge" coef="1"/></fixed>
    <spatial name="spatial" range="0 3" limited="true">
      <site site="site"/><geom geom="round"/><site site="tip"/><pulley divisor="2"/><site site="site"/><site site="tip"/>
    </spatial>
  </tendon>
  <equality>
    <connect body1="body" body2="loose" anchor="1 0 0"/><weld body1="ball" body2="loose"/>
    <joint joint1="joint" joint2="slide"/><tendon tendon1="fixed" tendon2="spatial"/><distance geom1="geom" geom2="round"/>
  </equality>
  <actuator>
    <general name="actuator" joint="joint"/><general name="second" joint="slide"/><motor joint="joint"/><position joint="joint"/><velocity joint="joint"/><intvelocity joint="joint" actrange="-1 1"/>
    <orientation joint="ball"/><pid joint="joint"/><damper joint="joint" ctrlrange="0 1"/><cylinder joint="joint"/>
    <muscle joint="joint" lengthrange="0 1"/><hill joint="joint"/><adhesion body="body" ctrlrange="0 1"/>
    <dcmotor joint="joint" motorconst=".1" resistance="2"/><plugin joint="joint" instance="pid"/>
  </actuator>
  <sensor>SENSORS</sensor>
  <keyframe><key/></keyframe>
</mujoco>
"""
SENSORS = {
    'site="site"': "touch accelerometer velocimeter gyro force torque magnetometer rangefinder",
    'joint="joint"': "jointpos jointvel jointactuatorfrc jointlimitpos jointlimitvel jointlimitfrc",
    'joint="ball"': "ballquat ballangvel",
    'tendon="fixed"': "tendonpos tendonvel tendonactuatorfrc tendonlimitpos tendonlimitvel tendonlimitfrc",
    'actuator="actuator"': "actuatorpos actuatorvel actuatorfrc",
    'objtype="body" objname="body"': "framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel framelinacc frameangacc",
    'body="body"': "subtreecom subtreelinvel subtreeangmom",
    'geom1="geom" geom2="round"': "distance normal fromto contact",
    'site="site" camera="camera"': "camprojection",
    'site="site" objtype="body" objname="ball"': "insidesite",
    'geom="round" mesh="tetra"': "tactile",
    'dim="2"': "user",
    'objtype="site" objname="site" instance="grid"': "plugin",
    "": "e_potential e_kinetic clock",
}
HOST = HOST.replace(
    "SENSORS", "".join(f"<{name} {given}/>" for given, names in SENSORS.items() for name in names.split())
)

NAMES = {
    "a body": ["loose", "ball", "bar"], "a camera": ["eye"], "a default class": ["other", "used"], "a geom": ["framed", "round"],
    "a height field": ["hills"], "a joint": ["slide", "ball2", "hinge"], "a material": ["mat"], "a mesh": ["tetra", "small"],
    "a plugin instance": ["torus"], "a site": ["mid"], "a tendon": ["spatial", "fixed", "thin"], "a texture": ["tex", "tex2"],
    "an actuator": ["second"], "an object": ["body", "site", "geom", "ball"],
}  # fmt: skip
TEXTS = {"file": [], "eulerseq": ["ZYX"], "gridlayout": ["."], "preset": ["soleus"], "plugin": ["mujoco.sdf.torus"]}
SPECIAL = {
    "asset/hfield elevation": ["0 .5 1 .25"], "body/inertial fullinertia": ["1 1 1 .1 .2 .3"], "keyframe/key mpos": ["1 2 3"],
    "keyframe/key mquat": ["1 1 0 0"], "asset/mesh vertex": ["0 0 0 .2 0 0 0 .2 0 0 0 .3"],
    "asset/mesh normal": ["1 0 0 0 1 0 0 0 1 1 0 0"], "asset/mesh texcoord": ["0 0 1 0 0 1 1 1"], "asset/mesh face": ["0 2 1 0 1 3 0 3 2 1 2 3"],
    "instance/config key": ["radius2"], "instance/config value": [".25"], "sensor/contact num": ["2"], "sensor/plugin objname": ["tip"],
}  # fmt: skip
# Attributes that need others beside them; None takes one away.
CRANK = {"cranksite": "site", "slidersite": "tip", "cranklength": "1", "joint": None}
SITES = {"site1": "site", "site2": "tip", "body1": None, "body2": None, "anchor": None}
LENS = {"sensorsize": "1 1", "resolution": "10 10"}
BODIES = {"body1": "body", "body2": "loose", "geom1": None, "geom2": None}
COMPANIONS = {
    "cranksite": CRANK, "slidersite": CRANK, "refsite": {"site": "tip", "joint": None}, "fromto": {"type": "capsule"},
    "body/geom mesh": {"type": "mesh"}, "body/site mesh": {"type": "mesh"}, "hfield": {"type": "hfield", "mesh": None, "size": None},
    "fullinertia": {"diaginertia": None}, "actuator/hill tendon": {"joint": None}, "actuator/orientation site": {"joint": None, "refsite": "site"},
    "focal": LENS, "focalpixel": LENS, "principal": {**LENS, "focal": "1 1"}, "principalpixel": {**LENS, "focal": "1 1"},
    "equality/connect site1": SITES, "equality/connect site2": SITES, "equality/weld site1": SITES, "equality/weld site2": SITES,
    "reftype": {"refname": "ball"}, "refname": {"reftype": "body"}, "sensor/user objtype": {"objname": "site"},
    "sensor/user objname": {"objtype": "body"}, "sensor/rangefinder camera": {"site": None}, "subtree1": {"geom1": None, "geom2": None},
    "actuator/plugin cranklength": CRANK,
    "subtree2": {"geom1": None, "geom2": None}, "sensor/contact site": {"geom1": None},
    **{f"sensor/{name} {body}": BODIES for name in ("contact", "distance", "normal", "fromto") for body in ("body1", "body2")},
}  # fmt: skip
# Those that cannot be given here (files have tests of their own, cables are written as the bodies that they became, an instance of a plugin must be used, none acts on bodies, ipc needs another integrator), and those that leave no mark: other attributes say the same.
ELSEWHERE = re.compile(r"plugin/config .*|(geom|mesh|body|flexcomp)/plugin .*|(actuator|sensor)/plugin (plugin|instance)|sensor/plugin objtype|option/flag ipc|extension/plugin .*|default class|compiler autolimits|keyframe/key plastic|asset/(texture|mesh|hfield) (file\w*|content_type)|.*/(attach|model|replicate|composite) .*|composite/.*|asset/mesh builtin|(asset|deformable)/skin .*|skin/bone .*")
UNSEEN = re.compile(r"sensor/(ballquat|frame(quat|.axis)) cutoff|compiler (coordinate|assetdir|meshdir|texturedir|strippath)|asset/texture (grid\w*)")
EXTENSIONS = {"equality/distance", "actuator/hill", "default/hill", "flexcomp/xpbd", "flex/xpbd"}
ENOUGH = 2  # values of numbers that were accepted
NEEDED = {"name", "instance", "mesh", "size", "joint", "geom1", "geom2", "site"}


@cache
def page():
    """(element, attribute, form) of what is simulated whole, and the elements that may stand in a class."""
    rows, element = [], ""
    for line in (ROOT / "docs" / "mjcf.md").read_text().splitlines():
        if line.startswith("## "):
            element = line[3:]
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6 and cells[1].startswith("`") and cells[4] != "in part":
            rows.append((element, cells[1].strip("`"), cells[2]))
    return rows


def numbers(form):
    """Texts of the lists of numbers that a form allows."""
    kind, _, count = form.partition(" x ")
    if form.endswith("any number"):
        least = most = 3
    else:
        least, _, most = (count or "1").partition("..")
        least, most = int(least), int(most or least)
    if kind.startswith("int"):
        series = [range(1, 40), range(2, 40), range(0, 40), range(3, 40), range(4, 40)]
    else:
        series = [
            [0.125 + 0.0625 * i for i in range(16)], [-0.25 + 0.3 * i for i in range(16)], [2.5 + i for i in range(16)], [0.5] * 16,
            [0.0, 1.0, 0.0, 1.0, 0.0, 0.0] * 3,
        ]  # fmt: skip
    for size in sorted({least, most} - {0}):
        for values in series:
            yield " ".join(str(value) for value in list(values)[:size])


def values(element, attribute, form):
    """Texts to try for an attribute."""
    if f"{element} {attribute}" in SPECIAL:
        return SPECIAL[f"{element} {attribute}"]
    if form.startswith("name of "):
        return NAMES.get(form[len("name of ") :], [])
    if form == "text":
        return TEXTS.get(attribute, ["word"])
    if form == "bytes":
        return ["2M"]
    words = re.findall(r"`([^`]+)`", form)
    if form.startswith("some of"):
        return [*words, " ".join(words[:2])]
    return words or list(numbers(form))


def places(root, element):
    """Where an element of the page stands in the host, and whether that is in a class."""
    parent, _, name = element.rpartition("/")
    parents = {"": ["mujoco"], "body": ["body", "worldbody"]}.get(parent, [parent])
    for above in root.iter():
        for below in above:
            in_class = above.tag == "default" and above.get("class") == "used" and below.tag != "default"
            if below.tag != name:
                continue
            if above.tag in parents:
                yield below, False
            elif in_class and parent in ("asset", "body", "contact", "actuator"):
                yield below, True


@cache
def host(element):
    """The host as MuJoCo knows it: an extension of ours is there where it is the element in question."""
    root = xml.fromstring(HOST)
    for above in list(root.iter()):
        for below in list(above):
            if f"{above.tag}/{below.tag}" in EXTENSIONS and not element.endswith("/" + below.tag):
                above.remove(below)
            # MuJoCo crashes where it looks for the length ranges of a model with a touch grid.
            if element and element != "sensor/plugin" and (below.get("plugin") or below.get("instance") or "").endswith("grid"):
                above.remove(below)
                continue
            # Distance fields take long.
            about_fields = "plugin" in element and element not in ("actuator/plugin", "sensor/plugin")
            if below.find("plugin") is not None and below.tag in ("mesh", "geom") and not about_fields:
                above.remove(below)
    return root


def models(element, attribute, text):
    """The host with this value in an element: as it is, and without what may exclude it; and in the class of one."""
    root = host(element)
    kinds = [in_class for _, in_class in places(root, element)]
    for number in sorted({kinds.index(kind) for kind in kinds}):  # the first, and the first in a class
        in_class = kinds[number]
        for bare in (False,) if in_class else (False, True):
            edited = copy.deepcopy(root)
            found = list(places(edited, element))
            target = found[number][0]
            if in_class:
                user = next(other for other, of_class in found if not of_class)
                user.set("class", "used")
                above = next(node for node in edited.iter("default") if target in list(node))
                above[:] = [target]
            if bare:
                target.attrib = {key: value for key, value in target.attrib.items() if key in NEEDED}
            beside = COMPANIONS.get(f"{element} {attribute}", COMPANIONS.get(attribute, {}))
            for key, value in beside.items():
                target.attrib.pop(key, None) if value is None else target.set(key, value)
            if target.get(attribute) == text and attribute not in beside:
                continue
            target.set(attribute, text)
            yield xml.tostring(edited, encoding="unicode")


def test_the_host_has_every_element():
    check(xml.tostring(host(""), encoding="unicode"), in_both=True)
    root = xml.fromstring(HOST)
    missing = {element for element, _, _ in page() if element != "mujoco" and not list(places(root, element))}
    assert {element for element in missing if not ELSEWHERE.match(f"{element} x")} == set()


@pytest.mark.parametrize("element", sorted({row[0] for row in page()} - {"mujoco"}))
def test_attributes(element):
    plain = rewrite(xml.tostring(host(element), encoding="unicode"))
    refused, unseen, wrong = [], [], []
    for _, attribute, form in (row for row in page() if row[0] == element):
        if ELSEWHERE.match(f"{element} {attribute}"):
            continue
        accepted = seen = 0
        for text in values(element, attribute, form):
            for model in models(element, attribute, text):
                if "`" not in form and accepted >= ENOUGH:
                    break
                try:
                    load(engine, model)
                except engine.Error:
                    continue
                accepted += 1
                try:
                    seen += check(model) != plain
                except (AssertionError, ValueError) as problem:
                    wrong.append(f'{attribute}="{text}": {str(problem)[:200]}')
        if not accepted and attribute != "name":  # others refer to it
            refused.append(attribute)
        elif accepted and not seen and not UNSEEN.match(f"{element} {attribute}"):
            unseen.append(attribute)
    assert (wrong, refused, unseen) == ([], [], []), "\n".join([*wrong, f"refused {refused}, unseen {unseen}"])
