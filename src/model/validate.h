#pragma once

#include <cstdint>

#include <thew/model.h>

namespace thew::model {

/// Throws Error: `field`[i] is `value`, but should be something else.
[[noreturn]] void refuse(const char* field, std::int64_t i, std::int64_t value,
                         const char* allowed);

inline void require(bool good, const char* field, std::int64_t i, std::int64_t value,
                    const char* allowed) {
  if (!good) [[unlikely]]
    refuse(field, i, value, allowed);
}

/// Everything but the fields that MuJoCo's models lack, of which nothing is looked at.
void validate_shared(const Model& model);

// What the marks of fields.inc cannot say; all that they say holds already.

/// Bodies, joints, dofs and the sparsity patterns that follow from them.
void validate_tree(const Model& model);
/// The fields that MuJoCo's models lack.
void validate_extra(const Model& model);
/// Meshes, height fields, textures, names.
void validate_assets(const Model& model);
/// Vertices, nodes, edges and elements of flexes.
void validate_flexes(const Model& model);
/// Geoms, equalities, tendons, actuators, sensors.
void validate_objects(const Model& model);
/// Shapes, gains and resolutions, which may be written.
void validate_choices(const Model& model);

}  // namespace thew::model
