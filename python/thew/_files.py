"""Saving models, and the files that one consists of."""

from __future__ import annotations

import pathlib
import xml.etree.ElementTree as ElementTree

import numpy as np

from thew import _thew
from thew._errors import Error

_FOLDERS = {"mesh": "meshdir", "hfield": "meshdir", "skin": "meshdir", "texture": "texturedir"}
_TEXTURE_FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def mj_sizeModel(m) -> int:
    """How many bytes mj_saveModel writes."""
    return len(m._bytes())


def mj_saveModel(m, filename: str | None = None, buffer: np.ndarray | None = None) -> None:
    """Writes a model in Thew's binary form, to memory or to a file; this version reads it back."""
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


def from_binary_path(filename: str, assets: dict[str, bytes] | None = None):
    """Loads what mj_saveModel wrote."""
    content = (assets or {}).get(str(filename))
    if content is None:
        try:
            content = pathlib.Path(filename).read_bytes()
        except OSError as error:
            raise ValueError(f"{filename}: {error.strerror}") from None
    try:
        return _thew.model_from_bytes(content)
    except Error as error:
        if str(filename).endswith(".mjb"):
            raise NotImplementedError(
                f"{filename}: thew does not read MuJoCo's binary form (.mjb) yet; load the XML"
            ) from error
        raise


def mj_saveLastXML(filename: str, m) -> None:
    """Raises NotImplementedError: a compiled model does not keep its text."""
    raise NotImplementedError("mj_saveLastXML: thew does not write models as XML yet")


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


def mj_loadTexture(m, id: int) -> tuple[np.ndarray, int]:
    """The pixels of a texture, (height, width, channels), and its mjtColorSpace."""
    if not 0 <= id < m.ntex:
        raise ValueError(f"texture id {id} is out of range: there are {m.ntex}")
    shape = int(m.tex_height[id]), int(m.tex_width[id]), int(m.tex_nchannel[id])
    first = int(m.tex_adr[id])
    pixels = m.tex_data[first : first + shape[0] * shape[1] * shape[2]]
    return np.array(pixels, np.uint8).reshape(shape), int(m.tex_colorspace[id])


def mj_embedAssets(m):
    """A copy of a model; all of its assets are in it."""
    return m.__copy__()


class _Cache:
    """Thew keeps no processed assets between loads."""


_CACHE = _Cache()


def _check_cache(cache) -> None:
    if cache is not _CACHE:
        raise TypeError("expected what mj_getCache() gives")


def mj_getCache() -> _Cache:
    """The cache of processed assets, which is always empty."""
    return _CACHE


def mj_getCacheSize(cache) -> int:
    """Bytes in the cache: 0."""
    _check_cache(cache)
    return 0


def mj_getCacheCapacity(cache) -> int:
    """Bytes that the cache may take: 0."""
    _check_cache(cache)
    return 0


def mj_setCacheCapacity(cache, size: int) -> int:
    """Changes nothing; the capacity, 0."""
    _check_cache(cache)
    return 0


def mj_clearCache(cache) -> None:
    """Forgets processed assets, of which there are none."""
    _check_cache(cache)


def mj_loadPluginLibrary(path: str) -> None:
    """Raises NotImplementedError: Thew has no plugins from libraries."""
    raise NotImplementedError("mj_loadPluginLibrary: thew does not load plugins from libraries")


def mj_loadAllPluginLibraries(directory: str) -> None:
    """Raises NotImplementedError: Thew has no plugins from libraries."""
    raise NotImplementedError("mj_loadAllPluginLibraries: thew does not load plugins from libraries")
