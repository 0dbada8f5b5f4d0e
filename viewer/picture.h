#pragma once

#include <vector>

#include <thew/scene.h>

#include "frame.h"
#include "world.h"

namespace thew::viewer {

/// Everything that is to be seen of a world, which must be up to date, and shapes besides. `scene`
/// is working memory, made for the model.
void draw(const World& world, const scene::Option& option, const scene::Perturb* perturb,
          const std::vector<scene::Geom>& extra, scene::Scene& scene, Picture& picture);

/// What moves of another world, as the picture's ghost.
void draw_ghost(const Model& model, const Data& ghost, const scene::Option& option,
                scene::Scene& scene, Picture& picture);

}  // namespace thew::viewer
