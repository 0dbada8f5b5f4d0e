"""The MuJoCo tasks of Gymnasium, version 5: what is seen, gained and told is as there, for all worlds at once.

Models are the files of the installed Gymnasium, and options have its names and defaults.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from thew.gym._task import Info, VectorTask

Range = tuple[float, float]


class _Task(VectorTask):
    """Noise around the initial state, and what the tasks have in common."""

    noise: float = 0
    normal_velocities = False
    camera: dict[str, object] = {}  # how Gymnasium's pictures of the task are taken

    def __init__(self, model: str, num_envs: int, frame_skip: int, outputs: Sequence[str] = (), **options) -> None:
        options.setdefault("default_camera_config", self.camera)
        super().__init__(model, num_envs, frame_skip=frame_skip, outputs=outputs, **options)

    def begin(self, random: np.random.Generator) -> tuple[NDArray, NDArray]:
        qpos = self.init_qpos + random.uniform(-self.noise, self.noise, self.model.nq)
        if self.normal_velocities:
            return qpos, self.init_qvel + self.noise * random.standard_normal(self.model.nv)
        return qpos, self.init_qvel + random.uniform(-self.noise, self.noise, self.model.nv)

    def body(self, name: str | int) -> int:
        return self.model.body(name).id


def _squares(values: NDArray) -> NDArray:
    """The sum of squares of each world."""
    return np.square(values).reshape(len(values), -1).sum(axis=1)


def _between(values: NDArray, limits: Range) -> NDArray[np.bool_]:
    return (limits[0] < values) & (values < limits[1])


# --- runners in a plane ---------------------------------------------------------------------------


class _Runner(_Task):
    """Gains by the velocity of its root, and pays for controls."""

    skipped = 1  # positions that are left out of what is seen
    seen_velocity = np.inf  # the largest one

    def __init__(
        self, model, num_envs, frame_skip, forward_weight, control_weight, noise, without_position, **options
    ) -> None:
        self._forward_weight, self._control_weight, self.noise = forward_weight, control_weight, noise
        self._first = self.skipped if without_position else 0
        super().__init__(model, num_envs, frame_skip, **options)

    def observe(self) -> NDArray[np.float64]:
        qvel = self.batch.qvel
        if self.seen_velocity < np.inf:
            qvel = np.clip(qvel, -self.seen_velocity, self.seen_velocity)
        return np.concatenate([self.batch.qpos[:, self._first :], qvel], axis=1)

    def before_step(self, actions: NDArray) -> None:
        self._before = self.batch.qpos[:, : self.skipped].copy()
        super().before_step(actions)

    def velocity(self) -> NDArray:
        return (self.batch.qpos[:, : self.skipped] - self._before) / self.dt

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        velocity = self.velocity()
        forward = self._forward_weight * velocity[:, 0]
        control = self._control_weight * _squares(actions)
        infos = {"x_velocity": velocity[:, 0], "reward_forward": forward, "reward_ctrl": -control}
        return forward - control, np.zeros(self.num_envs, bool), self.after_reset(self._all) | infos

    def after_reset(self, mask: NDArray[np.bool_]) -> Info:
        return {"x_position": self.batch.qpos[:, 0].copy()}


class HalfCheetah(_Runner):
    normal_velocities = True
    camera = {"distance": 4.0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "half_cheetah.xml",
        frame_skip: int = 5,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 0.1,
        reset_noise_scale: float = 0.1,
        exclude_current_positions_from_observation: bool = True,
        **options,
    ) -> None:
        super().__init__(
            xml_file,
            num_envs,
            frame_skip,
            forward_reward_weight,
            ctrl_cost_weight,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            **options,
        )


class Swimmer(_Runner):
    skipped = 2

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "swimmer.xml",
        frame_skip: int = 4,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-4,
        reset_noise_scale: float = 0.1,
        exclude_current_positions_from_observation: bool = True,
        **options,
    ) -> None:
        super().__init__(
            xml_file,
            num_envs,
            frame_skip,
            forward_reward_weight,
            ctrl_cost_weight,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            **options,
        )

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        reward, terminated, infos = super().judge(actions)
        return reward, terminated, infos | {"y_velocity": self.velocity()[:, 1]}

    def after_reset(self, mask: NDArray[np.bool_]) -> Info:
        return _place(self.batch.qpos)


class _Walker(_Runner):
    """Is over when it is not healthy."""

    seen_velocity = 10.0

    def __init__(
        self, *arguments, healthy_reward: float, terminate_when_unhealthy: bool, healthy_z_range: Range,
        healthy_angle_range: Range, **options,
    ) -> None:  # fmt: skip
        self._healthy_reward, self._terminates = healthy_reward, terminate_when_unhealthy
        self._z_range, self._angle_range = healthy_z_range, healthy_angle_range
        super().__init__(*arguments, **options)

    def is_healthy(self) -> NDArray[np.bool_]:
        qpos = self.batch.qpos
        return _between(qpos[:, 1], self._z_range) & _between(qpos[:, 2], self._angle_range)

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        healthy = self.is_healthy()
        survive = healthy * self._healthy_reward
        _, _, infos = super().judge(actions)
        reward = infos["reward_forward"] + survive + infos["reward_ctrl"]
        return reward, ~healthy & self._terminates, infos | {"reward_survive": survive}

    def after_reset(self, mask: NDArray[np.bool_]) -> Info:
        return super().after_reset(mask) | {"z_distance_from_origin": self.batch.qpos[:, 1] - self.init_qpos[1]}


class Hopper(_Walker):
    camera = {"trackbodyid": 2, "distance": 3.0, "lookat": (0.0, 0.0, 1.15), "elevation": -20.0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "hopper.xml",
        frame_skip: int = 4,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-3,
        healthy_reward: float = 1.0,
        terminate_when_unhealthy: bool = True,
        healthy_state_range: Range = (-100.0, 100.0),
        healthy_z_range: Range = (0.7, float("inf")),
        healthy_angle_range: Range = (-0.2, 0.2),
        reset_noise_scale: float = 5e-3,
        exclude_current_positions_from_observation: bool = True,
        **options,
    ) -> None:
        self._state_range = healthy_state_range
        super().__init__(
            xml_file,
            num_envs,
            frame_skip,
            forward_reward_weight,
            ctrl_cost_weight,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            healthy_reward=healthy_reward,
            terminate_when_unhealthy=terminate_when_unhealthy,
            healthy_z_range=healthy_z_range,
            healthy_angle_range=healthy_angle_range,
            **options,
        )

    def is_healthy(self) -> NDArray[np.bool_]:
        within = _between(self.batch.qpos[:, 2:], self._state_range).all(axis=1)
        return super().is_healthy() & within & _between(self.batch.qvel, self._state_range).all(axis=1)


class Walker2d(_Walker):
    camera = {"trackbodyid": 2, "distance": 4.0, "lookat": (0.0, 0.0, 1.15), "elevation": -20.0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "walker2d_v5.xml",
        frame_skip: int = 4,
        forward_reward_weight: float = 1.0,
        ctrl_cost_weight: float = 1e-3,
        healthy_reward: float = 1.0,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: Range = (0.8, 2.0),
        healthy_angle_range: Range = (-1.0, 1.0),
        reset_noise_scale: float = 5e-3,
        exclude_current_positions_from_observation: bool = True,
        **options,
    ) -> None:
        super().__init__(
            xml_file,
            num_envs,
            frame_skip,
            forward_reward_weight,
            ctrl_cost_weight,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            healthy_reward=healthy_reward,
            terminate_when_unhealthy=terminate_when_unhealthy,
            healthy_z_range=healthy_z_range,
            healthy_angle_range=healthy_angle_range,
            **options,
        )


# --- walkers in space -----------------------------------------------------------------------------


def _place(qpos: NDArray) -> Info:
    return {
        "x_position": qpos[:, 0].copy(),
        "y_position": qpos[:, 1].copy(),
        "distance_from_origin": np.hypot(qpos[:, 0], qpos[:, 1]),
    }


class _Touching(_Task):
    """Feels forces from outside, which in Gymnasium are zero until the first step."""

    def contact_forces(self) -> NDArray:
        forces = self.batch.cfrc_ext
        begins = self._steps == 0
        return np.where(begins[:, None, None], 0, forces) if begins.any() else forces


class Ant(_Touching):
    normal_velocities = True
    camera = {"distance": 4.0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "ant.xml",
        frame_skip: int = 5,
        forward_reward_weight: float = 1,
        ctrl_cost_weight: float = 0.5,
        contact_cost_weight: float = 5e-4,
        healthy_reward: float = 1.0,
        main_body: int | str = 1,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: Range = (0.2, 1.0),
        contact_force_range: Range = (-1.0, 1.0),
        reset_noise_scale: float = 0.1,
        exclude_current_positions_from_observation: bool = True,
        include_cfrc_ext_in_observation: bool = True,
        **options,
    ) -> None:
        self._forward_weight, self._control_weight = forward_reward_weight, ctrl_cost_weight
        self._contact_weight, self._force_range = contact_cost_weight, contact_force_range
        self._healthy_reward, self._terminates = healthy_reward, terminate_when_unhealthy
        self._z_range, self.noise = healthy_z_range, reset_noise_scale
        self._first = 2 if exclude_current_positions_from_observation else 0
        self._sees_forces = include_cfrc_ext_in_observation
        super().__init__(xml_file, num_envs, frame_skip, ["xpos", "cfrc_ext"], **options)
        self._main_body = self.body(main_body)

    def observe(self) -> NDArray[np.float64]:
        parts = [self.batch.qpos[:, self._first :], self.batch.qvel]
        if self._sees_forces:
            self._forces = np.clip(self.contact_forces(), *self._force_range)
            parts.append(self._forces[:, 1:].reshape(self.num_envs, -1))
        return np.concatenate(parts, axis=1)

    def before_step(self, actions: NDArray) -> None:
        self._before = self.batch.xpos[:, self._main_body, :2].copy()
        super().before_step(actions)

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        velocity = (self.batch.xpos[:, self._main_body, :2] - self._before) / self.dt
        z = self.batch.qpos[:, 2]
        healthy = (self._z_range[0] <= z) & (z <= self._z_range[1])
        forward = velocity[:, 0] * self._forward_weight
        survive = healthy * self._healthy_reward
        control = self._control_weight * _squares(actions)
        contact = self._contact_weight * _squares(np.clip(self.batch.cfrc_ext, *self._force_range))
        infos = _place(self.batch.qpos) | {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
            "reward_survive": survive,
        }
        return forward + survive - (control + contact), ~healthy & self._terminates, infos

    def after_reset(self, mask: NDArray[np.bool_]) -> Info:
        return _place(self.batch.qpos)


class _Person(_Touching):
    """Sees inertias, velocities, actuators and forces of its bodies."""

    def __init__(
        self, model, num_envs, frame_skip, noise, without_position, cinert, cvel, qfrc_actuator, cfrc_ext, outputs, **options
    ) -> None:
        self.noise = noise
        self._first = 2 if without_position else 0
        seen = {"cinert": cinert, "cvel": cvel, "qfrc_actuator": qfrc_actuator, "cfrc_ext": cfrc_ext}
        self._seen = [name for name, is_seen in seen.items() if is_seen]
        outputs = {*self._seen, *outputs, "cfrc_ext", "ten_length", "ten_velocity"}
        super().__init__(model, num_envs, frame_skip, sorted(outputs), **options)

    def observe(self) -> NDArray[np.float64]:
        parts = [self.batch.qpos[:, self._first :], self.batch.qvel]
        for name in self._seen:
            values = self.contact_forces() if name == "cfrc_ext" else getattr(self.batch, name)
            first = 6 if name == "qfrc_actuator" else 1  # without the free joint, or the world
            parts.append(values[:, first:].reshape(self.num_envs, -1))
        return np.concatenate(parts, axis=1)

    def tendons(self) -> Info:
        return {"tendon_length": self.batch.ten_length.copy(), "tendon_velocity": self.batch.ten_velocity.copy()}


class Humanoid(_Person):
    camera = {"trackbodyid": 1, "distance": 4.0, "lookat": (0.0, 0.0, 2.0), "elevation": -20.0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "humanoid.xml",
        frame_skip: int = 5,
        forward_reward_weight: float = 1.25,
        ctrl_cost_weight: float = 0.1,
        contact_cost_weight: float = 5e-7,
        contact_cost_range: Range = (-np.inf, 10.0),
        healthy_reward: float = 5.0,
        terminate_when_unhealthy: bool = True,
        healthy_z_range: Range = (1.0, 2.0),
        reset_noise_scale: float = 1e-2,
        exclude_current_positions_from_observation: bool = True,
        include_cinert_in_observation: bool = True,
        include_cvel_in_observation: bool = True,
        include_qfrc_actuator_in_observation: bool = True,
        include_cfrc_ext_in_observation: bool = True,
        **options,
    ) -> None:
        self._forward_weight, self._control_weight = forward_reward_weight, ctrl_cost_weight
        self._contact_weight, self._contact_range = contact_cost_weight, contact_cost_range
        self._healthy_reward, self._terminates = healthy_reward, terminate_when_unhealthy
        self._z_range = healthy_z_range
        super().__init__(
            xml_file,
            num_envs,
            frame_skip,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            include_cinert_in_observation,
            include_cvel_in_observation,
            include_qfrc_actuator_in_observation,
            include_cfrc_ext_in_observation,
            ["xipos"],
            **options,
        )

    def centre(self) -> NDArray:
        """The centre of mass, x and y."""
        mass = self.model.body_mass
        return np.einsum("b,nbj->nj", mass, self.batch.xipos[:, :, :2]) / mass.sum()

    def before_step(self, actions: NDArray) -> None:
        self._before = self.centre()
        super().before_step(actions)

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        velocity = (self.centre() - self._before) / self.dt
        healthy = _between(self.batch.qpos[:, 2], self._z_range)
        forward = self._forward_weight * velocity[:, 0]
        survive = healthy * self._healthy_reward
        control = self._control_weight * _squares(self.batch.ctrl)
        contact = np.clip(self._contact_weight * _squares(self.batch.cfrc_ext), *self._contact_range)
        infos = self.after_reset(self._all) | {
            "x_velocity": velocity[:, 0],
            "y_velocity": velocity[:, 1],
            "reward_survive": survive,
            "reward_forward": forward,
            "reward_ctrl": -control,
            "reward_contact": -contact,
        }
        return forward + survive - (control + contact), ~healthy & self._terminates, infos

    def after_reset(self, mask: NDArray[np.bool_]) -> Info:
        return _place(self.batch.qpos) | self.tendons()


class HumanoidStandup(_Person):
    camera = {"trackbodyid": 1, "distance": 4.0, "lookat": (0.0, 0.0, 0.8925), "elevation": -20.0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "humanoidstandup.xml",
        frame_skip: int = 5,
        uph_cost_weight: float = 1,
        ctrl_cost_weight: float = 0.1,
        impact_cost_weight: float = 0.5e-6,
        impact_cost_range: Range = (-np.inf, 10.0),
        reset_noise_scale: float = 1e-2,
        exclude_current_positions_from_observation: bool = True,
        include_cinert_in_observation: bool = True,
        include_cvel_in_observation: bool = True,
        include_qfrc_actuator_in_observation: bool = True,
        include_cfrc_ext_in_observation: bool = True,
        **options,
    ) -> None:
        # Gymnasium takes uph_cost_weight and does not use it.
        self._control_weight, self._impact_weight = ctrl_cost_weight, impact_cost_weight
        self._impact_range = impact_cost_range
        super().__init__(
            xml_file,
            num_envs,
            frame_skip,
            reset_noise_scale,
            exclude_current_positions_from_observation,
            include_cinert_in_observation,
            include_cvel_in_observation,
            include_qfrc_actuator_in_observation,
            include_cfrc_ext_in_observation,
            [],
            **options,
        )

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        up = self.batch.qpos[:, 2] / self.model.opt.timestep
        control = self._control_weight * _squares(self.batch.ctrl)
        impact = np.clip(self._impact_weight * _squares(self.batch.cfrc_ext), *self._impact_range)
        infos = self.after_reset(self._all) | {
            "reward_linup": up,
            "reward_quadctrl": -control,
            "reward_impact": -impact,
        }
        return up - control - impact + 1, np.zeros(self.num_envs, bool), infos

    def after_reset(self, mask: NDArray[np.bool_]) -> Info:
        qpos = self.batch.qpos
        place = {"x_position": qpos[:, 0].copy(), "y_position": qpos[:, 1].copy()}
        return place | {"z_distance_from_origin": qpos[:, 2] - self.init_qpos[2]} | self.tendons()


# --- pendulums ------------------------------------------------------------------------------------


class InvertedPendulum(_Task):
    camera = {"trackbodyid": 0, "distance": 2.04}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "inverted_pendulum.xml",
        frame_skip: int = 2,
        reset_noise_scale: float = 0.01,
        **options,
    ) -> None:
        self.noise = reset_noise_scale
        super().__init__(xml_file, num_envs, frame_skip, **options)

    def observe(self) -> NDArray[np.float64]:
        return np.concatenate([self.batch.qpos, self.batch.qvel], axis=1)

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        fallen = np.abs(self.batch.qpos[:, 1]) > 0.2
        return ~fallen, fallen, {"reward_survive": (~fallen).astype(int)}


class InvertedDoublePendulum(_Task):
    normal_velocities = True

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "inverted_double_pendulum.xml",
        frame_skip: int = 5,
        healthy_reward: float = 10.0,
        reset_noise_scale: float = 0.1,
        **options,
    ) -> None:
        self._healthy_reward, self.noise = healthy_reward, reset_noise_scale
        super().__init__(xml_file, num_envs, frame_skip, ["site_xpos", "qfrc_constraint"], **options)

    def observe(self) -> NDArray[np.float64]:
        batch = self.batch
        angles = batch.qpos[:, 1:]
        cart = np.clip(batch.qfrc_constraint[:, :1], -10, 10)
        return np.concatenate(
            [batch.qpos[:, :1], np.sin(angles), np.cos(angles), np.clip(batch.qvel, -10, 10), cart], axis=1
        )

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        x, y = self.batch.site_xpos[:, 0, 0], self.batch.site_xpos[:, 0, 2]
        v1, v2 = self.batch.qvel[:, 1], self.batch.qvel[:, 2]
        fallen = y <= 1
        distance = 0.01 * x**2 + (y - 2) ** 2
        velocity = 1e-3 * v1**2 + 5e-3 * v2**2
        survive = self._healthy_reward * ~fallen
        infos = {"reward_survive": survive, "distance_penalty": -distance, "velocity_penalty": -velocity}
        return survive - distance - velocity, fallen, infos


# --- arms -----------------------------------------------------------------------------------------


class _Arm(_Task):
    def difference(self, a: int, b: int) -> NDArray:
        return self.batch.xpos[:, a] - self.batch.xpos[:, b]

    def control_reward(self, actions: NDArray, weight: float) -> NDArray:
        return -_squares(actions) * weight


class Reacher(_Arm):
    camera = {"trackbodyid": 0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "reacher.xml",
        frame_skip: int = 2,
        reward_dist_weight: float = 1,
        reward_control_weight: float = 1,
        **options,
    ) -> None:
        self._distance_weight, self._control_weight = reward_dist_weight, reward_control_weight
        self._tip = self._target = 0
        super().__init__(xml_file, num_envs, frame_skip, ["xpos"], **options)
        self._tip, self._target = self.body("fingertip"), self.body("target")

    def observe(self) -> NDArray[np.float64]:
        qpos, qvel = self.batch.qpos, self.batch.qvel
        angles = qpos[:, :2]
        distance = self.difference(self._tip, self._target)[:, :2]
        return np.concatenate([np.cos(angles), np.sin(angles), qpos[:, 2:], qvel[:, :2], distance], axis=1)

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        distance = -np.linalg.norm(self.difference(self._tip, self._target), axis=1) * self._distance_weight
        control = self.control_reward(actions, self._control_weight)
        return distance + control, np.zeros(self.num_envs, bool), {"reward_dist": distance, "reward_ctrl": control}

    def begin(self, random: np.random.Generator) -> tuple[NDArray, NDArray]:
        qpos = random.uniform(-0.1, 0.1, self.model.nq) + self.init_qpos
        goal = random.uniform(-0.2, 0.2, 2)
        while np.linalg.norm(goal) >= 0.2:
            goal = random.uniform(-0.2, 0.2, 2)
        qpos[-2:] = goal
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-2:] = 0
        return qpos, qvel


class Pusher(_Arm):
    camera = {"trackbodyid": -1, "distance": 4.0}

    def __init__(
        self,
        num_envs: int = 1,
        xml_file: str = "pusher_v5.xml",
        frame_skip: int = 5,
        reward_near_weight: float = 0.5,
        reward_dist_weight: float = 1,
        reward_control_weight: float = 0.1,
        **options,
    ) -> None:
        self._near_weight, self._distance_weight = reward_near_weight, reward_dist_weight
        self._control_weight = reward_control_weight
        self._tip = self._object = self._goal = 0
        super().__init__(xml_file, num_envs, frame_skip, ["xpos"], **options)
        self._tip, self._object, self._goal = self.body("tips_arm"), self.body("object"), self.body("goal")

    def observe(self) -> NDArray[np.float64]:
        places = [self.batch.xpos[:, body] for body in (self._tip, self._object, self._goal)]
        return np.concatenate([self.batch.qpos[:, :7], self.batch.qvel[:, :7], *places], axis=1)

    def judge(self, actions: NDArray) -> tuple[NDArray, NDArray, Info]:
        near = -np.linalg.norm(self.difference(self._object, self._tip), axis=1) * self._near_weight
        distance = -np.linalg.norm(self.difference(self._object, self._goal), axis=1) * self._distance_weight
        control = self.control_reward(actions, self._control_weight)
        infos = {"reward_dist": distance, "reward_ctrl": control, "reward_near": near}
        return distance + control + near, np.zeros(self.num_envs, bool), infos

    def begin(self, random: np.random.Generator) -> tuple[NDArray, NDArray]:
        qpos = self.init_qpos.copy()
        place = np.zeros(2)
        while np.linalg.norm(place) <= 0.17:
            place = np.concatenate([random.uniform(-0.3, 0, 1), random.uniform(-0.2, 0.2, 1)])
        qpos[-4:-2] = place
        qpos[-2:] = 0
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-4:] = 0
        return qpos, qvel


# By their names in Gymnasium, with how many steps an episode has.
TASKS = {
    "Ant-v5": (Ant, 1000),
    "HalfCheetah-v5": (HalfCheetah, 1000),
    "Hopper-v5": (Hopper, 1000),
    "Humanoid-v5": (Humanoid, 1000),
    "HumanoidStandup-v5": (HumanoidStandup, 1000),
    "InvertedDoublePendulum-v5": (InvertedDoublePendulum, 1000),
    "InvertedPendulum-v5": (InvertedPendulum, 1000),
    "Pusher-v5": (Pusher, 100),
    "Reacher-v5": (Reacher, 50),
    "Swimmer-v5": (Swimmer, 1000),
    "Walker2d-v5": (Walker2d, 1000),
}
