#include "batch/width.h"

#include <thew/error.h>

#include "base/processor.h"

namespace thew::batch {

namespace {

// The lanes of one precision, for all processors and for those with AVX-512.
template <class S>
struct Lanes;
template <>
struct Lanes<double> {
  using Narrow = Pack4;
  using Wide = Pack<double, 8>;
};
template <>
struct Lanes<float> {
  using Narrow = Pack8f;
  using Wide = Pack<float, 16>;
};

bool has_wide() {
#if defined(THEW_HAS_WIDE_LANES)
  return base::has_avx512();
#else
  return false;
#endif
}

template <class S>
int choose(int wanted, std::int64_t worlds) {
  constexpr int kNarrow = kLanes<typename Lanes<S>::Narrow>;
  const int widest = has_wide() ? kLanes<typename Lanes<S>::Wide> : kNarrow;
  if (wanted == 0) return worlds <= kNarrow ? kNarrow : widest;
  if (wanted == kNarrow || wanted == widest) return wanted;
  throw Error({}, "worlds cannot be in " + std::to_string(wanted) + " lanes",
              "this processor has " + std::to_string(kNarrow) +
                  (widest > kNarrow ? " or " + std::to_string(widest) : ""));
}

}  // namespace

int choose_lanes(Precision precision, int wanted, std::int64_t worlds) {
  return precision == Precision::Single ? choose<float>(wanted, worlds)
                                        : choose<double>(wanted, worlds);
}

template <class S>
std::unique_ptr<LaneWorker> make_lane_worker(int lanes, const Model& model, const Kept& kept) {
#if defined(THEW_HAS_WIDE_LANES)
  if (lanes == kLanes<typename Lanes<S>::Wide>) {
    return make_lane_worker<typename Lanes<S>::Wide>(model, kept);
  }
#endif
  (void)lanes;
  return make_lane_worker<typename Lanes<S>::Narrow>(model, kept);
}

template std::unique_ptr<LaneWorker> make_lane_worker<double>(int, const Model&, const Kept&);
template std::unique_ptr<LaneWorker> make_lane_worker<float>(int, const Model&, const Kept&);

}  // namespace thew::batch
