"""MuJoCo's small mathematics: vectors, matrices, quaternions (w x y z) and poses.

As in MuJoCo, results go into an argument: a writable, contiguous array of float64 of the right
size. Inputs are anything that NumPy makes an array of. What does not fit raises TypeError.
"""

from thew._mju import bands, factors, matrices, numbers, quaternions, vectors

FUNCTIONS = {
    name: value
    for module in (vectors, matrices, bands, factors, quaternions, numbers)
    for name, value in vars(module).items()
    if name.startswith(("mju_", "mjd_"))
}
