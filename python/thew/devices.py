"""Instruments: MuJoCo's sensors with the noise, limits and delays of real ones.

    imu = thew.devices.imu(model, "accelerometer", "gyro", seed=1, world=0)
    ...
    thew.mj_step(model, data)
    reading = imu.read(data)

An instrument samples what sensors of the model measure at its own rate; between two samples the reading stays. Noise is a
function of seed, world and channel alone, so that runs repeat to the bit and worlds differ. Units are those of the sensors
(SI; magnetometers: those of option `magnetic`).
"""

from dataclasses import astuple, dataclass, replace

import numpy as np

from thew._thew import Device

__all__ = [
    "Channel", "Instrument", "force_torque", "imu", "lidar", "magnetometer", "rangefinder", "touch_array", "ultrasonic",
    "ACCELEROMETER", "FORCE", "GYRO", "LIDAR", "MAGNETOMETER", "RANGEFINDER", "TORQUE", "TOUCH", "ULTRASONIC",
]  # fmt: skip


@dataclass(frozen=True)
class Channel:
    """What makes the readings of a channel differ from the truth; zero is nothing."""

    noise_density: float = 0  # white noise [unit / sqrt(Hz)]
    bias: float = 0  # standard deviation of the offset at power-up [unit]
    bias_walk: float = 0  # random walk of the offset [unit / s / sqrt(Hz)]
    resolution: float = 0  # step between two readings [unit]
    limit: float = np.inf  # largest magnitude [unit]
    dead_band: float = 0  # truth below this reads as zero [unit]

    def allan_deviation(self, tau):
        """The Allan deviation at averaging times tau [s]: sqrt(N^2 / tau + K^2 tau / 3)."""
        tau = np.asarray(tau, float)
        return np.sqrt(self.noise_density**2 / tau + self.bias_walk**2 * tau / 3)


# Noise of one sample at 100 Hz: 0.01 m/s^2 and 0.001 rad/s; 16 bits over the range.
ACCELEROMETER = Channel(noise_density=1e-3, bias=0.02, bias_walk=1e-4, resolution=16 * 9.81 / 2**15, limit=16 * 9.81)
GYRO = Channel(noise_density=1e-4, bias=2e-3, bias_walk=1e-5, resolution=35 / 2**15, limit=35)
# 0.1 N and 0.01 N m at 1 kHz.
FORCE = Channel(noise_density=0.1 / np.sqrt(1000), limit=1000, dead_band=0.5)
TORQUE = Channel(noise_density=0.01 / np.sqrt(1000), limit=100, dead_band=0.05)
TOUCH = Channel(resolution=0.01, limit=50, dead_band=0.05)
# 0.5 uT at 100 Hz.
MAGNETOMETER = Channel(noise_density=0.05, resolution=0.15, limit=4900)
RANGEFINDER = Channel(noise_density=1e-3, resolution=1e-3)
LIDAR = Channel(noise_density=5e-3, resolution=1e-3)
ULTRASONIC = Channel(noise_density=0.01 / np.sqrt(20), resolution=1e-3)


class Instrument:
    """Reads sensors of a model, by name or number, through imperfect channels: one for each value, or one for all."""

    def __init__(self, model, sensors, channels, *, rate, latency=0, seed=0, world=0):
        self._places = np.concatenate([_places(model, sensor) for sensor in sensors])
        count = len(self._places)
        channels = [channels] * count if isinstance(channels, Channel) else list(channels)
        if len(channels) != count:
            raise ValueError(f"{count} values need as many channels, not {len(channels)}")
        self.channels = tuple(channels)
        self._device = Device(np.array([astuple(c) for c in channels], float).reshape(-1, 6), rate, latency, seed, world)

    def truth(self, data):
        """What the sensors measure, before the instrument adds its errors."""
        return data.sensordata[self._places]

    def read(self, data):
        """The reading at data.time."""
        reading = np.empty(len(self._places))
        self._device.read(data.time, self.truth(data), reading)
        return self.finish(reading)

    def record(self, truth):
        """Readings of the rows of `truth`, one sample after another."""
        truth = np.ascontiguousarray(truth, float)
        readings = np.empty_like(truth)
        self._device.record(truth, readings)
        return self.finish(readings)

    def reset(self):
        """Back to power-up: the same noise comes again."""
        self._device.reset()

    def finish(self, reading):
        return reading


class _Range(Instrument):
    """Distances between two bounds; nothing in sight reads as `nothing`."""

    def __init__(self, model, sensors, channels, *, nearest, farthest, nothing, **options):
        super().__init__(model, sensors, channels, **options)
        self._bounds, self._nothing = (nearest, farthest), farthest if nothing is None else nothing

    def truth(self, data):
        distance = super().truth(data)
        return np.where(distance < 0, np.inf, distance)

    def finish(self, reading):
        return np.where(reading > self._bounds[1], self._nothing, np.maximum(reading, self._bounds[0]))


class _Magnetometer(Instrument):
    """A field that the iron of the body bends (soft) and adds to (hard)."""

    def __init__(self, model, sensors, channels, *, hard_iron, soft_iron, **options):
        super().__init__(model, sensors, channels, **options)
        self._hard, self._soft = np.asarray(hard_iron, float), np.asarray(soft_iron, float)

    def truth(self, data):
        return (super().truth(data).reshape(-1, 3) @ self._soft.T + self._hard).ravel()


def imu(model, accelerometer, gyro, *, acceleration=ACCELEROMETER, rotation=GYRO, rate=100, **options):
    """Accelerations, then angular velocities."""
    return Instrument(model, [accelerometer, gyro], [acceleration] * 3 + [rotation] * 3, rate=rate, **options)


def force_torque(model, force, torque, *, forces=FORCE, torques=TORQUE, rate=1000, **options):
    """Forces, then torques."""
    return Instrument(model, [force, torque], [forces] * 3 + [torques] * 3, rate=rate, **options)


def touch_array(model, sensors, *, threshold=None, channel=TOUCH, rate=100, **options):
    """Forces of touch sensors above a threshold."""
    channel = channel if threshold is None else replace(channel, dead_band=threshold)
    return Instrument(model, sensors, channel, rate=rate, **options)


def rangefinder(model, sensors, *, nearest=0.01, farthest=10, nothing=None, channel=RANGEFINDER, rate=50, **options):
    """Distances; where nothing is in sight, the farthest (or `nothing`, such as np.inf)."""
    return _Range(model, sensors, channel, nearest=nearest, farthest=farthest, nothing=nothing, rate=rate, **options)


def lidar(model, sensors, *, nearest=0.1, farthest=30, nothing=np.inf, channel=LIDAR, rate=10, **options):
    """A fan of distances: the rangefinders of many sites, or one on a camera."""
    return _Range(model, sensors, channel, nearest=nearest, farthest=farthest, nothing=nothing, rate=rate, **options)


def ultrasonic(model, sensors, *, nearest=0.02, farthest=4, nothing=None, channel=ULTRASONIC, rate=20, **options):
    """The nearest distance within a cone: of all rays of the sensors, the shortest."""

    class Cone(_Range):
        def read(self, data):
            return super().read(data).min(keepdims=True)

    return Cone(model, sensors, channel, nearest=nearest, farthest=farthest, nothing=nothing, rate=rate, **options)


def magnetometer(model, sensor, *, hard_iron=(0, 0, 0), soft_iron=np.eye(3), channel=MAGNETOMETER, rate=100, **options):
    """The magnetic field at a site. Set option `magnetic` to the field in uT, such as 0 23 -42 (east, north, up)."""
    return _Magnetometer(model, [sensor], channel, hard_iron=hard_iron, soft_iron=soft_iron, rate=rate, **options)


def _places(model, sensor):
    """Where the values of a sensor are in sensordata."""
    sensor = model.sensor(sensor)
    first = int(np.ravel(sensor.adr)[0])
    return np.arange(first, first + int(np.ravel(sensor.dim)[0]))
