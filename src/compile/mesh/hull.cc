// Convex hulls by Qhull. Its order of vertices, edges and faces is the Model's order, so the
// options are those of the reference: "Qt" cuts every facet into triangles, "Q9" takes the
// farthest of all points first and "TAn" stops after n points beyond the first simplex.

#include "compile/mesh/hull.h"

// clang-format off
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>

#include "compile/spec_names.h"

// Last, for it makes macros of True and False.
#include <libqhull_r/qhull_ra.h>
// clang-format on

namespace thew::compile {

namespace {

Vec3 point(std::span<const double> points, int i) {
  return {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

int point_count(std::span<const double> points) {
  return static_cast<int>(points.size() / 3);
}

double length(const Vec3& v) {
  return std::sqrt(dot(v, v));
}

// Refuses points that lie in a point, on a line or in a plane, or are not finite.
void check_volume(std::span<const double> points) {
  for (const double x : points) {
    if (!std::isfinite(x)) throw HullError{"has a vertex that is not finite", ""};
  }
  const int count = point_count(points);
  const Vec3 origin = point(points, 0);
  int second = 1;
  while (second < count && length(point(points, second) - origin) <= kMinVal) ++second;
  if (second == count) {
    throw HullError{"has all vertices in one point, so it has no convex hull",
                    "use a small sphere instead"};
  }
  const Vec3 edge = point(points, second) - origin;
  Vec3 normal = {};
  bool found = false;
  for (int i = 1; i < count && !found; ++i) {
    const Vec3 other = point(points, i) - origin;
    normal = cross(edge, other);
    const double size = length(normal);
    found = length(other) >= kMinVal && size > kMinVal * length(edge) * length(other);
    if (found) normal = {normal[0] / size, normal[1] / size, normal[2] / size};
  }
  if (!found) {
    throw HullError{"has all vertices on one line, so it has no convex hull",
                    "use a thin capsule instead"};
  }
  const double offset = dot(normal, origin);
  for (int i = 0; i < count; ++i) {
    if (std::abs(dot(normal, point(points, i)) - offset) > kMinVal * length(edge)) return;
  }
  throw HullError{"has all vertices in one plane, so it has no convex hull",
                  "use a plane or a thin box instead"};
}

// Qhull's memory and what it would have printed.
class Qhull {
 public:
  Qhull() : state_(std::make_unique<qhT>()), log_(open_memstream(&text_, &size_)) {
    if (log_ == nullptr) throw HullError{"has no convex hull: out of memory", ""};
    qh_zero(state_.get(), log_);
    qh_init_A(state_.get(), nullptr, log_, log_, 0, nullptr);
  }
  ~Qhull() {
    int blocks = 0, bytes = 0;
    state_->NOerrexit = True;
    qh_freeqhull(state_.get(), !qh_ALL);
    qh_memfreeshort(state_.get(), &blocks, &bytes);
    std::fclose(log_);
    std::free(text_);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  qhT* state() { return state_.get(); }

  // Qhull leaves by longjmp when it fails, so nothing here has a destructor. Returns its exit code.
  int run(char* options, double* points, int count) noexcept {
    qhT* const qh = state_.get();
    const int code = setjmp(qh->errexit);
    qh->NOerrexit = False;
    if (code == 0) {
      qh_initflags(qh, options);
      qh_init_B(qh, points, count, 3, False);
      qh_qhull(qh);
      qh_triangulate(qh);
      qh_vertexneighbors(qh);
    }
    qh->NOerrexit = True;
    return code;
  }

  // The line in which Qhull said what was wrong: errors have the numbers from QH6000.
  std::string message() {
    std::fflush(log_);
    const std::string all(text_, size_);
    const std::size_t fault = all.find("QH6");
    const std::size_t start = fault == std::string::npos ? 0 : fault;
    return all.substr(start, all.find('\n', start) - start);
  }

 private:
  std::unique_ptr<qhT> state_;
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* log_;
};

// Mesh vertices of a facet; three of them, for facets are triangles.
std::array<int, 3> corners(qhT* qh, facetT* facet) {
  std::array<int, 3> ids = {};
  int count = 0;
  vertexT *vertex, **vertexp;
  FOREACHvertex_(facet->vertices) {
    if (count < 3) ids[count] = qh_pointid(qh, vertex->point);
    ++count;
  }
  if (count != 3) throw HullError{"has a convex hull that is not made of triangles", ""};
  return ids;
}

// Appends the neighbours of a vertex, each once, in the order of the facets around it.
void add_neighbours(qhT* qh, vertexT* centre, std::vector<int>& edges) {
  const std::size_t start = edges.size();
  const int self = qh_pointid(qh, centre->point);
  facetT *neighbor, **neighborp;
  FOREACHneighbor_(centre) {
    for (const int id : corners(qh, neighbor)) {
      const auto seen = std::find(edges.begin() + start, edges.end(), id);
      if (id != self && seen == edges.end()) edges.push_back(id);
    }
  }
}

// The graph of mesh_graph, from a finished Qhull.
std::vector<int> read_graph(qhT* qh, int point_count) {
  std::vector<int> address, vertices, edges, faces;
  std::vector<int> local(point_count, -1);
  vertexT* vertex;
  FORALLvertices {
    const int id = qh_pointid(qh, vertex->point);
    if (id < 0 || id >= point_count) throw HullError{"has a convex hull beyond its vertices", ""};
    local[id] = static_cast<int>(vertices.size());
    address.push_back(static_cast<int>(edges.size()));
    vertices.push_back(id);
    add_neighbours(qh, vertex, edges);
    edges.push_back(-1);
  }
  facetT* facet;
  FORALLfacets {
    std::array<int, 3> face = corners(qh, facet);
    if (facet->toporient) std::swap(face[0], face[1]);
    faces.insert(faces.end(), face.begin(), face.end());
  }
  for (int& id : edges) {
    if (id >= 0) id = local[id];
  }
  // Every triangle has three half edges, each listed once: else the surface is not closed.
  if (edges.size() != vertices.size() + faces.size()) {
    throw HullError{"has a convex hull that is not closed", ""};
  }
  std::vector<int> graph = {static_cast<int>(vertices.size()), static_cast<int>(faces.size() / 3)};
  for (const std::vector<int>* part : {&address, &vertices, &edges, &faces}) {
    graph.insert(graph.end(), part->begin(), part->end());
  }
  return graph;
}

}  // namespace

Hull convex_hull(std::span<const double> points, int max_vertices) {
  Hull hull;
  const int count = point_count(points);
  if (count < 4) return hull;
  check_volume(points);
  std::string options = "qhull Qt";
  if (max_vertices >= 0) options += " Q9 TA" + std::to_string(max_vertices - 4);
  std::vector<double> copy(points.begin(), points.end());
  Qhull qhull;
  if (qhull.run(options.data(), copy.data(), count) != 0) {
    throw HullError{"has no convex hull: " + qhull.message(), ""};
  }
  hull.graph = read_graph(qhull.state(), count);
  return hull;
}

void find_extrema(Hull& hull, std::span<const float> vertices) {
  std::array<float, 27> best;
  best.fill(std::numeric_limits<float>::lowest());
  const std::span<const int> ids = hull.vertices();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const float* v = &vertices[3 * ids[i]];
    for (int k = 0; k < 27; ++k) {
      const int x = k / 9 - 1, y = k / 3 % 3 - 1, z = k % 3 - 1;
      const float reach = v[0] * float(x) + v[1] * float(y) + v[2] * float(z);
      if (reach > best[k]) {
        best[k] = reach;
        hull.extrema[k] = static_cast<int>(i);
      }
    }
  }
}

}  // namespace thew::compile
