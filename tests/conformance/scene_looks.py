"""Ways to look at a world, and scenes as tables of numbers that can be compared."""

from dataclasses import dataclass, field

import numpy as np
import thew

INTEGERS = "type dataid objtype objid category matid texid texuniform texcoord segid castshadow transparent".split()
FLOATS = "size pos mat rgba emission specular shininess reflectance texrepeat camdist modelrbound".split()
LIGHT_INTEGERS = "id type texid headlight castshadow".split()
LIGHT_FLOATS = "pos dir attenuation cutoff exponent ambient diffuse specular bulbradius intensity range softness".split()
CAMERA_FLOATS = "pos forward up frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far".split()
TOLERANCE = 1e-5  # of single precision, relative to the largest number of a field of a geom, at least to 1


@dataclass
class Look:
    """What is shown: flags that are switched, a label, a frame, what the mouse holds, which camera looks."""

    name: str
    flags: tuple = ()
    label: int = 0
    frame: int = 0
    held: int = 0  # bits of mjtPertBit, of the body with the highest number; -1: selected only
    categories: int = 7
    groups: bool = False  # all of them
    depth: int = 1  # of bounding boxes
    camera: tuple = (0, -1)  # type and number of camera or body
    visual: dict = field(default_factory=dict)  # numbers of model.vis.global_


# The flag without which a label or a frame has nothing to stand at.
NEEDED = {name: name for name in "JOINT CAMERA LIGHT ACTUATOR CONSTRAINT CONTACTPOINT CONTACTFORCE".split()}
NEEDED |= {"SELPNT": "SELECT", "CONTACT": "CONTACTFORCE"}


def _members(enumeration, prefix: str) -> dict[str, int]:
    """Those of an enumeration that stand for something, without their common beginning."""
    named = {e.name.removeprefix(prefix): int(e) for e in enumeration if e.name.startswith(prefix)}
    return {name: number for name, number in named.items() if name != "NONE"}


def looks() -> list[Look]:
    """One for each flag, frame and label, and some of their combinations."""
    flag = _members(thew.mjtVisFlag, "mjVIS_")
    frame, label = _members(thew.mjtFrame, "mjFRAME_"), _members(thew.mjtLabel, "mjLABEL_")

    def flags(*names: str) -> tuple[int, ...]:
        return tuple(flag[name] for name in names if name)

    boxes, contacts = flags("BODYBVH", "MESHBVH"), flags("INERTIA", "CONTACTPOINT")
    return [
        Look("default"),
        Look("all groups", groups=True),
        *(Look(f"flag {name}", flags(name)) for name in flag),
        *(Look(f"label {n}", flags(NEEDED.get(n, "")), label=i, held=-1) for n, i in label.items()),
        *(Look(f"frame {n}", flags(NEEDED.get(n, "")), frame=i) for n, i in frame.items()),
        Look("islands of contacts", flags("ISLAND", "CONTACTPOINT")),
        Look("scaled inertia", flags("INERTIA", "SCLINERTIA")),
        Look("ellipsoids", flags("INERTIA"), visual={"ellipsoidinertia": 1}),
        Look("inertial frames", flags("INERTIA"), frame=frame["BODY"]),
        Look("names of inertias", flags("INERTIA"), label=label["BODY"]),
        Look("split forces", flags("CONTACTFORCE", "CONTACTSPLIT"), label=label["CONTACTFORCE"]),
        Look("activations", flags("ACTUATOR", "ACTIVATION"), groups=True),
        *(Look(f"boxes of depth {n}", boxes, depth=n) for n in (0, 3)),
        *(Look(f"held by {n}", flags("SELECT"), held=n) for n in (1, 2, 3)),
        *(Look(f"categories {n}", contacts, categories=n) for n in range(7)),
        Look("everything", flags(*(name for name in flag if name != "STATIC")), groups=True, held=3),
    ]


def cameras(model) -> list[tuple[int, int]]:
    """Free, following the last body, each camera of the model (at most five)."""
    return [(0, -1), (1, model.nbody - 1), *((2, i) for i in range(min(model.ncam, 5)))]


def show(mujoco, model, data, look: Look, scene) -> None:
    """Fills a scene."""
    option, camera, held = mujoco.MjvOption(), mujoco.MjvCamera(), mujoco.MjvPerturb()
    for number in look.flags:
        option.flags[number] = not option.flags[number]
    option.label, option.frame, option.bvh_depth = look.label, look.frame, look.depth
    if look.groups:
        for name in "geom site joint tendon actuator flex skin".split():
            getattr(option, f"{name}group")[:] = 1
    mujoco.mjv_defaultFreeCamera(model, camera)
    camera.type = look.camera[0]
    camera.fixedcamid = camera.trackbodyid = look.camera[1]
    if look.held and model.nbody > 1:
        held.select, held.localpos = model.nbody - 1, (0.1, 0.2, 0.3)
        held.skinselect = 0
        mujoco.mjv_updateCamera(model, data, camera, scene)
        mujoco.mjv_initPerturb(model, data, scene, held)
        held.refselpos = held.refselpos + 0.1
        held.active, held.active2 = (max(look.held, 0), look.held & 2) if look.held > 0 else (0, 0)
    for name, value in look.visual.items():
        setattr(model.vis.global_, name, value)
    mujoco.mjv_updateScene(model, data, option, held, camera, look.categories, scene)
    for name in look.visual:
        setattr(model.vis.global_, name, 0)


def difference(ours, theirs) -> str | None:
    """The first thing in which two scenes differ."""
    if ours.ngeom != theirs.ngeom:
        kinds = [[(g.type, g.objtype, g.objid) for g in s.geoms[: s.ngeom]] for s in (ours, theirs)]
        first = next((i for i, (a, b) in enumerate(zip(*kinds)) if a != b), min(map(len, kinds)))
        return f"{ours.ngeom} geoms, not {theirs.ngeom}: {[k[first : first + 1] for k in kinds]} at {first}"
    for i in range(theirs.ngeom):
        a, b = ours.geoms[i], theirs.geoms[i]
        found = _differs(a, b, INTEGERS, FLOATS)
        if not found and a.label != b.label:
            found = f"label {a.label!r}, not {b.label!r}"
        if found:
            return f"geom {i} (type {b.type}, objtype {b.objtype}, objid {b.objid}): {found}"
    if ours.nlight != theirs.nlight:
        return f"{ours.nlight} lights, not {theirs.nlight}"
    for i in range(theirs.nlight):
        if found := _differs(ours.lights[i], theirs.lights[i], LIGHT_INTEGERS, LIGHT_FLOATS):
            return f"light {i}: {found}"
    for i in range(2):
        if found := _differs(ours.camera[i], theirs.camera[i], ["orthographic"], CAMERA_FLOATS):
            return f"camera {i}: {found}"
    found = _differs(ours, theirs, ["status", "enabletransform", "nskin", "nflex"], ["skinvert", "skinnormal", "flexvert"])
    return found or _flexes_differ(ours, theirs)


def _flexes_differ(ours, theirs) -> str | None:
    for i, (adr, used) in enumerate(zip(theirs.flexfaceadr, theirs.flexfaceused)):
        if ours.flexfaceused[i] != used:
            return f"flex {i}: {ours.flexfaceused[i]} faces, not {used}"
        for name in ("flexface", "flexnormal"):
            a, b = (getattr(s, name)[9 * adr : 9 * (adr + used)] for s in (ours, theirs))
            if not np.allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE):
                return f"flex {i}: {name}"
    return None


def _differs(a, b, integers, floats) -> str | None:
    for name in integers:
        if getattr(a, name) != getattr(b, name):
            return f"{name} {getattr(a, name)}, not {getattr(b, name)}"
    for name in floats:
        x, y = np.ravel(getattr(a, name)), np.ravel(getattr(b, name))
        size = max(1.0, float(np.abs(y).max(initial=0)))
        if x.shape != y.shape or not (np.abs(x - y) <= TOLERANCE * size).all():
            return f"{name} {x}, not {y}"
    return None
