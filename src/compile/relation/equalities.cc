// Equalities: what they hold together, and where.

#include <algorithm>
#include <cmath>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

constexpr int kPosition = 3, kQuat = 6, kAutomatic = 11;  // columns of eq_data

int rows_of(EqualityType type) {
  switch (type) {
    case EqualityType::Connect:
      return 3;
    case EqualityType::Weld:
      return 7;  // what MuJoCo counts; there are six
    default:
      return 1;
  }
}

ObjectType object_of(const Equality& equality) {
  switch (equality.type) {
    case EqualityType::Joint:
      return ObjectType::Joint;
    case EqualityType::Tendon:
      return ObjectType::Tendon;
    case EqualityType::Distance:
      return ObjectType::Geom;
    case EqualityType::Flex:
    case EqualityType::Flexstrain:
      return ObjectType::Flex;
    default:
      return equality.objtype;
  }
}

void check_joint(const Draft& draft, const Equality& equality, int id) {
  if (id < 0) return;
  const Joint& joint = *draft.joints[id].spec;
  if (joint.type == JointType::Hinge || joint.type == JointType::Slide) return;
  draft.fail(equality, "equality", "joint \"" + joint.name + "\" is neither a hinge nor a slide");
}

// One body in the frame of another.
Pose relative_pose(const Data& d, int body, int frame) {
  const auto pose = [&](int b) {
    Pose p;
    std::copy_n(d.xpos.row(b), 3, p.pos.begin());
    std::copy_n(d.xquat.row(b), 4, p.quat.begin());
    return p;
  };
  return compose(inverse(pose(frame)), pose(body));
}

// The anchor of one body, as it is in the frame of the other.
void set_other_anchor(double* data, const Pose& relative) {
  const Vec3 anchor = relative.pos + rotate(relative.quat, Vec3{data[0], data[1], data[2]});
  std::copy(anchor.begin(), anchor.end(), data + kPosition);
}

void set_weld(double* data, const Pose& relative) {
  Vec4 quat = relative.quat;
  if (data[kAutomatic] != 0) {
    set_other_anchor(data, relative);
  } else {
    std::copy_n(data + kQuat, 4, quat.begin());
    if (normalise(quat) == 0) quat = {1, 0, 0, 0};
  }
  std::copy(quat.begin(), quat.end(), data + kQuat);
}

double distance(const Data& d, int geom1, int geom2) {
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const double x = d.geom_xpos.row(geom1)[k] - (geom2 < 0 ? 0 : d.geom_xpos.row(geom2)[k]);
    square += x * x;
  }
  return std::sqrt(square);
}

}  // namespace

void compile_equalities(Draft& draft) {
  for (EqualityDraft& equality : draft.equalities) {
    const Equality& spec = *equality.spec;
    const ObjectType object = object_of(spec);
    equality.first = draft.refer(spec, "equality", object, spec.name1);
    if (!spec.name2.empty()) {
      equality.second = draft.refer(spec, "equality", object, spec.name2);
    } else if (object == ObjectType::Body) {
      equality.second = 0;
    }
    if (equality.first == equality.second) {
      draft.fail(spec, "equality",
                 std::string(kind_name(object)) + " \"" + spec.name1 + "\" is repeated");
    }
    if (object == ObjectType::Joint) {
      check_joint(draft, spec, equality.first);
      check_joint(draft, spec, equality.second);
    }
  }
}

std::int64_t equality_rows(const Draft& draft) {
  std::int64_t rows = 0;
  for (const EqualityDraft& equality : draft.equalities) rows += rows_of(equality.spec->type);
  return rows;
}

void write_equalities(const Draft& draft, Model& m) {
  for (int i = 0; i < m.neq; ++i) {
    const EqualityDraft& equality = draft.equalities[i];
    const Equality& spec = *equality.spec;
    m.eq_type[i] = static_cast<int>(spec.type);
    m.eq_obj1id[i] = equality.first;
    m.eq_obj2id[i] = equality.second;
    const bool of_flex = object_of(spec) == ObjectType::Flex;
    m.eq_objtype[i] = of_flex ? 0 : static_cast<int>(spec.objtype);
    m.eq_active0[i] = spec.active;
    put(m.eq_solref, i, spec.solref);
    put(m.eq_solimp, i, spec.solimp);
    put(m.eq_data, i, spec.data);
    // A rotation of zeros means that the relative pose was not given.
    double* data = m.eq_data.row(i);
    if (spec.type == EqualityType::Weld && spec.objtype == ObjectType::Body) {
      const bool given =
          std::any_of(data + kQuat, data + kQuat + 4, [](double x) { return x != 0; });
      data[kAutomatic] = given ? 0 : 1;
    }
  }
}

void set_equalities(Model& m, const Data& d) {
  for (int i = 0; i < m.neq; ++i) {
    double* data = m.eq_data.row(i);
    const bool of_bodies = m.eq_objtype[i] == static_cast<int>(ObjectType::Body);
    const int first = m.eq_obj1id[i], second = m.eq_obj2id[i];
    switch (static_cast<EqualityType>(m.eq_type[i])) {
      case EqualityType::Connect:
        if (of_bodies) {
          set_other_anchor(data, relative_pose(d, first, second));
        } else {
          std::fill_n(data, kNEQDATA, 0);  // sites tell everything
        }
        break;
      case EqualityType::Weld:
        if (of_bodies) set_weld(data, relative_pose(d, second, first));
        break;
      case EqualityType::Distance:
        if (data[kAutomatic] != 0) data[0] = distance(d, first, second);
        break;
      default:
        break;
    }
  }
}

}  // namespace thew::compile
