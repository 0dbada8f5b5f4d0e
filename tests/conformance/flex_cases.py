"""Generated models with flexes: every type, dof and option."""

import itertools

SHELL = '<elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="{}" damping=".01"/>'
SOLID = '<elasticity young="3e3" poisson=".3" damping=".02"/>'
QUIET = '<contact selfcollide="none"/>'
TETRAHEDRA = 'point="0 0 0 1 .1 .2 .3 1.2 .1 .2 .3 .9 1.1 1 .8" element="0 1 2 3 1 2 3 4"'
SURFACE = 'point="0 0 0 1 .1 .2 .3 1.2 .1 .2 .3 .9" element="0 2 1 0 1 3 0 3 2 1 2 3"'
TENT = 'point="0 0 0 1 .1 .2 .3 1.2 .1 .2 .3 .9" element="0 2 1 0 1 3 0 3 2"'
BOWL = """point="0 0 0 0 0 1 0 1.1 0 0 1 1 1 0 0 1 0 .9 1 1 0 1.2 1 1"
  element="0 1 3 0 3 2 0 4 5 0 5 1 2 3 7 2 7 6 0 2 6 0 6 4" """
TRAY = """point="0 0 0 0 0 .3 0 1.1 0 0 1 .3 2 0 0 2 0 .25 2 1 0 2.2 1 .2"
  element="0 1 3 0 3 2 0 4 5 0 5 1 2 3 7 2 7 6 0 2 6 0 6 4" """
SHEET = 'point="0 0 0 1 .1 .2 .3 1.2 .1 .2 .3 .9 1.4 1 .3" element="0 1 2 2 1 4"'
BENT = 'point="0 0 0 .1 0 0 .3 .1 0 .6 0 .2 .7 .1 .2" element="0 1 1 2 2 3 3 4"'


def world(body, before="", after=""):
    return f"<mujoco>{before}<worldbody>{body}</worldbody>{after}</mujoco>"


def flexcomp(attributes, inside="", name="f"):
    return f'<flexcomp name="{name}" radius=".004" {attributes}>{inside}</flexcomp>'


def shapes():
    """(name, attributes) of every type and dimension."""
    spacing = 'spacing=".05 .06 .07"'
    yield "line", f'type="grid" dim="1" count="5 1 1" {spacing}'
    yield "circle", f'type="circle" dim="1" count="7 1 1" {spacing}'
    yield "grid2", f'type="grid" dim="2" count="3 4 1" {spacing}'
    yield "grid3", f'type="grid" dim="3" count="3 4 3" {spacing}'
    for kind in ("box", "cylinder", "ellipsoid"):
        yield f"{kind}2", f'type="{kind}" dim="2" count="3 4 3" {spacing}'
        yield f"{kind}3", f'type="{kind}" dim="3" count="3 4 4" {spacing}'
    yield "square", f'type="square" count="4 3 1" {spacing}'
    yield "disc", f'type="disc" count="5 5 1" {spacing}'
    yield "direct1", f'type="direct" dim="1" {BENT}'
    yield "direct2", f'type="direct" dim="2" {SHEET}'
    yield "direct3", f'type="direct" dim="3" {TETRAHEDRA}'
    yield "unused", f'type="direct" dim="2" {SHEET.replace("2 1 4", "0 1 4")} scale="1 2 .5"'


def cases():
    """(name, XML) of models that MuJoCo compiles."""
    for name, attributes in shapes():
        for dof in ("full", "radial", "2d"):
            yield f"{name} {dof}", world(flexcomp(f'{attributes} dof="{dof}" mass="2" inertiabox=".01"'))
        yield f"{name} rigid", world(flexcomp(f'{attributes} rigid="true"'))
        pinned = flexcomp(f'{attributes} pos=".1 .2 .3" euler="10 20 30"', '<pin id="0 2"/><edge equality="true" solref=".01 .8"/>')
        yield f"{name} pinned", world(f'<body name="b" pos="1 2 3" euler="0 40 0">{pinned}</body>')
    for name, attributes in shapes():
        material = SOLID if name[-1] == "3" else SHELL.format("both") if name[-1] == "2" or name in ("square", "disc") else ""
        if material:
            yield f"{name} elastic", world(flexcomp(attributes, material))
            yield f"{name} yields", world(flexcomp(attributes, material.replace("young", 'yield=".02" young')))
    for kind in ("bend", "stretch", "both"):
        yield f"shell {kind}", world(flexcomp(f'type="direct" dim="2" {SHEET}', SHELL.format(kind)))
    yield from interpolated()
    yield from rods()
    yield from others()


def interpolated():
    solids = {
        "grid3": 'type="grid" dim="3" count="3 3 4" spacing=".05 .06 .07"',
        "ellipsoid3": 'type="ellipsoid" dim="3" count="4 4 4" spacing=".05 .06 .07"',
        "direct3": f'type="direct" dim="3" {TETRAHEDRA}',
        "surface": f'type="direct" dim="2" {SURFACE}',
        "tent": f'type="direct" dim="2" {TENT}',
        "bowl": f'type="direct" dim="2" {BOWL}',
        "tray": f'type="direct" dim="2" {TRAY}',
        "inverted bowl": f'type="direct" dim="2" {BOWL.replace("0 1 3 0 3 2", "0 3 1 0 2 3")}',
    }
    for (name, attributes), dof, cells in itertools.product(
        solids.items(), ("trilinear", "quadratic"), ("1 1 1", "2 1 1", "2 3 2")
    ):
        given = f'{attributes} dof="{dof}" cellcount="{cells}"'
        yield f"{name} {dof} {cells}", world(flexcomp(given, QUIET + SOLID))
        body = flexcomp(given + ' euler="20 10 5"', QUIET + '<pin id="0 3"/>')
        yield f"{name} {dof} {cells} pinned", world(f'<body name="b" pos="1 2 3" euler="0 40 0">{body}</body>')
        turned = flexcomp(given, QUIET + SOLID)
        yield f"{name} {dof} {cells} turned", world(f'<body name="b" pos="1 2 3" euler="0 40 0">{turned}</body>')
        yield f"{name} {dof} {cells} limp", world(flexcomp(given, QUIET))
        if name == "grid3" and (dof == "trilinear" or cells == "1 1 1"):  # others explode
            yield f"{name} {dof} {cells} yields", world(flexcomp(given, QUIET + SOLID.replace("young", 'yield=".002" young')))
        yield f"{name} {dof} {cells} strain", world(flexcomp(given, QUIET + '<edge equality="strain"/>'))
    box = 'type="grid" dim="3" count="3 3 3" spacing=".05 .06 .07"'
    for dof, cells, kind in itertools.product(("trilinear", "quadratic"), ("1 1 1", "2 1 3"), ("bend", "stretch", "both")):
        inside = QUIET + SHELL.format(kind)
        yield f"box shell {dof} {cells} {kind}", world(flexcomp(f'{box} dof="{dof}" cellcount="{cells}"', inside))
    for dof, cells in (("trilinear", "1 1 1"), ("trilinear", "2 1 3"), ("quadratic", "1 1 1")):
        inside = QUIET + SHELL.format("stretch").replace("young", 'yield=".002" young')
        yield f"box shell {dof} {cells} yields", world(flexcomp(f'{box} dof="{dof}" cellcount="{cells}"', inside))
    inside = QUIET + SHELL.format("bend").replace('young="1e4"', "") + '<edge equality="strain"/>'
    yield "box shell strain", world(flexcomp(f'{box} dof="trilinear" cellcount="2 2 1"', inside))


def rods():
    line = 'type="grid" dim="1" count="5 1 1" spacing=".05 .05 .05"'
    for section in ("", 'section="box" sectionsize=".002 .004"', 'section="box" sectionsize=".004 .002"', 'shear="1e5" damping=".02"'):
        material = f'<elasticity young="1e6" poisson=".3" {section}/>'
        for pins in ("", '<pin id="0"/>', '<pin id="0 1"/>', '<pin id="3 4"/>', '<pin id="0 1 3 4"/>', '<pin id="2 3"/>'):
            for name, attributes in (("line", line), ("bent", f'type="direct" dim="1" {BENT}')):
                text = flexcomp(attributes, pins + material)
                if "box" in section:
                    text = text.replace('radius=".004"', "")
                yield f"rod {name} {section} {pins}", world(text)
    material = '<elasticity young="1e6" poisson=".3"/>'
    damped = flexcomp(line, '<pin id="0 1"/><elasticity young="1e6" poisson=".3" damping=".02" section="box" sectionsize=".002 .004"/>')
    body = '<body name="b" pos="0 0 .1"><joint axis="1 .3 .2"/><geom size=".03" contype="0" conaffinity="0"/>'
    held = damped.replace('radius=".004"', "")
    yield "rod on what moves", world(f"{body}{held}</body>")
    circle = 'type="circle" dim="1" count="7 1 1" spacing=".05 .05 .05"'
    yield "ring", world(flexcomp(circle, material))
    yield "damped ring", world(flexcomp(circle, material.replace("young", 'damping=".01" young')))
    star = 'point="0 0 0 .1 0 0 .2 0 0 .3 0 0 .1 .1 0 .1 .2 0 .2 .25 0" element="0 1 1 2 2 3 1 4 4 5 5 6"'
    yield "star", world(flexcomp(f'type="direct" dim="1" {star}', material.replace("young", 'damping=".01" young')))
    for dof in ("2d", "radial"):
        for name, attributes in (("line", line), ("bent", f'type="direct" dim="1" {BENT}')):
            yield f"rod {name} {dof}", world(flexcomp(f'{attributes} dof="{dof}"', material))
    order = 'point=".6 0 .2 .3 .1 0 0 0 0 .1 0 0" element="0 1 3 1 2 3"'
    yield "rod in another order", world(flexcomp(f'type="direct" dim="1" {order}', material))
    partly = 'point="0 0 0 .1 0 0 .2 0 0 .3 .1 0 .4 .1 0 .5 .1 0 .6 .2 0 .7 .3 .1" element="0 1 1 2 2 3 3 4 4 5 5 6 6 7"'
    yield "rod partly bent", world(flexcomp(f'type="direct" dim="1" {partly} dof="2d"', material))
    fork = 'point="0 0 0 .1 0 0 .3 0 0 .2 .2 0" element="0 1 1 2 1 3"'
    yield "fork", world(flexcomp(f'type="direct" dim="1" {fork}', material))


def others():
    sheet = 'type="grid" dim="2" count="3 3 1" spacing=".05 .05 .05"'
    pinned = flexcomp(sheet, '<pin id="0"/><edge equality="true"/>')
    moved = flexcomp(sheet + ' pos="1 0 0"', '<pin id="0"/>')
    damped = flexcomp(sheet, '<pin id="1"/><edge damping="1"/>')
    yield "frames", world(f'<frame pos="1 2 3" euler="0 0 90">{moved}</frame>')
    yield "copies", world(f'<replicate count="2" offset="0 0 1"><body name="q">{pinned}</body></replicate>')
    yield "defaults", world(
        f'<body name="p" childclass="c">{flexcomp(sheet)}</body>',
        '<default><joint armature=".1"/><equality solref=".5"/><default class="c"><joint armature=".3"/></default></default>',
    )
    yield "pinned to what moves", world(f'<body name="q"><freejoint/><geom size=".1"/>{damped}</body>')
    yield "grid pins", world(flexcomp(sheet, '<pin grid="0 0 2 1" gridrange="1 1 2 2" range="3 4"/>'))
    yield "contact", world(flexcomp(sheet, '<contact selfcollide="bvh" friction=".5 .1 .2" condim="6" activelayers="2" solimp=".8 .9" margin=".001" gap=".002" contype="2" conaffinity="4" priority="1" solmix="2"/>'))
    assets = '<asset><texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="m" texture="t"/><material name="n"/></asset>'
    for name, attributes in shapes():
        yield f"{name} material", world(flexcomp(f'{attributes} material="m"'), assets)
    two = 'type="grid" dim="2" count="2 2 1" spacing=".05 .05 .05"'
    yield "materials", world(flexcomp(f'{two} material="m n" rgba="1 0 0 1" group="3" flatskin="true"'), assets)
    bodies = "".join(f'<body name="b{i}" pos="{i} {i * i} 1"><freejoint/><geom size=".1"/></body>' for i in range(4))
    flex = '<deformable><flex name="g" dim="2" body="b0 b1 b2 b3" vertex="0 0 .1 .1 0 0 0 .2 0 .1 .1 .1" element="0 1 2 1 2 3" radius=".01"><edge damping="1"/></flex></deformable>'
    yield "flex of bodies", world(bodies + flexcomp(sheet, "<edge equality='true'/>"), "", flex + '<equality><weld body1="b0" body2="b1"/></equality>')
    yield "equality apart", world(flexcomp(sheet), "", '<equality><flex flex="f" solref=".03"/></equality>')
    meshes = '<asset><mesh name="ball" builtin="sphere" params="1"/><mesh name="tet" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/><mesh name="lattice" builtin="grid" params="2 3 2 .1 .1 .1 3"/></asset>'
    yield "built-in mesh", world(flexcomp('mesh="lattice" dim="3"'), meshes)
    geom = '<body><freejoint/><geom type="mesh" mesh="tet"/><geom size=".1"/></body>'
    yield "trees of others", world(geom + flexcomp(sheet, SHELL.format("both")), meshes)
    yields = flexcomp(sheet, SHELL.format("both").replace("young", 'yield=".02" young'))
    yield "plastic of others", world(f'<body><joint stiffness="1" springyield=".1"/><geom size=".1"/></body>{yields}')
