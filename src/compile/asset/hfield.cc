// Height fields: terrain as a grid of heights.

#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

constexpr std::int64_t kMost = 100'000'000;  // heights of one field

void check(const Draft& draft, const HeightField& spec) {
  if (spec.nrow < 2 || spec.ncol < 2) {
    draft.fail(spec, "hfield", "at least 2 rows and 2 columns are needed");
  }
  const std::int64_t count = std::int64_t{spec.nrow} * spec.ncol;
  if (count > kMost) draft.fail(spec, "hfield", "more than 100 million heights");
  if (!spec.elevation.empty() && static_cast<std::int64_t>(spec.elevation.size()) != count) {
    draft.fail(spec, "hfield", "elevation data length must match nrow*ncol",
               "there are " + std::to_string(spec.elevation.size()) + " heights, not " +
                   std::to_string(spec.nrow) + " x " + std::to_string(spec.ncol));
  }
  for (const double x : spec.size) {
    if (!(x > 0) || !std::isfinite(x)) draft.fail(spec, "hfield", "all sizes must be positive");
  }
  for (const float x : spec.elevation) {
    if (!std::isfinite(x)) draft.fail(spec, "hfield", "a height is not finite");
  }
}

}  // namespace

void compile_hfields(Draft& draft) {
  for (HeightFieldDraft& field : draft.hfields) {
    const HeightField& spec = *field.spec;
    check(draft, spec);
    field.height = spec.elevation;
    field.height.resize(static_cast<std::size_t>(spec.nrow) * spec.ncol);
    const auto [low, high] = std::minmax_element(field.height.begin(), field.height.end());
    const float least = *low, range = *high - *low;
    for (float& x : field.height) {
      x -= least;
      if (range > kTiny) x /= range;
    }
  }
}

void count_hfields(const Draft& draft, Model& m) {
  for (const HeightFieldDraft& field : draft.hfields) {
    m.nhfielddata += static_cast<std::int64_t>(field.height.size());
  }
}

void write_hfields(const Draft& draft, Model& m) {
  std::int64_t adr = 0;
  for (int i = 0; i < m.nhfield; ++i) {
    const HeightFieldDraft& field = draft.hfields[i];
    put(m.hfield_size, i, field.spec->size);
    m.hfield_nrow[i] = field.spec->nrow;
    m.hfield_ncol[i] = field.spec->ncol;
    m.hfield_adr[i] = static_cast<int>(adr);
    std::copy(field.height.begin(), field.height.end(), m.hfield_data.data() + adr);
    adr += static_cast<std::int64_t>(field.height.size());
  }
}

}  // namespace thew::compile
