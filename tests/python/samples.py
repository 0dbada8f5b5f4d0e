"""Models for the tests of the Python package. None has contacts, so that both engines agree."""

import mujoco
import numpy as np

import thew

# Every joint type, a mocap body, tendons, actuators with and without state, keyframes, custom data.
SMOOTH = """
<mujoco model="smooth">
  <size nkey="3" nuserdata="2" nuser_body="1"/>
  <option timestep="0.004" integrator="implicitfast"/>
  <visual><global fovy="50" offwidth="320"/></visual>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <light name="lamp" pos="0 0 3"/>
    <camera name="eye" pos="0 -3 1" xyaxes="1 0 0 0 0 1"/>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="base" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="trunk" type="box" size=".2 .1 .1"/>
      <site name="tip" pos=".2 0 0"/>
      <body name="upper" pos=".2 0 0" user="7">
        <joint name="shoulder" type="ball" damping=".1"/>
        <geom name="upper" type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
        <body name="lower" pos=".3 0 0">
          <joint name="elbow" axis="0 1 0" range="-90 90" limited="false" stiffness="2" armature=".01"/>
          <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
          <site name="hand" pos=".3 0 0"/>
        </body>
      </body>
      <body name="rail" pos="-.2 0 0">
        <joint name="slide" type="slide" axis="1 0 0" damping=".3"/>
        <geom type="sphere" size=".05"/>
      </body>
    </body>
    <body name="target" mocap="true" pos="1 2 3"><geom type="sphere" size=".1"/></body>
  </worldbody>
  <tendon>
    <fixed name="link" stiffness="3" damping=".1"><joint joint="elbow" coef="1"/><joint joint="slide" coef="-2"/></fixed>
  </tendon>
  <actuator>
    <motor name="push" joint="slide" gear="2" ctrlrange="-1 1" ctrllimited="true"/>
    <position name="bend" joint="elbow" kp="5"/>
    <general name="lazy" tendon="link" dyntype="filter" dynprm=".1"/>
  </actuator>
  <custom>
    <numeric name="triple" data="1 2 3"/>
    <text name="note" data="hello"/>
    <tuple name="both"><element objtype="body" objname="base"/><element objtype="geom" objname="trunk"/></tuple>
  </custom>
  <keyframe>
    <key name="start" time="2" qvel="1 0 0 0 0 0 0 0 0 0 0" ctrl=".1 .2 .3"/>
  </keyframe>
</mujoco>
"""

PENDULUM = """
<mujoco>
  <worldbody>
    <body name="pole">
      <joint name="hinge" axis="0 1 0"/>
      <geom name="rod" type="capsule" fromto="0 0 0 0 0 -1" size=".05" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
</mujoco>
"""


class Pair:
    """The same model and data in Thew and in MuJoCo."""

    def __init__(self, xml: str) -> None:
        self.ours = thew.MjModel.from_xml_string(xml)
        self.theirs = mujoco.MjModel.from_xml_string(xml)
        self.our_data = thew.MjData(self.ours)
        self.their_data = mujoco.MjData(self.theirs)

    def randomize(self, seed: int = 0) -> None:
        """The same random state in both."""
        random = np.random.default_rng(seed)
        qpos = np.empty(self.theirs.nq)
        qpos[:] = self.theirs.qpos0
        mujoco.mj_integratePos(self.theirs, qpos, random.normal(size=self.theirs.nv), 0.5)
        state = {
            "qpos": qpos,
            "qvel": random.normal(size=self.theirs.nv),
            "act": random.normal(size=self.theirs.na),
            "ctrl": random.normal(size=self.theirs.nu),
            "qfrc_applied": random.normal(size=self.theirs.nv),
            "xfrc_applied": random.normal(size=(self.theirs.nbody, 6)),
        }
        for data in (self.our_data, self.their_data):
            for name, value in state.items():
                setattr(data, name, value)

    def call(self, name: str, *args) -> None:
        """Calls the function in both engines: model, data and the same arguments."""
        getattr(thew, name)(self.ours, self.our_data, *args)
        getattr(mujoco, name)(self.theirs, self.their_data, *args)

    def compare(self, *fields: str) -> None:
        for field in fields:
            assert_close(getattr(self.our_data, field), getattr(self.their_data, field), field)


def assert_close(ours, theirs, what: str = "") -> None:
    """Equal to 1e-9 of max(1, |reference|)."""
    theirs = np.asarray(theirs)
    error = np.abs(np.asarray(ours) - theirs) / np.maximum(1, np.abs(theirs))
    assert np.all(error < 1e-9), f"{what}: differs by {np.max(error)}"
