"""Numbers of a compiled model may be written at any time: each of them, written, counts as it does in MuJoCo.

The list is that of the fields themselves. MuJoCo decides some things once, when it compiles: a flag, a frame that is
another's, a diagonal inertia. There the reference is MuJoCo that was told to look again (`LOOK_AGAIN`).
"""

import re

import numpy as np
import pytest
from engines import engine, reference
from everything import BARE, RICH
from thew import _thew

STEPS = 6
MODELS = {"bare": BARE, "rich": RICH}
FIRST = """qpos qvel act sensordata qacc qfrc_passive qfrc_actuator qfrc_bias qfrc_constraint qfrc_spring qfrc_damper
    qfrc_gravcomp qfrc_fluid qfrc_adhesion actuator_force actuator_length actuator_velocity ten_length ten_velocity xpos xipos
    ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir subtree_com cinert M energy
    ncon nefc""".split()
LAST = "qpos qvel act sensordata".split()

# --- what is written -----------------------------------------------------------------------------


def add(value, rows=slice(None)):
    def change(old):
        new = old.copy()
        new[rows] += value
        return new

    return change


def turn(old):
    """Rotates each quaternion a little."""
    new, step = old.copy(), np.zeros(4)
    reference.mju_axisAngle2Quat(step, np.array([0.36, 0.48, 0.8]), 0.1)
    for row in new.reshape(-1, 4):
        reference.mju_mulQuat(row, row.copy(), step)
    return new


def tilt(old):
    new = old + [0.1, 0.2, -0.1]
    return new / np.linalg.norm(new, axis=1, keepdims=True)


def numbered(old):
    """A different value for each."""
    return old * (1 + 0.1 * np.arange(old.size).reshape(old.shape))


ON_JOINT_OR_TENDON = [0, 1, 2, 3, 4, 9]  # actuators
WITHOUT_WRAPPING = [0, 1, 2, 4, 9]  # armature on a path around geoms ends MuJoCo's process
VALUES = {
    "actuator_armature": add(0.05, WITHOUT_WRAPPING),
    "actuator_damping": add(0.3, ON_JOINT_OR_TENDON),
    "actuator_dampingpoly": add(0.1, ON_JOINT_OR_TENDON),
    "body_gravcomp": add(0.5),
    "dof_armature": add(0.05),
    "dof_damping": add(0.1),
    "dof_frictionloss": add(0.2),
    "geom_adhesion": add(3.0),
    "geom_gap": add(0.5),
    "geom_margin": add(0.02),
    "geom_rbound": lambda old: old * 0.5,  # 0 means endless
    "geom_solmix": numbered,
    "geom_surfacevel": add([0.4, 0.1, 0, 0, 0.2, 0.1]),
    "jnt_axis": tilt,
    "jnt_stiffness": add(2.0),
    "light_dir": tilt,
    "pair_adhesion": add(2.0),
    "pair_gap": add(0.02),
    "site_size": lambda old: old * 0.3,
    "tendon_armature": add(0.05, [0, 1, 3]),
    "wrap_prm": lambda old: np.where(old == np.round(old), old, old * 1.1),  # whole numbers may be sites
    # Integers that are numbers and not structure.
    "geom_contype": lambda old: np.where(np.arange(old.size) % 3 == 0, 2, old).astype(old.dtype),
    "geom_conaffinity": lambda old: old ^ 3,
    "geom_condim": lambda old: np.where(old == 3, 4, 3).astype(old.dtype),
    "geom_priority": lambda old: np.arange(old.size, dtype=old.dtype),
    "pair_dim": lambda old: np.where(old == 3, 6, 3).astype(old.dtype),
}
NUMBERS = [
    name
    for name, kind, *_ in _thew.model_fields()
    if (kind in ("Real", "Float", "Bool") or name in VALUES) and hasattr(reference.MjModel, name)
]


def written(name, old):
    if name in VALUES:
        return VALUES[name](old)
    if old.dtype == bool:
        return ~old
    if name.endswith("quat"):
        return turn(old)
    return old * 1.1 + np.where(old == 0, 0.02, 0).astype(old.dtype)


# --- what MuJoCo must be told ----------------------------------------------------------------------


def drivers(model):
    for kind, target in ((reference.mjtTrn.mjTRN_JOINT, model.jnt_actuatorid), (reference.mjtTrn.mjTRN_TENDON, model.tendon_actuatorid)):
        for i in np.flatnonzero(model.actuator_trntype == kind):
            target[model.actuator_trnid[i, 0]] = i


def frames(model):
    for kind in (model.body_sameframe, model.geom_sameframe, model.site_sameframe):
        kind[:] = 0


def diagonal(model):
    """dof_M0 is the inertia of bodies whose rows of M are diagonal."""
    drivers(model)
    for dof in np.flatnonzero(model.dof_simplenum):
        body = model.dof_bodyid[dof]
        axis, driver = dof - model.body_dofadr[body], model.jnt_actuatorid[model.dof_jntid[dof]]
        rotor = model.actuator_armature[driver] * model.actuator_gear[driver, 0] ** 2 if driver >= 0 else 0
        inertia = model.body_mass[body] if axis < 3 else model.body_inertia[body, axis - 3]
        model.dof_M0[dof] = inertia + model.dof_armature[dof] + rotor


def margins(model):
    """The broad phase looks at whole bodies first."""
    np.maximum.at(model.body_margin, model.geom_bodyid, model.geom_margin + model.geom_gap)


def flag(name):
    return lambda model: setattr(model, name, True)


LOOK_AGAIN = {
    "actuator_armature": diagonal,
    "actuator_damping": drivers,
    "actuator_dampingpoly": drivers,
    "body_gravcomp": flag("flg_gravcomp"),
    "body_inertia": diagonal,
    "body_ipos": frames,
    "body_iquat": frames,
    "body_mass": diagonal,
    "dof_armature": diagonal,
    "geom_adhesion": flag("flg_adhesion"),
    "geom_gap": margins,
    "geom_margin": margins,
    "geom_pos": frames,
    "geom_quat": frames,
    "geom_surfacevel": flag("flg_surfacevel"),
    "pair_adhesion": flag("flg_adhesion"),
    "site_pos": frames,
    "site_quat": frames,
}

# --- what has no effect, or another ------------------------------------------------------------------

INERT = {
    "for show": r"\w+_rgba|light_(?!pos|dir)\w+|mat_\w+|geom_castshadow|tendon_width|cam_ipd",
    "for the user": r"numeric_data|tuple_objprm|\w+_user|sensor_noise",
    "read by a reset only": r"key_\w+",
    "remembered from compiling": r"actuator_length0|mesh_(pos|quat|scale|normal|polynormal)|body_margin|cam_intrinsic",
    "of sleep": r"dof_length",
    "of friction that holds, which that of these pairs does not": r"pair_solreffriction",
    "of the middle phase, which these bodies do without": r"bvh_aabb",
}
DIFFERENT = {
    "dof_M0": "a result in Thew; in MuJoCo the inertia of bodies with diagonal rows",
}
# The implicit ones take body_subtreemass to be the sum of the masses.
INTEGRATOR = {"body_subtreemass": 0, "body_mass": 0}


def start(module, model):
    data, rng = module.MjData(model), np.random.default_rng(1)
    data.qvel[:] = 0.3 * rng.normal(size=model.nv)
    data.ctrl[:] = rng.uniform(0.2, 0.8, size=model.nu)
    data.mocap_pos[:] += 0.1
    data.act[:] = 0.999
    data.qpos[model.joint("elbow").qposadr] = 0.2
    data.qpos[model.joint("wrist").qposadr] = 0.051
    return data


def trajectory(module, model):
    data = start(module, model)
    module.mj_forward(model, data)
    result = {name: np.array(getattr(data, name), dtype=float) for name in FIRST}
    for _ in range(STEPS):
        module.mj_step(model, data)
    return result | {f"{name} after {STEPS} steps": np.array(getattr(data, name)) for name in LAST}


def differences(one, other):
    """Fields that differ by more than rounding, and by how much."""
    found = {}
    for name, a in one.items():
        b = other[name]
        if a.shape != b.shape:
            found[name] = f"{a.shape} {b.shape}"
        elif a.size and not (error := np.abs(a - b).max() / max(1, np.abs(b).max())) < 1e-9:
            found[name] = float(error)
    return found


def write(model, name):
    field = getattr(model, name)
    field[...] = written(name, field.copy())


def load(module, kind, name=None):
    model = module.MjModel.from_xml_string(MODELS[kind])
    model.opt.integrator = INTEGRATOR.get(name, model.opt.integrator)
    return model


@pytest.fixture(scope="module")
def unwritten():
    return {kind: trajectory(reference, load(reference, kind)) for kind in MODELS}


@pytest.mark.parametrize("kind", MODELS)
def test_unwritten(kind, unwritten):
    assert differences(trajectory(engine, load(engine, kind)), unwritten[kind]) == {}


@pytest.mark.parametrize("name", NUMBERS)
def test_written(name, unwritten):
    if all(getattr(load(reference, kind), name).size == 0 for kind in MODELS):
        pytest.skip("these models have none")
    inert = any(re.fullmatch(pattern, name) for pattern in INERT.values())
    effect = {}
    for kind in MODELS:
        ours, theirs = load(engine, kind, name), load(reference, kind, name)
        for model in (ours, theirs):
            write(model, name)
        LOOK_AGAIN.get(name, lambda model: None)(theirs)
        expected = trajectory(reference, theirs)
        effect |= differences(expected, unwritten[kind])
        if name not in DIFFERENT:
            assert differences(trajectory(engine, ours), expected) == {}, kind
    assert bool(effect) != inert, "it has an effect" if inert else "these models do not show an effect"


# --- options -----------------------------------------------------------------------------------------

OPTIONS = {
    "timestep": 0.003,
    "gravity": [1.0, 2.0, -5.0],
    "wind": [2.0, -1.0, 0.5],
    "magnetic": [0.1, -0.4, 0.3],
    "density": 20.0,
    "viscosity": 0.05,
    "impratio": 5.0,
    "o_margin": 0.05,
    "o_solref": [0.05, 0.7],
    "o_solimp": [0.7, 0.9, 0.01, 0.5, 2.0],
    "o_friction": [0.3, 0.3, 0.01, 0.001, 0.001],
    "integrator": 1,
    "cone": 0,
    "solver": 1,
    "jacobian": 1,
    "noslip_iterations": 4,
    "disableactuator": 1,
}
OVERRIDE = {"o_margin", "o_solref", "o_solimp", "o_friction"}


@pytest.mark.parametrize("name", OPTIONS)
def test_option_written(name, unwritten):
    effect = {}
    for kind in MODELS:
        results = []
        for module in (engine, reference):
            model = load(module, kind)
            module.mj_step(model, start(module, model))  # the option has been read before
            if name in OVERRIDE:
                model.opt.enableflags |= int(module.mjtEnableBit.mjENBL_OVERRIDE)
            field = getattr(model.opt, name)
            if isinstance(field, np.ndarray):
                field[:] = OPTIONS[name]
            else:
                setattr(model.opt, name, OPTIONS[name])
            results.append(trajectory(module, model))
        assert differences(*results) == {}, kind
        effect |= differences(results[1], unwritten[kind])
    assert effect or name == "jacobian"
