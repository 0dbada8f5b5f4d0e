"""Robots in URDF: every element against MuJoCo, on robots that are generated, and what MuJoCo refuses."""

import random
import warnings

import mujoco
import numpy as np
import pytest
from engines import engine, reference
from thew.diff import compare

SEEDS = range(150)
TETRAHEDRON = b"v 0 0 0\nv 1 0 0\nv 0 1.5 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
TYPES = ["revolute", "continuous", "prismatic", "fixed", "planar", "spherical"]
INERTIAL = '<inertial><mass value="2"/><inertia ixx="1" iyy="1.5" izz="2" ixy=".1" ixz=".05" iyz=".02"/></inertial>'


def link(name, contents=INERTIAL):
    return f'<link name="{name}">{contents}</link>'


def joint(name, parent, child, kind="continuous", contents=""):
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{contents}</joint>'


def robot(contents, block=""):
    return f'<robot name="r">{f"<mujoco>{block}</mujoco>" if block else ""}{contents}</robot>'


def agree(text, **options):
    report = compare(text, states=2, steps=20, engine=engine, reference=reference, **options)
    assert report.agree, f"{text}\n{report.table()}"


@pytest.fixture
def on_disk(tmp_path):
    """Writes a robot beside some meshes."""
    for name in ("part.obj", "meshes/part.obj", "meshes/other.obj"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(TETRAHEDRON)

    def write(text):
        path = tmp_path / "robot.urdf"
        path.write_text(text)
        return path

    return write


# Robots at random ----------------------------------------------------------------------------------------------------


class Generator:
    """A random robot that uses every element."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def numbers(self, count, low=-1.0, high=1.0):
        return " ".join(f"{self.random.uniform(low, high):.4g}" for _ in range(count))

    def maybe(self, text, chance=0.5):
        return text if self.random.random() < chance else ""

    def origin(self, chance=0.7):
        xyz, rpy = f'xyz="{self.numbers(3)}"', f'rpy="{self.numbers(3, -3, 3)}"'
        return self.maybe(f"<origin {self.maybe(xyz, 0.8)} {self.maybe(rpy, 0.8)}/>", chance)

    def inertial(self):
        a, b = self.random.uniform(0.1, 1), self.random.uniform(0.1, 1)
        c = self.random.uniform(abs(a - b), a + b) * 0.9 + 0.05
        products = " ".join(f'{name}="{self.random.uniform(-0.01, 0.01):.4g}"' for name in ("ixy", "ixz", "iyz"))
        diagonal = f'ixx="{a + 0.2:.4g}" iyy="{b + 0.2:.4g}" izz="{c + 0.2:.4g}"'
        return f'<inertial>{self.origin()}<mass value="{self.numbers(1, 0.1, 3)}"/><inertia {diagonal} {products}/></inertial>'

    def shape(self):
        pick = self.random.choice(["box", "sphere", "cylinder", "capsule", "mesh"])
        if pick == "box":
            return f'<box size="{self.numbers(3, 0.05, 0.3)}"/>'
        if pick == "sphere":
            return f'<sphere radius="{self.numbers(1, 0.05, 0.2)}"/>'
        if pick == "mesh":
            file = self.random.choice(["part.obj", "meshes/part.obj", "meshes/other.obj"])
            scale = self.random.choice(["", 'scale=".1 .1 .1"', 'scale=".1 .2 .3"', 'scale="-.1 .1 .1"'])
            return f'<mesh filename="{file}" {scale}/>'
        return f'<{pick} radius="{self.numbers(1, 0.05, 0.2)}" length="{self.numbers(1, 0.1, 0.4)}"/>'

    def geometry(self, kind):
        colour = f'<color rgba="{self.numbers(4, 0, 1)}"/>'
        name = self.random.choice(["red", "blue", "none", "local"])
        material = self.maybe(f'<material name="{name}">{colour if name == "local" else ""}</material>')
        label = self.maybe(f' name="{self.random.choice("pqrstuvw")}"')
        inside = f"{self.origin()}<geometry>{self.shape()}</geometry>{material if kind == 'visual' else ''}"
        return f"<{kind}{label}>{inside}</{kind}>"

    def link(self, name):
        parts = [self.geometry(self.random.choice(["visual", "collision"])) for _ in range(self.random.randrange(4))]
        # Without <inertial> the shapes give the mass.
        weightless = any(part.startswith("<collision") for part in parts) and self.random.random() < 0.3
        return link(name, ("" if weightless else self.inertial()) + "".join(parts))

    def joint(self, number, parent):
        kind = self.random.choice(TYPES)
        low = self.random.uniform(-2, 0)
        ends = f'lower="{0 if kind == "spherical" else low:.4g}" upper="{self.random.uniform(0.1, 2):.4g}"'
        ends = self.random.choice([ends, ends, "", 'lower="1"', 'lower="1" upper="-1"', 'lower="0" upper="0"'])
        limit = f'<limit {ends} {self.maybe(f"""effort="{self.numbers(1, 0, 50)}" """)} velocity="3"/>'
        dynamics = f'<dynamics {self.maybe("""damping=".3" """)} {self.maybe("""friction=".2" """)}/>'
        axis = self.maybe(f'<axis xyz="{self.numbers(3)}"/>')
        mimic = f'<mimic joint="j{self.random.randrange(number)}" {self.maybe("""multiplier="-2" """)} {self.maybe("""offset=".1" """)}/>'
        mimic = self.maybe(mimic, 0.2) if number > 1 else ""
        contents = self.origin() + axis + self.maybe(limit) + self.maybe(dynamics) + mimic
        return joint(f"j{number}", f"l{parent}", f"l{number}", kind, contents)

    def block(self):
        settings = [f'{name}="{self.random.choice(["true", "false"])}"' for name in ("fusestatic", "discardvisual")]
        compiler = f"<compiler {self.maybe(settings[0])} {self.maybe(settings[1])} angle='degree'/>"
        option = '<option timestep=".003" gravity="0 0 -5"><flag contact="disable"/></option>'
        return self.maybe(compiler) + self.maybe(option) + self.maybe('<size nuserdata="2"/>')

    def robot(self):
        count = self.random.randrange(1, 9)
        parts = [self.link(f"l{i}") for i in range(count)]
        parts += [self.joint(i, self.random.randrange(i)) for i in range(1, count)]
        self.random.shuffle(parts)
        parts.append('<material name="red"><color rgba="1 0 0 1"/></material>')
        parts.insert(0, '<material name="blue"><color rgba="0 0 1 .5"/></material><gazebo><a>b</a></gazebo>')
        return robot("".join(parts), self.block())


@pytest.mark.parametrize("seed", SEEDS)
def test_generated(seed, on_disk):
    agree(str(on_disk(Generator(seed).robot())), constraints=False)  # its parts overlap


# Single rules --------------------------------------------------------------------------------------------------------

LIMITS = ["", '<limit lower="-1" upper="2" effort="3" velocity="4"/>', '<limit effort="-5"/>', '<limit lower="-1"/>']


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"])
def test_joints(kind, limit):
    contents = f'<origin xyz="1 2 3" rpy=".1 .2 .3"/><axis xyz="1 2 3"/>{limit}<dynamics damping=".5" friction=".1"/>'
    agree(robot(link("a") + link("b") + joint("j", "a", "b", kind, contents)))


def test_floating_on_the_world():
    agree(robot(link("world", "") + link("b") + joint("j", "world", "b", "floating", '<origin xyz="0 0 1"/>')))


def test_inertia_in_a_turned_frame():
    turned = INERTIAL.replace("<inertial>", '<inertial><origin xyz=".1 .2 .3" rpy=".5 -.4 2"/>')
    for block in ("", '<compiler fusestatic="false"/>', '<compiler boundinertia="1.8"/>'):
        agree(robot(link("a") + link("b", turned) + link("c", turned) + joint("j", "a", "b") + joint("k", "b", "c", "fixed"), block))


@pytest.mark.parametrize("attribute", ['balanceinertia="true"', 'boundmass="9" boundinertia="3"', 'settotalmass="5"', 'inertiafromgeom="true"'])
def test_compiler(attribute):
    ball = '<collision><geometry><sphere radius=".1"/></geometry></collision>'
    odd = INERTIAL.replace('izz="2"', 'izz="9"') if "balance" in attribute else INERTIAL
    agree(robot(link("a") + link("b", odd + ball) + joint("j", "a", "b"), f"<compiler {attribute}/>"))


def test_a_robot_attached_to_a_scene(tmp_path):
    (tmp_path / "arm.urdf").write_text(robot(link("a") + link("b") + joint("j", "a", "b")))
    scene = tmp_path / "scene.xml"
    scene.write_text(
        '<mujoco><asset><model name="arm" file="arm.urdf"/></asset><worldbody>'
        '<body pos="1 2 3"><freejoint/><geom size=".1"/><attach model="arm" body="b" prefix="left_"/></body></worldbody></mujoco>'
    )
    agree(str(scene))


def test_meshes(on_disk):
    text = "".join(
        f'<collision><geometry><mesh filename="{file}" {scale}/></geometry></collision>'
        for file in ("part.obj", "meshes/part.obj", "part.obj", "meshes/other.obj")
        for scale in ("", 'scale="1 2 3"')
    )
    path = on_disk(robot(link("a", INERTIAL + text) + link("b", text) + joint("j", "a", "b")))
    agree(str(path))
    models = [module.MjModel.from_xml_path(str(path)) for module in (engine, reference)]
    assert models[0].paths == models[1].paths
    strip = '<compiler strippath="true" meshdir="meshes"/>'
    agree(str(on_disk(robot(link("a", '<collision><geometry><mesh filename="package://x/y/part.obj"/></geometry></collision>'), strip))))


# What MuJoCo refuses -------------------------------------------------------------------------------------------------


def refused(text):
    with pytest.raises(ValueError):
        reference.MjModel.from_xml_string(text)


def model(text, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return engine.MjModel.from_xml_string(text, **options)


def same_inertia(text, mended):
    """What is mended here is what MuJoCo makes of the mended text."""
    refused(text)
    ours, theirs = model(text), reference.MjModel.from_xml_string(mended)
    for field in ("body_mass", "body_inertia", "body_ipos", "dof_M0"):
        np.testing.assert_allclose(getattr(ours, field), getattr(theirs, field), rtol=1e-12, atol=1e-15)


def test_products_of_inertia_may_be_missing():
    short = INERTIAL.replace(' ixy=".1" ixz=".05" iyz=".02"', "")
    full = INERTIAL.replace('ixy=".1" ixz=".05" iyz=".02"', 'ixy="0" ixz="0" iyz="0"')
    same_inertia(*(robot(link("a") + link("b", text) + joint("j", "a", "b")) for text in (short, full)))


def test_a_moving_link_may_have_no_inertia():
    inertia = 'ixx="1e-6" iyy="1e-6" izz="1e-6" ixy="0" ixz="0" iyz="0"'
    full = f'<inertial><mass value=".001"/><inertia {inertia}/></inertial>'
    same_inertia(*(robot(link("a") + link("b", text) + joint("j", "a", "b")) for text in ("", full)))


def test_inertias_that_no_body_has_are_balanced():
    text = robot(link("a") + link("b", INERTIAL.replace('izz="2"', 'izz="9"')) + joint("j", "a", "b"))
    balanced = text.replace("<link", '<mujoco><compiler balanceinertia="true"/></mujoco><link', 1)
    same_inertia(text, balanced)


def test_transmissions_become_motors():
    drive = '<transmission name="t"><joint name="j"/><actuator name="m"><mechanicalReduction>5</mechanicalReduction></actuator></transmission>'
    text = robot(link("a") + link("b") + joint("j", "a", "b") + drive)
    assert model(text).nu == 0
    ours = model(text, transmissions=True)
    spec = mujoco.MjSpec.from_string(text)
    motor = spec.add_actuator(name="m", trntype=mujoco.mjtTrn.mjTRN_JOINT, target="j")
    motor.gear[0] = 5
    theirs = spec.compile()
    for field in ("actuator_gear", "actuator_gainprm", "actuator_biasprm", "actuator_trnid", "actuator_ctrllimited"):
        np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field))
    assert ours.actuator("m").id == 0


def test_packages_are_found(tmp_path):
    (tmp_path / "share/arm/meshes").mkdir(parents=True)
    (tmp_path / "share/arm/meshes/part.obj").write_bytes(TETRAHEDRON)
    text = robot(link("a", INERTIAL + '<collision><geometry><mesh filename="package://arm/meshes/part.obj"/></geometry></collision>'))
    assert model(text, package_paths=[tmp_path / "share"]).nmesh == 1
    with pytest.raises(engine.Error, match="package_paths"):
        model(text)


def test_templates_say_how_to_expand_them():
    with pytest.raises(engine.Error, match="xacro robot.urdf.xacro > robot.urdf"):
        model(robot('<xacro:include filename="arm.xacro"/>'))
