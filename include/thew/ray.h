#pragma once

#include <cstdint>

#include <thew/data.h>
#include <thew/model.h>
#include <thew/workspace.h>

namespace thew::collision {

/// Which geoms rays see. Invisible ones (alpha 0 of their material or, without one, of their own
/// colour) are never seen.
struct RayFilter {
  const std::uint8_t* groups = nullptr;  ///< one flag for each geom group (6); null: all
  bool include_static = true;            ///< geoms that cannot move
  int exclude_body = -1;
};

/// The first surface on a ray origin + x direction, x >= 0; in each lane.
template <class T>
struct RayHit {
  T distance = T(-1);    ///< x; -1: none
  T normal[3] = {};      ///< of the surface, outwards; zero where nothing is hit
  PerLane<T, int> geom;  ///< -1: none
};

/// Intersects a ray with all geoms that the filter lets pass.
template <class T>
RayHit<T> ray(const Model& model, const BasicData<T>& data, const T* origin, const T* direction,
              const RayFilter& filter = {});

/// Intersects a ray with one geom of any type.
template <class T>
RayHit<T> ray_geom(const Model& model, const BasicData<T>& data, int geom, const T* origin,
                   const T* direction);

/// Intersects `count` rays from one origin; geoms whose bounding sphere is farther than `cutoff`
/// are left out. Finds what single rays find, but sorts the geoms once. In lanes: those of world
/// `lane`.
template <class T>
void rays(const Model& model, const BasicData<T>& data, Workspace<T>& work, const double* origin,
          const double* directions, int count, double cutoff, const RayFilter& filter,
          RayHit<double>* hits, int lane = 0);
THEW_SIMPLE_QUERY(rays)

/// Intersects a ray with a primitive (plane ... box) that belongs to no model.
RayHit<double> ray_primitive(GeomType type, const double* pos, const double* mat,
                             const double* size, const double* origin, const double* direction);

/// Intersects a ray with triangles; `vertex`, if not null, becomes the corner nearest to the hit.
RayHit<double> ray_skin(int faces, const int* face, const float* vert, const double* origin,
                        const double* direction, int* vertex);

/// What of a flex a ray sees: as it is drawn.
struct FlexLook {
  bool vertices = false;
  bool edges = false;
  bool faces = false;
  bool skin = false;
  int layer = 0;  ///< of tetrahedra, where faces are seen
};

/// Intersects a ray with a flex: the spheres of its vertices, the capsules of its edges, and the
/// triangles of its elements. `vertex`, if not null, becomes the vertex of the flex nearest to the
/// hit.
RayHit<double> ray_flex(const Model& model, const Data& data, int flex, const FlexLook& look,
                        const double* origin, const double* direction, int* vertex);

}  // namespace thew::collision
