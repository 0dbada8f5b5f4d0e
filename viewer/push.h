#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/scene.h>

namespace thew::viewer {

/// What the mouse pulls at: a point of a body towards a target, or its orientation.
struct Push {
  enum class Kind { None, Force, Torque };
  Kind kind = Kind::None;
  int body = 0;
  double local[3] = {};   ///< the point, in the body's frame (Force)
  double target[4] = {};  ///< where it is drawn to [m] (Force), or the orientation (Torque)

  bool active() const { return kind != Kind::None; }
};

/// The same as MuJoCo has it; positions and orientations in `data` must be those of its state.
scene::Perturb perturb_of(const Model& model, const Data& data, const Push& push);

/// Writes the body's xfrc_applied: a damped spring whose stiffness is the model's
/// vis.map.stiffness. From qpos and qvel alone, so that a world that is run again is pushed alike.
void apply_push(const Model& model, Data& data, const Push& push);

/// Puts the body there at once, where it may: a mocap body, or one on a tree with a free joint.
/// False where it may not.
bool place_pushed(const Model& model, Data& data, const Push& push);

}  // namespace thew::viewer
