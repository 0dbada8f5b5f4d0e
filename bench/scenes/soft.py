"""Ropes and cloths of the figures in docs/deformable.md, each in the ways that it can be held in shape. Functions give the root element of a
model; `SOFT` lists all of them by name."""

import xml.etree.ElementTree as xml

CLOTH_THICKNESS, CLOTH_RADIUS, CLOTH_MASS = ".002", ".005", ".3"


def scene(name, solver="Newton", integrator="Euler"):
    """A plane, and nothing on it yet."""
    root = xml.Element("mujoco", model=name)
    xml.SubElement(root, "option", timestep=".002", solver=solver, integrator=integrator)
    xml.SubElement(root, "size", memory="200M")
    world = xml.SubElement(root, "worldbody")
    xml.SubElement(world, "geom", name="floor", type="plane", size="0 0 1")
    return root, world


def rope(name, way, solver="Newton"):
    """100 points, 2 m and 500 g, that fall on the plane from 5 cm above."""
    root, world = scene(name, solver, "discrete" if way == "rod" else "Euler")
    flex = xml.SubElement(world, "flexcomp", name="rope", type="grid", dim="1", count="100 1 1", spacing=".02 .02 .02", pos="0 0 .05")
    flex.set("radius", ".01")
    flex.set("mass", ".5")
    xml.SubElement(flex, "contact", selfcollide="none")
    if way == "held":
        xml.SubElement(flex, "edge", equality="true")
    elif way == "springs":
        xml.SubElement(flex, "edge", stiffness="1000", damping=".1")
    elif way == "rod":
        xml.SubElement(flex, "elasticity", young="1e6", poisson="0", damping=".01")
    else:
        xml.SubElement(flex, "xpbd", material="rope")
    return root


def cloth(name, count, way, solver="Newton"):
    """A square of 1 m that falls on a sphere."""
    root, world = scene(name, solver, "discrete" if way == "elastic" else "Euler")
    xml.SubElement(world, "geom", name="sphere", type="sphere", size=".25", pos="0 0 .25")
    spacing = f"{1 / (count - 1):.6g}"
    flex = xml.SubElement(world, "flexcomp", name="cloth", type="grid", dim="2", count=f"{count} {count} 1", spacing=f"{spacing} {spacing} 1")
    for key, value in {"pos": "0 0 .6", "radius": CLOTH_RADIUS, "mass": CLOTH_MASS}.items():
        flex.set(key, value)
    xml.SubElement(flex, "contact", selfcollide="none")
    if way == "held":
        xml.SubElement(flex, "edge", equality="true")
    elif way == "elastic":
        xml.SubElement(flex, "elasticity", young="1e5", poisson="0", thickness=CLOTH_THICKNESS, elastic2d="both", damping=".001")
    else:
        xml.SubElement(flex, "xpbd", material="fabric/cotton")
    return root


def all_scenes():
    """Calls yield the root of every scene; CG and Newton's method where both are asked for."""
    for way in ("held", "springs", "rod"):
        for solver in ("Newton", "CG"):
            name = f"rope_{way}_{solver.lower()}"
            yield rope(name, way, solver)
    yield rope("rope_xpbd", "xpbd")
    for count in (17, 32):
        for way in ("elastic", "held"):
            for solver in ("Newton", "CG"):
                yield cloth(f"cloth{count}_{way}_{solver.lower()}", count, way, solver)
        yield cloth(f"cloth{count}_xpbd", count, "xpbd")
