"""Random sequences of edits of a spec. The same calls on MuJoCo's MjSpec and on Thew's: what they choose depends on
the seed and on how many elements there are, never on the module."""

import numpy as np

SHAPES = ("SPHERE", "CAPSULE", "ELLIPSOID", "CYLINDER", "BOX")
PRISM = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]


class Edits:
    """One spec and the numbers that its edits are drawn from."""

    def __init__(self, module, seed, nested=False):
        self.module = module
        self.seed = seed
        self.rng = np.random.default_rng(seed)
        self.nested = nested
        self.count = 0
        self.log = []
        self.classes = []
        self.spec = module.MjSpec()
        self.spec.compiler.degree = bool(self.rng.integers(2))
        self.spec.option.timestep = float(self.rng.choice([0.001, 0.002, 0.005]))
        if self.rng.integers(2):
            self.spec.compiler.eulerseq = "zyx"

    # --- choices ---

    def numbers(self, count, low=-1.0, high=1.0):
        return [round(float(x), 3) for x in self.rng.uniform(low, high, count)]

    def one(self, things):
        return things[int(self.rng.integers(len(things)))] if len(things) else None

    def chance(self, probability):
        return self.rng.uniform() < probability

    def name(self, kind):
        self.count += 1
        return f"{kind}{self.count}"

    def default(self):
        name = self.one(self.classes) if self.classes and self.chance(0.5) else None
        return None if name is None else self.spec.find_default(name)

    def bodies(self):
        return self.spec.bodies

    def place(self, attached=False):
        """A body or a frame to add to. What is added to an attached body has its rules of angles here, and those of the
        whole in MuJoCo: only bodies, which have their own, are put there."""

        def own(body):
            return attached or not body.name.startswith("p")

        frames = [frame for frame in self.spec.frames if own(frame.parent)]
        bodies = [body for body in self.bodies() if own(body)]
        return self.one(frames) if frames and self.chance(0.3) else self.one(bodies)

    def rotation(self):
        form = self.one(["quat", "axisangle", "xyaxes", "zaxis", "euler", None])
        if form is None:
            return {}
        count = {"quat": 4, "axisangle": 4, "xyaxes": 6, "zaxis": 3, "euler": 3}[form]
        values = self.numbers(count, 0.1, 1)
        if form == "xyaxes":
            values[3:] = [-values[1], values[0], 0.3]
        return {form: values}

    # --- edits ---

    def add_body(self):
        body = self.place(attached=True).add_body(
            name=self.name("body"), pos=self.numbers(3), gravcomp=float(self.rng.integers(3)) / 2, **self.rotation()
        )
        self.solid(body)
        if self.classes and self.chance(0.2):
            body.childclass = self.one(self.classes)
        if self.chance(0.7):
            self.joint_in(body)
        elif body.parent == self.spec.worldbody and self.chance(0.3):
            body.add_freejoint(name=self.name("free"))
        elif body.parent == self.spec.worldbody and self.chance(0.3):
            body.mocap = True

    def solid(self, where):
        types = self.module.mjtGeom
        shape = self.one(SHAPES)
        values = {"pos": self.numbers(3), **self.rotation()}
        if shape in ("CAPSULE", "CYLINDER", "BOX", "ELLIPSOID") and self.chance(0.3):
            values = {"fromto": self.numbers(6)}
        where.add_geom(
            name=self.name("geom"), type=getattr(types, f"mjGEOM_{shape}"), size=self.numbers(3, 0.05, 0.3), **values
        )

    def add_geom(self):
        geom = self.place().add_geom(self.default(), name=self.name("geom"), size=self.numbers(3, 0.05, 0.3))
        if self.chance(0.3):
            geom.mass = self.numbers(1, 0.1, 2)[0]
        if self.chance(0.3):
            geom.friction = self.numbers(3, 0, 1)
        if self.chance(0.2) and len(self.spec.materials):
            geom.material = self.one(self.spec.materials).name

    def joint_in(self, body):
        types = self.module.mjtJoint
        joints = body.joints
        kind = self.one(["HINGE", "SLIDE"]) if len(joints) else self.one(["HINGE", "SLIDE", "BALL"])
        if any(int(one.type) in (int(types.mjJNT_BALL), int(types.mjJNT_FREE)) for one in joints) or body.mocap:
            return
        joint = body.add_joint(
            self.default(), name=self.name("joint"), type=getattr(types, f"mjJNT_{kind}"), axis=self.numbers(3, 0.1, 1)
        )
        joint.damping[0] = self.numbers(1, 0, 1)[0]
        if self.chance(0.5):
            joint.range = [0, 1.5] if kind == "BALL" else [-1.25, 1.5]
        if self.chance(0.3):
            joint.stiffness = [2.5, 0, 0]
            joint.springref = 0.5
        if self.chance(0.3):
            joint.armature = 0.125

    def add_joint(self):
        movable = [body for body in self.bodies()[1:] if len(body.joints) < 3 and not body.name.startswith("p")]
        if movable:
            self.joint_in(self.one(movable))

    def add_frame(self):
        self.place().add_frame(name=self.name("frame"), pos=self.numbers(3), **self.rotation())

    def add_site(self):
        self.place().add_site(self.default(), name=self.name("site"), pos=self.numbers(3), **self.rotation())

    def add_camera(self):
        camera = self.place().add_camera(name=self.name("camera"), pos=self.numbers(3), fovy=40 + self.count % 20)
        # Attached, a camera that looks at the world is refused by MuJoCo.
        if self.chance(0.3) and len(self.bodies()) > 1:
            camera.mode = self.module.mjtCamLight.mjCAMLIGHT_TARGETBODY
            camera.targetbody = self.one(self.bodies()[1:]).name

    def add_light(self):
        self.place().add_light(name=self.name("light"), pos=self.numbers(3), dir=[0.1, 0.2, -1])

    def add_default(self):
        name = self.name("class")
        parent = self.spec.find_default(self.one(self.classes)) if self.classes and self.chance(0.5) else self.spec.default
        made = self.spec.add_default(name, parent)
        self.classes.append(name)
        made.geom.rgba = self.numbers(4, 0, 1)
        made.geom.friction[0] = self.numbers(1, 0.1, 1)[0]
        made.joint.damping[0] = 0.25
        made.joint.frictionloss = self.numbers(1, 0, 0.1)[0]
        made.site.size[0] = 0.02
        made.actuator.ctrlrange = [-2, 3]

    def add_material(self):
        texture = self.spec.add_texture(name=self.name("texture"), width=8, height=8)
        texture.type = self.module.mjtTexture.mjTEXTURE_2D
        texture.builtin = self.module.mjtBuiltin.mjBUILTIN_CHECKER
        texture.rgb1 = self.numbers(3, 0, 1)
        material = self.spec.add_material(self.default(), name=self.name("material"), rgba=self.numbers(4, 0, 1))
        material.textures[self.module.mjtTextureRole.mjTEXROLE_RGB] = texture.name

    def add_mesh(self):
        mesh = self.spec.add_mesh(name=self.name("mesh"), scale=self.numbers(3, 0.1, 0.5))
        if self.chance(0.5):
            mesh.uservert = [x + 0.1 * i for i, x in enumerate(PRISM)]
        else:
            mesh.make_cone(nedge=5, radius=0.5)
        geom = self.place().add_geom(name=self.name("geom"), type=self.module.mjtGeom.mjGEOM_MESH, meshname=mesh.name)
        geom.pos = self.numbers(3)

    def add_hfield(self):
        field = self.spec.add_hfield(name=self.name("hfield"), size=[1, 1, 0.5, 0.1], nrow=3, ncol=4)
        field.userdata = self.numbers(12, 0, 1)
        self.spec.worldbody.add_geom(
            name=self.name("geom"), type=self.module.mjtGeom.mjGEOM_HFIELD, hfieldname=field.name
        )

    def scalar_joints(self):
        types = self.module.mjtJoint
        return [one for one in self.spec.joints if int(one.type) in (int(types.mjJNT_HINGE), int(types.mjJNT_SLIDE))]

    def add_actuator(self):
        joints = self.scalar_joints()
        if not joints:
            return
        actuator = self.spec.add_actuator(
            self.default(),
            name=self.name("actuator"),
            trntype=self.module.mjtTrn.mjTRN_JOINT,
            target=self.one(joints).name,
            gear=self.numbers(6),
        )
        how = self.one(["general", "motor", "position", "velocity", "intvelocity", "damper"])
        if how == "damper" and actuator.ctrlrange[0] < 0:
            return
        if how == "motor":
            actuator.set_to_motor()
        elif how == "position":
            actuator.set_to_position(kp=3.0, kv=0.5)
        elif how == "velocity":
            actuator.set_to_velocity(kv=2.0)
        elif how == "intvelocity":
            actuator.set_to_intvelocity(kp=2.0)
            actuator.actrange = [-1, 1]
        elif how == "damper":
            actuator.set_to_damper(kv=1.5)
            actuator.ctrlrange = [0, 1]

    def add_sensor(self):
        module = self.module
        sites, joints = self.spec.sites, self.scalar_joints()
        if len(sites) and self.chance(0.5):
            kind, thing, objtype = "GYRO", self.one(sites), "SITE"
        elif joints:
            kind, thing, objtype = "JOINTPOS", self.one(joints), "JOINT"
        else:
            kind, thing, objtype = "SUBTREECOM", self.one(self.bodies()), "BODY"
        self.spec.add_sensor(
            name=self.name("sensor"),
            type=getattr(module.mjtSensor, f"mjSENS_{kind}"),
            objtype=getattr(module.mjtObj, f"mjOBJ_{objtype}"),
            objname=thing.name,
        )

    def add_tendon(self):
        joints, sites = self.scalar_joints(), self.spec.sites
        if joints and self.chance(0.5):
            tendon = self.spec.add_tendon(name=self.name("tendon"), stiffness=2)
            for joint in joints[:3]:
                tendon.wrap_joint(joint.name, self.numbers(1, 0.5, 1)[0])
        elif len(sites) > 2:
            tendon = self.spec.add_tendon(name=self.name("tendon"), range=[0.1, 5], width=0.01)
            tendon.wrap_site(sites[0].name)
            tendon.wrap_site(sites[1].name)
            tendon.wrap_pulley(2.0)
            tendon.wrap_site(sites[1].name)
            tendon.wrap_site(sites[2].name)

    def add_equality(self):
        module, bodies = self.module, self.bodies()
        if len(bodies) < 3:
            return
        a, b = bodies[1], bodies[-1]
        kind = self.one(["CONNECT", "WELD"])
        equality = self.spec.add_equality(
            name=self.name("equality"),
            type=getattr(module.mjtEq, f"mjEQ_{kind}"),
            objtype=module.mjtObj.mjOBJ_BODY,
            name1=a.name,
            name2=b.name,
        )
        equality.data[:3] = self.numbers(3)

    def add_contact(self):
        geoms, bodies = self.spec.geoms, self.bodies()
        if len(geoms) > 1 and self.chance(0.5):
            self.spec.add_pair(name=self.name("pair"), geomname1=geoms[0].name, geomname2=geoms[-1].name, condim=4)
        elif len(bodies) > 2:
            self.spec.add_exclude(name=self.name("exclude"), bodyname1=bodies[1].name, bodyname2=bodies[-1].name)

    def add_custom(self):
        self.spec.add_numeric(name=self.name("numeric"), data=self.numbers(3), size=4)
        self.spec.add_text(name=self.name("text"), data="some text")
        entries = self.spec.add_tuple(name=self.name("tuple"))
        entries.objtype = [int(self.module.mjtObj.mjOBJ_BODY)]
        entries.objname = [self.one(self.bodies()).name]
        entries.objprm = [0.5]

    def add_key(self):
        self.spec.add_key(name=self.name("key"), time=self.numbers(1, 0, 1)[0])

    def change(self):
        kind = self.one(["bodies", "geoms", "sites", "joints", "frames"])
        element = self.one(getattr(self.spec, kind)[1 if kind == "bodies" else 0 :])
        if element is None:
            return
        if kind not in ("geoms", "sites") or np.isnan(element.fromto[0]):
            element.pos = self.numbers(3)
        if kind == "geoms":
            element.margin = 0.01
            element.group = 1
        if kind == "joints":
            element.margin = 0.02
        if kind == "bodies":
            element.userdata = [1, 2]
        if kind == "sites":
            element.rgba[1] = 0.25

    def set_frame(self):
        bodies = [body for body in self.bodies() if len(body.frames) and len(body.geoms)]
        if bodies:
            body = self.one(bodies)
            self.one(body.geoms).set_frame(self.one(body.frames))

    def delete(self):
        if len(self.spec.keys):
            return  # deleting changes the order of MuJoCo's keyframes, and they get no prefix any more
        whole = ["bodies", "frames"] if not self.torn else []
        kind = self.one(["geoms", "sites", "joints", "actuators", "sensors", "tendons", "cameras", "equalities", *whole])
        element = self.one(getattr(self.spec, kind)[1 if kind == "bodies" else 0 :])
        if element is not None:
            self.spec.delete(element)
            self.torn |= kind not in ("bodies", "frames")

    def attach(self):
        if self.nested:
            return
        child = Edits(self.module, 1000 * self.seed + self.count, nested=True)
        child.run(6)
        prefix = self.name("p") + "_"
        how = self.one(["frame", "site", "body", "part"] if len(child.spec.bodies) > 1 else ["frame", "site"])
        if how == "frame":
            frame = self.place().add_frame(name=self.name("frame"), pos=self.numbers(3), **self.rotation())
            self.spec.attach(child.spec, prefix=prefix, frame=frame)
        elif how == "site":
            site = self.place().add_site(name=self.name("site"), pos=self.numbers(3), **self.rotation())
            self.spec.attach(child.spec, prefix=prefix, suffix="_s", site=site)
        elif how == "body":
            frame = self.place().add_frame(name=self.name("frame"), pos=self.numbers(3))
            frame.attach_body(self.one(child.spec.bodies[1:]), prefix, "_s")
        else:
            inner = child.spec.worldbody.add_frame(name="part", pos=self.numbers(3), **self.rotation())
            body = inner.add_body(name="inside")
            child.solid(body)
            self.one([body for body in self.bodies() if not body.name.startswith("p")]).attach_frame(inner, prefix, "")

    def copy(self):
        # In MuJoCo, what refers to a single element that was deleted is lost in copies, and not where a body is deleted.
        if not self.attached and not self.torn:
            self.spec = self.spec.copy()

    attached = False
    torn = False
    EDITS = (
        ["add_body"] * 4
        + "add_geom add_joint add_joint add_frame add_frame add_site add_site add_camera add_light add_default".split()
        + "add_material add_mesh add_hfield add_actuator add_actuator add_sensor add_tendon add_equality".split()
        + "add_contact add_custom add_key change change set_frame delete delete attach copy".split()
    )

    def run(self, steps):
        self.add_body()
        for _ in range(steps):
            edit = self.one(self.EDITS)
            self.log.append(edit)
            getattr(self, edit)()
            self.attached |= edit == "attach" and not self.nested
        return self.spec

    def replay(self, steps):
        """The edits of a run."""
        self.run(steps)
        return self.log
