#include "collision/heightfield.h"

#include "collision/local.h"
#include "element/convex/heightfield.h"

namespace thew::collision {

int heightfield_convex(const Shape& field, const Shape& other, double margin,
                       const ConvexOptions& options, ConvexMemory memory, Point<double>* points) {
  return heightfield_set(field, convex_of(seen_from(field, other)), margin, options, memory,
                         points);
}

int heightfield_set(const Shape& field, const Convex& set, double margin,
                    const ConvexOptions& options, ConvexMemory memory, Point<double>* points) {
  const int count =
      element::convex::heightfield_contacts(*field.height, set, margin, options, memory, points);
  to_world(field, points, count);
  return count;
}

}  // namespace thew::collision
