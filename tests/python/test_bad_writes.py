"""Nothing that is written from Python ends the process: the write or the next call raises, or the number has a meaning.

Every field of the list is written with numbers that mean nothing, each in a process of its own: a fork of one in which a model
is loaded and stepped.
"""

import copy
import os
import pathlib
import pickle
import signal
import time

import numpy as np
import pytest

import thew

MODEL = pathlib.Path(__file__).parents[1] / "support" / "everything.xml"
INTEGERS = (-2, 99, 10**6, -(2**31), 2**31 - 1)
REALS = (np.nan, np.inf, -1e300, -1.0)
SECONDS = 20  # a call that takes longer hangs
PASSED, SILENT = 0, 3
RAISED = (AttributeError, TypeError, ValueError, OverflowError)


def values_of(kind: str):
    return {"Real": REALS, "Float": REALS, "Bool": (2, -1)}.get(kind, INTEGERS)


class World:
    def __init__(self) -> None:
        self.model = thew.MjModel.from_xml_path(str(MODEL))
        self.data = thew.MjData(self.model)
        for _ in range(3):
            thew.mj_step(self.model, self.data)
        assert self.data.ncon > 5 and self.data.nefc > 20

    def use(self, pickled: bool) -> None:
        """Steps, distances, rays, copies and, where asked, pickles; raises what the first of them raises."""
        model, data = self.model, self.data
        segment, hit = np.zeros(6), np.zeros(1, np.int32)
        # Stages that trust the ones before them see what was written.
        thew.mj_makeConstraint(model, data)
        thew.mj_fwdConstraint(model, data)
        thew.mj_fwdActuation(model, data)
        thew.mj_step(model, data, 2)
        thew.mj_forward(model, data)
        thew.mj_inverse(model, data)
        for pair in ((3, 7), (8, 9), (10, 5)):
            thew.mj_geomDistance(model, data, *pair, 10, segment)
        thew.mj_ray(model, data, [0, 0, 2], [0.1, 0.1, -1], None, 1, -1, hit)
        for name, *_ in thew._thew.data_fields():
            np.array(getattr(data, name))
        for view in (data.joint(1), data.tendon(1), model.geom(7), model.sensor(3)):
            for name in dir(view):
                np.array(getattr(view, name))
        copy.copy(model), copy.copy(data)
        thew.MjData(model)
        if pickled:
            restored, again = pickle.loads(pickle.dumps((model, data)))
            thew.mj_step(restored, again)


def owners(world: World):
    """(label, owner, name, type, domain, whether it is an array) of everything that has a number."""
    tables = [(world.model, thew._thew.model_fields()), (world.data, thew._thew.data_fields())]
    for owner, table in tables:
        for name, kind, *_, domain in table:
            if kind != "Char":
                yield f"{type(owner).__name__}.{name}", owner, name, kind, domain, True
    for name, kind, *_, domain in thew._thew.contact_fields():
        yield f"contact.{name}", world.data.contact, name, kind, domain, True
    for group, name, kind, count, *_, domain in thew._thew.model_scalars():
        owner = world.model
        for part in filter(None, group.split(".")):
            owner = getattr(owner, part)
        yield f"{group}.{name}", owner, name, kind, domain, count > 1
    for _, name, kind, *_, domain in thew._thew.data_scalars():
        yield f"MjData.{name}", world.data, name, kind, domain, False


def write(owner, name: str, value, is_array: bool) -> None:
    if is_array:
        array = getattr(owner, name)
        array.flat[0] = value
        array.flat[array.size - 1] = value
    else:
        setattr(owner, name, value)


def is_read_only(owner, name: str, is_array: bool) -> bool:
    """Then nothing can be written, and no process is needed to see that."""
    if is_array:
        array = getattr(owner, name)
        if array.flags.writeable:
            return False
        with pytest.raises(ValueError, match="read-only"):
            array.flat[0] = array.flat[0]
    try:
        setattr(owner, name, getattr(owner, name))
    except AttributeError:
        return True
    return False


def attempt(world, owner, name, value, is_array, must_raise) -> int:
    try:
        write(owner, name, value, is_array)
        world.use(pickled=isinstance(value, int))  # any real number may be in a pickle
    except (*RAISED, thew.FatalError):
        return PASSED
    return SILENT if must_raise else PASSED


class Forks:
    """Runs functions in forks of this process, a few at a time; gathers how each of them ended."""

    def __init__(self, most: int) -> None:
        self.most, self.running, self.ended = most, {}, {}

    def run(self, label: str, work) -> None:
        while len(self.running) >= self.most:
            self.wait()
        pid = os.fork()
        if pid == 0:
            code = 4
            try:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                signal.alarm(SECONDS)
                code = work()
            finally:
                os._exit(code)
        self.running[pid] = label

    def wait(self) -> None:
        pid, status = os.wait()
        self.ended[self.running.pop(pid)] = os.waitstatus_to_exitcode(status)

    def finish(self) -> dict[str, int]:
        while self.running:
            self.wait()
        return {label: code for label, code in self.ended.items() if code != PASSED}


def test_tables_name_what_numbers_may_be():
    rows = {name: domain for name, *_, domain in thew._thew.model_fields()}
    assert [rows[name] for name in ("geom_condim", "geom_type", "body_parentid")] == ["Condim", "Kind", "Index"]
    options = {name: domain for group, name, *_, domain in thew._thew.model_scalars() if group == "opt"}
    assert [options[name] for name in ("regularization", "max_constraint_vel")] == ["NotNegative", "Positive"]
    assert [options[name] for name in ("integrator", "enableflags", "gravity")] == ["Kind", "Flags", "Any"]


def test_no_bad_write_ends_the_process():
    world = World()
    forks = Forks(os.cpu_count() or 1)
    start = time.monotonic()
    read_only = 0
    for label, owner, name, kind, domain, is_array in list(owners(world)):
        if is_array and getattr(owner, name).size == 0:
            continue
        if is_read_only(owner, name, is_array):
            read_only += 1
            continue
        for value in values_of(kind):
            must_raise = domain != "Any" and kind != "Bool" and value in (-2, -(2**31))
            forks.run(
                f"{label} = {value}",
                lambda: attempt(world, owner, name, value, is_array, must_raise),
            )
    failed = forks.finish()
    print(f"{len(forks.ended)} writes in {time.monotonic() - start:.1f} s; {read_only} fields can only be read")
    assert len(forks.ended) > 1500 and read_only > 250
    assert failed == {}


@pytest.fixture(scope="module")
def loaded():
    return World()


@pytest.fixture
def world(loaded):
    """A copy, to be spoilt."""
    made = copy.copy(loaded)
    made.model, made.data = copy.deepcopy((loaded.model, loaded.data))
    return made


STRUCTURE = (
    *("body_parentid", "body_rootid", "body_jntnum", "geom_bodyid", "jnt_dofadr", "jnt_type", "dof_parentid"),
    *("actuator_trnid", "actuator_trntype", "mesh_vertadr", "eq_type", "sensor_type", "M_colind"),
)


@pytest.mark.parametrize("name", STRUCTURE)
def test_structure_is_read_only_and_says_how_to_change_it(world, name):
    array = getattr(world.model, name)
    assert not array.flags.writeable
    with pytest.raises(ValueError):
        array[0] = 1
    with pytest.raises(ValueError):
        array.flags.writeable = True
    with pytest.raises(AttributeError, match=f"{name} belongs to the structure .* change the XML and load it again"):
        setattr(world.model, name, 1)


def test_named_access_to_structure_says_how_to_change_it(world):
    with pytest.raises(AttributeError, match="body_parentid can only be read: change the XML"):
        world.model.body("lower").parentid = 0


def test_what_users_write_stays_writable(world):
    model = world.model
    for name in (
        *("geom_contype", "geom_conaffinity", "geom_condim", "geom_group", "geom_matid", "geom_priority", "geom_dataid"),
        *("geom_type", "geom_rgba", "eq_active0", "actuator_gaintype", "actuator_biastype", "cam_mode", "jnt_limited"),
        *("body_mass", "hfield_data", "mesh_vert", "tex_data"),
    ):
        assert getattr(model, name).flags.writeable, name
    model.geom_condim[:] = 1
    model.geom_type[3] = thew.mjtGeom.mjGEOM_SPHERE
    model.geom_dataid[7] = 1  # another mesh
    thew.mj_step(model, world.data)


@pytest.mark.parametrize(
    ("name", "index", "value"),
    [
        ("geom_condim", 3, 0),
        ("geom_condim", 3, 99),
        ("geom_type", 3, 99),
        ("geom_type", 3, 7),  # a mesh, without one
        ("geom_dataid", 7, 2),
        ("geom_matid", 0, 9),
        ("cam_mode", 0, 77),
        ("actuator_gaintype", 0, -1),
        ("light_targetbodyid", 0, 1000),
    ],
)
def test_calls_name_what_was_written_badly(world, name, index, value):
    getattr(world.model, name)[index] = value
    for call in (thew.mj_step, thew.mj_forward, thew.mj_kinematics):
        with pytest.raises(ValueError, match=rf"(geom_type|{name})\[{index}\] is "):
            call(world.model, world.data)
    with pytest.raises(ValueError):
        thew.MjData(world.model)


@pytest.mark.parametrize("name", ["solver", "integrator", "cone", "jacobian", "enableflags", "disableflags"])
def test_options_refuse_what_means_nothing(world, name):
    before = getattr(world.model.opt, name)
    for value in (-2, 99 if "flags" not in name else 2**30):
        with pytest.raises(ValueError, match=f"{name} cannot be {value}"):
            setattr(world.model.opt, name, value)
    assert getattr(world.model.opt, name) == before


@pytest.mark.parametrize("name", ["ncon", "nefc", "ne", "nf", "nl", "nJ", "nisland", "nidof", "nA", "nY", "nv_awake"])
def test_counts_that_become_shapes_cannot_be_written(world, name):
    before = getattr(world.data, name)
    with pytest.raises(AttributeError, match=f"{name} is computed by the engine"):
        setattr(world.data, name, 10**6)
    assert getattr(world.data, name) == before
    assert len(world.data.contact) == world.data.ncon


def test_sizes_say_how_to_change_them(world):
    with pytest.raises(AttributeError, match="nbody is a size of the model, .* change the XML and load it again"):
        world.model.nbody = 3


def test_named_views_of_arena_fields_are_never_stale():
    model = thew.MjModel.from_xml_path(str(MODEL))
    data = thew.MjData(model)
    joint, tendon = data.joint("root"), data.tendon("rope")
    before = joint.island.copy(), tendon.efcadr.copy()
    assert np.all(before[0] == -1) and np.all(before[1] == -1)  # no constraints yet
    for _ in range(3):
        thew.mj_step(model, data)
        i, t = int(model.jnt_dofadr[joint.id]), tendon.id
        np.testing.assert_array_equal(joint.island, data.dof_island[i : i + 6])
        np.testing.assert_array_equal(tendon.efcadr, data.tendon_efcadr[t : t + 1])
    assert joint.island[0] >= 0 and tendon.efcadr[0] >= 0
    assert joint.qpos is joint.qpos  # what stays where it is, is made once


def test_spoilt_pickles_are_refused(world):
    state = bytearray(world.model._bytes())
    place = state.find(world.model.body_parentid.tobytes())
    assert place > 0
    state[place + 8 : place + 12] = (10**6).to_bytes(4, "little")
    with pytest.raises(ValueError, match="damaged"):
        thew._thew.model_from_bytes(bytes(state))


def test_timing_belongs_to_one_data(world):
    other = thew.MjData(world.model)
    assert world.data.timer[0].number == 0  # timed from here on
    thew.mj_step(world.model, world.data)
    thew.mj_step(world.model, other)
    assert world.data.timer[0].number == 1

    assert other.timer[0].number == 0


def test_callbacks_cannot_spoil_the_model_of_a_running_step(world):
    model, data = world.model, world.data

    def control(model, data):
        model.geom_condim[3] = 99

    thew.set_mjcb_control(control)
    try:
        with pytest.raises(ValueError, match=r"geom_condim\[3\] is 99"):
            thew.mj_step(model, data)
    finally:
        thew.set_mjcb_control(None)
    assert model.geom_condim[3] == 3
    thew.mj_step(model, data)
