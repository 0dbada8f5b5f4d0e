#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "viewer.h"

namespace thew::viewer {

/// A viewer of a world that a program steps. What is seen is the state at the last sync().
class Passive {
 public:
  /// `model` is read by the viewer's thread: who writes it meanwhile holds lock().
  Passive(std::shared_ptr<const Model> model, const Data& data, const std::string& name,
          ViewerOptions options);

  /// What is seen besides the world.
  struct Beside {
    const Data* ghost = nullptr;  ///< another state of the same model
    std::shared_ptr<const Crowd> crowd;
  };

  /// Shows the data as it is now. Where somebody pulls at a body, its xfrc_applied is written; when
  /// it is let go, zeroed. True where it was written.
  bool sync(Data& data, const Beside& beside);
  bool sync(Data& data) { return sync(data, {}); }

  void lock() { viewer_->lock(); }
  void unlock() { viewer_->unlock(); }
  /// Codes of the keys that were pressed since the last call.
  std::vector<int> take_keys();
  /// Where somebody who controls has moved their camera since the last call.
  std::optional<scene::Camera> take_camera();
  /// All look from here, until they move.
  void set_camera(const scene::Camera& camera);
  /// Shapes that are drawn besides.
  void set_shapes(std::vector<scene::Geom> shapes);
  /// What every client sees that has not chosen otherwise since.
  void set_option(const scene::Option& option);
  /// Panels of the program's own, and what was done there since the last call (PROTOCOL.md,
  /// "panels", "panel").
  void set_panels(Json panels);
  std::vector<Json> take_panel_uses();
  /// How the world compares with another engine's (PROTOCOL.md, "comparison").
  void compare(Json report);
  Push push() const;
  Viewer& viewer() { return *viewer_; }
  /// What pages ask of the program.
  const Steering& steering() const { return *steering_; }

 private:
  // Shared with tasks that may still wait when this is gone.
  struct Exchange {
    explicit Exchange(const Data& data) : shown(data) {}
    std::mutex mutex;
    Data shown;
    std::optional<Data> ghost;
    std::shared_ptr<const Crowd> crowd;
    bool fresh = false;
    Push push;
    std::vector<int> keys;
    std::vector<Json> panel_uses;
    std::optional<scene::Camera> camera;
  };

  std::shared_ptr<Exchange> exchange_;
  std::shared_ptr<Steering> steering_;
  std::unique_ptr<Viewer> viewer_;
  int pulled_ = 0;  // body whose force this wrote
};

}  // namespace thew::viewer
