// How contacts of distance fields were searched: each way downhill from its first point to its
// last. The ways are not kept, so that the search is made once more, on a copy of the world.

#include <algorithm>

#include <thew/collision.h>

#include "collision/sdf/watcher.h"
#include "math/quat.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

using Way = std::vector<Vector>;

/// The ways of the last search of each field that a plugin stands for, in its frame.
class Ways : public collision::FieldWatcher {
 public:
  explicit Ways(const Model& m) : m_(m), ways_(static_cast<std::size_t>(m.nplugin)) {}

  void meet(int first, int second) override {
    other_ = of(m_.geom_plugin[first]);
    field_ = of(m_.geom_plugin[second]);
  }
  void begin() override {
    if (field_) field_->clear();
  }
  void start() override {
    if (field_) field_->emplace_back();
  }
  void sample(bool of_field, const Vector& point) override {
    constexpr std::size_t kMost = 26010;  // of one way; MuJoCo shows no more
    std::vector<Way>* list = of_field ? field_ : other_;
    if (list && !list->empty() && list->back().size() < kMost) list->back().push_back(point);
  }
  std::vector<Way>* of(int plugin) {
    return plugin < 0 ? nullptr : &ways_[static_cast<std::size_t>(plugin)];
  }

 private:
  const Model& m_;
  std::vector<std::vector<Way>> ways_;
  std::vector<Way>*field_ = nullptr, *other_ = nullptr;
};

// The first geom of a plugin, or -1.
int geom_of(const Model& m, int instance) {
  const auto found = std::find(m.geom_plugin.begin(), m.geom_plugin.end(), instance);
  return found == m.geom_plugin.end() ? -1 : static_cast<int>(found - m.geom_plugin.begin());
}

void add_way(Shapes& shapes, const Way& way, int number, const double* axes) {
  const double size[3] = {0.2 * shapes.m.stat.meansize, 0, 0};
  constexpr float kFirst[4] = {0, 0, 1, 1}, kLast[4] = {1, 0, 0, 1};
  for (const bool last : {false, true}) {
    Geom geom = begin_decor(ObjectType::Unknown, number);
    double pos[3];
    store(pos, last ? way.back() : way.front());
    set_shape(geom, GeomType::Sphere, size, pos, axes);
    set_rgba(geom, last ? kLast : kFirst);
    shapes.add(geom);
  }
  const auto steps = static_cast<float>(way.size() - 1);
  for (std::size_t k = 0; k + 1 < way.size(); ++k) {
    constexpr double kWidth = 2, kShown = 0.95;  // a gap shows where a step ends
    const float part = static_cast<float>(k + 1) / steps, rgba[4] = {part, 0, 1 - part, 1};
    add_connector(shapes, GeomType::Line, kWidth, way[k], axpy(kShown, way[k + 1] - way[k], way[k]),
                  rgba, ObjectType::Unknown, number);
  }
}

}  // namespace

void add_field_searches(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Sdfiter) || m.nplugin == 0) return;
  Ways ways(m);
  {
    Data again = shapes.d;
    const collision::Watching watching(ways);
    collision::collide(m, again);
  }
  for (int instance = 0; instance < m.nplugin; ++instance) {
    const int geom = geom_of(m, instance);
    if (geom < 0) continue;
    // As with MuJoCo, points are taken to be in the frame that the geom's own one is given in.
    const Quat<double> own = load4(m.geom_quat.values().row(geom));
    const Matrix turn = load9(shapes.d.geom_xmat.row(geom)) * to_matrix(conjugate(own));
    const Vector shift =
        load3(shapes.d.geom_xpos.row(geom)) - turn * load3(m.geom_pos.values().row(geom));
    int number = 0;
    for (Way way : *ways.of(instance)) {
      for (Vector& point : way) point = turn * point + shift;
      if (!way.empty()) add_way(shapes, way, number, shapes.d.geom_xmat.row(geom));
      ++number;
    }
  }
}

}  // namespace thew::scene
