"""Bodies of many geoms: the same pairs in the same order as in MuJoCo, whichever of the two bodies has more geoms."""

import numpy as np
import pytest
from engines import engine, reference


def row(count, kind):
    geoms = "".join(f'<geom type="{kind}" size="0.06 0.05 0.04" pos="{0.1 * i} 0 {0.01 * (i % 3)}"/>' for i in range(count))
    return f"<body><freejoint/>{geoms}</body>"


@pytest.mark.parametrize("counts", [(3, 40), (40, 3), (20, 20)], ids=str)
@pytest.mark.parametrize("kinds", [("box", "box"), ("sphere", "box"), ("box", "capsule")], ids="-".join)
def test_order_of_contacts(counts, kinds):
    xml = f"<mujoco><worldbody>{''.join(map(row, counts, kinds))}</worldbody></mujoco>"
    random = np.random.default_rng(1)
    found = 0
    for _ in range(20):
        qpos = np.zeros(14)
        qpos[[3, 10]] = 1
        qpos[7:10] = random.uniform(-0.05, 0.05, 3) + [random.uniform(-1, 1), 0, 0]
        qpos[10:] += 0.05 * random.normal(size=4)
        geoms = []
        for module in (reference, engine):
            model = module.MjModel.from_xml_string(xml)
            data = module.MjData(model)
            data.qpos[:] = qpos
            module.mj_forward(model, data)
            geoms.append(np.array(data.contact.geom))
        np.testing.assert_array_equal(geoms[0], geoms[1])
        found += len(geoms[0])
    assert found > 20
