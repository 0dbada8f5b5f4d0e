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
  <mesh name="pad" builtin="plate" params="3 3"/>
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
    <site name="zone" type="box" size=".3 .2 .07" pos="0 0 -.03"/><site name="ball" type="sphere" size=".2"/>
    <site name="pill" type="capsule" size=".1 .1" euler="0 90 0"/><site name="egg" type="ellipsoid" size=".3 .2 .1"/>
    <site name="can" type="cylinder" size=".2 .1"/>
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
    for site, (objtype, objname) in itertools.product(("zone", "ball", "pill", "egg", "can"), [*OBJECTS, ("body", "leg"), ("xbody", "leg"), ("body", "ghost")]):
        yield f'<insidesite site="{site}" objtype="{objtype}" objname="{objname}"/>'


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
