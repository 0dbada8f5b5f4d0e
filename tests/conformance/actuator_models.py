"""Models with actuators: every kind on everything that it can act on, and random mixtures."""

import numpy as np

INTEGRATORS = ["Euler", "RK4", "implicit", "implicitfast", "discrete"]

WORLD = """<mujoco><option timestep="{timestep}" integrator="{integrator}" tolerance="0" iterations="100"/>
<compiler angle="radian" autolimits="true"/>{head}
<default><geom contype="0" conaffinity="0"/></default>
<worldbody>
  <site name="base" pos=".1 .2 .3" euler=".3 -.2 .5"/>
  <body name="arm"><joint name="hinge" axis="0 1 .2" damping=".1" {hinge}/>
    <geom type="box" size=".1 .15 .2" pos=".2 0 .1" mass="1"/><site name="s1" pos=".3 .1 .1" euler=".1 .2 .3"/>
    <body name="ram" pos=".5 0 0"><joint name="slide" type="slide" axis="1 0 .3"/>
      <geom type="capsule" size=".05 .2" mass=".7" euler=".2 .1 0"/><site name="s2" pos=".1 .1 .2" euler="1 .2 -.3"/>
      <body name="hand" pos=".2 .1 .1"><joint name="ball" type="ball" damping=".05"/>
        <geom type="ellipsoid" size=".1 .15 .2" mass=".5" pos=".1 0 0"/>
        <site name="s3" pos=".1 .1 -.2" euler="-.5 .2 .3"/></body></body>
    <body name="side" pos="0 .5 0"><joint name="elbow" axis="1 0 .1" armature=".02"/>
      <geom type="box" size=".1 .05 .2" pos="0 .2 .1" mass=".8"/><site name="s4" pos=".1 .2 .1" euler=".4 .2 .1"/></body></body>
  <body name="drone" pos="1 1 1"><freejoint name="free"/><geom type="box" size=".2 .1 .05" mass=".6"/>
    <site name="s5" pos=".1 .1 0" euler=".1 -.3 .2"/></body>
</worldbody>
<tendon><fixed name="tendon" {tendon}><joint joint="hinge" coef=".7"/><joint joint="elbow" coef="-.4"/></fixed></tendon>
<actuator>{actuators}</actuator></mujoco>"""

TARGETS = {
    "hinge": 'joint="hinge" gear="1.3"',
    "slide": 'joint="slide" gear="-.8"',
    "ball": 'joint="ball" gear=".5 -.3 .8"',
    "ball in parent": 'jointinparent="ball" gear=".5 -.3 .8"',
    "free": 'joint="free" gear="1 .5 -.3 .2 .1 .4"',
    "free in parent": 'jointinparent="free" gear="1 .5 -.3 .2 .1 .4"',
    "tendon": 'tendon="tendon" gear="1.5"',
    "site": 'site="s3" gear="1 .2 -.5 .3 .2 .1"',
    "site of a free body": 'site="s5" gear="0 0 1 0 0 .1"',
    "site of the world": 'site="base" gear="0 0 1 0 0 .1"',
    "site along one chain": 'site="s3" refsite="s1" gear="1 .2 -.5 0 0 0"',
    "site between branches": 'site="s3" refsite="s4" gear="1 .2 -.5 .3 .2 .1"',
    "site between trees": 'site="s5" refsite="s2" gear="1 .2 -.5 0 0 .1"',
    "site against the world": 'site="s2" refsite="base" gear="1 .2 -.5 .1 0 .1"',
    "angle between sites": 'site="s3" refsite="s4" gear="0 0 0 .3 -.4 .5"',
    "slider-crank": 'cranksite="s4" slidersite="s2" cranklength="2.5" gear="1.2"',
    "slider-crank that is too short": 'cranksite="s4" slidersite="s2" cranklength=".05" gear="1.2"',
    "slider in the world": 'cranksite="s3" slidersite="base" cranklength="3"',
}
ANGLES = ["ball", "ball in parent", "angle between sites"]

MUSCLE = ".75 1.05 {force} 200 .5 1.6 1.5 1.3 1.2"
KINDS = {
    "motor": "<motor {0}/>",
    "motor with limits": '<motor {0} ctrlrange="-.3 .4" forcerange="-.2 .25"/>',
    "general": '<general {0} gaintype="affine" gainprm="1 -.5 -.3" biastype="affine" biasprm=".2 -1 -.4"/>',
    "general, clamped": '<general {0} gaintype="affine" gainprm="1 -.5 -.3" ctrlrange="-.1 .1"/>',
    "general, integrator": '<general {0} dyntype="integrator" gaintype="affine" gainprm="1 -.5 -.3" actrange="-.5 .5"/>',
    "general, filter": '<general {0} dyntype="filter" dynprm=".1" gaintype="affine" gainprm="1 .5 -.3" actearly="true"/>',
    "general, filterexact": '<general {0} dyntype="filterexact" dynprm=".05" biastype="affine" biasprm=".2 1 .3"/>',
    "general, muscle bias": '<general {0} biastype="muscle" biasprm=".7 1.5 9 200 .5 1.6 1.5 1.3 1.2" lengthrange="-1 1"/>',
    "general, muscle gain": f'<general {{0}} gaintype="muscle" gainprm="{MUSCLE.format(force=5)}" lengthrange="-2 2"/>',
    "general, muscle and integrator": f'<general {{0}} dyntype="integrator" gaintype="muscle" gainprm="{MUSCLE.format(force=-1)}" lengthrange="-.3 .3"/>',
    "general, user": '<general {0} dyntype="user" gaintype="user" biastype="user"/>',
    "general, user with states": '<general {0} dyntype="user" actdim="3" biastype="affine" biasprm="0 -1 -1"/>',
    "position": '<position {0} kp="3" kv=".5"/>',
    "position, filtered": '<position {0} kp="3" dampratio=".7" timeconst=".1"/>',
    "velocity": '<velocity {0} kv=".6" forcerange="-.5 .5"/>',
    "intvelocity": '<intvelocity {0} kp="2" kv=".3" actrange="-1 1"/>',
    "damper": '<damper {0} kv=".7" ctrlrange="0 1"/>',
    "cylinder": '<cylinder {0} timeconst=".2" diameter=".8" bias=".1 -.2 -.3"/>',
    "pid": '<pid {0} kp="2" kv=".4"/>',
    "pid, integral": '<pid {0} kp="2" dampratio=".5" ki="3" imax=".2" input="pos vel ff" velrange="-1 1" ffrange="-.1 .2"/>',
    "pid, slew": '<pid {0} kp="2" kv=".4" slewmax=".5" posrange="-1 1" input="pos ff"/>',
    "pid, slew and integral": '<pid {0} kp="2" kv=".4" ki="1" slewmax="2" input="pos"/>',
    "pid, forward only": '<pid {0} kp="2" kv=".4" input="ff"/>',
    "pid, acts early": '<general {0} gaintype="pid" biastype="affine" biasprm=".1 -2 -.3" gainprm="2" dyntype="pid" dynprm=".5" actearly="true"/>',
    "dcmotor": '<dcmotor {0} motorconst=".5" resistance="2"/>',
    "dcmotor, current": '<dcmotor {0} motorconst=".5 .6" resistance="2" inductance=".1" saturation="0 2 3"/>',
    "dcmotor, passive": '<dcmotor {0} motorconst="0" resistance="2" input="none" lugre="10 .2 1 1.5 .1" cogging=".4 7 .3"/>',
    "dcmotor, braking": '<dcmotor {0} nominal="12 2 100" input="none"/>',
    "dcmotor, controller": '<dcmotor {0} motorconst=".5" resistance="2" controller="3 1 .5 2 .1 4" input="pos vel ff voltage"/>',
    "dcmotor, warm": '<dcmotor {0} motorconst=".5" resistance="2" thermal="1 2 0 .1 20 25" saturation=".1"/>',
    "dcmotor, all": '<dcmotor {0} motorconst=".5" resistance="2" inductance="0 .05" controller="3 2 .5 1 .1 6" input="pos vel" thermal="1 2 3 .1 20 25" saturation="2 0 5" lugre="10 .2 1 1.5 .1" cogging=".1 4 .3"/>',
}
MUSCLES = {
    "muscle": '<muscle {0} force="20"/>',
    "muscle, automatic": '<muscle {0} scale="30" timeconst=".02 .05" tausmooth=".3" range=".6 1.4"/>',
    "muscle, shapes": '<muscle {0} force="8" range=".5 1.7" lmin=".4" lmax="1.8" vmax="2" fpmax="1.1" fvmax="1.5" forcerange="-5 5"/>',
}
NO_RANGE = 'lengthrange="-1 1.2"'


def scene(actuators, integrator="Euler", hinge="", tendon="", head="", timestep=0.005):
    """The model with these actuators."""
    return WORLD.format(actuators=actuators, integrator=integrator, hinge=hinge, tendon=tendon, head=head, timestep=timestep)


def every_pair():
    """(name, actuator) of every kind on every target."""
    pairs = []
    for target, where in TARGETS.items():
        for kind, text in {**KINDS, **MUSCLES}.items():
            if kind in MUSCLES:
                if where.startswith("site"):
                    continue
                text = text.replace("{0}", "{0} " + NO_RANGE)
            pairs.append((f"{kind} on {target}", text.format(where)))
    for target in ('joint="ball"', 'site="s3" refsite="s4"', 'site="s5" refsite="base"', 'site="s2" refsite="s1"'):
        for options in ("", 'kp="3" kv=".4"', 'kp="2" dampratio=".6" forcerange="0 .7"', 'kp="3" input="quat"',
                        'kp="4" kv=".2" ctrlrange="-.4 .4"'):  # fmt: skip
            pairs.append((f"orientation {options} on {target}", f"<orientation {target} {options}/>"))
        pairs.append((
            f"integrated orientation on {target}",
            f'<general {target} gaintype="so3" biastype="so3" dyntype="integrator" gainprm="2" biasprm=".1 -2 -.3"/>',
        ))  # fmt: skip
    return pairs


def narrow_limits(text):
    """(limit, actuator, attributes of what it drives) with limits so narrow that they are nearly always reached."""
    limits = []
    turns = "orientation" in text or "so3" in text
    if "forcerange" not in text and "dcmotor" not in text:
        limits.append(("force", 'forcerange="0 .05"' if turns else 'forcerange="-.03 .05"', ""))
    if "range=" not in text and "input=" not in text:
        limits.append(("ctrl", 'ctrlrange="-.05 .1"', ""))
    if "actrange" not in text:
        limits.append(("act", 'actlimited="true" actrange="-.05 .1"', ""))
    if 'joint="hinge"' in text or "tendon=" in text:
        limits.append(("driven", "", 'actuatorfrcrange="-.05 .06"'))
    return [(limit, text.replace("/>", f" {own}/>"), driven) for limit, own, driven in limits]


def random_actuators(rng, count):
    """A mixture, some delayed, grouped, or with damping and armature of their own."""
    pairs, texts = every_pair(), []
    for _ in range(count):
        name, text = pairs[rng.integers(len(pairs))]
        extra = f' group="{rng.integers(3)}"'
        if rng.random() < 0.3 and 'input="none"' not in text:
            extra += f' nsample="4" delay="{rng.uniform(0, 0.02):.4f}" interp="{rng.choice(["zoh", "linear", "cubic"])}"'
        moves = any(f'{word}="' in text for word in ("joint", "jointinparent", "tendon")) and "<orientation" not in text
        if moves and "so3" not in text and rng.random() < 0.3:
            extra += f' damping="{rng.uniform(0, 0.2):.3f} .1" armature="{rng.uniform(0, 0.1):.3f}"'
        if "forcerange" not in text and "dcmotor" not in text and "so3" not in text and "<orientation" not in text:
            if rng.random() < 0.3:
                extra += f' forcerange="{-rng.uniform(0.1, 2):.3f} {rng.uniform(0.1, 2):.3f}"'
        texts.append(text.replace("/>", extra + "/>"))
    return "".join(texts)


def random_model(seed):
    rng = np.random.default_rng(seed)
    hinge = f'actuatorfrcrange="-{rng.uniform(0.2, 3):.2f} {rng.uniform(0.2, 3):.2f}"' if rng.random() < 0.4 else ""
    if rng.random() < 0.3:
        hinge += ' actuatorgravcomp="true"'
    tendon = f'actuatorfrcrange="-{rng.uniform(0.2, 3):.2f} {rng.uniform(0.2, 3):.2f}"' if rng.random() < 0.4 else ""
    tendon += f' stiffness="{rng.uniform(0, 2):.2f}" damping="{rng.uniform(0, 1):.2f}" armature="{rng.uniform(0, 0.1):.3f}"'
    head = '<option actuatorgroupdisable="1"/>' if rng.random() < 0.3 else ""
    if rng.random() < 0.1:
        head += '<option><flag actuation="disable"/></option>'
    if rng.random() < 0.1:
        head += '<option><flag clampctrl="disable"/></option>'
    text = scene(random_actuators(rng, int(rng.integers(1, 7))), str(rng.choice(INTEGRATORS)), hinge, tendon, head)
    if "gravcomp" in hinge:
        text = text.replace('<body name="arm">', '<body name="arm" gravcomp=".6">')
    return text
