// Colours of islands: what constraints couple moves together, and has one colour.

#include "model/sleep.h"
#include "scene/shapes.h"

namespace thew::scene {

namespace {

// The radical inverse: the digits of a number, mirrored at the point. Neighbours are far apart.
double halton(int index, int base) {
  double value = 0, weight = 1.0 / base;
  for (int rest = index; rest > 0; rest /= base, weight /= base) value += weight * (rest % base);
  return value;
}

// From hue, saturation and value: each primary falls from the value to its least with the distance
// of the hue, in sixths of the circle.
void set_hsv(Geom& geom, float hue, float saturation, float value) {
  const float least = value * (1 - saturation);
  constexpr float kHue[3] = {0, 2, 4};
  for (int i = 0; i < 3; ++i) {
    float away = hue * 6 - kHue[i];
    away = away < 0 ? -away : away;
    away = away > 3 ? 6 - away : away;
    const float share = away <= 1 ? 1 : away >= 2 ? 0 : 2 - away;
    geom.rgba[i] = least + (value - least) * share;
  }
  geom.rgba[3] = 1;
}

// Trees that sleep together have the colour of the one with the lowest number.
int first_of_sleeping(const Shapes& shapes, int tree) {
  const auto& next = shapes.d.tree_asleep;
  int first = tree;
  for (int other = next[tree], left = static_cast<int>(shapes.m.ntree);
       other >= 0 && other < shapes.m.ntree && other != tree && left > 0;
       other = next[other], --left) {
    first = other < first ? other : first;
  }
  return first;
}

}  // namespace

void set_island_color(Geom& geom, int dof, bool awake) {
  float hue = 1, saturation = 0, value = 0.7F;
  if (dof >= 0) {
    hue = static_cast<float>(halton(dof + 1, 7));
    saturation = static_cast<float>(0.5 + 0.5 * halton(dof + 1, 3));
    value = static_cast<float>(0.6 + 0.4 * halton(dof + 1, 5));
  }
  if (!awake) {
    value *= 0.6F;
    saturation *= 0.7F;
  }
  set_hsv(geom, hue, saturation, value);
}

void color_by_island(const Shapes& shapes, Geom& geom, int body) {
  const Model& m = shapes.m;
  const int weld = m.body_weldid[body];
  if (m.body_dofnum[weld] == 0) return;
  geom.matid = -1;
  const int dof = m.body_dofadr[weld];
  const bool awake = shapes.d.body_awake[body] != static_cast<int>(SleepState::Asleep);
  int first = shapes.island_of_dof(dof);
  if (first < 0 && sleep::is_enabled(m)) {
    const int tree = m.dof_treeid[dof];
    first = m.tree_dofadr[awake ? tree : first_of_sleeping(shapes, tree)];
  }
  set_island_color(geom, first, awake);
}

void add_island_labels(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.labels(LabelType::Island) || shapes.d.nisland == 0) return;
  for (int body = 1; body < m.nbody; ++body) {
    const int weld = m.body_weldid[body];
    if (m.body_dofnum[weld] == 0) continue;
    const int island = shapes.d.dof_island[m.body_dofadr[weld]];
    if (island < 0) continue;
    Geom geom = begin_decor(ObjectType::Unknown, body);
    geom.type = static_cast<int>(GeomType::Label);
    set_pose(geom, shapes.d.xipos.row(body), shapes.d.ximat.row(body));
    set_text(geom, "%d", island);
    shapes.add(geom);
  }
}

}  // namespace thew::scene
