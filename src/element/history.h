#pragma once

// Ring buffers in Data::history: what delayed actuators and sensors remember.
//
// One buffer is [user value, place of the newest sample, times (samples), values (samples x dim)].
// Times ascend from the oldest sample, which follows the newest one in memory, round to the newest.
// Times and places differ from lane to lane, so every function works on one lane, in plain numbers.

#include <thew/constants.h>

#include "math/pack.h"
#include "math/scalar.h"

namespace thew::history {

/// Times closer than this are the same time [s].
inline constexpr double kSameTime = kMinVal;

/// Numbers that a buffer occupies.
constexpr std::int64_t size(std::int64_t samples, std::int64_t dim) {
  return 2 + samples * (1 + dim);
}

/// One lane of one buffer. E is the type of an entry of Data::history, double or lanes of it.
template <class E>
struct Ring {
  E* entries;
  int samples, dim, lane;

  THEW_HD double get(std::int64_t i) const { return math::lane(entries[i], lane); }
  THEW_HD void set(std::int64_t i, double value) const { math::set_lane(entries[i], lane, value); }

  double user() const { return get(0); }
  void set_user(double value) const { set(0, value); }

  /// Place of the newest sample; the last place if users wrote nonsense there.
  THEW_HD int newest() const {
    const double place = get(1);
    return place >= 0 && place < samples ? static_cast<int>(place) : samples - 1;
  }
  /// Place of the sample with this rank: 0 is the oldest, samples - 1 the newest.
  THEW_HD int place(int rank) const { return (newest() + 1 + rank) % samples; }

  THEW_HD double time(int place) const { return get(2 + place); }
  THEW_HD void set_time(int place, double t) const { set(2 + place, t); }
  THEW_HD double value(int place, int k) const { return get(value_index(place, k)); }
  THEW_HD void set_value(int place, int k, double x) const { set(value_index(place, k), x); }
  THEW_HD std::int64_t value_index(int place, int k) const {
    return 2 + samples + std::int64_t{place} * dim + k;
  }
};

/// The rank of the first sample that is not older than t; `samples` if all are older.
template <class E>
THEW_HD inline int rank_of(const Ring<E>& ring, double t) {
  int low = 0, high = ring.samples;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (ring.time(ring.place(middle)) < t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Makes room for a sample of time t, in the order of times, and returns its place, where the
/// caller writes its values. A sample of the same time is replaced; else the oldest one is dropped.
template <class E>
THEW_HD inline int insert(const Ring<E>& ring, double t) {
  const int rank = rank_of(ring, t);
  if (rank < ring.samples) {
    const int place = ring.place(rank);
    if (math::abs(t - ring.time(place)) < kSameTime) return place;
  }
  int place = ring.place(0);
  if (rank == ring.samples) {
    ring.set(1, place);
  } else {
    // Those that are older than the new one move towards the place of the oldest.
    for (int i = 1; i < rank; ++i) {
      const int from = ring.place(i);
      ring.set_time(place, ring.time(from));
      for (int k = 0; k < ring.dim; ++k) ring.set_value(place, k, ring.value(from, k));
      place = from;
    }
  }
  ring.set_time(place, t);
  return place;
}

/// The cubic between samples `rank` - 1 and `rank`. Its slopes are those of the chords over both
/// neighbours of each sample (Catmull-Rom), zero at the ends of the buffer.
template <class E>
THEW_HD inline double cubic(const Ring<E>& ring, int rank, double fraction, int k) {
  const int low = ring.place(rank - 1), high = ring.place(rank);
  const double step = ring.time(high) - ring.time(low);
  const double x0 = ring.value(low, k), x1 = ring.value(high, k);
  double slope0 = 0, slope1 = 0;
  if (rank > 1) {
    const int before = ring.place(rank - 2);
    slope0 = (x1 - ring.value(before, k)) / (ring.time(high) - ring.time(before));
  }
  if (rank < ring.samples - 1) {
    const int after = ring.place(rank + 1);
    slope1 = (ring.value(after, k) - x0) / (ring.time(after) - ring.time(low));
  }
  const double s = fraction, r = 1 - fraction;
  return (1 + 2 * s) * r * r * x0 + s * s * (3 - 2 * s) * x1 +
         s * r * step * (r * slope0 - s * slope1);
}

/// Writes the values at time t into this lane of `values`. `interpolation` is 0 for the sample
/// before t, 1 for a line, 2 for a cubic. Beyond the ends the nearest sample holds.
template <class E, class T>
THEW_HD inline void read(const Ring<E>& ring, double t, int interpolation, T* values) {
  const int last = ring.samples - 1;
  int rank = 0;
  double fraction = 0;  // of the way from sample rank - 1 to sample rank
  if (t >= ring.time(ring.place(last)) - kSameTime) {
    rank = last;
  } else if (t > ring.time(ring.place(0)) + kSameTime) {
    rank = rank_of(ring, t);
    const double high = ring.time(ring.place(rank));
    if (rank > 0 && !(math::abs(t - high) < kSameTime)) {
      const double low = ring.time(ring.place(rank - 1));
      fraction = (t - low) / (high - low);
      if (interpolation == 0) --rank;
    }
  }
  const bool between = interpolation != 0 && fraction > 0;
  for (int k = 0; k < ring.dim; ++k) {
    double x = ring.value(ring.place(rank), k);
    if (between && interpolation == 1) {
      const double x0 = ring.value(ring.place(rank - 1), k);
      x = x0 + fraction * (x - x0);
    } else if (between) {
      x = cubic(ring, rank, fraction, k);
    }
    math::set_lane(values[k], ring.lane, static_cast<math::Scalar<T>>(x));
  }
}

}  // namespace thew::history
