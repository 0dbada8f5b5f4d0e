#include "collision/flex_rod.h"

#include "element/pair/box_box.h"
#include "element/pair/capsule_box.h"

namespace thew::collision {

int geom_box(const Shape& geom, const Shape& box, const PairSettings& settings,
             Point<double>* points) {
  if (const auto analytic = analytic_pair<double>(geom.type, box.type)) {
    return analytic(geom.at, box.at, settings.margin, points);
  }
  const auto general = general_pair(geom.type, box.type);
  return general ? general(geom, box, settings, points) : 0;
}

int two_boxes(const Element& a, const Shape* box_a, const Element& b, const Shape* box_b,
              const PairSettings& settings, Point<double>* points) {
  if (box_a && box_b) return element::box_box(box_a->at, box_b->at, settings.margin, points);
  if (box_b) return element::capsule_box(a.capsule(), box_b->at, settings.margin, points);
  const int count = element::capsule_box(b.capsule(), box_a->at, settings.margin, points);
  for (int i = 0; i < count; ++i) points[i].normal = -points[i].normal;
  return count;
}

}  // namespace thew::collision
