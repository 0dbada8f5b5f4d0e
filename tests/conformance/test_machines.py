"""The machines of the benchmark scenes, full of muscles, strings, fluid and sensors, agree with MuJoCo in every stage."""

import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest
from engines import engine, reference
from thew.diff import compare

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench" / "scenes"))

import machines  # noqa: E402

MACHINES = {
    "muscle_arm": machines.muscle_arm(),
    "tendon_hand": machines.tendon_hand(),
    "drone": machines.drone(),
    "sensing_quadruped": machines.sensing_quadruped(ROOT / "models" / "quadruped.xml"),
}


@pytest.mark.parametrize("name", MACHINES)
def test_machine(name):
    text = xml.tostring(MACHINES[name], encoding="unicode")
    report = compare(text, states=5, seed=3, engine=engine, reference=reference)
    assert report.agree, report.table()


def test_they_have_what_they_are_for():
    arm, hand, drone, quadruped = (
        engine.MjModel.from_xml_string(xml.tostring(root, encoding="unicode")) for root in MACHINES.values()
    )
    assert arm.nu == 12 and (arm.actuator_dyntype == engine.mjtDyn.mjDYN_MUSCLE).all() and arm.nwrap > 30
    assert hand.ntendon == 15 and hand.opt.cone == engine.mjtCone.mjCONE_ELLIPTIC
    assert drone.opt.density > 0 and (drone.actuator_trntype == engine.mjtTrn.mjTRN_SITE).all()
    assert quadruped.nsensor == 30
