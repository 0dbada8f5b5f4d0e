#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include <thew/data.h>
#include <thew/model.h>

#include "controller.h"
#include "fields.h"
#include "push.h"

namespace thew::viewer {

/// Something that was done to a world from outside, before it made step number `step`.
struct Input {
  struct Edit {
    const FieldRef* field;
    std::int64_t first;
    std::vector<double> values;
  };
  std::int64_t step = 0;
  std::variant<Edit, Push, const Controller*> what;

  bool changes_model() const {
    const Edit* edit = std::get_if<Edit>(&what);
    return edit != nullptr && edit->field->owner() == FieldRef::Owner::Model;
  }
  std::size_t bytes() const;
};

/// A world that runs: its data, the model with numbers of its own once they are written, and what
/// acts on it.
class World {
 public:
  explicit World(std::shared_ptr<const Model> model);

  const Model& model() const { return own_ ? *own_ : *base_; }
  const std::shared_ptr<const Model>& base() const { return base_; }
  Data& data() { return data_; }
  const Data& data() const { return data_; }
  std::int64_t step() const { return step_; }
  const Push& push() const { return push_; }
  const Controller* controller() const { return controller_; }

  /// Time 0 or a keyframe of the model, the model's own numbers as they are.
  void reset(int key);
  /// Throws Error where an edit means nothing.
  void apply(const Input& input);
  /// One step.
  void advance();

  /// The whole state (StateBit::Integration).
  std::vector<double> state() const;
  void set_state(const std::vector<double>& state);
  /// Continues at another moment: what acts there, and the model as compiled.
  void jump(std::int64_t step, const Push& push, const Controller* controller);
  /// Computes everything from the state, which stays as it is, bit by bit.
  void refresh();

 private:
  Model& own_model();

  std::shared_ptr<const Model> base_;
  std::unique_ptr<Model> own_;
  Data data_;
  std::int64_t step_ = 0;
  Push push_;
  const Controller* controller_ = nullptr;
};

}  // namespace thew::viewer
