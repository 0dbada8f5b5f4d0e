"""Numbers that were changed in a compiled model, written to the spec as what compiles to them."""

import numpy as np

# Fields of a model that are a member of an element each, by kind: (field, member).
_FIELDS = {
    "body": "gravcomp",
    "geom": "size rgba friction solref solimp solmix margin gap contype conaffinity condim priority group",
    "site": "size rgba group",
    "cam": "fovy ipd",
    "light": "ambient diffuse specular attenuation cutoff exponent active",
    "jnt": "margin group",
    "actuator": "gear gainprm biasprm dynprm cranklength",
    "tendon": "width rgba margin frictionloss",
    "eq": "solref solimp",
}
_KINDS = {"cam": "camera", "jnt": "joint", "eq": "equality"}
_POSED = {"body": "body", "geom": "geom", "site": "site", "cam": "camera"}


def _multiply(a, b):
    w, v = a[0], np.asarray(a[1:])
    x, u = b[0], np.asarray(b[1:])
    return np.array([w * x - v @ u, *(w * u + x * v + np.cross(v, u))])


def _rotate(quat, vector):
    inverse = np.array([quat[0], -quat[1], -quat[2], -quat[3]])
    return _multiply(_multiply(quat, [0, *vector]), inverse)[1:]


class _Writer:
    """Writes the changes of a model to a spec of the same structure."""

    def __init__(self, spec, base, model):
        self.spec, self.base, self.model = spec, base, model
        self.written = []

    def rows(self, field):
        """The rows of a field that were changed."""
        ours, theirs = np.asarray(getattr(self.base, field)), np.asarray(getattr(self.model, field))
        if ours.shape != theirs.shape:
            raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
        if np.array_equal(ours, theirs, equal_nan=True):
            return
        self.written.append(field)
        changed = ours != theirs
        for row in np.unique(np.nonzero(changed)[0]):
            yield int(row), theirs[row]

    def run(self):
        for prefix, names in _FIELDS.items():
            kind = _KINDS.get(prefix, prefix)
            for name in names.split():
                for row, value in self.rows(f"{prefix}_{name}"):
                    setattr(self.spec._find_all(kind)[row], name, value if np.ndim(value) else value.item())
        for prefix, kind in _POSED.items():
            self.pose(prefix, kind)
        self.joints()
        self.inertias()
        for row, value in self.rows("actuator_ctrlrange"):
            self.spec.actuators[row].ctrlrange = value
        for row, value in self.rows("actuator_forcerange"):
            self.spec.actuators[row].forcerange = value
        return self.written

    def frame(self, element):
        """The pose of the frame that an element stands in."""
        pos, quat = np.zeros(3), np.array([1.0, 0, 0, 0])
        around = element.frame
        while around is not None:
            turn = np.array(self.quat(around))
            pos = np.asarray(around.pos) + _rotate(turn, pos)
            quat = _multiply(turn, quat)
            around = around.frame
        return pos, quat

    def quat(self, element):
        rules = element.compiler
        if int(element.alt.type) == 0:
            quat = np.array(element.quat)
            return quat / np.linalg.norm(quat)
        return self.spec.resolve_orientation(rules.degree, rules.eulerseq, element.alt)

    def pose(self, prefix, kind):
        for row, value in self.rows(f"{prefix}_pos"):
            element = self.spec._find_all(kind)[row]
            pos, quat = self.frame(element)
            quat[1:] *= -1
            element.pos = _rotate(quat, value - pos)
        for row, value in self.rows(f"{prefix}_quat"):
            element = self.spec._find_all(kind)[row]
            _, quat = self.frame(element)
            quat[1:] *= -1
            element.quat = _multiply(quat, value)

    def joints(self):
        joints = self.spec.joints

        def scale(joint):
            angle = int(joint.type) in (1, 3) and joint.compiler.degree
            return 180 / np.pi if angle else 1.0

        for row, value in self.rows("jnt_range"):
            joints[row].range = value * scale(joints[row])
        for row, value in self.rows("qpos0"):
            joint = int(np.nonzero(self.model.jnt_qposadr == row)[0][0]) if row in self.model.jnt_qposadr else None
            if joint is None or int(joints[joint].type) < 2:
                raise ValueError("qpos0 was changed in the model, and the spec has no place for it")
            joints[joint].ref = value.item() * scale(joints[joint])
        for field, member in (("dof_armature", "armature"), ("dof_frictionloss", "frictionloss")):
            for row, value in self.rows(field):
                setattr(joints[int(self.model.dof_jntid[row])], member, value.item())
        for row, value in self.rows("dof_damping"):
            joints[int(self.model.dof_jntid[row])].damping[0] = value.item()
        for row, value in self.rows("jnt_stiffness"):
            joints[row].stiffness[0] = value.item()

    def inertias(self):
        fields = ("body_mass", "body_inertia", "body_ipos", "body_iquat")
        for body in sorted({row for field in fields for row, _ in self.rows(field)}):
            element = self.spec.bodies[body]
            element.mass = float(self.model.body_mass[body])
            element.inertia = self.model.body_inertia[body]
            element.ipos = self.model.body_ipos[body]
            element.iquat = self.model.body_iquat[body]
            element.explicitinertial = True


def copy_back(spec, model):
    """Writes changes to a spec; raises ValueError, and writes nothing, where it cannot say them."""
    base = spec.compile()
    trial = spec.copy()
    written = _Writer(trial, base, model).run()
    compiled = trial.compile()
    for field in written:
        if not np.allclose(getattr(compiled, field), getattr(model, field), rtol=1e-12, atol=1e-12, equal_nan=True):
            raise ValueError(f"{field} was changed in the model, and the spec cannot say it")
    _Writer(spec, base, model).run()
    for name in ("opt", "vis", "stat"):
        changed = getattr(model, name)
        if changed != getattr(base, name):
            getattr(spec, {"opt": "option", "vis": "visual"}.get(name, name))._assign(changed)
