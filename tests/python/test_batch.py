"""thew.Batch: arrays over worlds, masks, resets, failures, own numbers; each world as an MjData alone."""

import os
import pathlib
import threading

import numpy as np
import pytest

import thew

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"


def load(name):
    return thew.MjModel.from_xml_path(str(MODELS / f"{name}.xml"))


@pytest.fixture(scope="module")
def humanoid():
    return load("humanoid")


def controls(model, worlds, seed):
    return np.random.default_rng(seed).uniform(-0.3, 0.3, (worlds, model.nu))


@pytest.mark.parametrize("name", ["humanoid", "quadruped", "sensors", "tendon_arm"])
def test_worlds_have_the_bits_of_mjdata(name):
    model = load(name)
    batch = thew.Batch(model, 7, threads=2, outputs=["xpos", "sensordata", "qacc", "energy"])
    alone = [thew.MjData(model) for _ in range(7)]
    for i in range(30):
        batch.ctrl[:] = controls(model, 7, i)
        batch.step()
        for data, ctrl in zip(alone, controls(model, 7, i)):
            data.ctrl[:] = ctrl
            thew.mj_step(model, data)
    for field in ("time", "qpos", "qvel", "xpos", "sensordata", "qacc", "energy"):
        expected = np.array([getattr(data, field) for data in alone])
        assert getattr(batch, field).tobytes() == expected.tobytes(), field


def test_arrays_are_contiguous_and_stay(humanoid):
    batch = thew.Batch(humanoid, 5, threads=1, outputs=["xpos"])
    assert batch.qpos.shape == (5, humanoid.nq) and batch.qpos.flags.c_contiguous
    assert batch.xpos.shape == (5, humanoid.nbody, 3)
    assert batch.time.shape == (5,)
    assert batch.qpos is batch.qpos
    before = batch.qpos.ctypes.data
    batch.step(3)
    assert batch.qpos.ctypes.data == before
    batch.ctrl = 0.1
    assert (batch.ctrl == 0.1).all()
    with pytest.raises(ValueError):
        batch.xpos[0] = 1
    with pytest.raises(AttributeError, match=r"outputs=\['cvel'\]"):
        batch.cvel
    with pytest.raises(AttributeError, match="did you mean 'qpos'"):
        batch.qposs
    assert len(batch) == 5
    array = batch.qpos
    del batch
    assert np.isfinite(array).all()  # its memory is still there


def test_masks_and_resets(humanoid):
    batch = thew.Batch(humanoid, 6, threads=2)
    mask = np.array([1, 0, 1, 0, 0, 1], bool)
    batch.step(4, mask)
    assert ((batch.time > 0) == mask).all()
    batch.reset(-1)
    assert batch.time[5] == 0 and batch.time[2] > 0
    state = batch.state()[2]
    batch.reset_where([0, 1, 0, 0, 0, 1], states=state)
    assert batch.time[1] == batch.time[2] == batch.time[5]
    assert (batch.qpos[1] == batch.qpos[2]).all()
    batch.reset_all()
    assert (batch.time == 0).all()
    with pytest.raises(TypeError, match="mask"):
        batch.step(1, [True])
    with pytest.raises(thew.Error, match="keyframe"):
        batch.reset_all(keyframe=99)


def test_states_are_those_of_mj_getstate(humanoid):
    batch = thew.Batch(humanoid, 3, threads=1)
    batch.ctrl[:] = controls(humanoid, 3, 0)
    batch.step(5)
    spec = thew.mjtState.mjSTATE_INTEGRATION
    state = np.zeros(thew.mj_stateSize(humanoid, spec))
    thew.mj_getState(humanoid, batch.data(1), state, spec)
    assert (batch.state()[1] == state).all()
    other = thew.Batch(humanoid, 3, threads=1)
    other.set_state(batch.state())
    batch.step(5)
    other.step(5)
    assert batch.qpos.tobytes() == other.qpos.tobytes()
    data = batch.data(2)
    data.qpos[2] += 1
    batch.set_data(0, data)
    assert batch.qpos[0, 2] == data.qpos[2]
    with pytest.raises(IndexError):
        batch.data(3)


def test_a_failing_world_stays_and_harms_no_other(humanoid):
    batch = thew.Batch(humanoid, 5, threads=2)
    batch.step(3)
    before = batch.qpos[3].copy()
    batch.ctrl[3, 0] = np.nan
    batch.step()
    assert (batch.errors != 0).tolist() == [False, False, False, True, False]
    assert "control" in batch.error(3) and batch.error(0) == ""
    assert (batch.qpos[3] == before).all()
    assert batch.qpos[0].tobytes() == batch.qpos[4].tobytes()
    batch.step()
    assert batch.errors[3] == 0 and batch.time[3] == 0
    waits = thew.Batch(humanoid, 2, threads=1, restart=False)
    waits.qvel[1, 0] = np.inf
    waits.step(2)
    waits.step(2)
    assert "velocity" in waits.error(1) and waits.time[1] == 0
    waits.reset_where(waits.errors != 0)
    waits.step()
    assert waits.errors[1] == 0 and waits.time[1] > 0


def test_own_numbers_count(humanoid):
    batch = thew.Batch(humanoid, 3, threads=1)
    mass = batch.own("body_mass")
    assert mass.shape == (3, humanoid.nbody) and (mass == humanoid.body_mass).all()
    mass[1] *= 2
    batch.own("gravity")[2] = [0, 0, -1]
    batch.refresh()
    assert "body_subtreemass" in batch.owned
    batch.step(20)
    heavy = thew.MjModel.from_xml_path(str(MODELS / "humanoid.xml"))
    heavy.body_mass[:] *= 2
    data = thew.MjData(heavy)
    thew.mj_setConst(heavy, data)
    thew.mj_resetData(heavy, data)
    for _ in range(20):
        thew.mj_step(heavy, data)
    assert batch.qpos[1].tobytes() == data.qpos.tobytes()
    assert batch.qpos[2, 2] > batch.qpos[0, 2]
    with pytest.raises(thew.Error, match="body_parentid"):
        batch.own("body_parentid")


def test_randomised_worlds_do_not_depend_on_their_number(humanoid):
    numbers = {
        "body_mass": ("scale", 0.8, 1.2),
        "geom_friction:*sole*": ("log_scale", 0.5, 2),
        "dof_damping": ("add", 0, 1),
        "gravity": ("normal", 0, 0.1),
    }
    small, large = (thew.Batch(humanoid, n, threads=1) for n in (4, 9))
    small.randomise(7, numbers)
    large.randomise(7, numbers)
    for name in ("body_mass", "geom_friction", "dof_damping", "gravity", "body_subtreemass"):
        assert small.own(name).tobytes() == large.own(name)[:4].tobytes(), name
    mass = large.own("body_mass")[:, 1:] / humanoid.body_mass[1:]
    assert (mass >= 0.8).all() and (mass <= 1.2).all() and len(np.unique(mass)) == mass.size
    feet = [i for i in range(humanoid.ngeom) if "sole" in humanoid.geom(i).name]
    others = [i for i in range(humanoid.ngeom) if i not in feet]
    assert (large.own("geom_friction")[:, others] == humanoid.geom_friction[others]).all()
    assert (large.own("geom_friction")[:, feet] != humanoid.geom_friction[feet]).any()
    again = thew.Batch(humanoid, 4, threads=2)
    again.randomise(8, numbers)
    assert (again.own("body_mass")[:, 1:] != small.own("body_mass")[:, 1:]).all()
    with pytest.raises(ValueError, match="no name"):
        again.randomise(8, {"geom_friction:nothing*": ("scale", 1, 2)})
    with pytest.raises(ValueError, match="distribution"):
        again.randomise(8, {"body_mass": ("cauchy", 1, 2)})


def test_rollouts_are_steps(humanoid):
    batch = thew.Batch(humanoid, 3, threads=1, outputs=["sensordata"])
    start = batch.state()
    sequence = np.random.default_rng(0).uniform(-0.3, 0.3, (3, 10, humanoid.nu))
    result = batch.rollout(sequence, start, record=["qpos", "sensordata"])
    assert result["qpos"].shape == (3, 10, humanoid.nq)
    again = thew.Batch(humanoid, 3, threads=1)
    for i in range(10):
        again.ctrl[:] = sequence[:, i]
        again.step()
        assert result["qpos"][:, i].tobytes() == again.qpos.tobytes()
    with pytest.raises(ValueError, match="controls"):
        batch.rollout(sequence[:2])


def test_functions_of_python_are_refused(humanoid):
    batch = thew.Batch(humanoid, 2, threads=1)
    thew.set_mjcb_control(lambda model, data: None)
    try:
        with pytest.raises(ValueError, match="callbacks"):
            batch.step()
    finally:
        thew.set_mjcb_control(None)


def test_several_python_threads_may_step(humanoid):
    batches = [thew.Batch(humanoid, 4, threads=2) for _ in range(3)]
    workers = [threading.Thread(target=batch.step, args=(50,)) for batch in batches]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len({batch.qpos.tobytes() for batch in batches}) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_steps(humanoid):
    batch = thew.Batch(humanoid, 8, threads=2)
    batch.step()
    child = os.fork()
    if child == 0:
        batch.step(5)
        os._exit(0 if abs(batch.time[7] - 6 * humanoid.opt.timestep) < 1e-12 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_an_interrupt_stops_at_once(humanoid):
    import signal

    batch = thew.Batch(humanoid, 2000, threads=2)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    handler = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    try:
        with pytest.raises(KeyboardInterrupt):
            batch.step(2000)
    finally:
        signal.signal(signal.SIGALRM, handler)
    assert (batch.time == 0).any()  # all of it would take minutes


# --- rewards, ends, beginnings --------------------------------------------------------------------


def walker(model, **options):
    return thew.Batch(
        model,
        6,
        threads=2,
        reward=lambda batch: batch.qvel[:, 0],
        terminated=lambda batch: batch.qpos[:, 2] < 0.885,
        **options,
    )


def test_vectorised_functions_judge_the_worlds_that_stepped(humanoid):
    batch = walker(humanoid, restart=False, time_limit=6 * humanoid.opt.timestep)
    batch.qpos[:, 2] -= 0.004 * np.arange(6)
    batch.qvel[:, 0] = np.arange(6)
    batch.step(2, mask=[1, 1, 1, 1, 1, 0])
    assert (batch.reward[:5] == batch.qvel[:5, 0]).all() and batch.reward[5] == 0
    batch.step(4)
    assert (batch.terminated == (batch.qpos[:, 2] < 0.885)).all() and batch.terminated.any()
    assert (batch.truncated == (batch.time > 5.5 * humanoid.opt.timestep)).all() and batch.truncated.any()
    over, time = batch.terminated | batch.truncated, batch.time.copy()
    batch.step(2)  # those that are over wait
    assert ((batch.time == time) == over).all() and (batch.reward[over] == 0).all()
    batch.reset_where(over)
    assert not batch.truncated[over].any() and (batch.time[over] == 0).all()


def test_worlds_that_are_over_begin_anew(humanoid):
    def begin(batch, mask):
        batch.qvel[mask] = 0.1 * batch.normal(humanoid.nv, mask)

    batch = walker(humanoid, begin=begin, seed=5, time_limit=2 * humanoid.opt.timestep)
    first = batch.qvel.copy()
    assert len(np.unique(first)) == first.size
    batch.step(2)
    assert batch.truncated.all()
    batch.step(2)
    assert not batch.truncated.any() and (batch.time == 0).all() and (batch.reward == 0).all()
    assert (batch.qvel != first).all()
    again = walker(humanoid, begin=begin, seed=5)
    assert again.qvel.tobytes() == first.tobytes()


def test_a_failing_world_is_terminated(humanoid):
    batch = walker(humanoid)
    batch.qvel[2, 0] = np.nan
    batch.step()
    assert batch.terminated[2] and batch.reward[2] == 0 and "velocity" in batch.error(2)
    assert not batch.terminated[[0, 1, 3, 4, 5]].any()


def test_random_numbers_are_of_their_world(humanoid):
    few, many = thew.Batch(humanoid, 2, seed=1), thew.Batch(humanoid, 9, seed=1)
    assert (few.uniform((3, 2)) == many.uniform((3, 2))[:2]).all()
    mask = np.array([False, True])
    third = few.uniform(4, mask)
    assert third.shape == (1, 4) and (many.uniform(4)[1] == third[0]).all()
    assert few.uniform().shape == (2,)
    other = thew.Batch(humanoid, 2, seed=2).uniform(100)
    assert (other >= 0).all() and (other < 1).all() and abs(other.mean() - 0.5) < 0.1


def test_forces_between_bodies_are_computed_when_asked_for(humanoid):
    batch = thew.Batch(humanoid, 5, threads=1, outputs=["cfrc_ext", "cacc"])
    data = thew.MjData(humanoid)
    batch.step(200)
    for _ in range(200):
        thew.mj_step(humanoid, data)
    thew.mj_rnePostConstraint(humanoid, data)
    assert (batch.cfrc_ext[3] == data.cfrc_ext).all() and (batch.cacc[3] == data.cacc).all()
    assert np.abs(data.cfrc_ext).max() > 1


def test_whole_worlds_have_contacts(humanoid):
    batch = thew.Batch(humanoid, 2, whole=True)
    batch.step(200)
    assert batch.data(1).ncon > 0 and batch.data(1).nefc > 0


# --- long work ------------------------------------------------------------------------------------


def test_progress_is_told_and_may_stop(humanoid):
    batch = thew.Batch(humanoid, 1, threads=2)
    parts = []
    batch.step(20000, progress=parts.append)
    assert parts == sorted(parts) and parts and 0 <= parts[0] and parts[-1] <= 1
    batch.reset_all()

    def stop(part):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        batch.step(10**9, progress=stop)
    assert batch.time[0] == 0
    told = []
    batch.rollout(np.zeros((4, humanoid.nu)), progress=told.append)
    assert told == [0.25, 0.5, 0.75, 1]


def test_an_interrupt_stops_one_long_world(humanoid):
    import signal

    batch = thew.Batch(humanoid, 1, threads=1)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    handler = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    try:
        with pytest.raises(KeyboardInterrupt):
            batch.step(10**9)  # hours
    finally:
        signal.signal(signal.SIGALRM, handler)
    assert batch.time[0] < 10**9 * humanoid.opt.timestep
    batch.step()
    assert batch.time[0] == humanoid.opt.timestep


def test_one_batch_serves_several_python_threads(humanoid):
    batch = thew.Batch(humanoid, 8, threads=2)
    workers = [threading.Thread(target=lambda: [batch.step() for _ in range(20)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert np.allclose(batch.time, 80 * humanoid.opt.timestep)
    alone = thew.Batch(humanoid, 8, threads=1)
    alone.step(80)
    assert batch.qpos.tobytes() == alone.qpos.tobytes()


# --- single precision ------------------------------------------------------------------------------


def test_single_precision_has_float32_arrays_and_times_in_double(humanoid):
    batch = thew.Batch(humanoid, 9, threads=1, outputs=["xpos"], precision="single")
    assert batch.precision == "single"
    assert batch.qpos.dtype == batch.xpos.dtype == np.float32
    assert batch.time.dtype == batch.history.dtype == np.float64
    assert batch.own("body_mass").dtype == np.float64
    batch.step(5)
    data = batch.data(3)
    assert data.time == batch.time[3]
    np.testing.assert_array_equal(data.qpos, batch.qpos[3].astype(float))
    with pytest.raises(ValueError, match="precision"):
        thew.Batch(humanoid, 2, precision="half")


def test_single_precision_stays_near_double(humanoid):
    exact, rough = (thew.Batch(humanoid, 3, threads=1, precision=p) for p in ("double", "single"))
    for i in range(20):
        for batch in (exact, rough):
            batch.ctrl[:] = controls(humanoid, 3, i)
            batch.step()
    np.testing.assert_allclose(rough.qpos, exact.qpos, atol=1e-4)


def test_own_numbers_in_single_precision():
    model = load("quadruped")
    batch = thew.Batch(model, 9, threads=1, precision="single")
    batch.own("body_mass")[:] *= np.linspace(0.8, 1.2, 9)[:, None]
    batch.refresh()
    batch.step(20)
    for i in (0, 4, 8):
        other = load("quadruped")
        other.body_mass[:] = batch.own("body_mass")[i]
        thew.mj_setConst(other, thew.MjData(other))
        alone = thew.Batch(other, 1, threads=1, precision="single")
        alone.step(20)
        assert alone.qpos[0].tobytes() == batch.qpos[i].tobytes(), i


def test_rewards_see_worlds_of_single_precision(humanoid):
    batch = thew.Batch(humanoid, 4, threads=1, precision="single", reward=lambda b: b.qpos[:, 2])
    batch.step()
    np.testing.assert_array_equal(batch.reward, batch.qpos[:, 2].astype(float))
