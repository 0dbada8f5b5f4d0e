"""Instruments: their noise has the densities it should have, and their limits, steps and delays are those asked for."""

import numpy as np
import pytest
import thew
from thew import devices
from thew.devices import Channel, Instrument

MODEL = """<mujoco><option timestep=".001" magnetic="0 23 -42"/><worldbody>
<geom type="plane" size="5 5 .1"/><body pos="0 0 1"><joint type="slide" axis="0 0 1"/><geom size=".1"/>
<site name="s" zaxis="0 0 -1"/><site name="up"/></body></worldbody>
<sensor><accelerometer name="a" site="s"/><gyro name="g" site="s"/><force name="f" site="s"/><torque name="t" site="s"/>
<magnetometer name="m" site="up"/><rangefinder name="r" site="s"/><rangefinder name="sky" site="up"/><touch name="c" site="s"/>
<clock name="clock"/></sensor></mujoco>"""


@pytest.fixture
def world():
    model = thew.MjModel.from_xml_string(MODEL)
    data = thew.MjData(model)
    thew.mj_forward(model, data)
    return model, data


def allan_deviation(x, period, sizes):
    """Overlapping Allan deviation of each column, from the running sum."""
    total = np.vstack([np.zeros(x.shape[1]), np.cumsum(x, axis=0)]) * period
    for n in sizes:
        second = total[2 * n :] - 2 * total[n:-n] + total[: -2 * n]
        yield np.sqrt(np.mean(second**2, axis=0) / 2) / (n * period)


@pytest.mark.parametrize("channel", [
    Channel(noise_density=1e-3), Channel(bias_walk=1e-4), Channel(noise_density=1e-3, bias_walk=1e-3),
    devices.ACCELEROMETER, devices.GYRO,
])  # fmt: skip
def test_allan_deviation(world, channel):
    """Within 5 % over three decades of averaging time."""
    channel = Channel(channel.noise_density, channel.bias, channel.bias_walk)  # steps and limits are no noise
    count, rate = 400_000, 100
    instrument = Instrument(world[0], ["a", "g"], channel, rate=rate, seed=5)
    x = instrument.record(np.zeros((count, 6)))
    sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    for n, found in zip(sizes, allan_deviation(x, 1 / rate, sizes)):
        # An integrated walk is sampled: over n samples its variance is (2 n^2 + 1) / (2 n^2) of the continuous one.
        walk = channel.bias_walk**2 * n / rate / 3 * (1 + 1 / (2 * n * n))
        expected = np.sqrt(channel.noise_density**2 * rate / n + walk)
        assert abs(np.sqrt(np.mean(found**2)) / expected - 1) < 0.05, (n / rate, found, expected)
    long = np.array([1.0, 10.0])
    np.testing.assert_allclose(channel.allan_deviation(long) ** 2, channel.noise_density**2 / long + channel.bias_walk**2 * long / 3)


def test_noise_is_white_and_normal(world):
    x = Instrument(world[0], ["a"], Channel(noise_density=1), rate=1, seed=2).record(np.zeros((200_000, 3)))
    assert abs(x.mean(0)).max() < 0.01 and abs(x.std(0) - 1).max() < 0.01
    assert abs((x**4).mean() - 3) < 0.05 and abs((np.abs(x) > 2).mean() - 0.0455) < 0.002
    assert abs(np.corrcoef(x.T) - np.eye(3)).max() < 0.01
    for lag in (1, 2, 7):
        assert abs((x[lag:] * x[:-lag]).mean()) < 0.01


# The first samples of seed 1, standard deviation 1.
GOLDEN = [0.4889194214990298, -0.25831240910715203, -0.08877070095430457]


def test_seeds_and_worlds(world):
    make = lambda **options: devices.imu(world[0], "a", "g", **options).record(np.zeros((50, 6)))  # noqa: E731
    assert (make(seed=1, world=3) == make(seed=1, world=3)).all()
    runs = [make(seed=s, world=w) for s in (1, 2) for w in (0, 1)]
    assert all((a != b).any() for i, a in enumerate(runs) for b in runs[:i])
    # The bits are the same everywhere.
    x = Instrument(world[0], ["a"], Channel(noise_density=1), rate=1, seed=1).record(np.zeros((1, 3)))
    np.testing.assert_array_equal(x.ravel(), GOLDEN)


def test_reset_repeats(world):
    model, data = world
    imu = devices.imu(model, "a", "g", seed=4)
    first = [imu.read(data).copy() for _ in range(3)]
    imu.reset()
    assert all((imu.read(data) == reading).all() for reading in first)


def test_limits_steps_and_dead_bands(world):
    channel = Channel(resolution=0.25, limit=1, dead_band=0.3)
    truth = np.array([[0.29, 0.31, 0.4], [-0.1, -5, 5], [0.9, -0.9, 0.6]])
    x = Instrument(world[0], ["a"], channel, rate=1).record(truth)
    np.testing.assert_array_equal(x, [[0, 0.25, 0.5], [0, -1, 1], [1, -1, 0.5]])


def test_rate_and_latency(world):
    model, data = world
    clock = Instrument(model, ["clock"], Channel(), rate=100, latency=0.02)
    readings = []
    for _ in range(60):
        thew.mj_step(model, data)  # measures at the time before the step
        data.time -= model.opt.timestep
        readings.append(clock.read(data)[0])
        data.time += model.opt.timestep
    expected = [0 if i < 20 else 0.01 * (i // 10 - 2) for i in range(60)]
    np.testing.assert_allclose(readings, expected, atol=1e-12)


def test_kinds(world):
    model, data = world
    quiet = Channel()
    imu = devices.imu(model, "a", "g", acceleration=quiet, rotation=quiet)
    np.testing.assert_allclose(imu.read(data), data.sensordata[:6])
    data.qvel[:] = 1
    data.xfrc_applied[1] = [3, 4, 5, 6, 7, 8]
    thew.mj_forward(model, data)
    wrench = devices.force_torque(model, "f", "t", forces=Channel(limit=3.5), torques=quiet).read(data)
    truth = data.sensordata[6:12]
    assert abs(truth[:3]).max() > 3.5 and abs(truth[3:]).max() > 5
    np.testing.assert_allclose(wrench, np.append(truth[:3].clip(-3.5, 3.5), truth[3:]))
    down, sky = (devices.rangefinder(model, [name], channel=quiet).read(data)[0] for name in ("r", "sky"))
    assert abs(down - 1) < 1e-9 and sky == 10
    assert devices.lidar(model, ["r", "sky"], channel=quiet).read(data)[1] == np.inf
    assert abs(devices.ultrasonic(model, ["r", "sky"], channel=quiet).read(data)[0] - 1) < 1e-9
    soft = np.diag([1, 2, 3.0])
    field = devices.magnetometer(model, "m", hard_iron=(1, 2, 3), soft_iron=soft, channel=quiet).read(data)
    np.testing.assert_allclose(field, [1, 48, -123])
    assert devices.touch_array(model, ["c"], threshold=1).read(data)[0] == 0


def test_nonsense_is_refused(world):
    model, _ = world
    for options in ({"rate": 0}, {"rate": -1}, {"rate": np.nan}, {"rate": 10, "latency": -1}, {"rate": 1e6, "latency": 1e6}):
        with pytest.raises(Exception, match="rate|latency"):
            Instrument(model, ["a"], Channel(), **options)
    with pytest.raises(ValueError, match="channels"):
        Instrument(model, ["a"], [Channel()], rate=1)
    with pytest.raises(KeyError):
        Instrument(model, ["nobody"], Channel(), rate=1)
