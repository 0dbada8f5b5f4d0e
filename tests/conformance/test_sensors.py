"""Sensors agree with MuJoCo: their constants and measurements, at moving random states with contacts and limits."""

import itertools

import numpy as np
import pytest
from engines import engine, reference

CONSTANTS = (
    "type datatype needstage objtype objid reftype refid intprm dim adr cutoff noise history historyadr delay interval "
    "user plugin"
).split()
STATE = "qpos qvel act qacc_warmstart mocap_pos mocap_quat ctrl qfrc_applied xfrc_applied".split()

MODEL = """<mujoco><option tolerance="0" iterations="100" ls_iterations="100" magnetic=".3 -.5 .2" cone="{cone}"/>
<asset>
  <mesh name="rock" vertex="-.2 -.1 -.1 .3 0 -.1 0 .2 -.15 0 0 .3 .2 .2 .2 -.1 .2 .2"/><mesh name="ball" builtin="sphere" params="1" scale=".1 .1 .1"/>
</asset>
<default><geom solimp=".9 .95 .01"/></default>
<worldbody>
  <geom name="floor" type="plane" size="5 5 .1"/><site name="origin" pos=".1 .2 .3" euler="10 20 30"/>
  <camera name="fixed" pos="0 -2 1" xyaxes="1 0 0 0 .4 1" resolution="8 6" fovy="60"/>
  <camera name="lens" pos="0 -2 .5" xyaxes="1 0 0 0 .2 1" resolution="7 5" sensorsize=".01 .008" focal=".011 .012" principal=".001 .002"/>
  <camera name="flat" pos="0 -2 .5" xyaxes="1 0 0 0 .2 1" resolution="6 4" projection="orthographic" fovy="1.5"/>
  <camera name="tracking" pos="1 -1 1" mode="targetbody" target="base" resolution="3 3"/>
  <body name="still" pos=".3 .2 .05"><geom name="still" type="box" size=".2 .2 .05" euler="0 5 0"/><site name="still" euler="5 5 5"/></body>
  <body name="hand" mocap="true" pos="1 1 1"><site name="hand"/></body>
  <body name="base" pos="0 0 .25">
    <freejoint/><geom name="base" type="box" size=".2 .1 .05" mass="2"/>
    <site name="base" pos=".05 0 0" euler="10 -20 30"/><camera name="eye" pos=".2 0 .1" euler="80 10 -90" resolution="5 4"/>
    <site name="zone" type="box" size=".3 .2 .07" pos="0 0 -.03"/><site name="ball" type="sphere" size=".21"/>
    <site name="pill" type="capsule" size=".1 .1" euler="0 90 0"/><site name="egg" type="ellipsoid" size=".3 .2 .1"/>
    <site name="can" type="cylinder" size=".2 .1"/><site name="rock" type="mesh" mesh="rock"/>
    <geom name="stone" type="mesh" mesh="rock" pos="0 .3 .3" contype="0" conaffinity="0" rgba="0 0 0 0"/>
    <body name="arm" pos=".2 0 0">
      <joint name="hinge" axis="0 1 0" range="-20 20" stiffness="2" damping=".1" margin=".05"/>
      <geom name="arm" type="capsule" size=".04" fromto="0 0 0 .3 0 -.1"/><site name="arm" pos=".15 .02 -.05" euler="40 50 60"/>
      <body name="wrist" pos=".3 0 -.1">
        <joint name="ball" type="ball" range="0 40" damping=".05"/><geom name="wrist" size=".06"/><site name="wrist" pos=".02 .03 0" euler="0 70 0"/>
        <body name="tip" pos=".1 0 0"><joint name="slide" type="slide" axis="1 0 .2" range="-.02 .05"/>
          <geom name="tip" type="ellipsoid" size=".05 .04 .03"/><site name="tip" euler="-10 120 0"/></body>
      </body>
    </body>
    <body name="leg" pos="-.2 0 0"><joint name="knee" axis="0 1 0" armature=".01"/>
      <geom name="leg" type="cylinder" size=".03 .1" pos="0 0 -.12"/><site name="foot" pos="0 0 -.22" type="sphere" size=".06"/></body>
  </body>
  <body name="ghost" pos="0 0 .6"><joint name="lift" type="slide" axis="0 0 1"/><inertial mass=".3" pos="0 0 .01" diaginertia=".01 .02 .03"/>
    <geom name="ghost" type="sphere" size=".08"/></body>
</worldbody>
<tendon>
  <fixed name="pull" range="-.2 .1" stiffness="3" margin=".02"><joint joint="hinge" coef="1"/><joint joint="knee" coef="-.5"/></fixed>
  <fixed name="free"><joint joint="slide" coef="2"/></fixed>
</tendon>
<actuator>
  <position name="servo" joint="knee" kp="5"/><motor name="tug" tendon="pull" gear="3" ctrlrange="-1 1"/><motor tendon="pull"/>
  <velocity name="track" joint="hinge" kv=".3"/>
</actuator>
<sensor>{sensors}</sensor></mujoco>"""

FRAMES = {
    "body": ["base", "tip", "still", "hand", "world"],
    "xbody": ["arm", "world", "hand"],
    "geom": ["wrist", "still", "leg"],
    "site": ["arm", "origin", "hand"],
    "camera": ["eye", "fixed", "tracking"],
}
OBJECTS = [(kind, name) for kind, names in FRAMES.items() for name in names]
SITES = ["base", "arm", "wrist", "tip", "foot", "origin", "still", "hand"]
CUTOFFS = [0, 0.05]


def on_sites():
    kinds = "accelerometer velocimeter gyro force torque magnetometer".split()
    for kind, site, cutoff in itertools.product(kinds, SITES, CUTOFFS):
        yield f'<{kind} site="{site}" cutoff="{cutoff}" noise=".1" user="1 2 {cutoff}"/>'


def on_joints():
    for cutoff in CUTOFFS:
        for joint in ("hinge", "slide", "knee"):
            for kind in ("jointpos", "jointvel", "jointactuatorfrc"):
                yield f'<{kind} joint="{joint}" cutoff="{cutoff}"/>'
        for joint, kind in itertools.product(("hinge", "ball", "slide"), ("pos", "vel", "frc")):
            yield f'<jointlimit{kind} joint="{joint}" cutoff="{cutoff}"/>'
        for kind in ("tendonpos", "tendonvel", "tendonactuatorfrc", "tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"):
            yield f'<{kind} tendon="pull" cutoff="{cutoff}"/>'
        yield f'<tendonpos tendon="free" cutoff="{cutoff}"/>'
        for kind, actuator in itertools.product(("pos", "vel", "frc"), ("servo", "tug", "track")):
            yield f'<actuator{kind} actuator="{actuator}" cutoff="{cutoff}"/>'
    yield '<ballquat joint="ball"/>'
    yield '<ballangvel joint="ball"/><ballangvel joint="ball" cutoff=".2"/>'


def on_frames():
    kinds = "framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel".split()
    for kind, (objtype, objname) in itertools.product(kinds, OBJECTS):
        frame = f'objtype="{objtype}" objname="{objname}"'
        yield f"<{kind} {frame}/>"
        for reftype, refname in OBJECTS:
            yield f'<{kind} {frame} reftype="{reftype}" refname="{refname}"/>'
    for kind, (objtype, objname), cutoff in itertools.product(("framelinacc", "frameangacc"), OBJECTS, CUTOFFS):
        yield f'<{kind} objtype="{objtype}" objname="{objname}" cutoff="{cutoff}"/>'


def on_bodies():
    for kind, body, cutoff in itertools.product(("com", "linvel", "angmom"), ("world", "base", "arm", "tip", "hand"), CUTOFFS):
        yield f'<subtree{kind} body="{body}" cutoff="{cutoff}"/>'
    for cutoff in CUTOFFS:
        yield f'<e_potential cutoff="{cutoff}"/><e_kinetic cutoff="{cutoff}"/><clock cutoff="{cutoff}"/>'


def of_users():
    for stage, datatype in itertools.product(("none", "pos", "vel", "acc"), ("real", "positive")):
        yield f'<user name="{stage}{datatype}" dim="3" needstage="{stage}" datatype="{datatype}" user="1" cutoff=".1"/>'
    yield '<user dim="4" datatype="quaternion" objtype="actuator" objname="tug"/><user dim="3" datatype="axis"/><user dim="0"/>'


def of_cameras():
    for site, camera in itertools.product(("base", "tip", "origin", "hand"), ("fixed", "lens", "eye", "tracking", "flat")):
        yield f'<camprojection site="{site}" camera="{camera}"/>'
    yield '<camprojection site="tip" camera="fixed" cutoff="2"/>'


def of_rays():
    fields = ["", 'data="dist"', 'data="dir point"', 'data="dist dir origin point normal depth"', 'data="depth" cutoff=".3"']
    for site, data in itertools.product(("base", "arm", "wrist", "tip", "origin", "hand"), fields):
        yield f'<rangefinder site="{site}" {data}/>'
    for camera, data in itertools.product(("fixed", "lens", "eye", "tracking", "flat"), fields):
        yield f'<rangefinder camera="{camera}" {data}/>'


def of_volumes():
    for site, (objtype, objname) in itertools.product(("zone", "ball", "pill", "egg", "can", "rock"), [*OBJECTS, ("body", "leg"), ("xbody", "leg"), ("body", "ghost")]):
        yield f'<insidesite site="{site}" objtype="{objtype}" objname="{objname}"/>'


def of_enclosures():
    for site, (objtype, objname) in itertools.product(
        ("zone", "ball", "pill", "egg", "can", "rock"),
        [("geom", "base"), ("geom", "arm"), ("geom", "wrist"), ("geom", "tip"), ("geom", "leg"), ("geom", "stone"), ("site", "egg"), ("site", "can"),
         ("site", "rock"), ("body", "leg"), ("xbody", "arm"), ("xbody", "base")],
    ):  # fmt: skip
        yield f'<insidesite site="{site}" objtype="{objtype}" objname="{objname}" enclosed="true"/>'


def of_distances():
    pairs = ['geom1="wrist" geom2="floor"', 'geom1="tip" geom2="still"', 'body1="base" body2="still"', 'body1="leg" geom2="still"',
             'geom1="floor" body2="leg"', 'geom1="arm" geom2="leg"', 'body1="world" body2="base"']
    for kind, pair, cutoff in itertools.product(("distance", "normal", "fromto"), pairs, (0, 0.1, 5)):
        yield f'<{kind} {pair} cutoff="{cutoff}"/>'


def of_contacts():
    yield from (f'<touch site="{site}" cutoff="{cutoff}"/>' for site in ("zone", "ball", "pill", "egg", "can", "foot", "tip", "still") for cutoff in (0, 2))
    first = ["", 'geom1="leg"', 'body1="leg"', 'subtree1="base"', 'site="zone"', 'body1="world"', 'geom1="floor"']
    second = ["", 'geom2="leg"', 'body2="still"', 'subtree2="arm"', 'body2="world"']
    everything = "found force torque dist pos normal tangent linvel angvel"
    without = everything.removesuffix(" linvel angvel")
    for one, other, reduce in itertools.product(first, second, ("none", "mindist", "maxforce", "netforce")):
        yield f'<contact {one} {other} reduce="{reduce}" num="3" data="{without if reduce == "netforce" else everything}"/>'
    for data, reduce in itertools.product(everything.split(), ("none", "mindist", "maxforce", "netforce")):
        if reduce == "netforce" and data.endswith("vel"):
            continue
        yield f'<contact subtree1="base" reduce="{reduce}" num="2" data="{data}"/><contact data="{data}" num="20"/>'


KINDS = {
    "sites": on_sites, "joints": on_joints, "frames": on_frames, "bodies": on_bodies, "users": of_users, "cameras": of_cameras,
    "rays": of_rays, "volumes": of_volumes, "distances": of_distances, "contacts": of_contacts,
}  # fmt: skip
# Closest points of curved shapes are found by iteration.
TOLERANCES = {"distances": 1e-6}


def load(text, assets=None):
    return [module.MjModel.from_xml_string(text, assets) for module in (engine, reference)]


def same_constants(models):
    ours, theirs = models
    assert (ours.nsensor, ours.nsensordata, ours.nuser_sensor) == (theirs.nsensor, theirs.nsensordata, theirs.nuser_sensor)
    for field in CONSTANTS:
        values = [np.asarray(getattr(model, "sensor_" + field)) for model in models]
        assert values[0].shape == values[1].shape and (values[0] == values[1]).all(), field
    assert [ours.sensor(i).name for i in range(ours.nsensor)] == [theirs.sensor(i).name for i in range(theirs.nsensor)]


def random_state(model, data, rng):
    """A state on the way, shaken."""
    for _ in range(20):
        reference.mj_step(model, data)
    reference.mj_integratePos(model, data.qpos, 0.05 * rng.normal(size=model.nv), 1)
    data.qvel[:] += 0.3 * rng.normal(size=model.nv)
    data.ctrl[:] = rng.normal(size=model.nu)
    data.qfrc_applied[:] = 0.1 * rng.normal(size=model.nv)
    data.xfrc_applied[1:] = 0.2 * rng.normal(size=(model.nbody - 1, 6))
    if model.nmocap:
        data.mocap_pos[:] += 0.1 * rng.normal(size=data.mocap_pos.shape)
        data.mocap_quat[:] = rng.normal(size=data.mocap_quat.shape)


def copy_state(theirs, ours):
    for field in STATE:
        getattr(ours, field)[:] = getattr(theirs, field)
    ours.time = theirs.time


errors = {}  # of all comparisons, by type of sensor, for tools/make_sensor_table


def same_measurements(models, datas, tolerances=None):
    ours, theirs = datas
    model = models[1]
    for i in range(model.nsensor):
        values = slice(model.sensor_adr[i], model.sensor_adr[i] + model.sensor_dim[i])
        tolerance = 1e-7 if model.sensor_needstage[i] == 3 else 1e-9
        tolerance = max(tolerance, tolerances or 0)
        one, other = ours.sensordata[values], theirs.sensordata[values]
        scale = max(1, np.abs(other).max(initial=0))
        error = np.abs(one - other).max(initial=0) / scale
        kind = reference.mjtSensor(model.sensor_type[i]).name
        errors.setdefault(kind, []).append((error, model.sensor_objtype[i], model.sensor_reftype[i], error <= tolerance))
        assert error <= tolerance, f"sensor {i} {kind} {model.sensor_objtype[i]}: {one} {other}"


def agree(models, rounds=4, tolerance=None):
    same_constants(models)
    datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
    rng = np.random.default_rng(5)
    for _ in range(rounds):
        random_state(models[1], datas[1], rng)
        copy_state(datas[1], datas[0])
        for module, model, data in zip((engine, reference), models, datas):
            module.mj_forward(model, data)
        assert datas[0].ncon == datas[1].ncon
        same_measurements(models, datas, tolerance)
        assert np.allclose(datas[0].energy, datas[1].energy, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind, cone):
    agree(load(MODEL.format(cone=cone, sensors="".join(KINDS[kind]()))), tolerance=TOLERANCES.get(kind))


def test_enclosures():
    """MuJoCo's search for the point that sticks out farthest may end below it, never above; mostly it finds it."""
    sensors = list(of_enclosures())
    models = load(MODEL.format(cone="pyramidal", sensors="".join(sensors)))
    same_constants(models)
    found = []
    for seed in range(6):
        datas = moved(models, seed)
        both_forward(models, datas)
        found.append(datas[0].sensordata - datas[1].sensordata)
    found = np.array(found)
    assert found.min() > -1e-6, sensors[found.min(0).argmin()]
    assert np.median(found) < 1e-6 and (found < 1e-4).mean() > 0.95, np.sort(found.ravel())[-30:]


def both_forward(models, datas, function="mj_forward"):
    for module, model, data in zip((engine, reference), models, datas):
        getattr(module, function)(model, data)


def moved(models, seed=5):
    """Both engines at the same state on the way."""
    datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
    random_state(models[1], datas[1], np.random.default_rng(seed))
    copy_state(datas[1], datas[0])
    return datas


EVERYTHING = "".join(itertools.chain(on_sites(), on_joints(), on_bodies(), of_users(), of_cameras(), of_volumes(), of_contacts()))


def test_inverse_measures_too():
    models = load(MODEL.format(cone="pyramidal", sensors=EVERYTHING))
    datas = moved(models)
    both_forward(models, datas)
    for data in datas:
        data.qacc[:] = datas[1].qacc
        data.sensordata[:] = 0
    both_forward(models, datas, "mj_inverse")
    same_measurements(models, datas, 1e-6)


def test_stages_one_by_one():
    models = load(MODEL.format(cone="elliptic", sensors=EVERYTHING))
    datas = moved(models)
    both_forward(models, datas)
    for stage in ("mj_sensorPos", "mj_sensorVel", "mj_sensorAcc"):
        for data in datas:
            data.sensordata[:] = -7
        both_forward(models, datas, stage)
        same_measurements(models, datas, 1e-7)
    for data in datas:
        data.sensordata[:] = -7
    for module, model, data in zip((engine, reference), models, datas):
        module.mj_forwardSkip(model, data, 1, 0)
    same_measurements(models, datas, 1e-7)


@pytest.mark.parametrize("flag", ["sensor", "gravity", "contact", "limit", "constraint", "actuation", "spring"])
def test_disabled(flag):
    models = load(MODEL.format(cone="elliptic", sensors=EVERYTHING).replace("<default>", f'<option><flag {flag}="disable"/></option><default>', 1))
    datas = moved(models)
    for data in datas:
        data.sensordata[:] = -7
    both_forward(models, datas)
    same_measurements(models, datas, 1e-7)
    assert (datas[0].sensordata == -7).all() == (flag == "sensor")


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast", "discrete"])
def test_steps(integrator):
    text = MODEL.format(cone="elliptic", sensors="".join(itertools.chain(on_sites(), on_joints(), of_contacts())))
    models = load(text.replace("<default>", f'<option integrator="{integrator}"/><default>', 1))
    datas = moved(models)
    for _ in range(3):
        copy_state(datas[1], datas[0])
        both_forward(models, datas, "mj_step")
        same_measurements(models, datas, 1e-7)


# History: delays and intervals.

MEMORY = [
    'nsample="1"', 'nsample="5" delay=".01"', 'nsample="5" delay=".013" interp="linear"', 'nsample="6" delay=".017" interp="cubic"',
    'nsample="3" interval=".01"', 'nsample="4" interval=".013 -.004"', 'nsample="5" interval=".009" delay=".02" interp="linear"',
    'nsample="5" interval=".012 -.001" delay=".025" interp="cubic"', 'interval=".01"', 'nsample="2" delay=".5" interp="linear"',
]  # fmt: skip
REMEMBERED = [
    '<clock {}/>', '<framepos objtype="site" objname="tip" {}/>', '<framelinvel objtype="site" objname="tip" reftype="body" refname="base" {}/>',
    '<accelerometer site="base" {} cutoff="9"/>', '<jointlimitfrc joint="hinge" {}/>', '<contact num="2" data="found dist pos" {}/>',
    '<rangefinder site="base" {}/>', '<touch site="zone" {}/>', '<e_kinetic {}/>', '<actuatorfrc actuator="servo" {}/>',
]  # fmt: skip


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicitfast"])
@pytest.mark.parametrize("memory", MEMORY)
def test_history(memory, integrator):
    text = MODEL.format(cone="elliptic", sensors="".join(sensor.format(memory) for sensor in REMEMBERED))
    text = text.replace("<default>", f'<option integrator="{integrator}" timestep=".003"/><default>', 1)
    text = text.replace('name="servo"', 'name="servo" nsample="3" delay=".006"')
    models = load(text)
    same_constants(models)
    datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
    assert np.array_equal(datas[0].history, datas[1].history)
    rng = np.random.default_rng(1)
    for _ in range(25):
        for field in STATE:
            getattr(datas[0], field)[:] = getattr(datas[1], field)
        for data in datas:
            data.ctrl[:] = rng.normal(size=models[1].nu) if data is datas[0] else datas[0].ctrl
        both_forward(models, datas, "mj_step")
        same_measurements(models, datas, 1e-7)
        assert np.allclose(datas[0].history, datas[1].history, rtol=1e-7, atol=1e-7)
    for module, model, data in zip((engine, reference), models, datas):
        for i in range(model.nsensor):
            if model.sensor_history[i, 0] > 0:
                module.mj_readSensor(model, data, i, data.time, np.zeros(model.sensor_dim[i]), -1)
        module.mj_resetData(model, data)
    assert np.array_equal(datas[0].history, datas[1].history)


# Edits of the description: copies and scales.

PART = """<body name="b"><joint name="j" range="0 1"/><geom name="g" type="ellipsoid" size=".1 .1 .1"/><site name="s" type="ellipsoid"/>
<camera name="c" resolution="2 3"/><body name="b2" pos=".1 0 .1"><joint name="sj" type="slide" range="0 1"/>
<geom name="g2" type="ellipsoid" size=".1 .1 .1"/></body></body>"""
OUTER = '<body name="o" pos="1 0 0"><joint name="k"/><geom name="go" size=".1"/><site name="so"/></body>'
OTHERS = """<tendon><fixed name="t" range="0 1"><joint joint="sj" coef="1"/></fixed></tendon>
<actuator><motor name="a" joint="j"/><motor name="at" tendon="t"/></actuator><sensor>{}</sensor>"""
OF_PARTS = [
    *(f'<{kind} site="s"/>' for kind in "touch accelerometer velocimeter gyro force torque magnetometer rangefinder".split()),
    '<rangefinder camera="c" data="point"/>', '<camprojection site="so" camera="c"/>', '<camprojection site="s" camera="c"/>',
    *(f'<joint{kind} joint="{joint}"/>' for kind in "pos vel actuatorfrc limitpos limitvel limitfrc".split() for joint in ("j", "sj")),
    *(f'<tendon{kind} tendon="t"/>' for kind in "pos vel actuatorfrc limitpos limitvel limitfrc".split()),
    *(f'<actuator{kind} actuator="{name}"/>' for kind in ("pos", "vel", "frc") for name in ("a", "at")),
    *(f'<frame{kind} objtype="site" objname="s"/>' for kind in "pos linvel angvel linacc angacc".split()),
    '<framepos objtype="site" objname="s" reftype="site" refname="so"/>', '<framepos objtype="body" objname="o" reftype="xbody" refname="b2"/>',
    '<framelinvel objtype="camera" objname="c" reftype="geom" refname="g"/>', '<framepos objtype="xbody" objname="b" reftype="xbody" refname="world"/>',
    *(f'<subtree{kind} body="b"/>' for kind in ("com", "linvel", "angmom")),
    '<insidesite site="s" objtype="geom" objname="go"/>', '<insidesite site="so" objtype="geom" objname="g" enclosed="true"/>',
    *(f'<{kind} geom1="go" geom2="g"/>' for kind in ("distance", "normal", "fromto")), '<distance body1="b" body2="b2"/>',
    '<contact geom1="g"/>', '<contact body1="o" subtree2="b"/>', '<contact site="s" body2="o"/>',
]  # fmt: skip
OF_NOTHING = ['<clock name="now"/>', "<e_potential/>", '<contact data="force"/>', '<user dim="2"/>']


def named(sensors):
    return "".join(s if " name=" in s else s.replace("/>", f' name="n{i}x" noise=".5"/>') for i, s in enumerate(sensors))


def with_cutoff(sensors):
    return "".join(sensor.replace("/>", ' cutoff="2" noise=".5"/>') for sensor in sensors)


INNER = f"<mujoco><worldbody>{OUTER}{PART}</worldbody>{OTHERS}</mujoco>"
EDITS = {
    "replicate": f'<mujoco><worldbody>{OUTER}<replicate count="2" offset="0 0 1">{PART}</replicate></worldbody>{OTHERS}</mujoco>',
    "attach own": f'<mujoco><worldbody>{OUTER}{PART}<attach body="b" prefix="x-"/></worldbody>{OTHERS}</mujoco>',
    "attach body": '<mujoco><asset><model name="m" file="m.xml"/></asset><worldbody><body name="o"/>'
    '<attach model="m" body="b" prefix="x-"/><attach model="m" body="b" prefix="y-"/></worldbody></mujoco>',
    "attach all": '<mujoco><asset><model name="m" file="m.xml"/></asset><worldbody><attach model="m" prefix="x-"/></worldbody></mujoco>',
    "fusestatic": f'<mujoco><compiler fusestatic="true"/><worldbody><body name="f"/>{OUTER}{PART}</worldbody>{OTHERS}</mujoco>',
    "discardvisual": f'<mujoco><compiler discardvisual="true"/><worldbody>{OUTER}{PART}</worldbody>{OTHERS}</mujoco>',
}
SCALES = ['scale="2 2 2" massscale="3"', 'scale="1 2 3" scaling="geometry"', 'scale="2 2 2"']


@pytest.mark.parametrize("edit", EDITS)
def test_edits(edit):
    sensors = OF_PARTS if edit == "replicate" else OF_PARTS + OF_NOTHING
    inner = INNER.replace("<sensor>{}", "<sensor>" + named(sensors))
    same_constants(load(EDITS[edit].replace("<sensor>{}", "<sensor>" + named(sensors)), {"m.xml": inner.encode()}))


@pytest.mark.parametrize("scale", SCALES)
def test_scales(scale):
    text = f"<mujoco><worldbody>{OUTER}<frame {scale}>{PART}</frame></worldbody>{OTHERS}</mujoco>"
    models = load(text.format(with_cutoff(OF_PARTS)))
    for field in ("cutoff", "noise"):
        ours, theirs = (getattr(model, "sensor_" + field) for model in models)
        assert np.allclose(ours, theirs, rtol=1e-12), [
            (OF_PARTS[i], ours[i], theirs[i]) for i in np.flatnonzero(~np.isclose(ours, theirs))
        ]


# Generated sensors: any kind, object, reference and setting.


def random_sensor(rng, names):
    pick = lambda kind: names[kind][rng.integers(len(names[kind]))]  # noqa: E731
    pool = [*on_sites(), *on_joints(), *on_bodies(), *of_cameras(), *of_rays(), *of_volumes(), *of_contacts()]
    if rng.random() < 0.5:
        sensor = pool[rng.integers(len(pool))]
    else:
        kind = ["pos", "quat", "xaxis", "yaxis", "zaxis", "linvel", "angvel"][rng.integers(7)]
        one, other = (pick("frame") for _ in range(2))
        sensor = f'<frame{kind} objtype="{one[0]}" objname="{one[1]}" reftype="{other[0]}" refname="{other[1]}"/>'
    memory = MEMORY[rng.integers(len(MEMORY))] if rng.random() < 0.2 else ""
    return sensor.replace("/>", f" {memory}/>") if sensor.count("<") == 1 else sensor


@pytest.mark.parametrize("seed", range(40))
def test_generated(seed):
    rng = np.random.default_rng(seed)
    sensors = "".join(random_sensor(rng, {"frame": OBJECTS}) for _ in range(30))
    models = load(MODEL.format(cone=["pyramidal", "elliptic"][seed % 2], sensors=sensors))
    same_constants(models)
    datas = moved(models, seed)
    for _ in range(3):
        copy_state(datas[1], datas[0])
        datas[0].history[:] = datas[1].history
        both_forward(models, datas, "mj_step")
        same_measurements(models, datas, 1e-7)


# Tactile sensors.

TACTILE = """<mujoco><asset><mesh name="pad" builtin="{pad}" params="{params}" scale=".1 .12 .1" inertia="shell"/>
<mesh name="cube" vertex="-.05 -.05 -.05 .05 -.05 -.05 -.05 .05 -.05 .05 .05 -.05 -.05 -.05 .05 .05 -.05 .05 -.05 .05 .05 .05 .05 .05"/></asset>
<worldbody><geom type="plane" size="1 1 1" pos="0 0 -.09" euler="3 4 0"/>
<body><joint type="slide" axis="0 0 1"/><joint/><geom name="g" type="{carrier}" {mesh} size=".11 .11 .11"/>
  <body pos=".1 0 0"><geom size=".03"/></body></body>
<body pos="0.01 0.02 .13"><freejoint/><geom {geom}/></body><body pos="0.05 -.1 0.05"><freejoint/><geom size=".04"/></body></worldbody>
<sensor><tactile geom="g" mesh="pad"/><tactile geom="g" mesh="pad" cutoff=".005"/></sensor></mujoco>"""
TOUCHING = ['size=".05"', 'type="box" size=".05 .04 .06"', 'type="cylinder" size=".05 .04"', 'type="capsule" size=".04 .04"',
            'type="ellipsoid" size=".05 .04 .06"', 'type="mesh" mesh="cube"']  # fmt: skip


@pytest.mark.parametrize("geom", TOUCHING)
@pytest.mark.parametrize(("pad", "params"), [("sphere", "2"), ("hemisphere", "3"), ("wedge", "6 6 40 40 0")])
def test_tactile(pad, params, geom):
    carrier, mesh = ("sphere", "") if pad == "wedge" else ("mesh", 'mesh="pad"')
    models = load(TACTILE.format(pad=pad, params=params, geom=geom, carrier=carrier, mesh=mesh))
    same_constants(models)
    datas = [module.MjData(model) for module, model in zip((engine, reference), models)]
    rng = np.random.default_rng(3)
    for _ in range(5):
        datas[1].qpos[2:5] = [0.01, 0.02, 0.13] + 0.02 * rng.normal(size=3)
        datas[1].qvel[:] = rng.normal(size=models[1].nv)
        copy_state(datas[1], datas[0])
        both_forward(models, datas)
        same_measurements(models, datas, 1e-7)


def test_callback():
    """User sensors are written by a callback, once per stage that has any, and cut off after it."""
    models = load(MODEL.format(cone="pyramidal", sensors="".join(of_users()) + "<clock/>"))
    datas = moved(models)
    calls = [[], []]
    for side, (module, model, data) in enumerate(zip((engine, reference), models, datas)):

        def write(m, d, stage, calls=calls[side]):
            calls.append(int(stage))
            d.sensordata[: 3 * 8] = 0.06 * np.arange(24) - 0.5 - int(stage)

        module.set_mjcb_sensor(write)
        try:
            module.mj_forward(model, data)
        finally:
            module.set_mjcb_sensor(None)
    assert calls[0] == calls[1] == [1, 2, 3]
    same_measurements(models, datas)
