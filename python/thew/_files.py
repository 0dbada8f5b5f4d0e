"""Saving models, and the files that one consists of."""

from __future__ import annotations

import os
import pathlib
import warnings
import xml.etree.ElementTree as ElementTree

import numpy as np

from thew import _thew
from thew._errors import FatalError, LoadWarning

_FOLDERS = {"mesh": "meshdir", "hfield": "meshdir", "skin": "meshdir", "texture": "texturedir"}
_TEXTURE_FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def mj_sizeModel(m) -> int:
    """How many bytes mj_saveModel writes."""
    return len(m._bytes())


def mj_saveModel(m, filename: str | None = None, buffer: np.ndarray | None = None) -> None:
    """Writes a compiled model to memory or to a file: MuJoCo's binary form where the file ends with .mjb, else Thew's."""
    if buffer is None and filename is not None and str(filename).endswith(".mjb"):
        pathlib.Path(filename).write_bytes(_thew.to_mjb(m))
        return
    content = m._bytes()
    if buffer is not None:
        fits = isinstance(buffer, np.ndarray) and buffer.dtype == np.uint8 and buffer.flags.carray
        if not fits or buffer.size < len(content):
            raise TypeError(f"buffer should be a writable uint8 array of {len(content)} bytes")
        buffer.reshape(-1)[: len(content)] = np.frombuffer(content, np.uint8)
    elif filename is not None:
        pathlib.Path(filename).write_bytes(content)
    else:
        raise ValueError("mj_saveModel needs a filename or a buffer")


def mj_saveLastXML(filename: str, m) -> None:
    """Writes the model that was loaded last as one MJCF file. Numbers of `m` that were changed since are not in it."""
    if _thew.last_loaded is None:
        raise FatalError("mj_saveLastXML: no model was loaded from XML")
    rewriter, source, assets, vfs, ignore_unsupported, package_paths, transmissions = _thew.last_loaded
    text = getattr(_thew, rewriter)(
        source, assets, os.path.dirname(os.path.abspath(filename)), vfs=vfs, ignore_unsupported=ignore_unsupported,
        package_paths=package_paths, transmissions=transmissions,
    )  # fmt: skip
    with open(filename, "w", encoding="utf-8") as file:
        file.write(text)


def _walk(path: pathlib.Path, found: list[str], top: pathlib.Path | None = None) -> None:
    if str(path) in found:
        return
    found.append(str(path))
    root = ElementTree.parse(path).getroot()
    compiler: dict[str, str] = {}
    for element in root.iter("compiler"):
        compiler |= element.attrib
    common = compiler.get("assetdir", "")
    base = path.parent if top is None else top
    for element in root.iter():
        names = _TEXTURE_FILES if element.tag == "texture" else ("file",)
        for name in filter(None, map(element.get, names)):
            if element.tag == "include":
                _walk(base / name, found, base)
            elif element.tag == "model":
                _walk(base / name, found)
            elif element.tag in _FOLDERS:
                folder = compiler.get(_FOLDERS[element.tag], common)
                file = base / folder / name
                if str(file) not in found:
                    found.append(str(file))


def mju_getXMLDependencies(filename: str) -> list[str]:
    """A model file and all files that it names, and theirs."""
    found: list[str] = []
    try:
        _walk(pathlib.Path(filename), found)
    except (OSError, ElementTree.ParseError) as error:
        raise ValueError(f"{filename}: {error}") from None
    return found


def _load_texture_file(m, id: int) -> tuple[np.ndarray, int]:
    """The pixels of a texture that stays in its file."""
    from .spec import MjSpec

    path = bytes(m.paths[int(m.tex_pathadr[id]) :]).split(b"\0")[0].decode()
    spec = MjSpec()
    spec.add_texture(name="texture", type=int(m.tex_type[id]), file=path, nchannel=int(m.tex_nchannel[id]))
    with warnings.catch_warnings():
        warnings.simplefilter("error", LoadWarning)  # elsewhere a file that cannot be read is only that
        try:
            model = spec.compile()
        except LoadWarning as problem:
            raise ValueError(str(problem)) from None
    return mj_loadTexture(model, 0)


def mj_loadTexture(m, id: int) -> tuple[np.ndarray, int]:
    """The pixels of a texture, (height, width, channels), and its mjtColorSpace."""
    if not 0 <= id < m.ntex:
        raise ValueError(f"texture id {id} is out of range: there are {m.ntex}")
    if m.tex_adr[id] < 0:
        return _load_texture_file(m, id)
    shape = int(m.tex_height[id]), int(m.tex_width[id]), int(m.tex_nchannel[id])
    first = int(m.tex_adr[id])
    pixels = m.tex_data[first : first + shape[0] * shape[1] * shape[2]]
    return np.array(pixels, np.uint8).reshape(shape), int(m.tex_colorspace[id])


def mj_embedAssets(m):
    """A copy of a model that has the pixels of textures which stayed in their files."""
    return _thew.embed_assets(m)


class _Cache:
    """What came of meshes and images, kept for the next model that has them; one for the whole process."""


_CACHE = _Cache()


def _check_cache(cache) -> None:
    if cache is not _CACHE:
        raise TypeError("expected what mj_getCache() gives")


def mj_getCache() -> _Cache:
    """The cache of processed meshes and images."""
    return _CACHE


def mj_getCacheSize(cache) -> int:
    """Bytes in the cache."""
    _check_cache(cache)
    return _thew.cache_size()


def mj_getCacheCapacity(cache) -> int:
    """Bytes that the cache may take."""
    _check_cache(cache)
    return _thew.cache_capacity()


def mj_setCacheCapacity(cache, size: int) -> int:
    """Bounds the cache; what was not used for the longest time is forgotten. Returns the new capacity."""
    _check_cache(cache)
    _thew.set_cache_capacity(size)
    return _thew.cache_capacity()


def mj_clearCache(cache) -> None:
    """Forgets processed meshes and images."""
    _check_cache(cache)
    _thew.clear_cache()


def mj_loadPluginLibrary(path: str) -> None:
    """Raises NotImplementedError: Thew has no plugins from libraries."""
    raise NotImplementedError("mj_loadPluginLibrary: thew does not load plugins from libraries")


def mj_loadAllPluginLibraries(directory: str) -> None:
    """Raises NotImplementedError: Thew has no plugins from libraries."""
    raise NotImplementedError("mj_loadAllPluginLibraries: thew does not load plugins from libraries")
