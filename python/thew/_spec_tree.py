"""Bodies and frames of a spec: what stands in them, and models attached to them."""

from . import _thew
from ._spec_elements import CLASSES, IN_BODIES, class_name, made, plural, wrap

_BODY = CLASSES["body"]
_FRAME = CLASSES["frame"]
_SITE = CLASSES["site"]
_FREE = ("align", "group", "name")
_FOUND = [kind for kind in IN_BODIES if kind != "flexcomp"]


def _add(kind):
    def add(self, default=None, name=None, **values):
        if kind == "frame":
            # In MuJoCo the first argument is the frame around the new one.
            owner = self if default is None else default
            if not isinstance(owner, (_BODY, _FRAME)):
                raise TypeError(f"expected an MjsFrame, not {type(owner).__name__}")
            return made(owner._handle.add(kind, ""), {"name": name, **values})
        return made(self._handle.add(kind, class_name(default)), {"name": name, **values})

    add.__name__ = f"add_{kind}"
    add.__doc__ = f"Adds a {kind}; keywords are its attributes."
    return add


def _add_freejoint(self, **values):
    """Adds a joint with six degrees of freedom."""
    from . import mjtJoint

    for name in values:
        if name not in _FREE:
            raise TypeError(f"Invalid {name} keyword argument. Valid options are: {', '.join(_FREE)}.")
    # Nothing else is taken from a class.
    joint = made(self._handle.add("joint", "main"), values)
    joint.type = mjtJoint.mjJNT_FREE
    return joint


def _children(kind):
    return property(
        lambda self: [wrap(handle) for handle in self._handle.children(kind)],
        doc=f"The {plural(kind)} directly in the body.",
    )


def _first(kind):
    def first(self):
        return next(iter(getattr(self, plural(kind))), None)

    first.__doc__ = f"The first {kind} in the body, or None."
    return first


def _next(kind):
    def following(self, element):
        children = getattr(self, plural(kind))
        place = children.index(element) + 1
        return children[place] if place < len(children) else None

    following.__doc__ = f"The {kind} of the body that comes after another, or None."
    return following


for _kind in IN_BODIES:
    for _owner in (_BODY, _FRAME):
        setattr(_owner, f"add_{_kind}", _add(_kind))
    setattr(_BODY, plural(_kind), _children(_kind))
    setattr(_BODY, f"first_{_kind}", _first(_kind))
    setattr(_BODY, f"next_{_kind}", _next(_kind))
_BODY.add_freejoint = _add_freejoint


_FLEX_TYPES = "grid box cylinder ellipsoid square disc circle mesh gmsh direct".split()
_FLEX_DOFS = "full radial trilinear quadratic 2d".split()


def _make_flex(self, name, type=None, dim=3, dof=None, mesh=None, file=None, vfs=None, **values):
    """Adds a deformable body with bodies of its own; keywords are its attributes."""
    if mesh is not None and file is not None:
        raise ValueError("a flex cannot have both 'file' and 'mesh'")
    if mesh is not None and _thew.spec_find(self._handle.document, "mesh", mesh) is None:
        raise ValueError(f"mesh '{mesh}' not found")
    values = {"radius": 0.0, **values, "dim": dim, "file": file, "meshname": mesh}
    if mesh is not None or type is not None:
        values["type"] = _FLEX_TYPES.index("mesh" if mesh is not None else type)
    if dof is not None:
        values["dof"] = _FLEX_DOFS.index(dof)
    recipe = made(self._handle.add("flexcomp", ""), {"name": name, **values})
    return wrap(_thew.spec_make_flex(recipe._handle, vfs))


_BODY.make_flex = _make_flex


def _find_all(self, kind):
    """All elements of a kind in the body and in those below, in the order of the model."""
    from . import mjtObj

    if not isinstance(kind, str):
        kind = next((one for one in _FOUND if mjtObj[f"mjOBJ_{one.upper()}"] == kind), "")
    if kind not in _FOUND:
        raise ValueError(
            "body.find_all supports the types: body, frame, geom, site, joint, light, camera."
        )
    found = list(getattr(self, plural(kind)))
    if kind != "body":
        for body in self.bodies:
            found += body.find_all(kind)
        return found
    found = []
    for body in self.bodies:
        found += [body, *body.find_all(kind)]
    return found


def _find_child(self, name):
    """The body with this name among those below, or None."""
    return next((body for body in self.find_all("body") if body.name == name), None)


def _to_frame(self):
    """Turns the body into a frame of its parent that holds what the body held."""
    return wrap(self._handle.to_frame())


_BODY.find_all = _find_all
_BODY.find_child = _find_child
_BODY.to_frame = _to_frame


# --- attaching -----------------------------------------------------------------------------------


def attach_part(target, part, prefix, suffix):
    """Attaches a body or a frame to a frame or a body."""
    from .spec import spec_of

    to, origin = spec_of(target), spec_of(part)
    prefix, suffix = prefix or "", suffix or ""
    if part._handle.document is target._handle.document:
        if not to.copy_during_attach:
            raise ValueError(
                "Error: Child element is in the parent spec; enable deep copy to attach a copy of it."
            )
        return wrap(_thew.spec_attach_own(target._handle, part._handle, prefix, suffix))
    if to.copy_during_attach:
        place = origin._find_all(part._kind).index(part)
        copied = origin.copy()
        part, origin = copied._find_all(part._kind)[place], copied
    origin._check_attachable()
    for name, content in origin.assets.items():
        to.assets.setdefault(name, content)
    origin._attached_to(to)
    return wrap(_thew.spec_attach(target._handle, origin._document, part._handle, prefix, suffix))


def frame_at(site):
    """A new frame in the place of a site."""
    frame = (site.frame or site.parent).add_frame(pos=site.pos)
    form = site._handle.rotation_form("")
    name = ("quat", "axisangle", "xyaxes", "zaxis", "euler")[form]
    frame._handle.set(name, site._handle.get(name))
    return frame


def _attach_body(self, body, prefix=None, suffix=None):
    """Attaches a body, of another spec as a rule; its names get the prefix and the suffix."""
    return attach_part(self, body, prefix, suffix)


def _attach_body_to_site(self, body, prefix=None, suffix=None):
    """Attaches a body in the place of the site; its names get the prefix and the suffix."""
    return attach_part(frame_at(self), body, prefix, suffix)


def _attach_frame(self, frame, prefix=None, suffix=None):
    """Attaches a frame, of another spec as a rule; its names get the prefix and the suffix."""
    return attach_part(self, frame, prefix, suffix)


_FRAME.attach_body = _attach_body
_SITE.attach_body = _attach_body_to_site
_BODY.attach_frame = _attach_frame
