// Orientations, and frames inside bodies.

#include "base/fault.h"
#include "compile/stages.h"
#include "spec/orientation.h"

namespace thew::compile {

Vec4 resolve(const Draft& draft, const Orientation& orientation, const Compiler& rules,
             const Element& element, std::string_view kind) {
  try {
    return rotation_of(orientation, rules);
  } catch (const base::Fault& fault) {
    draft.fail(element, kind, fault.what);
  }
}

void resolve_frames(Draft& draft) {
  for (BodyDraft& body : draft.bodies) {
    for (const Frame& frame : body.spec->frames) {
      const Pose own = {frame.pos, resolve(draft, frame.orientation, *body.rules, frame, "frame")};
      body.frames.push_back(place(body, frame.frame, own));
    }
  }
}

Pose place(const BodyDraft& body, int frame, const Pose& pose) {
  return frame < 0 ? pose : compose(body.frames[frame], pose);
}

Pose from_to(const Draft& draft, const Vec6& points, GeomType type, const Vec3& pos, Vec3& size,
             const Element& element, std::string_view kind) {
  if (type != GeomType::Capsule && type != GeomType::Cylinder && type != GeomType::Ellipsoid &&
      type != GeomType::Box) {
    draft.fail(element, kind, "fromto needs a capsule, cylinder, ellipsoid or box");
  }
  if (pos != Vec3{}) draft.fail(element, kind, "pos and fromto cannot both be given");
  const Vec3 from = {points[0], points[1], points[2]};
  const Vec3 to = {points[3], points[4], points[5]};
  Vec3 direction = from - to;
  size[1] = normalise(direction) / 2;
  if (size[1] < kTiny) draft.fail(element, kind, "the two points of fromto are the same");
  // The length is along z, which is the last half size of ellipsoids and boxes.
  if (type == GeomType::Ellipsoid || type == GeomType::Box) {
    size[2] = size[1];
    size[1] = size[0];
  }
  return {0.5 * (from + to), from_z(direction)};
}

}  // namespace thew::compile
