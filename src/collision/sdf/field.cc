#include "collision/sdf/field.h"

#include "collision/sdf/difference.h"
#include "collision/sdf/formula.h"
#include "collision/sdf/octree.h"
#include "collision/sdf/primitive.h"

namespace thew::collision {

double field_distance(const Shape& shape, const Vec3d& p) {
  if (shape.type != GeomType::Sdf) return primitive_distance(shape.type, shape.at.size, p);
  const FieldView& field = *shape.field;
  if (field.formula < 0) return octree_distance(field, p);
  return kFormula[field.formula].distance(p, field.number);
}

FieldSample field_sample(const Shape& shape, const Vec3d& p) {
  const double distance = field_distance(shape, p);
  if (shape.type != GeomType::Sdf) {
    return {distance, primitive_gradient(shape.type, shape.at.size, p)};
  }
  const FieldView& field = *shape.field;
  if (field.formula < 0) return {distance, octree_gradient(field, p)};
  const Formula& formula = kFormula[field.formula];
  if (formula.gradient) return {distance, formula.gradient(p, field.number)};
  const auto f = [&](const Vec3d& x) { return formula.distance(x, field.number); };
  return {distance, difference_gradient(f, p, distance)};
}

}  // namespace thew::collision
