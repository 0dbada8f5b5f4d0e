"""For programs that make a context of MuJoCo's module of this name: pictures need none."""

from thew._visual.contexts import GLContext

__all__ = ["GLContext"]
