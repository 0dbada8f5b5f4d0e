"""MuJoCo's structures for drawing, and what is done with them in Python.

What fills scenes and moves cameras is in C++ (thew/scene.h), and so is what draws them (thew/render.h).
"""

from thew._visual import cameras, contexts, drawing, figures, records, transforms

STRUCTURES = {
    name: value
    for module in (contexts, records)
    for name, value in vars(module).items()
    if isinstance(value, type) and name.startswith(("Mjv", "Mjr", "MjLR", "MjPre"))
}

FUNCTIONS = {
    name: value
    for module in (cameras, drawing, records, transforms, figures)
    for name, value in vars(module).items()
    if name.startswith(("mjv_", "mjr_", "mj_"))
}
