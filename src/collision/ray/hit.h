#pragma once

// What rays are and what they find, as element/ray.h has it.

#include "collision/shape.h"
#include "element/ray.h"

namespace thew::collision {

using element::BoxPassage, element::Hit, element::Ray;
using element::first_side, element::is_primitive, element::nearer, element::pass_box,
    element::to_local;
using element::ray_box, element::ray_capsule, element::ray_cylinder, element::ray_ellipsoid,
    element::ray_plane, element::ray_primitive, element::ray_sphere;
namespace ray_parts = element::ray_parts;

}  // namespace thew::collision
