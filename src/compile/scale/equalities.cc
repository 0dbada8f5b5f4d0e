// Equalities follow the scale of what they hold: anchors that of the body in whose frame they are,
// numbers between two things the geometric mean of both, polynomials the coordinates they couple.

#include "compile/scale/scale.h"

namespace thew::compile {

namespace {

template <class T>
T find(const std::unordered_map<std::string, T>& map, const std::string& name) {
  const auto found = map.find(name);
  return found == map.end() ? T{} : found->second;
}

void stretch(double* point, const Scale& scale) {
  const Vec3 stretched = multiply(scale.stretch, Vec3{point[0], point[1], point[2]});
  std::copy(stretched.begin(), stretched.end(), point);
}

// y1 = c0 + c1 y2 + c2 y2^2 ...
void scale_coupling(Equality& equality, const Coordinates& coordinates) {
  double factor = find(coordinates, equality.name1).coordinate;
  const double second = find(coordinates, equality.name2).coordinate;
  equality.solimp[2] *= factor;
  for (std::size_t k = 0; k < 5; ++k, factor /= second) equality.data[k] *= factor;
}

void scale_joining(Equality& equality, const ScaledTree& tree) {
  const bool of_bodies = equality.objtype == ObjectType::Body;
  const auto& places = of_bodies ? tree.bodies : tree.sites;
  const Scale first = find(places, equality.name1), second = find(places, equality.name2);
  double* data = equality.data.data();
  double length = mean(first, second).length;
  if (equality.type == EqualityType::Weld) {
    data[10] *= length;
    if (of_bodies) {
      stretch(data, second);
      stretch(data + 3, first);
    }
  } else if (of_bodies) {
    stretch(data, first);
    length = first.length;
  }
  equality.solimp[2] *= length;
}

}  // namespace

void scale_equalities(Spec& spec, const ScaledTree& tree,
                      const std::vector<CoordinateScale>& tendons) {
  Coordinates of_joints, of_tendons;
  for (const auto& [name, joint] : tree.joints) of_joints.emplace(name, joint.coordinate);
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    of_tendons.emplace(spec.tendons[i].name, tendons[i]);
  }
  for (Equality& equality : spec.equalities) {
    if (equality.type == EqualityType::Joint) {
      scale_coupling(equality, of_joints);
    } else if (equality.type == EqualityType::Tendon) {
      scale_coupling(equality, of_tendons);
    } else if (equality.type == EqualityType::Distance) {
      const double length =
          mean(find(tree.geoms, equality.name1), find(tree.geoms, equality.name2)).length;
      equality.data[0] *= length;
      equality.solimp[2] *= length;
    } else {
      scale_joining(equality, tree);
    }
  }
}

}  // namespace thew::compile
