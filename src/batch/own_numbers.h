#pragma once

// Numbers of the model of which each world has its own: for each such field a table with a row per
// world.

#include <array>
#include <vector>

#include <thew/data.h>
#include <thew/model.h>

namespace thew::batch {

class OwnNumbers {
 public:
  explicit OwnNumbers(std::int64_t worlds) : worlds_(worlds) {}

  /// From now on each world has its own, to begin with the model's.
  double* own(const Model& model, int id);
  bool is_owned(int id) const { return !tables_[static_cast<std::size_t>(id)].empty(); }
  bool any() const { return any_; }

  const double* row(int id, std::int64_t world, std::int64_t size) const {
    return tables_[static_cast<std::size_t>(id)].data() + world * size;
  }
  double* row(int id, std::int64_t world, std::int64_t size) {
    return tables_[static_cast<std::size_t>(id)].data() + world * size;
  }

  /// Lets a model that looks at that of the batch have the numbers of a world.
  void show(const Model& model, std::int64_t world, Model& view) const;

 private:
  std::int64_t worlds_;
  bool any_ = false;
  std::array<std::vector<double>, kParameters> tables_;
};

/// All numbers of the model in single precision.
class SingleNumbers {
 public:
  void convert(const Model& model);

  /// Lets a Data read them, but for those of which its worlds have their own in the model.
  template <class T>
  void show(const OwnNumbers& own, BasicData<T>& data) const {
    for (std::size_t id = 0; id < tables_.size(); ++id) {
      const bool hidden = own.is_owned(static_cast<int>(id)) || tables_[id].empty();
      data.converted[id] = hidden ? nullptr : tables_[id].data();
    }
  }

 private:
  std::array<std::vector<float>, kParameters> tables_;
};

/// The numbers of the worlds in the lanes of a Data.
template <class T>
class LaneNumbers {
 public:
  /// worlds[k] is that of lane k.
  void load(const Model& model, const OwnNumbers& own, const std::int64_t* worlds,
            BasicData<T>& data);

 private:
  std::array<std::vector<T>, kParameters> tables_;
};

}  // namespace thew::batch
