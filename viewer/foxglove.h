#pragma once

#include "json.h"
#include "world.h"

namespace thew::viewer {

/// Poses of all bodies, as Foxglove's FrameTransforms.
Json transforms_json(const World& world);

/// The shapes of all bodies in their frames, as Foxglove's SceneUpdate: primitives where it has
/// them, triangles for meshes and height fields. Groups 3 to 5 are left out, as in pictures.
Json scene_json(const World& world);

}  // namespace thew::viewer
