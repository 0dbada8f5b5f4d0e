"""What changes a description before it is compiled: fusestatic, discardvisual, and frames that scale."""

import pytest
from engines import engine, reference
from thew.diff import compare


def agree(text, **options):
    report = compare(text, states=2, seed=1, steps=50, constraints=False, engine=engine, reference=reference, **options)
    assert report.agree, f"{text}\n{report.table()}"


def names(module, model, kind, count):
    return [module.mj_id2name(model, kind, i) for i in range(count)]


def same_names(text):
    """Bodies, joints, geoms and sites, in order."""
    models = [module.MjModel.from_xml_string(text) for module in (engine, reference)]
    for kind, size in (("BODY", "nbody"), ("JOINT", "njnt"), ("GEOM", "ngeom"), ("SITE", "nsite")):
        found = [
            names(module, model, getattr(module.mjtObj, f"mjOBJ_{kind}"), getattr(model, size))
            for module, model in zip((engine, reference), models)
        ]
        assert found[0] == found[1]


# fusestatic -----------------------------------------------------------------------------------------------------

BALL = '<geom size=".1"/>'
INERTIAL = '<inertial pos=".1 0 .2" mass="2" diaginertia="1 2 2.5" euler="10 20 30"/>'
FULL = '<inertial pos="0 .1 0" mass="1" fullinertia="1 1.1 1.2 .1 .2 .3"/>'


def arm(parent=BALL, child=BALL, compiler="", option="", body="", outer="", end=""):
    """A hinged body with a static one welded to it, and a body in free flight."""
    return f"""<mujoco><compiler fusestatic="true" {compiler}/><option {option}/>
    <worldbody>
      <body name="base" pos="0 0 1"><geom name="b" size=".2"/><site name="s"/></body>
      <body name="a" {outer}><joint name="j" axis="0 1 0"/>{parent}
        <body name="static" pos="0 .1 .5" euler="20 30 40" {body}>{child}<site name="tip" pos=".1 0 0"/>
          <body name="next" pos=".3 0 0"><joint name="k" axis="1 0 0"/>{BALL}</body>
          <body name="deeper" pos="0 0 .2"><geom name="d" type="box" size=".1 .2 .3"/></body>
        </body>
        <body name="last"><joint name="l" type="slide"/>{BALL}</body>
      </body>
      <body name="free" pos="0 0 3"><freejoint/>{BALL}</body>
    </worldbody>{end}</mujoco>"""


FUSED = {
    "geoms": arm(),
    "parent written": arm(parent=INERTIAL + BALL),
    "child written": arm(child=INERTIAL),
    "both written": arm(parent=FULL, child=INERTIAL + BALL),
    "child full": arm(child=FULL + BALL),
    "child weightless": arm(child="<site/>", parent=INERTIAL),
    "parent weightless": arm(parent="", child=INERTIAL),
    "parent without geoms": arm(parent=""),
    "bounds": arm(compiler='boundmass="20" boundinertia=".2"'),
    "balanced": arm(child='<inertial pos="0 0 .1" mass="1" diaginertia="1 2 20"/>', compiler='balanceinertia="true"'),
    "always from geoms": arm(child=INERTIAL + BALL, compiler='inertiafromgeom="true"'),
    "bounded, always from geoms": arm(compiler='inertiafromgeom="true" boundmass="9"'),
    "some groups": arm(compiler='inertiagrouprange="0 1"', child='<geom size=".1" group="2"/><geom size=".05"/>'),
    "kept by request": arm(body='fuse="false"'),
    "kept by gravity compensation": arm(body='gravcomp="1"'),
    "weightless with gravity compensation": arm(body='gravcomp="1"', child="<site/>"),
    "same gravity compensation": arm(body='gravcomp="1"', outer='gravcomp="1"'),
    "kept by exclude": arm(end='<contact><exclude body1="static" body2="free"/></contact>'),
    "kept by camera": arm(parent=BALL + '<camera mode="targetbody" target="static"/>'),
    "kept by light": arm(parent=BALL + '<light mode="targetbody" target="deeper"/>'),
    "kept by tuple": arm(end='<custom><tuple name="t"><element objtype="xbody" objname="static"/></tuple></custom>'),
    "free to go": arm(end='<custom><tuple name="t"><element objtype="site" objname="tip"/></tuple></custom>'),
    "radians": arm(compiler='angle="radian"'),
    "in a frame": """<mujoco><compiler fusestatic="true"/><worldbody><body name="a"><joint/><geom size=".1"/>
        <frame pos="1 0 0" euler="0 90 0"><body pos="0 1 0" euler="45 0 0"><geom type="capsule" size=".1 .3" pos="0 0 .2"/>
        <frame pos="0 0 1" euler="0 0 30"><site name="s"/><camera/><light/><body><joint name="j"/><geom size=".1"/></body>
        </frame></body></frame></body></worldbody></mujoco>""",
    "on a mocap body": """<mujoco><compiler fusestatic="true"/><worldbody><body mocap="true" pos="1 0 0"><body>
        <geom size=".1"/></body></body></worldbody></mujoco>""",
}


@pytest.mark.parametrize("case", FUSED)
def test_fusestatic(case):
    agree(FUSED[case])
    same_names(FUSED[case])


def test_fusing_keeps_a_written_mass_that_the_geoms_of_the_parent_would_replace():
    """MuJoCo fuses here and loses 2 kg."""
    text = arm(child=INERTIAL, compiler='inertiafromgeom="true"')
    model = engine.MjModel.from_xml_string(text)
    unfused = engine.MjModel.from_xml_string(text.replace('fusestatic="true"', ""))
    assert model.body("static").mass[0] == 2
    moving = [i for i in range(unfused.nbody) if unfused.body_weldid[i] != 0]
    assert model.body_mass[1:].sum() == pytest.approx(unfused.body_mass[moving].sum())


# discardvisual --------------------------------------------------------------------------------------------------

VISUAL = """<mujoco><compiler discardvisual="true" {compiler}/>
<asset><texture name="t1" type="2d" builtin="checker" width="8" height="8"/><texture name="t2" type="2d" builtin="flat" width="8" height="8"/>
<material name="m1" texture="t1"/><material name="m2" texture="t2"/></asset>
<worldbody><geom name="w" size=".1" contype="0" conaffinity="0"/><geom name="floor" size="1" material="m1"/>
<site name="s" material="m1"/>
<body name="a"><joint name="j"/><geom name="c" size=".1"/><geom name="v" size=".2" pos="0 0 1" contype="0" conaffinity="0" material="m2"/>
  <geom type="box" size=".1 .2 .3" pos="1 0 0" contype="0" conaffinity="0"/></body>
<body name="b" pos="0 0 2"><joint/><geom size=".1"/><geom size=".1" mass="0" contype="0" conaffinity="0"/>
  <geom name="pair" size=".1" contype="0" conaffinity="0"/><geom name="named" size=".1" contype="0" conaffinity="0"/>
  <geom name="half" size=".1" contype="0"/></body>
<body name="e" pos="0 0 4"><joint/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/><geom size=".1" contype="0" conaffinity="0"/></body>
<body name="f" pos="0 0 6"><freejoint align="{align}"/><geom size=".1" pos=".1 .2 .3" contype="0" conaffinity="0"/><geom type="box" size=".1 .2 .3"/></body>
</worldbody>
<contact><pair geom1="pair" geom2="c"/></contact>
<tendon><fixed><joint joint="j" coef="1"/></fixed></tendon>
<custom><tuple name="t"><element objtype="geom" objname="named"/>{entry}</tuple></custom></mujoco>"""


@pytest.mark.parametrize("align", ["true", "false"])
@pytest.mark.parametrize("entry", ["", '<element objtype="material" objname="m2"/>'])
def test_discardvisual(entry, align):
    text = VISUAL.format(compiler="", entry=entry, align=align)
    agree(text)
    same_names(text)
    model = engine.MjModel.from_xml_string(text)
    assert (model.nmat, model.ntex) == (1 if entry else 0, 0)


def test_discardvisual_and_fusestatic():
    text = arm(child='<geom size=".1" contype="0" conaffinity="0"/>', compiler='discardvisual="true"')
    agree(text)
    same_names(text)


def test_geoms_that_always_give_the_inertia_cannot_be_discarded():
    text = VISUAL.format(compiler='inertiafromgeom="true"', entry="", align="false")
    for module in (engine, reference):
        with pytest.raises(Exception, match="inertiafromgeom"):
            module.MjModel.from_xml_string(text)


# Scaled frames --------------------------------------------------------------------------------------------------

JOINT = """pos=".1 .2 .3" ref=".1" range="{range}" margin=".01" springref=".2" stiffness="10 2 3" damping="1 .2 .3"
armature=".4" frictionloss=".5" actuatorfrcrange="-1 1" solreflimit=".03 1" solimplimit=".9 .95 .002" solimpfriction=".9 .95 .002" """
PARTS = """<geom type="box" size=".1 .2 .3" pos=".1 .2 .3" margin=".1" gap=".01" solimp=".9 .95 .002" friction="1 .01 .02"
  surfacevel=".1 .2 .3 .4 .5 .6" adhesion=".7"/>
<geom type="capsule" fromto="0 0 0 .1 .2 .3" size=".05" density="500"/><geom type="sphere" size=".1" mass=".2"/>
<geom type="cylinder" size=".1 .2" shellinertia="true"/><geom type="ellipsoid" size=".1 .2 .3" euler="10 20 30"/>
<site pos=".1 .2 .3" size=".01 .02 .03" type="box"/><site fromto="0 0 0 1 1 1" size=".1" type="capsule"/><site size=".1"/>
<camera pos=".1 .2 .3" ipd=".1" fovy="60"/><camera resolution="10 10" sensorsize=".01 .01" focal=".02 .03" principal=".001 .002"/>
<light pos=".1 .2 .3" bulbradius=".1" range="3" attenuation="1 .1 .2"/>"""


def scaled(attributes, contents, end="", frame='pos="1 2 3" euler="0 0 30"'):
    return f"""<mujoco><compiler angle="radian"/><worldbody><frame {frame} {attributes}>{contents}</frame>
    <body name="bo" pos="0 0 5"><joint name="jo"/><geom name="go" size=".1"/><site name="so"/></body></worldbody>{end}</mujoco>"""


def body(index, kind, inner="", more=""):
    return f"""<body name="b{index}" pos=".1 .2 .3" euler=".1 .2 .3"><joint name="j{index}" type="{kind}" {more}/>
    <geom name="g{index}" size=".1" pos=".1 .2 .3"/><site name="s{index}" pos=".1 .1 .1"/>{inner}</body>"""


SIMILAR = 'scale="2" massscale="3"'
GEOMETRY = 'scale="2" massscale="3" scaling="geometry"'
POLICIES = [SIMILAR, GEOMETRY, 'scale=".5"', 'massscale="4"']


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", ["hinge", "slide", "ball", "free"])
def test_scaled_parts(kind, policy):
    joint = JOINT.format(range="-.5 .5")
    if kind == "ball":
        joint = joint.replace('range="-.5 .5"', 'range="0 .5"').replace(' ref=".1"', "").replace('springref=".2"', "")
        joint = joint.replace('actuatorfrcrange="-1 1"', "")
    if kind == "free":
        joint = 'stiffness="10 2 3" damping="1 .2 .3" armature=".4" frictionloss=".5"'
    inner = '<body pos=".1 .2 .3"><joint/><inertial pos=".1 .2 .3" mass="2" diaginertia="1 2 2.5" euler=".1 .2 .3"/></body>'
    inner += '<body pos=".1 .2 .3"><joint/><inertial pos=".1 .2 .3" mass="2" fullinertia="1 1 1 .1 .1 .1"/></body>'
    agree(scaled(policy, f'<body pos=".1 .2 .3" gravcomp=".5"><joint type="{kind}" {joint}/>{PARTS}{inner}</body>'))


TENDON = """stiffness="10 2 3" damping="1 .2 .3" springlength=".1 .2" frictionloss=".5" armature=".4" range="-.1 .5"
margin=".01" actuatorfrcrange="-1 1" solimplimit=".9 .95 .002" solimpfriction=".9 .95 .002" """
DRIVE = 'ctrlrange="0 1" forcerange="-2 2" lengthrange="-.1 .3" damping="1 .2 .3" armature=".1"'
ACTUATORS = [
    "<motor {}/>",
    '<position kp="5" kv=".5" {}/>',
    '<position kp="5" dampratio="1" {}/>',
    '<position kp="5" timeconst=".1" {}/>',
    '<velocity kv="3" {}/>',
    '<intvelocity kp="5" kv="1" actrange="-1 1" {}/>',
    '<damper kv="2" {}/>',
    '<cylinder area="2" bias="1 2 -3" timeconst=".2" {}/>',
    '<general gainprm="5" {}/>',
    '<general gaintype="affine" gainprm="5 1 2" biastype="affine" biasprm="1 2 3" dyntype="filter" dynprm=".1" actrange="-1 1" {}/>',
    '<general input="pos" gainprm="5" biastype="affine" biasprm="0 -5 0" dyntype="filter" dynprm=".1" actrange="-1 1" {}/>',
    '<general input="pressure" gainprm="5" {}/>',
    '<general dyntype="integrator" actrange="-1 1" gainprm="5" biastype="affine" biasprm="0 -5 -1" {}/>',
]


def actuators(target, drive=DRIVE):
    return "<actuator>" + "".join(text.format(f"{target} {drive}") for text in ACTUATORS) + "</actuator>"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kinds", [("hinge", "hinge"), ("slide", "slide"), ("slide", "hinge"), ("hinge", "slide")])
@pytest.mark.parametrize("across", [False, True])
def test_scaled_tendons(kinds, policy, across):
    other = "jo" if across else "j2"
    end = f'<tendon><fixed name="t" {TENDON}><joint joint="j1" coef="1"/><joint joint="{other}" coef="2"/></fixed></tendon>'
    contents = body(1, kinds[0], body(2, kinds[1]))
    agree(scaled(policy, contents, end + actuators('tendon="t" gear="3"')))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", ["hinge", "slide", "ball", "free"])
def test_scaled_actuators(kind, policy):
    gear = {"ball": "1 2 3", "free": "1 2 3 4 5 6"}.get(kind, "3")
    end = actuators(f'joint="j1" gear="{gear}"')
    if kind == "free":
        end = end.replace("</actuator>", actuators('joint="j1" gear="0 0 0 1 2 3"').replace("<actuator>", ""))
    agree(scaled(policy, body(1, kind), end))


@pytest.mark.parametrize("policy", POLICIES)
def test_scaled_pairs(policy):
    given = 'margin=".1" gap=".01" friction="1 1 .1 .01 .01" solimp=".9 .95 .002" adhesion=".3"'
    end = f'<contact><pair geom1="g1" geom2="g2" {given}/><pair geom1="g1" geom2="go"/><pair geom1="g2" geom2="go" {given}/></contact>'
    agree(scaled(policy, body(1, "slide") + body(2, "hinge"), end))


@pytest.mark.parametrize("policy", [*POLICIES, 'scale="2 3 4" scaling="geometry"'])
def test_scaled_keyframes(policy):
    contents = """<body pos=".1 .2 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body><joint name="s" type="slide" ref=".3"/><joint type="hinge"/><geom type="box" size=".1 .1 .1"/>
      <body><joint type="ball"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></body>
    <frame pos=".3 .4 .5" euler="0 0 1"><body mocap="true" pos=".1 .2 .3"/></frame>"""
    end = """<actuator><intvelocity kp="1" joint="s"/><motor joint="s"/><position joint="s" timeconst=".1"/></actuator>
    <keyframe><key qpos="5 6 7 1 0 0 0 .1 .2 1 0 0 0 .7" qvel="1 2 3 4 5 6 7 8 9 10 11 12" act="1 2" ctrl="1 2 3" mpos="7 8 9"/>
    <key qpos="5 6 7 1 0 0 0 .1"/><key/></keyframe>"""
    agree(scaled(policy, contents, end, frame='pos="1 2 3" euler="0 0 1.5707963267948966"'))


def test_scales_multiply():
    for outer, inner in [
        ('scale="2"', 'scale="5" scaling="geometry"'),
        ('scale="5" scaling="geometry" massscale="7"', 'scale="2" massscale="11"'),
        ('scale="2 3 5" scaling="geometry"', 'scale="1 2 3" scaling="geometry" euler="0 0 90"'),
    ]:
        contents = f"""<body pos="1 1 1"><frame pos="1 0 0" {inner}><joint type="slide" axis="0 0 1" stiffness="1" damping="1"
          springref="1" range="0 1" frictionloss="1"/></frame><geom type="box" size=".1 .1 .1"/>
          <frame {inner} pos="1 1 1"><geom mass="1" type="box" size="1 1 1"/></frame></body>"""
        agree(scaled(outer, contents).replace('angle="radian"', ""))


STRETCH = 'scale="2 3 5" scaling="geometry"'
STRETCHED = {
    "box": '<geom type="box" size="1 2 3" euler="90 0 0" pos="1 1 1" margin=".1" solimp=".9 .95 .001" surfacevel="1 1 1 1 1 1"/>',
    "nearly aligned box": '<geom type="box" size="1 2 3" euler="2 0 0"/>',
    "ellipsoid": '<geom type="ellipsoid" size="1 2 3" euler="0 90 0"/>',
    "sites": """<geom type="box" size="1 1 1"/><site size=".1 .2 .3" type="box" euler="20 0 0" pos="1 1 1"/><site size=".1"/>
        <site type="capsule" size=".1 .2" euler="20 0 0"/><site type="cylinder" fromto="0 0 0 1 1 1" size=".1"/>
        <site type="ellipsoid" fromto="0 0 0 1 1 1" size=".1"/><camera pos="1 1 1" ipd="1"/><light pos="1 1 1" range="2"/>""",
    "inertia": '<inertial pos="1 1 1" mass="2" diaginertia="2 2.5 3"/>',
    "turned inertia": '<inertial pos="1 1 1" mass="2" diaginertia="2 2.5 3" euler="20 0 0"/>',
    "full inertia": '<inertial pos="1 1 1" mass="2" fullinertia="2 2.5 3 .1 .2 .3"/>',
    "slides": """<joint type="slide" axis="1 0 0" range="0 1" ref="1" margin=".1" stiffness="1"/><joint type="slide" axis="0 1 .01"
        range="0 1" ref="1"/><geom type="box" size="1 1 1"/>""",
    "turned body": """<geom type="box" size="1 1 1"/><body pos="1 1 1" euler="90 0 0"><joint axis="0 0 1"/>
        <geom type="box" size="1 1 1" pos="1 1 1"/></body>""",
    "slanted body": """<geom type="box" size="1 1 1"/><body pos="1 1 1" euler="30 0 0"><joint type="ball"/>
        <inertial pos="1 1 1" mass="2" diaginertia="2 2.5 3"/><site pos="1 1 1"/></body>""",
}
ROUND = {
    "capsule": '<geom type="capsule" size="1 2"/>',
    "capsule between points": '<geom type="capsule" size="1" fromto="0 0 -1 0 0 1"/>',
    "box between points": '<geom type="box" size="1" fromto="0 0 -1 0 0 1"/>',
    "shell": '<geom type="cylinder" size="1 2" shellinertia="true"/>',
    "mass": '<geom type="cylinder" size="1 2" mass="2" euler="0 0 45"/>',
}


@pytest.mark.parametrize("case", STRETCHED)
def test_stretched(case):
    contents = f'<body pos="1 1 1"><joint pos="1 1 1"/>{STRETCHED[case]}</body>'
    agree(scaled(STRETCH, contents).replace('angle="radian"', ""))


@pytest.mark.parametrize("case", ROUND)
@pytest.mark.parametrize("mass", ["", 'massscale="3"'])
def test_stretched_along_the_axis(case, mass):
    contents = f'<body pos="1 1 1"><joint/>{ROUND[case]}</body>'
    agree(scaled(f'scale="2 2 5" scaling="geometry" {mass}', contents).replace('angle="radian"', ""))


MESHES = """<asset><mesh name="k" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="2 2 2" refpos=".1 .2 .3"/>
<mesh name="l" vertex="0 0 0 1 0 0 0 1 0 0 0 2"/><hfield name="h" nrow="2" ncol="3" size="1 2 3 4" elevation="1 2 3 4 5 6"/></asset>"""


@pytest.mark.parametrize("policy", POLICIES)
def test_an_instance_of_a_mesh_for_each_scale(policy):
    mesh = '<body pos=".1 .2 .3"><joint/><geom type="mesh" mesh="k" pos=".1 0 0"/></body>'
    box = '<body><joint/><geom type="box" mesh="l"/><site type="mesh" mesh="k"/></body>'
    land = '<geom type="hfield" hfield="h" pos="0 0 1"/>'
    text = scaled(policy, mesh + box + land, MESHES).replace("<worldbody>", f'<worldbody><site type="mesh" mesh="l"/>{mesh}{land}')
    agree(text.replace("</worldbody>", f'<frame scale="3">{mesh}</frame></worldbody>'))
    for module in (engine, reference):
        model = module.MjModel.from_xml_string(text)
        found = names(module, model, module.mjtObj.mjOBJ_MESH, model.nmesh)
        assert found == ["k", "l", "k@1", *(["l@1"] if "scale=" in policy else [])][: model.nmesh]


def test_discardvisual_keeps_meshes_that_are_used():
    text = VISUAL.format(compiler="", entry='<element objtype="mesh" objname="l"/>', align="false")
    meshes = MESHES.replace("</asset>", '<mesh name="gone" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>')
    body = """<body name="m" pos="0 0 9"><joint/><geom type="mesh" mesh="k"/><geom type="mesh" mesh="gone" contype="0" conaffinity="0"/>
    <geom type="box" mesh="gone" contype="0" conaffinity="0" mass="1"/></body>"""
    text = text.replace("</worldbody>", body + "</worldbody>" + meshes)
    agree(text)
    same_names(text)
    model = engine.MjModel.from_xml_string(text)
    assert names(engine, model, engine.mjtObj.mjOBJ_MESH, model.nmesh) == ["k", "l"]


def test_a_stretched_plane():
    agree(scaled(STRETCH, '<geom type="plane" size="1 2 3" euler="1.5707963267948966 0 0"/>'))


@pytest.mark.parametrize(
    ("attributes", "contents"),
    [
        ('scale="2 3 5"', BALL),
        ('scale="0"', BALL),
        ('massscale="-1"', BALL),
        (STRETCH, BALL),
        (STRETCH, '<geom type="box" size="1 2 3" euler=".2 0 0"/>'),
        (STRETCH, '<geom type="capsule" size="1 2"/>'),
        (STRETCH, '<geom type="capsule" size="1" fromto="0 0 0 1 1 1"/>'),
        (STRETCH, '<body><joint axis="0 1 1"/><geom type="box" size="1 2 3"/></body>'),
    ],
)
def test_scales_that_no_shape_can_have(attributes, contents):
    for module in (engine, reference):
        with pytest.raises(Exception):  # noqa: B017, PT011
            module.MjModel.from_xml_string(scaled(attributes, contents))
