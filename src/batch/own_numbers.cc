#include "batch/own_numbers.h"

#include <algorithm>

#include "model/lane_types.h"
#include "model/lanes.h"
#include "model/own_number.h"

namespace thew::batch {

double* OwnNumbers::own(const Model& m, int id) {
  std::vector<double>& table = tables_[static_cast<std::size_t>(id)];
  const OwnNumber number = own_number(m, id);
  if (table.empty() && number.size() > 0) {
    table.resize(static_cast<std::size_t>(worlds_ * number.size()));
    for (std::int64_t world = 0; world < worlds_; ++world) {
      std::copy_n(number.values, number.size(), table.data() + world * number.size());
    }
    any_ = true;
  }
  return table.data();
}

void OwnNumbers::show(const Model& m, std::int64_t world, Model& view) const {
  if (!any_) return;
  // Tables of a model want addresses that may be written; who looks at this one only reads.
  const auto of_world = [&](ParameterId id, std::int64_t size) {
    return const_cast<double*>(row(static_cast<int>(id), world, size));
  };
#define THEW_SHOW_World(name)                                                                  \
  if (is_owned(static_cast<int>(ParameterId::name))) {                                         \
    view.name = {of_world(ParameterId::name, m.name.size()), m.name.rows(), m.name.columns()}; \
  }
#define THEW_SHOW_Shared(name)
#define THEW_SHOW_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_SHOW_##world(name)
#define THEW_WORLD_OPTION(name, description)                       \
  if (is_owned(static_cast<int>(ParameterId::name))) {             \
    std::copy_n(of_world(ParameterId::name, 3), 3, view.opt.name); \
  }
#include <thew/fields.inc>
#undef THEW_SHOW_World
#undef THEW_SHOW_Shared
#undef THEW_SHOW_Structure
}

template <class T>
void LaneNumbers<T>::load(const Model& m, const OwnNumbers& own, const std::int64_t* worlds,
                          BasicData<T>& d) {
  if (!own.any()) return;
  for (int id = 0; id < kParameters; ++id) {
    if (!own.is_owned(id)) continue;
    const std::int64_t size = own_number(m, id).size();
    std::vector<T>& table = tables_[static_cast<std::size_t>(id)];
    table.resize(static_cast<std::size_t>(size));
    for (int k = 0; k < kLanes<T>; ++k) {
      const double* row = own.row(id, worlds[k], size);
      for (std::int64_t i = 0; i < size; ++i) {
        put_lane(table[static_cast<std::size_t>(i)], k, static_cast<OneOf<T>>(row[i]));
      }
    }
    d.own[static_cast<std::size_t>(id)] = table.data();
  }
}

void SingleNumbers::convert(const Model& m) {
  for (int id = 0; id < kParameters; ++id) {
    const OwnNumber number = own_number(m, id);
    std::vector<float>& table = tables_[static_cast<std::size_t>(id)];
    table.resize(static_cast<std::size_t>(number.size()));
    std::transform(number.values, number.values + number.size(), table.begin(),
                   [](double x) { return static_cast<float>(x); });
  }
}

#define THEW_INSTANTIATE(T) template class LaneNumbers<T>
THEW_FOR_PACK_TYPES(THEW_INSTANTIATE)

}  // namespace thew::batch
