#include "collision/triangle_mesh.h"

#include <algorithm>

#include "collision/local.h"
#include "element/pair/frame.h"

namespace thew::collision {
namespace {

constexpr double kFlat = 0.99;        // cosine from which on a normal is that of a triangle
constexpr double kOnEdge = 1e-4;      // barycentric coordinate up to which a point is on an edge
constexpr double kSame = 1e-3;        // points closer than this, relative to the shape, are one
constexpr double kParallel = 0.9999;  // cosine from which on two normals are one
constexpr double kEqual = 1e-9;       // depths that differ by less, relative to the shape, are one
constexpr int kInside = 7;            // all three corners
constexpr int kStack = 128;           // nodes of the tree that wait
constexpr int kMostCandidates = 256;  // before they are merged

// A triangle seen as a mesh with two faces, so that contacts with it can have several points.
class Triangle {
 public:
  void set(const MeshView& mesh, int face) {
    for (int i = 0; i < 3; ++i) {
      id[i] = mesh.face[3 * std::int64_t{face} + i];
      const float* v = mesh.vert + 3 * std::int64_t{id[i]};
      for (int k = 0; k < 3; ++k) vert_[3 * i + k] = v[k];
      corner[i] = {double(v[0]), double(v[1]), double(v[2])};
    }
    const Vec3d up = math::cross(corner[1] - corner[0], corner[2] - corner[0]);
    const double area = plain_norm(up);
    is_flat = !(area > 0);
    normal = up * (1 / area);
    for (int k = 0; k < 2; ++k) {
      const Vec3d n = k == 0 ? normal : -normal;
      poly_normal_[3 * k] = n.x, poly_normal_[3 * k + 1] = n.y, poly_normal_[3 * k + 2] = n.z;
    }
  }

  MeshView view() const {
    static constexpr int kFirst[2] = {0, 3}, kThree[3] = {3, 3, 3};
    static constexpr int kCorners[6] = {0, 1, 2, 0, 2, 1};
    static constexpr int kMapFirst[3] = {0, 2, 4}, kTwo[3] = {2, 2, 2};
    static constexpr int kMap[6] = {0, 1, 0, 1, 0, 1};
    MeshView v;
    v.vertices = 3;
    v.vert = vert_;
    v.polygons = 2;
    v.poly_normal = poly_normal_;
    v.poly_vert_adr = kFirst;
    v.poly_vert_num = kThree;
    v.poly_vert = kCorners;
    v.vert_poly_adr = kMapFirst;
    v.vert_poly_num = kTwo;
    v.vert_poly = kMap;
    return v;
  }

  /// Which corners a point of the triangle lies between, as bits.
  int corners_of(const Vec3d& p) const {
    int bits = 0;
    double area[3], total = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3d &b = corner[(i + 1) % 3], &c = corner[(i + 2) % 3];
      area[i] = plain_dot(normal, math::cross(b - p, c - p));
      total += area[i];
    }
    for (int i = 0; i < 3; ++i) {
      if (area[i] > kOnEdge * total) bits |= 1 << i;
    }
    return bits;
  }

  int id[3];        ///< vertices of the mesh
  Vec3d corner[3];  ///< in the frame of the mesh
  Vec3d normal;
  bool is_flat = false;  ///< it has no area

 private:
  float vert_[9];
  double poly_normal_[6];
};

// A contact before those of inner edges are taken out.
struct Candidate {
  Point<double> point;
  int face;
  int id[3];     ///< vertices of its triangle
  int corners;   ///< between which of them it is, as bits
  bool is_face;  ///< its normal is that of the triangle
};

// Whether a contact is on an edge or corner of its triangle that another one has too.
bool is_shared(const Candidate& edge, const Candidate& face) {
  if (edge.face == face.face) return false;
  for (int i = 0; i < 3; ++i) {
    if (!(edge.corners & 1 << i)) continue;
    if (edge.id[i] != face.id[0] && edge.id[i] != face.id[1] && edge.id[i] != face.id[2]) {
      return false;
    }
  }
  return true;
}

// Contacts, one of each place.
class ContactList {
 public:
  explicit ContactList(double size) : size_(size) {}

  void add(const Point<double>& point) {
    for (int i = 0; i < count_; ++i) {
      const bool near = plain_norm(point_[i].pos - point.pos) < kSame * size_;
      if (!near || plain_dot(point_[i].normal, point.normal) <= kFlat) continue;
      if (point.dist < point_[i].dist) point_[i] = point;
      return;
    }
    point_[count_++] = point;
  }

  // A face that lies on many triangles has contacts all over. Those with one normal that are not
  // farthest out in one of eight directions, nor the deepest, change nothing that moves rigidly.
  void thin_out() {
    bool seen[kMostCandidates] = {}, kept[kMostCandidates] = {};
    for (int i = 0; i < count_; ++i) {
      if (seen[i]) continue;
      int member[kMostCandidates], members = 0;
      for (int k = i; k < count_; ++k) {
        if (seen[k] || plain_dot(point_[i].normal, point_[k].normal) < kParallel) continue;
        seen[k] = true;
        member[members++] = k;
      }
      mark_outer(member, members, kept);
    }
    int count = 0;
    for (int i = 0; i < count_; ++i) {
      if (kept[i]) point_[count++] = point_[i];
    }
    count_ = count;
  }

  int give_deepest(Point<double>* points) {
    if (count_ > kMaxPoints) {
      std::nth_element(point_, point_ + kMaxPoints, point_ + count_, is_deeper);
      count_ = kMaxPoints;
    }
    std::copy_n(point_, count_, points);
    return count_;
  }

 private:
  static bool is_deeper(const Point<double>& a, const Point<double>& b) { return a.dist < b.dist; }

  // Of contacts with one normal, which are the outermost and the deepest.
  void mark_outer(const int* member, int members, bool* kept) const {
    constexpr int kFew = 8;
    constexpr double r = 0.70710678118654752;
    constexpr double kDirection[kFew][2] = {{1, 0},  {r, r},   {0, 1},  {-r, r},
                                            {-1, 0}, {-r, -r}, {0, -1}, {r, -r}};
    if (members <= kFew) {
      for (int i = 0; i < members; ++i) kept[member[i]] = true;
      return;
    }
    const Mat3d frame = element::contact_frame(point_[member[0]].normal, Vec3d{0, 0, 0});
    const Vec3d x = {frame.yx, frame.yy, frame.yz}, y = {frame.zx, frame.zy, frame.zz};
    for (const double* way : kDirection) {
      const Vec3d direction = x * way[0] + y * way[1];
      kept[*std::max_element(member, member + members, [&](int a, int b) {
        return plain_dot(direction, point_[a].pos) < plain_dot(direction, point_[b].pos);
      })] = true;
    }
    kept[*std::min_element(member, member + members,
                           [&](int a, int b) { return is_deeper(point_[a], point_[b]); })] = true;
  }

  double size_;
  int count_ = 0;
  Point<double> point_[kMostCandidates];
};

// A mesh and a convex shape, in the frame of the mesh.
class Search {
 public:
  Search(const MeshView& mesh, const Shape& shape, double margin, const ConvexOptions& options,
         ConvexMemory memory)
      : mesh_(mesh),
        shape_(shape),
        set_(convex_of(shape)),
        is_round_(set_.kind == Kind::Sphere || set_.kind == Kind::Ellipsoid),
        margin_(margin),
        options_(options),
        memory_(memory) {}

  int run(Point<double>* points) {
    if (!find_bounds()) return 0;
    int stack[kStack] = {0}, depth = 1;
    while (depth > 0) {
      const int node = stack[--depth];
      if (!overlaps(node)) continue;
      if (mesh_.bvh_node[node] >= 0) {
        test_triangle(mesh_.bvh_node[node]);
        continue;
      }
      for (int i = 1; i >= 0; --i) {
        const int child = mesh_.bvh_child[2 * std::int64_t{node} + i];
        if (child >= 0 && depth < kStack) stack[depth++] = child;
      }
    }
    return keep(points);
  }

 private:
  bool find_bounds() {
    const auto reach = [&](const Vec3d& d) { return plain_dot(support(set_, d), d) + margin_; };
    high_ = {reach({1, 0, 0}), reach({0, 1, 0}), reach({0, 0, 1})};
    low_ = {-reach({-1, 0, 0}), -reach({0, -1, 0}), -reach({0, 0, -1})};
    const Vec3d size = high_ - low_;
    size_ = plain_norm(size);
    return size_ < 1e10;  // and no NaN
  }

  bool overlaps(int node) const {
    const double* box = mesh_.bvh_box + 6 * std::int64_t{node};
    return box[0] - box[3] <= high_.x && box[0] + box[3] >= low_.x && box[1] - box[4] <= high_.y &&
           box[1] + box[4] >= low_.y && box[2] - box[5] <= high_.z && box[2] + box[5] >= low_.z;
  }

  void test_triangle(int face) {
    Triangle triangle;
    triangle.set(mesh_, face);
    if (triangle.is_flat) return;
    const Vec3d &n = triangle.normal, &origin = triangle.corner[0];
    if (!(plain_dot(n, shape_.at.pos - origin) > 0)) return;  // behind it
    const Vec3d lowest = support(set_, -n);
    const double below = plain_dot(n, lowest - origin);
    if (below > margin_) return;
    const MeshView view = triangle.view();
    Shape as_mesh;
    as_mesh.type = GeomType::Mesh;
    as_mesh.at = {{0, 0, 0}, math::identity3<double>(), {1, 1, 1}};
    as_mesh.mesh = &view;
    Point<double> found[kMaxPoints];
    const int count = convex_convex(as_mesh, shape_, margin_, options_, memory_, found);
    for (int i = 0; i < count; ++i) add(triangle, face, lowest, below, found[i]);
  }

  void add(const Triangle& triangle, int face, const Vec3d& lowest, double below,
           Point<double> point) {
    double cosine = plain_dot(point.normal, triangle.normal);
    if (!(cosine > 0)) {
      // The shortest way out is through the back. Out of the front instead, where the lowest point
      // is behind the triangle.
      if (triangle.corners_of(lowest) != kInside) return;
      point = {below, plain_axpy(-0.5 * below, triangle.normal, lowest), triangle.normal, {}};
      cosine = 1;
    }
    Candidate candidate;
    candidate.face = face;
    candidate.point = point;
    candidate.is_face = cosine > kFlat;
    if (candidate.is_face) candidate.point.normal = triangle.normal;
    const Vec3d on_triangle = plain_axpy(-0.5 * point.dist, point.normal, point.pos);
    candidate.corners = triangle.corners_of(on_triangle);
    for (int i = 0; i < 3; ++i) candidate.id[i] = triangle.id[i];
    put(candidate);
  }

  // Where there is no room left, the shallowest gives way.
  void put(const Candidate& candidate) {
    if (count_ < kMostCandidates) {
      candidate_[count_++] = candidate;
      return;
    }
    int shallow = 0;
    for (int i = 1; i < count_; ++i) {
      if (candidate_[i].point.dist > candidate_[shallow].point.dist) shallow = i;
    }
    if (candidate.point.dist < candidate_[shallow].point.dist) candidate_[shallow] = candidate;
  }

  // Where a surface goes on, its inner edges do not stick out: an edge is no contact where a
  // neighbour touches with its face. A round shape has contacts where the surface is nearest or
  // deepest, so that an edge is none where a neighbour is deeper, whatever the normals.
  bool is_hidden(const Candidate& c) const {
    if (c.corners == kInside) return false;
    for (int i = 0; i < count_; ++i) {
      const Candidate& other = candidate_[i];
      const bool hides = is_round_ ? other.point.dist < c.point.dist - kEqual * size_
                                   : other.is_face && !c.is_face;
      if (hides && is_shared(c, other)) return true;
    }
    return false;
  }

  // Contacts of the faces, then those of edges that stick out.
  int keep(Point<double>* points) const {
    ContactList list(size_);
    for (const bool faces : {true, false}) {
      for (int i = 0; i < count_; ++i) {
        const Candidate& c = candidate_[i];
        if (c.is_face == faces && !is_hidden(c)) list.add(c.point);
      }
    }
    list.thin_out();
    return list.give_deepest(points);
  }

  const MeshView& mesh_;
  const Shape& shape_;
  Convex set_;
  bool is_round_;
  double margin_;
  const ConvexOptions& options_;
  ConvexMemory memory_;
  Vec3d low_{}, high_{};
  double size_ = 0;
  int count_ = 0;
  Candidate candidate_[kMostCandidates];
};

}  // namespace

int triangles_convex(const Shape& mesh, const Shape& other, double margin,
                     const ConvexOptions& options, ConvexMemory memory, Point<double>* points) {
  if (mesh.mesh->faces == 0) return 0;
  const Shape shape = seen_from(mesh, other);
  const int count = Search(*mesh.mesh, shape, margin, options, memory).run(points);
  to_world(mesh, points, count);
  return count;
}

}  // namespace thew::collision
