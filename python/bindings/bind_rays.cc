// Rays and distances.
#include <algorithm>
#include <vector>

#include <thew/distance.h>
#include <thew/ray.h>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

using collision::RayFilter;
using collision::RayHit;

constexpr const char* kPointSize = "pnt should be of size 3";
constexpr const char* kVectorSize = "vec should be of size 3";
constexpr const char* kNormalSize = "normal should be of size 3";

RayFilter make_filter(BytesOrNone& groups, bool include_static, int exclude_body) {
  return {groups.values(6, "geomgroup should be of size 6"), include_static, exclude_body};
}

double give(const RayHit<double>& hit, double* normal) {
  if (normal) std::copy_n(hit.normal, 3, normal);
  return hit.distance;
}

double ray(const PyModel& m, const PyData& d, In point, In vector, BytesOrNone groups,
           Flag include_static, int exclude_body, IntsOrNone geom, OutOrNone normal) {
  check_match(m, d);
  const double* origin = point.values(3, kPointSize);
  const double* direction = vector.values(3, kVectorSize);
  const RayFilter filter = make_filter(groups, include_static.on, exclude_body);
  std::int32_t* id = geom.values(1, "geomid should be an array of one int32");
  double* n = normal.values(3, kNormalSize);
  const double x = direction[0], y = direction[1], z = direction[2];
  if (x * x + y * y + z * z < 1e-30) throw FatalError("mj_ray: vector length is too small");
  const RayHit<double> hit = collision::ray(m.model(), d.data(), origin, direction, filter);
  if (id) *id = hit.geom;
  return give(hit, n);
}

void multi_ray(const PyModel& m, PyData& d, In point, In vectors, BytesOrNone groups,
               Flag include_static, int exclude_body, IntsOrNone geoms, OutOrNone distances,
               OutOrNone normals, int count, double cutoff) {
  check_match(m, d);
  if (count < 0) raise(PyExc_TypeError, "nray should not be negative");
  const double* origin = point.values(3, kPointSize);
  const double* direction = vectors.values(3 * npy_intp{count}, "vec should be of size 3*nray");
  const RayFilter filter = make_filter(groups, include_static.on, exclude_body);
  constexpr const char* kSize = "dist and geomid should be of size nray";
  std::int32_t* geom = geoms.values(count, kSize);
  double* distance = distances.values(count, kSize);
  double* normal = normals.values(3 * npy_intp{count}, "normal should be of size 3*nray");
  const Model& model = m.model();
  Data& data = d.data();
  const nb::gil_scoped_release unlocked;
  std::vector<RayHit<double>> hits(static_cast<std::size_t>(count));
  collision::rays(model, data, origin, direction, count, cutoff, filter, hits.data());
  for (const RayHit<double>& hit : hits) {
    if (geom) *geom++ = hit.geom;
    if (distance) *distance++ = hit.distance;
    if (normal) normal = std::copy_n(hit.normal, 3, normal);
  }
}

template <GeomType type>
double ray_of_type(const PyModel& m, const PyData& d, int geom, In point, In vector,
                   OutOrNone normal) {
  check_match(m, d);
  check_id("geom", geom, m.model().ngeom);
  if (m.model().geom_type[geom] != static_cast<int>(type)) {
    throw FatalError(type == GeomType::Mesh ? "mj_rayMesh: geom with mesh type expected"
                                            : "mj_rayHfield: geom with hfield type expected");
  }
  const double* origin = point.values(3, kPointSize);
  const double* direction = vector.values(3, kVectorSize);
  double* n = normal.values(3, kNormalSize);
  return give(collision::ray_geom(m.model(), d.data(), geom, origin, direction), n);
}

double ray_primitive(In pos, In mat, In size, In point, In vector, int type, OutOrNone normal) {
  const auto geom_type = static_cast<GeomType>(type);
  if (type < 0 || geom_type > GeomType::Box || geom_type == GeomType::Hfield) {
    throw FatalError("mju_rayGeom: unexpected geom type " + std::to_string(type));
  }
  const double* p = pos.values(3, "pos should be of size 3");
  const double* r = mat.values(9, "mat should be of size 9");
  const double* s = size.values(3, "size should be of size 3");
  const double* origin = point.values(3, kPointSize);
  const double* direction = vector.values(3, kVectorSize);
  double* n = normal.values(3, kNormalSize);
  return give(collision::ray_primitive(geom_type, p, r, s, origin, direction), n);
}

double ray_skin(int faces, int vertices, InInts face, InFloats vert, In point, In vector,
                IntsOrNone vertex) {
  if (faces < 0 || vertices < 0) raise(PyExc_ValueError, "nface and nvert should not be negative");
  const std::int32_t* corner = face.values(3 * npy_intp{faces}, "face should be of size 3*nface");
  const float* position = vert.values(3 * npy_intp{vertices}, "vert should be of size 3*nvert");
  if (!corner || !position) raise(PyExc_TypeError, "face and vert should be arrays");
  for (npy_intp i = 0; i < 3 * npy_intp{faces}; ++i) {
    if (corner[i] >= 0 && corner[i] < vertices) continue;
    raise(PyExc_ValueError,
          "face names vertex " + std::to_string(corner[i]) + " of " + std::to_string(vertices));
  }
  const double* origin = point.values(3, kPointSize);
  const double* direction = vector.values(3, kVectorSize);
  std::int32_t* id = vertex.values(1, "vertid should be an array of one int32");
  int nearest = -1;
  const auto hit = collision::ray_skin(faces, corner, position, origin, direction, &nearest);
  if (id && nearest >= 0) *id = nearest;
  return hit.distance;
}

double ray_flex(const PyModel& m, const PyData& d, int layer, Flag vertices, Flag edges, Flag faces,
                Flag skin, int flex, In point, In vector, IntsOrNone vertex, OutOrNone normal) {
  check_match(m, d);
  check_id("flex", flex, m.model().nflex);
  const collision::FlexLook look = {vertices.on, edges.on, faces.on, skin.on, layer};
  const double* origin = point.values(3, kPointSize);
  const double* direction = vector.values(3, kVectorSize);
  std::int32_t* id = vertex.values(1, "vertid should be an array of one int32");
  double* n = normal.values(3, kNormalSize);
  int nearest = -1;
  const auto hit =
      collision::ray_flex(m.model(), d.data(), flex, look, origin, direction, &nearest);
  if (id && nearest >= 0) *id = nearest;
  return give(hit, n);
}

double geom_distance(const PyModel& m, PyData& d, int geom1, int geom2, double limit,
                     OutOrNone from_to) {
  check_match(m, d);
  check_id("geom", geom1, m.model().ngeom);
  check_id("geom", geom2, m.model().ngeom);
  double* segment = from_to.values(6, "fromto should be of size 6");
  return collision::geom_distance(m.model(), d.data(), geom1, geom2, limit, segment);
}

int inside_site(const PyModel& m, const PyData& d, int site, In point) {
  check_match(m, d);
  check_id("site", site, m.model().nsite);
  const double* p = point.values(3, "point should be of size 3");
  return collision::site_distance(m.model(), d.data(), site, p) <= 0 ? 1 : 0;
}

}  // namespace

void bind_rays(nb::module_& m) {
  m.def("mj_ray", ray, "m"_a, "d"_a, "pnt"_a, "vec"_a, "geomgroup"_a.none(), "flg_static"_a.none(),
        "bodyexclude"_a, "geomid"_a.none(), "normal"_a = nb::none(),
        "The distance x >= 0 at which the ray pnt + x vec meets the first visible geom, or -1.");
  m.def("mj_multiRay", multi_ray, "m"_a, "d"_a, "pnt"_a, "vec"_a, "geomgroup"_a.none(),
        "flg_static"_a.none(), "bodyexclude"_a, "geomid"_a.none(), "dist"_a.none(),
        "normal"_a.none(), "nray"_a, "cutoff"_a,
        "mj_ray for many rays from one point; geoms farther than cutoff are left out.");
  m.def("mj_rayMesh", ray_of_type<GeomType::Mesh>, "m"_a, "d"_a, "geomid"_a, "pnt"_a, "vec"_a,
        "normal"_a = nb::none(), "The distance at which a ray meets a mesh, or -1.");
  m.def("mj_rayHfield", ray_of_type<GeomType::Hfield>, "m"_a, "d"_a, "geomid"_a, "pnt"_a, "vec"_a,
        "normal"_a = nb::none(), "The distance at which a ray meets a height field, or -1.");
  m.def(
      "mj_rayFlex", ray_flex, "m"_a, "d"_a, "flex_layer"_a, "flg_vert"_a, "flg_edge"_a,
      "flg_face"_a, "flg_skin"_a, "flexid"_a, "pnt"_a, "vec"_a, "vertid"_a = nb::none(),
      "normal"_a = nb::none(),
      "The distance at which a ray meets what is drawn of a flex, or -1, and the nearest vertex.");
  m.def("mju_rayGeom", ray_primitive, "pos"_a, "mat"_a, "size"_a, "pnt"_a, "vec"_a, "geomtype"_a,
        "normal"_a = nb::none(), "The distance at which a ray meets a primitive, or -1.");
  m.def("mju_raySkin", ray_skin, "nface"_a, "nvert"_a, "face"_a, "vert"_a, "pnt"_a, "vec"_a,
        "vertid"_a.none(),
        "The distance at which a ray meets triangles, or -1, and the nearest corner.");
  m.def("mj_geomDistance", geom_distance, "m"_a, "d"_a, "geom1"_a, "geom2"_a, "distmax"_a,
        "fromto"_a.none(),
        "Signed distance of two geoms, at most distmax, and the segment from geom1 to geom2.");
  m.def("mj_insideSite", inside_site, "m"_a, "d"_a, "siteid"_a, "point"_a,
        "1 if a point of the world is inside a site, else 0.");
}

}  // namespace thew::python
