#pragma once

// Signed distance fields in closed form. They carry the names that MuJoCo's plugins have, so that
// files with these plugins load.

#include <string_view>

#include "math/plain.h"

namespace thew::collision {

inline constexpr int kMostNumbers = 5;

/// One family of fields.
struct Formula {
  const char* plugin;             ///< its name in files
  int count;                      ///< how many numbers describe one field
  const char* key[kMostNumbers];  ///< what files call them
  double standard[kMostNumbers];  ///< their values where a file says nothing
  double (*distance)(const Vec3d& p, const double* number);
  Vec3d (*half_box)(const double* number);  ///< of a box about the origin that holds the surface
  /// Null: by differences.
  Vec3d (*gradient)(const Vec3d& p, const double* number) = nullptr;
};

/// What Model::plugin says of the first family; the others follow.
inline constexpr int kFirstPlugin = 2;

inline constexpr int kFormulas = 5;
extern const Formula kFormula[kFormulas];

/// The number of the family with this name, or -1.
int find_formula(std::string_view plugin);

}  // namespace thew::collision
