"""MuJoCo's structures for drawing, and the mathematics of cameras and abstract geoms.

What fills a scene from a model and what draws it comes with the viewer: until then the functions that
would do so raise NotImplementedError.
"""

from thew._visual import cameras, geoms, later, perturb, records, transforms

STRUCTURES = {
    name: value
    for name, value in vars(records).items()
    if isinstance(value, type) and name.startswith(("Mjv", "Mjr", "MjLR", "MjPre"))
}

FUNCTIONS = {
    name: value
    for module in (cameras, geoms, later, perturb, records, transforms)
    for name, value in vars(module).items()
    if name.startswith(("mjv_", "mjr_", "mj_"))
}
