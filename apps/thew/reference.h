#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models.h"

namespace thew::cli {

/// The one version of MuJoCo that we compare with: numbers change between its releases.
inline constexpr const char* kReferenceVersion = "4.0.0";

/// The file of MuJoCo's library: as named, or from THEW_MUJOCO, or inside the Python package
/// mujoco; "" when there is none. A name may also be the folder of the library. Throws UsageError
/// when a named file is absent.
std::string find_reference(const std::string& named);

/// MuJoCo's functions, loaded at run time. Its structs are never looked into, as their layout is
/// not stable.
struct ReferenceFunctions;

/// MuJoCo's library, opened. Throws UsageError when it cannot be, or is another version.
class Reference {
 public:
  explicit Reference(const std::string& path);
  ~Reference();
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  const std::string& path() const { return path_; }
  const ReferenceFunctions& functions() const { return *functions_; }

 private:
  std::string path_;
  std::unique_ptr<ReferenceFunctions> functions_;
};

/// One of our models in MuJoCo, ready to step.
class ReferenceWorld {
 public:
  /// Loads the same XML with the words of `disable` merged into <option><flag>. Throws Error when
  /// MuJoCo refuses it, or when its sizes are not ours.
  ReferenceWorld(const Reference& reference, const ModelSource& source, const Model& model,
                 const std::vector<std::string>& disable);
  ~ReferenceWorld();
  ReferenceWorld(const ReferenceWorld&) = delete;
  ReferenceWorld& operator=(const ReferenceWorld&) = delete;

  /// The initial state, or keyframe 0 when `key` is 0.
  void reset(int key);
  void set_ctrl(const double* ctrl);
  void step();
  /// The same with Euler's or the implicit integrator; calls `part_done` after each of kParts.
  void step_in_parts(bool euler, const std::function<void()>& part_done);
  std::vector<double> qpos() const;
  /// New positions, and the poses that follow from them.
  void place(const double* qpos);
  /// Contacts of these positions.
  void collide();
  /// Contacts of the last step or of collide(), read from a printout: slow.
  int contacts() const;

 private:
  void check_sizes(const std::string& name, const Model& model) const;

  const ReferenceFunctions& mujoco_;
  void* model_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace thew::cli
