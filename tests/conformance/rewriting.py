"""What a written model must be: the same when it is read again, by Thew and by MuJoCo."""

import warnings

import numpy as np
from engines import engine, reference
from thew import _thew

# MuJoCo's own marks: where a model came from, and a number made of how it was written.
NOT_COMPARED = {"paths", "npaths", "signature"}
VISUAL = ("global_", "quality", "headlight", "map", "scale", "rgba")


def load(module, path_or_xml, assets=None):
    """The compiled model of a file or of text."""
    text = str(path_or_xml)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if text.lstrip().startswith("<"):
            return module.MjModel.from_xml_string(text, assets)
        return module.MjModel.from_xml_path(text, assets)


def rewrite(path_or_xml, assets=None, **options):
    text = str(path_or_xml)
    if text.lstrip().startswith("<"):
        return engine.rewrite_string(text, assets, **options)
    return engine.rewrite_path(text, assets, **options)


def differences(a, b):
    """The fields of two of MuJoCo's models that are not the same to 1e-9."""
    found = _differences(a, b)
    for name in ("opt", "stat"):
        found += [f"{name}.{field}" for field in _differences(getattr(a, name), getattr(b, name))]
    for name in VISUAL:
        found += [f"vis.{name}.{field}" for field in _differences(getattr(a.vis, name), getattr(b.vis, name))]
    return found


def _differences(a, b):
    names = [name for name in dir(a) if not name.startswith("_") and name not in NOT_COMPARED and "pathadr" not in name]
    values = {name: getattr(a, name) for name in names}
    plain = {name: value for name, value in values.items() if isinstance(value, int | float | bytes | np.ndarray)}
    return [name for name, value in plain.items() if not _same(value, getattr(b, name))]


def _same(a, b):
    if isinstance(a, bytes):
        return a == b
    a, b = np.asarray(a), np.asarray(b)
    same = a.shape == b.shape and a.tobytes() == b.tobytes()
    return same or (a.shape == b.shape and np.allclose(a, b, rtol=1e-9, atol=1e-9, equal_nan=True))


def check(path_or_xml, assets=None, in_both=False):
    """Rewrites a model that loads, and compares what comes of it, `in_both` engines or in those that load it; returns the text."""
    written = rewrite(path_or_xml, assets)
    model, again = load(engine, path_or_xml, assets), load(engine, written, assets)
    field = _thew.first_difference(model, again)
    assert field is None, f"written and read again, {field} is another"
    assert rewrite(written, assets) == written, "written twice, it is another text"
    try:
        original = load(reference, path_or_xml, assets)
    except ValueError:  # an extension of ours, or one of MuJoCo's refusals
        if in_both:
            raise
        return written
    fields = differences(original, load(reference, written, assets))
    assert not fields, f"in MuJoCo, other {', '.join(fields)}"
    return written
