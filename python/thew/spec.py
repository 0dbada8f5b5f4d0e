"""Models that are edited in Python: MjSpec, with the classes Mjs... of its elements.

An element stays valid while others are added or removed; one that was removed has no parent.
"""

import os
import pathlib
import weakref
import zipfile

import numpy as np

from . import _thew
from ._errors import Error, FatalError
from ._spec_copy_back import copy_back
from ._spec_elements import CLASSES, IN_BODIES, IN_SPEC, MjsDefault, MjsElement, class_name, made, plural, wrap
from ._spec_special import MjsTendonPath, MjsWrap
from ._spec_tree import attach_part, frame_at
from ._spec_values import MjsOrientation, Settings, Texts, characters
from ._structs import MjOption, MjStatistic, MjVisual

globals().update({made_.__name__: made_ for made_ in CLASSES.values()})

_specs: weakref.WeakValueDictionary = weakref.WeakValueDictionary()


def spec_of(element):
    """The spec that an element was made in."""
    return _specs[element._handle.origin.address]


# --- settings ------------------------------------------------------------------------------------


def _setting(group, name):
    return property(
        lambda self: _thew.spec_get(self._document, group, self._number, name),
        lambda self, value: _thew.spec_set(self._document, group, self._number, name, value),
    )


class MjsLengthRange(Settings):
    """How length ranges of actuators are computed."""

    __slots__ = ()


class MjsCompiler(Settings):
    """How a spec is to be understood and compiled."""

    __slots__ = ()

    @property
    def LRopt(self):
        return MjsLengthRange(self._document, self._number)

    @property
    def authored(self):
        """Bits of the settings that the file gave."""
        return _bits(self._document.authored.get("compiler", ()), [name for name, _ in _thew.spec_members("compiler")])

    @property
    def eulerseq(self):
        read = lambda: list(_thew.spec_get(self._document, "compiler", self._number, "eulerseq"))
        return Texts(read, lambda value: setattr(self, "eulerseq", value))

    @eulerseq.setter
    def eulerseq(self, value):
        text = characters("eulerseq", value, 3)
        _thew.spec_set(self._document, "compiler", self._number, "eulerseq", text)


for _class, _group in ((MjsCompiler, "compiler"), (MjsLengthRange, "lengthrange")):
    for _name, _ in _thew.spec_members(_group):
        if _name != "eulerseq":
            setattr(_class, _name, _setting(_group, _name))


def _bits(given, names):
    return sum(1 << i for i, name in enumerate(names) if name in given)


class MjsAuthored:
    """Which options the file of a spec gave, as bits in the order of the structures."""

    def __init__(self, document):
        self._given = {name: set(values) for name, values in document.authored.items()}

    def _group(self, section, group):
        names = [name for in_group, name, *_ in _thew.model_scalars() if in_group == group]
        return _bits(self._given.get(section, ()), names)

    option = property(lambda self: self._group("option", "opt") | (1 << 63 if self._given.get("option") else 0))
    visual_global = property(lambda self: self._group("global", "vis.global_"))
    visual_quality = property(lambda self: self._group("quality", "vis.quality"))
    visual_headlight = property(lambda self: self._group("headlight", "vis.headlight"))
    visual_map = property(lambda self: self._group("map", "vis.map"))
    visual_scale = property(lambda self: self._group("scale", "vis.scale"))
    visual_rgba = property(lambda self: self._group("rgba", "vis.rgba"))

    def _flags(self, enumeration, prefix):
        bits = 0
        for name in self._given.get("flag", ()):
            bits |= int(getattr(enumeration, f"{prefix}{name.upper()}", 0))
        return bits

    @property
    def disableflags(self):
        from . import mjtDisableBit

        return self._flags(mjtDisableBit, "mjDSBL_")

    @property
    def enableflags(self):
        from . import mjtEnableBit

        return self._flags(mjtEnableBit, "mjENBL_")

    @property
    def disableactuator(self):
        return int("actuatorgroupdisable" in self._given.get("option", ()))


# --- files ---------------------------------------------------------------------------------------


def _bytes(content):
    return content.encode() if isinstance(content, str) else bytes(content)


def _files(*groups):
    """Files by name from several dictionaries, some of which may be None."""
    joined = {}
    for group in groups:
        joined.update({name: _bytes(content) for name, content in (group or {}).items()})
    return joined


def _vfs_files(vfs, *others):
    if vfs is None:
        return {}
    if any(others):
        raise ValueError("give either vfs or files by name")
    return vfs._files()


class MjSpec:
    """A model as it is written, which can be edited and compiled."""

    def __init__(self, _document=None):
        self._document = _thew.spec_new() if _document is None else _document
        store = self._document.numbers()
        self._option = MjOption(store)
        self._stat = MjStatistic(store)
        self._visual = MjVisual(store)
        self.assets = {}
        self.limits = None  # how much it may ask for, by name; None for what is usual
        self.override_assets = True
        self.copy_during_attach = False
        self.hasImplicitPluginElem = False
        self.nemax = 0
        self.timer = np.zeros(9)  # by mjtCTimer: the whole, assets, textures; the others are not measured
        self._parent = None
        self._held = []  # specs attached to this one
        _specs[self._document.address] = self

    @classmethod
    def from_string(cls, xml, include=None, assets=None, vfs=None, *, limits=None):
        """Reads the text of an MJCF or URDF file; files that it names may be given by name.

        `limits` say how much it may ask for, here and when it is compiled (docs/loading.md).
        """
        files = _files(_vfs_files(vfs, include, assets), include, assets)
        return cls(_thew.spec_from_string(xml, files, limits))._with(assets, limits)

    @classmethod
    def from_file(cls, filename, include=None, assets=None, vfs=None, *, limits=None):
        """Reads an MJCF or URDF file, a zip archive of one, or a mesh; files that it names may be given by name."""
        if zipfile.is_zipfile(filename) and not (include or assets or vfs):
            return cls.from_zip(filename, limits=limits)
        files = _files(_vfs_files(vfs, include, assets), include, assets)
        return cls(_thew.spec_from_file(filename, files, limits))._with(assets, limits)

    @classmethod
    def from_zip(cls, file, *, limits=None):
        """Reads a zip archive with a model and its assets."""
        if not zipfile.is_zipfile(file):
            raise ValueError(f"{file} is not a zip archive")
        with zipfile.ZipFile(file) as archive:
            names = [info.filename for info in archive.infolist() if not info.is_dir()]
            contents = {name: archive.read(name) for name in names}
        models = [name for name in names if name.endswith(".xml")]
        if not models:
            raise ValueError("No XML file found in zip file.")
        model = models[-1]
        xml = contents.pop(model)
        folder = os.path.dirname(model)
        assets = {os.path.relpath(name, folder or "."): content for name, content in contents.items()}
        return cls.from_string(xml, assets=assets, limits=limits)

    def to_zip(self, file):
        """Writes a zip archive with the model and its assets."""
        if isinstance(file, (str, os.PathLike)):
            folder = os.path.dirname(file)
            if folder:
                os.makedirs(folder, exist_ok=True)
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in self.assets.items():
                archive.writestr(zipfile.ZipInfo(name), content)
            archive.writestr(zipfile.ZipInfo(f"{self.modelname}.xml"), self.to_xml())

    def _with(self, assets, limits):
        self.assets = {} if assets is None else dict(assets)
        self.limits = limits
        return self

    # --- what it says ---

    @property
    def worldbody(self):
        return wrap(_thew.spec_world(self._document))

    @property
    def compiler(self):
        return MjsCompiler(self._document)

    @property
    def authored(self):
        return MjsAuthored(self._document)

    @property
    def parent(self):
        """The spec that this one was attached to, or None."""
        return self._parent

    @property
    def default(self):
        """The root of the default classes."""
        return wrap(_thew.spec_find_class(self._document, ""))

    def find_default(self, name):
        """The default class with this name, or None."""
        return wrap(_thew.spec_find_class(self._document, name))

    def add_default(self, name, parent=None):
        """A new default class, which begins as its parent is; None if the name is taken."""
        return wrap(_thew.spec_add_class(self._document, name, (parent or self.default)._handle))

    @property
    def _address(self):
        return self._document.address

    @staticmethod
    def resolve_orientation(degree, sequence=None, orientation=None):
        """The quaternion of a rotation in any of its notations."""
        spec = MjSpec()
        spec.compiler.degree = degree
        if sequence is not None:
            spec.compiler.eulerseq = "".join(sequence)
        site = spec.worldbody.add_site()
        form = ("quat", "axisangle", "xyaxes", "zaxis", "euler")[int(orientation.type)]
        if form == "quat":
            return [1.0, 0.0, 0.0, 0.0]
        site._handle.set(form, getattr(orientation, form))
        return spec.compile().site_quat[0].tolist()

    # --- edits ---

    def delete(self, element):
        """Takes an element out, with all that stands in it and all that refers to it."""
        if self._parent is not None:
            raise ValueError("Cannot delete element from an attached mjSpec.")
        element._handle.remove()

    def copy(self):
        """A spec of its own with the same contents."""
        copied = type(self)(_thew.spec_copy(self._document))._with(self.assets, self.limits)
        copied.override_assets = self.override_assets
        copied.copy_during_attach = self.copy_during_attach
        return copied

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def attach(self, child, prefix=None, suffix=None, site=None, frame=None):
        """Attaches all of another spec to a site or a frame; the frame around its contents."""
        if (site is None) == (frame is None):
            raise ValueError("Exactly one of: site or frame must be given.")
        target = self._target("site", site) if frame is None else self._target("frame", frame)
        prefix, suffix = prefix or "", suffix or ""
        if self.copy_during_attach:
            child = child.copy()
        child._check_attachable()
        renamed = {name: _renamed_file(name, prefix, suffix) for name in child.assets}
        if not self.override_assets:
            for name, new in renamed.items():
                if new in self.assets:
                    raise ValueError(f"Asset {name} already exists in parent spec.")
        if site is not None:
            target = frame_at(target)
        child._rename_files(renamed, prefix, suffix)
        around = _thew.spec_attach(target._handle, child._document, None, prefix, suffix)
        self.assets.update({new: child.assets[name] for name, new in renamed.items()})
        child._attached_to(self)
        return wrap(around)

    def _target(self, kind, given):
        found = getattr(self, kind)(given) if isinstance(given, str) else given
        if found is None:
            raise ValueError(f"{kind.capitalize()} not found.")
        return found

    def _check_attachable(self):
        if self._parent is not None:
            raise ValueError(
                "Error: Child spec is already attached by reference; enable deep copy to attach a spec more"
                " than once."
            )

    def _attached_to(self, parent):
        self._parent = parent
        parent._held.append(self)

    def _rename_files(self, renamed, prefix, suffix):
        for asset in (*self.meshes, *self.hfields, *self.textures, *self.skins):
            folder = self.compiler.texturedir if asset._kind == "texture" else self.compiler.meshdir
            if asset.file and os.path.normpath(os.path.join(folder, asset.file)) in map(os.path.normpath, renamed):
                asset.file = _renamed_file(asset.file, prefix, suffix)

    def _find_all(self, kind):
        return getattr(self, plural(kind))

    # --- compiling ---

    def compile(self, vfs=None):
        """The compiled model. The spec stays as it is and may be edited and compiled again."""
        if self._parent is not None:
            raise ValueError("Error: cannot compile child spec if attached by reference to a parent spec")
        try:
            model = _thew.spec_compile(self._document, self._sources(vfs), self.limits)
        except Error as error:
            raise self._explain(error) from None
        self.timer[:3] = self._document.times
        self._document.signature = model.signature
        return model

    def recompile(self, model, data, vfs=None):
        """A new model, and a new data with the state of each element that is still there."""
        owners = self._document.owners
        made_model = self.compile(vfs)
        made_data = _thew.MjData(made_model)
        _thew.spec_carry_state(owners, model, data, self._document, made_model, made_data)
        return made_model, made_data

    def _sources(self, vfs):
        return _files(_vfs_files(vfs, self.assets), self.assets)

    def _explain(self, error):
        """An error about an element that was made in code, with what its maker said about it."""
        kind, _, name = error.element.partition(" ")
        if error.file or kind not in CLASSES:
            return error
        found = getattr(self, plural(kind), [])
        name = name.strip('"')
        number, element = next(((i, one) for i, one in enumerate(found) if one.name == name), (-1, None))
        info = f", {element.info}" if element is not None and element.info else ""
        message = f"Error: {error.fault}\nElement name '{name}', id {number}{info}"
        if error.hint:
            message += f"\n{error.hint}"
        return Error(message, error.file, error.line, error.column, error.element, error.hint, error.fault)

    def fuse_static(self, vfs=None):
        """Turns bodies without joints into frames of their parents; how many."""
        return _thew.spec_fuse_static(self._document, self._sources(vfs))

    def discard_visual(self, vfs=None):
        """Takes out what can only be seen; how many elements."""
        return _thew.spec_discard_visual(self._document, self._sources(vfs))

    def dedup_assets(self):
        """Merges textures and meshes that are the same but for their names; how many are gone."""
        if self._parent is not None:
            raise ValueError("Cannot merge the assets of an attached mjSpec.")
        return _thew.spec_dedup_assets(self._document)

    def adopt_inertial(self, body, vfs=None):
        """Makes the inertia that follows from the geoms of a body its explicit one."""
        _thew.spec_adopt_inertial(body._handle, self._sources(vfs))

    def copy_back(self, model):
        """Writes to the spec what was changed in the model that it was compiled to last.

        Raises ValueError, and writes nothing, where the spec cannot say it. Fields that follow from
        others are not looked at.
        """
        copy_back(self, model)

    def activate_plugin(self, name):
        """All plugins that are there can be used; raises ValueError where one is unknown."""

    # --- writing ---

    def to_xml(self):
        """The model as one MJCF text that gives the same model."""
        return _thew.spec_to_xml(self._document, "")

    def to_file(self, filename):
        """Writes the text of to_xml, with files of assets named as seen from its folder."""
        path = pathlib.Path(filename)
        path.write_text(_thew.spec_to_xml(self._document, str(path.parent)))

    def encode(self, filename, model=None, content_type=None):
        """Writes a file whose format its extension tells; how many bytes."""
        if pathlib.Path(filename).suffix != ".xml" and content_type not in ("text/xml", "application/xml"):
            raise FatalError(f"no encoder for {str(filename)!r}")
        self.to_file(filename)
        return os.path.getsize(filename)


def _renamed_file(name, prefix, suffix):
    """The name of a file of an attached spec, as MuJoCo makes it."""
    folder, base = os.path.split(name)
    stem, extension = os.path.splitext(base)
    start = f"{folder}/" if folder else ""
    if folder and not prefix:
        start += "/"
    return f"{start}{prefix}{stem}{suffix}{extension}"


def _part(name):
    def write(self, value):
        getattr(self, f"_{name}")._assign(value)

    return property(lambda self: getattr(self, f"_{name}"), write)


for _name in ("option", "stat", "visual"):
    setattr(MjSpec, _name, _part(_name))
for _name, _ in _thew.spec_members("sizes"):
    setattr(
        MjSpec,
        _name,
        property(
            lambda self, name=_name: _thew.spec_get(self._document, "sizes", 0, name),
            lambda self, value, name=_name: _thew.spec_set(self._document, "sizes", 0, name, value),
        ),
    )
for _name in ("modelname", "comment", "modelfiledir"):
    setattr(
        MjSpec,
        _name,
        property(
            lambda self, name=_name: getattr(self._document, name),
            lambda self, value, name=_name: setattr(self._document, name, value),
        ),
    )
for _name in ("meshdir", "texturedir", "strippath"):
    setattr(
        MjSpec,
        _name,
        property(
            lambda self, name=_name: getattr(self.compiler, name),
            lambda self, value, name=_name: setattr(self.compiler, name, value),
        ),
    )


def _spec_adder(kind):
    def add(self, default=None, name=None, **values):
        return made(_thew.spec_add(self._document, kind, class_name(default)), {"name": name, **values})

    add.__name__ = f"add_{kind}"
    add.__doc__ = f"Adds a {kind}; keywords are its attributes."
    return add


def _finder(kind):
    def find(self, name):
        return wrap(_thew.spec_find(self._document, kind, name))

    find.__name__ = kind
    find.__doc__ = f"The {kind} with this name, or None."
    return find


def _lister(kind):
    return property(
        lambda self: [wrap(handle) for handle in _thew.spec_all(self._document, kind)],
        doc=f"All {plural(kind)}, in the order of the model.",
    )


for _kind in (*IN_BODIES, *IN_SPEC):
    setattr(MjSpec, _kind, _finder(_kind))
    setattr(MjSpec, plural(_kind), _lister(_kind))
for _kind in IN_SPEC:
    setattr(MjSpec, f"add_{_kind}", _spec_adder(_kind))
MjSpec.flexes = property(lambda self: [*map(wrap, _thew.spec_all(self._document, "flex")), *self.flexcomps])
MjSpec.bodies = property(lambda self: [self.worldbody, *map(wrap, _thew.spec_all(self._document, "body"))])


def from_zip(file):
    """Reads a zip archive with a model and its assets."""
    return MjSpec.from_zip(file)


def to_zip(spec, file):
    """Writes a zip archive with a model and its assets."""
    spec.to_zip(file)
