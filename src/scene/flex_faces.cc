// Triangles of flexes: of their elements, or of a smooth skin around them.

#include <algorithm>
#include <cmath>

#include "scene/flexes.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

bool is_on(const Option& option, VisFlag flag) {
  return option.flags[static_cast<int>(flag)] != 0;
}

Vector unit(const Vector& v) {
  const double length = norm(v);
  return length < kMinVal ? Vector{1, 0, 0} : v * (1 / length);
}

/// The elements of a flex and the fragments of its surface.
struct Flex {
  Flex(const Model& model, int number)
      : m(model), i(number), dim(model.flex_dim[number]), material(materials()) {}

  const int* element(int e) const {
    return m.flex_elem.data() + m.flex_elemdataadr[i] + e * (dim + 1);
  }
  const int* texture(int e) const {
    return m.flex_elemtexcoord.data() + m.flex_elemdataadr[i] + e * (dim + 1);
  }
  const int* fragment(int s) const {
    return m.flex_shell.data() + m.flex_shelldataadr[i] + s * dim;
  }
  int material_of(int e) const { return m.flex_matid[m.flex_elemadr[i] + e]; }
  int layer_of(int e) const { return m.flex_elemlayer[m.flex_elemadr[i] + e]; }
  // That of the element which the fragment is a side of.
  int material_of_fragment(int s) const {
    const int* side = fragment(s);
    for (int e = 0; material.size() > 1 && e < m.flex_elemnum[i]; ++e) {
      const int* corners = element(e);
      const bool owns = std::all_of(side, side + dim, [&](int v) {
        return std::find(corners, corners + dim + 1, v) != corners + dim + 1;
      });
      if (owns) return material_of(e);
    }
    return material.empty() ? -1 : material.front();
  }

  const Model& m;
  const int i, dim;
  const std::vector<int> material;  // in the order in which elements name them

 private:
  std::vector<int> materials() const {
    std::vector<int> found;
    for (int e = 0; e < m.flex_elemnum[i]; ++e) {
      const int one = material_of(e);
      if (std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
    }
    return found;
  }
};

/// Writes the triangles of a flex, one after the other; counts them alone without a scene.
class Faces {
 public:
  Faces(const Flex& flex, const Option& option) : flex_(flex), option_(option) {}
  Faces(const Flex& flex, const Option& option, const Data& data, Scene& scene)
      : flex_(flex),
        option_(option),
        vert_(data.flexvert_xpos.row(flex.m.flex_vertadr[flex.i])),
        scene_(&scene) {
    find_normals();
  }

  int count() const { return count_; }

  void add(int material) {
    if (flex_.dim == 1) return;
    if (is_on(option_, VisFlag::Flexskin)) {
      add_skin(material);
    } else if (is_on(option_, VisFlag::Flexface)) {
      add_elements(material);
    }
  }

 private:
  Vector at(int v) const { return load3(vert_ + 3 * v); }
  Vector normal_of(int a, int b, int c) const { return unit(cross(at(b) - at(a), at(c) - at(a))); }

  void find_normals() {
    const Model& m = flex_.m;
    normal_.assign(static_cast<std::size_t>(m.flex_vertnum[flex_.i]), Vector{0, 0, 0});
    const bool sheet = flex_.dim == 2;
    const int count = sheet ? m.flex_elemnum[flex_.i] : m.flex_shellnum[flex_.i];
    for (int k = 0; flex_.dim > 1 && k < count; ++k) {
      const int* v = sheet ? flex_.element(k) : flex_.fragment(k);
      const Vector n = normal_of(v[0], v[1], v[2]);
      for (int r = 0; r < 3; ++r) {
        Vector& sum = normal_[static_cast<std::size_t>(v[r])];
        sum = sum + n;
      }
    }
    for (Vector& n : normal_) n = unit(n);
  }

  void put(const Vector* corners, const Vector* normals, const int* texture, int a, int b, int c) {
    const int number = count_++;
    if (!scene_ || number >= scene_->flexfacenum[static_cast<std::size_t>(flex_.i)]) return;
    const int face = scene_->flexfaceadr[static_cast<std::size_t>(flex_.i)] + number;
    const int order[3] = {a, b, c};
    const int first = flex_.m.flex_texcoordadr[flex_.i];
    for (int k = 0; k < 3; ++k) {
      double numbers[3];
      const std::ptrdiff_t place = 9 * std::ptrdiff_t{face} + 3 * k;
      store(numbers, corners[k]);
      std::copy_n(numbers, 3, scene_->flexface.begin() + place);
      store(numbers, normals[k]);
      std::copy_n(numbers, 3, scene_->flexnormal.begin() + place);
      if (first < 0) continue;
      std::copy_n(flex_.m.flex_texcoord.row(first + texture[order[k]]), 2,
                  scene_->flextexcoord.begin() + 6 * std::ptrdiff_t{face} + 2 * k);
    }
  }

  // A triangle moved out by the radius, with its own normal.
  void add_flat(const int* v, const int* texture, int a, int b, int c) {
    Vector corners[3] = {}, normals[3] = {};
    if (scene_) {
      const Vector n = normal_of(v[a], v[b], v[c]);
      const double radius = flex_.m.flex_radius[flex_.i];
      const int order[3] = {a, b, c};
      for (int k = 0; k < 3; ++k) {
        corners[k] = axpy(radius, n, at(v[order[k]]));
        normals[k] = n;
      }
    }
    put(corners, normals, texture, a, b, c);
  }

  void add_elements(int material) {
    for (int e = 0; e < flex_.m.flex_elemnum[flex_.i]; ++e) {
      if (flex_.material_of(e) != material) continue;
      const int *v = flex_.element(e), *t = flex_.texture(e);
      if (flex_.dim == 2) {
        add_flat(v, t, 0, 1, 2);
        add_flat(v, t, 0, 2, 1);
      } else if (flex_.layer_of(e) == option_.flex_layer) {
        add_flat(v, t, 0, 1, 2);
        add_flat(v, t, 0, 2, 3);
        add_flat(v, t, 0, 3, 1);
        add_flat(v, t, 1, 3, 2);
      }
    }
  }

  // A triangle of the skin, on one side (1) or the other (-1), moved out along the smooth normals.
  void add_smooth(const int* v, const int* texture, int a, int b, int c, double side) {
    Vector corners[3] = {}, normals[3] = {};
    if (scene_) {
      const bool flat = flex_.m.flex_flatskin[flex_.i];
      const double radius = flex_.m.flex_radius[flex_.i];
      const Vector own = normal_of(v[a], v[b], v[c]);
      const int order[3] = {a, b, c};
      for (int k = 0; k < 3; ++k) {
        const Vector n = normal_[static_cast<std::size_t>(v[order[k]])];
        corners[k] = axpy(side * radius, n, at(v[order[k]]));
        // MuJoCo's side is the sign of the radius moved by, which is not positive without one.
        normals[k] = flat ? own : n * (side * radius > 0 ? 1.0 : -1.0);
      }
    }
    put(corners, normals, texture, a, b, c);
  }

  // Half of the strip that closes a sheet along an edge of its border.
  void add_border(const int* v, int a, int b, double side) {
    Vector corners[3] = {}, normals[3] = {};
    if (scene_) {
      const double radius = side * flex_.m.flex_radius[flex_.i];
      const auto out = [&](int k) { return normal_[static_cast<std::size_t>(v[k])]; };
      const Vector n = unit(cross(at(v[b]) - at(v[a]), out(b)) * (radius < 0 ? -1.0 : 1.0));
      corners[0] = axpy(radius, out(a), at(v[a]));
      corners[1] = axpy(-radius, out(b), at(v[b]));
      corners[2] = axpy(radius, out(b), at(v[b]));
      std::fill_n(normals, 3, n);
    }
    put(corners, normals, v, a, b, b);
  }

  void add_skin(int material) {
    const Model& m = flex_.m;
    for (int e = 0; flex_.dim == 2 && e < m.flex_elemnum[flex_.i]; ++e) {
      if (flex_.material_of(e) != material) continue;
      add_smooth(flex_.element(e), flex_.texture(e), 0, 1, 2, 1);
      add_smooth(flex_.element(e), flex_.texture(e), 0, 2, 1, -1);
    }
    for (int s = 0; s < m.flex_shellnum[flex_.i]; ++s) {
      if (flex_.material_of_fragment(s) != material) continue;
      const int* v = flex_.fragment(s);
      if (flex_.dim == 2) {
        add_border(v, 0, 1, 1);
        add_border(v, 1, 0, -1);
      } else {
        add_smooth(v, v, 0, 1, 2, 1);
      }
    }
  }

  const Flex& flex_;
  const Option& option_;
  const double* vert_ = nullptr;
  Scene* scene_ = nullptr;
  std::vector<Vector> normal_;  // of vertices
  int count_ = 0;
};

}  // namespace

std::vector<FlexSlice> slices_of(const Model& model, const Option& option, int flex) {
  const Flex whole(model, flex);
  std::vector<FlexSlice> slices;
  Faces faces(whole, option);
  for (const int material : whole.material) {
    const int first = faces.count();
    // One material needs no count.
    if (whole.material.size() > 1) faces.add(material);
    slices.push_back({material, first, faces.count() - first});
  }
  return slices;
}

void update_flexes(const Model& model, const Data& data, const Option& option, Scene& scene) {
  if (scene.flexfacenum.size() != static_cast<std::size_t>(model.nflex) ||
      scene.flexvert.size() != static_cast<std::size_t>(3 * model.nflexvert)) {
    make_flexes(model, scene);
  }
  const auto flag = [&](VisFlag which) { return option.flags[static_cast<int>(which)]; };
  scene.flexvertopt = flag(VisFlag::Flexvert);
  scene.flexedgeopt = flag(VisFlag::Flexedge);
  scene.flexfaceopt = flag(VisFlag::Flexface);
  scene.flexskinopt = flag(VisFlag::Flexskin);
  std::copy(data.flexvert_xpos.begin(), data.flexvert_xpos.end(), scene.flexvert.begin());
  for (int i = 0; i < model.nflex; ++i) {
    const Flex flex(model, i);
    Faces faces(flex, option, data, scene);
    for (const int material : flex.material) faces.add(material);
    const auto place = static_cast<std::size_t>(i);
    scene.flexfaceused[place] = std::min(faces.count(), scene.flexfacenum[place]);
  }
}

}  // namespace thew::scene
