"""Skins: every field of them is that of MuJoCo's compiled model, bit by bit."""

import struct
import warnings

import numpy as np
import pytest
import thew
from engines import engine, reference

FIELDS = [name for name in dir(reference.MjModel) if name.startswith(("skin_", "nskin"))]
FIELDS += ["name_skinadr", "names", "paths", "nmat", "body_pos"]

BODIES = """<body name="a" pos="0 0 1"><joint/><geom size=".1"/>
  <body name="b" pos="1 0 0"><joint/><geom size=".1"/></body></body>"""


def same(text, assets=None):
    models = [module.MjModel.from_xml_string(text, assets or {}) for module in (engine, reference)]
    for name in FIELDS:
        found, expected = (np.asarray(getattr(model, name)) for model in models)
        assert found.shape == expected.shape and (found == expected).all(), name
    return models[0]


def both_refuse(text, assets=None):
    for module in (engine, reference):
        with pytest.raises(ValueError):
            module.MjModel.from_xml_string(text, assets or {})


def file_is_refused(content):
    """By MuJoCo; what cannot be decoded is left out with a warning by Thew."""
    text, assets = model('<skin file="f.skn"/>'), {"f.skn": content}
    with pytest.raises(ValueError):
        reference.MjModel.from_xml_string(text, assets)
    with warnings.catch_warnings():
        warnings.simplefilter("error", thew.LoadWarning)
        with pytest.raises((ValueError, thew.LoadWarning)):
            engine.MjModel.from_xml_string(text, assets)


def numbers(values):
    return " ".join(repr(float(x)) if isinstance(x, np.floating) else str(x) for x in np.ravel(values))


class Skin:
    """A random skin; every vertex has a bone."""

    def __init__(self, seed, bodies=("a", "b"), vertices=20, textured=False):
        rng = np.random.default_rng(seed)
        self.vert = rng.normal(size=(vertices, 3)).astype(np.float32)
        self.texcoord = rng.uniform(size=(vertices if textured else 0, 2)).astype(np.float32)
        self.face = rng.integers(vertices, size=(2 * vertices, 3))
        self.bones = []
        for number, body in enumerate(bodies):
            some = rng.permutation(vertices)[: rng.integers(1, vertices)]
            ids = np.arange(vertices) if number == 0 else some
            weight = rng.uniform(0.1, 2, size=len(ids)).astype(np.float32)
            pos, quat = rng.normal(size=3).astype(np.float32), rng.normal(size=4).astype(np.float32)
            self.bones.append((body, pos, quat, ids, weight))

    def xml(self, attributes='name="s"'):
        texcoord = f'texcoord="{numbers(self.texcoord)}"' if self.texcoord.size else ""
        bones = "".join(
            f'<bone body="{body}" bindpos="{numbers(pos)}" bindquat="{numbers(quat)}" '
            f'vertid="{numbers(ids)}" vertweight="{numbers(weight)}"/>'
            for body, pos, quat, ids, weight in self.bones
        )
        return f'<skin {attributes} vertex="{numbers(self.vert)}" face="{numbers(self.face)}" {texcoord}>{bones}</skin>'

    def skn(self):
        counts = len(self.vert), len(self.texcoord), len(self.face), len(self.bones)
        data = struct.pack("<4i", *counts) + self.vert.tobytes() + self.texcoord.tobytes()
        data += self.face.astype(np.int32).tobytes()
        for body, pos, quat, ids, weight in self.bones:
            data += body.encode().ljust(40, b"\0") + pos.tobytes() + quat.tobytes()
            data += struct.pack("<i", len(ids)) + ids.astype(np.int32).tobytes() + weight.tobytes()
        return data


def model(skins, bodies=BODIES, top="", section="deformable", end=""):
    return f"""<mujoco>{top}<asset><material name="m" rgba="1 0 0 1"/></asset><{section}>{skins}</{section}>
    <worldbody>{bodies}</worldbody>{end}</mujoco>"""


@pytest.mark.parametrize("seed", range(10))
def test_random_skins(seed):
    skins = [Skin(10 * seed + k, textured=k == 1) for k in range(3)]
    attributes = 'name="s{}" material="m" rgba="1 .5 .2 .7" inflate=".01" group="2"'
    same(model("".join(skin.xml(attributes.format(k)) for k, skin in enumerate(skins))))
    assets = {f"folder/{k}.skn": skin.skn() for k, skin in enumerate(skins)}
    files = "".join(f'<skin file="{k}.skn" material="m"/>' for k in range(3))
    same(model(files, top='<compiler meshdir="folder"/>'), assets)


def test_sections_and_names():
    skin = Skin(0)
    same(model(skin.xml(), section="asset"))
    same(model(skin.xml("") + skin.xml("")))
    inner = f'{skin.xml("")}</deformable><asset>{skin.xml()}</asset><deformable>'
    same(model(inner))
    same(model('<skin file="d/f.SKN"/>', top='<compiler strippath="true"/>'), {"f.SKN": skin.skn()})
    same(model(Skin(1, bodies=("world", "b")).xml()))


def test_lengths_of_rotations():
    """Rotations are normalised unless they are next to nothing; negative weights are fine in sum."""
    skin = Skin(2)
    for quat in ([0, 0, 0, 0], [1e-8, 0, 0, 0], [1e-6, 0, 0, 0], [1, 0, 0, 1e-9]):
        skin.bones[0] = (*skin.bones[0][:2], np.float32(quat), *skin.bones[0][3:])
        same(model(skin.xml()))
    skin.bones[1] = (*skin.bones[1][:4], -0.01 * skin.bones[1][4])
    same(model(skin.xml()))


def test_copies():
    skin = Skin(3)
    child = model(skin.xml('name="s" material="m"') + Skin(4, bodies=("b",)).xml('name="t"'))
    parent = '<mujoco><asset><model name="c" file="c.xml"/></asset><worldbody>{}</worldbody></mujoco>'
    assets = {"c.xml": child.encode()}
    for body in ('body="a"', 'body="b"', ""):
        same(parent.format(f'<attach model="c" {body} prefix="p_"/>'), assets)
    twice = '<attach model="c" body="a" prefix="p_"/><attach model="c" body="a" prefix="q_"/>'
    same(parent.format(twice), assets)
    copied = f'<replicate count="2" offset="1 0 0">{BODIES}</replicate><body name="out"/>'
    one = '<attach model="c" body="a" prefix="p_"/>'
    same(parent.format(f'<replicate count="2" offset="1 0 0">{one}</replicate>'), assets)
    for bodies in (("a", "b"), ("b",), ("out",), ("a", "out"), ("a", "world")):
        text = Skin(5, bodies=bodies).xml('name="s" material="m"')
        if bodies == ("a", "out"):  # torn: MuJoCo refuses the model, Thew leaves the skin out
            with pytest.raises(ValueError):
                reference.MjModel.from_xml_string(model(text, bodies=copied))
            with pytest.warns(UserWarning, match="is left out"):
                assert engine.MjModel.from_xml_string(model(text, bodies=copied)).nskin == 0
        else:
            same(model(text, bodies=copied))
        same(model(text, bodies=f'<body name="out"/>{BODIES}<attach body="a" prefix="s_"/>'))
    entry = '<custom><tuple name="t"><element objtype="skin" objname="s"/></tuple></custom>'
    same(model(skin.xml(), bodies=copied, end=entry))


def test_compiler_settings():
    skin = Skin(6)
    found = same(model(skin.xml('material="m"'), top='<compiler discardvisual="true"/>'))
    assert found.nskin == 1 and found.nmat == 0
    static = '<body name="a"><joint/><geom size=".1"/><body name="b"><geom size=".1"/></body></body>'
    assert same(model(skin.xml(), bodies=static, top='<compiler fusestatic="true"/>')).nbody == 3


def test_scaled_bones():
    skin = Skin(7)
    for frame in ('scale=".3 .3 .3"', 'scale="2 2 2" pos="1 2 3" euler="10 20 30"', 'massscale="2"'):
        same(model(skin.xml('inflate=".1"'), bodies=f"<frame {frame}>{BODIES}</frame>"))
    apart = '<frame scale="2 2 2"><body name="a"/></frame><body name="b"/>'
    both_refuse(model(skin.xml(), bodies=apart))


def test_refusals():
    good = Skin(8)

    def changed(**parts):
        skin = Skin(8)
        for name, value in parts.items():
            setattr(skin, name, value)
        return skin

    def bone(at, value):
        parts = list(good.bones[0])
        parts[at] = value
        return changed(bones=[tuple(parts)])

    bad = [
        changed(face=np.array([[0, 1, 20]])),
        changed(face=np.array([[0, 1, -1]])),
        changed(face=np.zeros((0, 3), int)),
        changed(bones=[]),
        changed(texcoord=good.vert[:5, :2]),
        bone(0, "nobody"),
        bone(3, np.arange(1, 21)),
        bone(4, 0 * good.bones[0][4]),
        changed(bones=good.bones[1:]),
    ]
    for skin in bad:
        both_refuse(model(skin.xml()))
        file_is_refused(skin.skn())
    both_refuse(model('<skin file="f.skn" vertex="0 0 0"/>'), {"f.skn": good.skn()})
    both_refuse(model('<skin file="f.bin"/>'), {"f.bin": good.skn()})
    file_is_refused(good.skn()[:-4])
    file_is_refused(good.skn() + b"1234")
