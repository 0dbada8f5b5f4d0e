#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include <thew/batch.h>

#include "models.h"
#include "reference.h"

namespace thew::cli {

/// The parts of a step that a profile tells apart.
inline constexpr std::array kParts = {"kinematics", "inertia",      "collision", "rows",
                                      "velocity",   "acceleration", "solve",     "advance"};
using PartTimes = std::array<double, kParts.size()>;  ///< [s]

/// An engine with one model in it, as the benchmark sees it.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Worlds that one step advances.
  virtual int worlds() const { return 1; }
  /// Whether several threads take part in a step: only the time on the wall means something then.
  virtual bool on_threads() const { return false; }
  /// The initial state, or keyframe `key` when >= 0.
  virtual void reset(int key) = 0;
  virtual void set_ctrl(int world, std::span<const double> ctrl) = 0;
  virtual void step(int count) = 0;
  /// The same, part by part, with the time of each added; for integrators that evaluate forces
  /// once.
  virtual void step_in_parts(int count, PartTimes& times) = 0;
  /// Positions of world 0.
  virtual std::vector<double> qpos() = 0;
  /// Contacts of the last step or collision stage, or -1 when unknown.
  virtual int contacts() = 0;
  /// Puts world 0 at these positions, with all that its collision stage needs.
  virtual void place(const std::vector<double>& qpos) = 0;
  /// The collision stage of world 0 alone, `count` times from the same positions.
  virtual void collide(int count) = 0;
};

/// Thew, one world.
std::unique_ptr<Engine> make_single(const Model& model);
/// Thew, many worlds that step together; it only steps.
std::unique_ptr<Engine> make_batch(const Model& model, int worlds, const BatchOptions& options);
/// MuJoCo, with the words of `disable` as disabled features. Throws Error.
std::unique_ptr<Engine> make_reference(const Reference& reference, const ModelSource& source,
                                       const Model& model, const std::vector<std::string>& disable);

}  // namespace thew::cli
