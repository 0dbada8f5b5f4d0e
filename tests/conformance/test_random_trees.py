"""Three hundred random articulated models agree with MuJoCo in every stage."""

import re

import pytest
from engines import engine, reference
from random_trees import JOINT_SETS, random_tree
from thew.diff import compare

SEEDS = range(300)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_tree(seed):
    text = random_tree(seed)
    report = compare(text, states=2, seed=seed, steps=100, constraints=False, engine=engine, reference=reference)
    assert report.agree, f"random_tree({seed})\n{report.table()}"


def test_the_generator_repeats_itself():
    assert random_tree(5) == random_tree(5) != random_tree(6)


def test_the_generator_covers_what_it_should():
    """Each feature occurs in at least five of the models that are compared."""
    texts = [random_tree(seed) for seed in SEEDS]
    features = [
        *(f'type="{kind}"' for kind in ("free", "ball", "hinge", "slide")),
        *(f'type="{kind}"' for kind in ("sphere", "capsule", "ellipsoid", "cylinder", "box")),
        *(f'integrator="{name}"' for name in ("Euler", "RK4", "implicit", "implicitfast")),
        *(f'dyntype="{name}"' for name in ("none", "integrator", "filter", "filterexact")),
        *(f'{form}="' for form in ("quat", "euler", "axisangle", "xyaxes", "zaxis", "eulerseq")),
        *(f'{name}="disable"' for name in ("spring", "damper", "gravity", "clampctrl", "eulerdamp")),
        *(f"<{name} " for name in ("motor", "position", "velocity", "general", "intvelocity")),
        *(f"<{name} " for name in ("damper", "cylinder", "frame", "fixed", "freejoint", "site")),
        *(f"<{name} " for name in ("camera", "light", "inertial")),
        *("mocap=", "gravcomp=", "springref=", " ref=", "armature=", "springlength=", "fullinertia="),
        *("diaginertia=", "shellinertia=", "childclass=", "jointinparent=", "actuatorfrcrange="),
        *("actuatorgravcomp=", "actearly=", "dampratio=", 'gaintype="affine"', 'biastype="affine"'),
        *("forcerange=", "actrange=", "ctrlrange=", "tendon=", "actuatorgroupdisable="),
        *("invdiscrete=", "springdamper=", "boundmass=", "balanceinertia=", "alignfree="),
        r'stiffness="\S+ \S+ \S+"',
        r'damping="\S+ \S+ \S+"',
    ]
    rare = {f for f in features if sum(bool(re.search(f, text)) for text in texts) < 5}
    assert not rare
    # Bodies with several joints, in each order.
    bodies = [re.findall(r"<body[^>]*>\s*((?:<joint[^>]*>\s*)*)", text) for text in texts]
    found = {tuple(re.findall(r'type="(\w+)"', joints)) for each in bodies for joints in each}
    assert {kinds for kinds, _ in JOINT_SETS} <= found


def test_sizes_reach_from_one_to_sixty():
    dofs = [reference.MjModel.from_xml_string(random_tree(seed)).nv for seed in SEEDS]
    assert min(dofs) <= 2 and max(dofs) >= 50
