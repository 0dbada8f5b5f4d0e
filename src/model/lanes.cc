// Moves worlds between ordinary Data and the lanes of a batch.

#include <thew/data.h>

#include "math/pack.h"

namespace thew {

namespace {

template <class E>
E get(const E& x, int) {
  return x;
}
template <class S, int N>
S get(const math::Pack<S, N>& x, int lane) {
  return x[lane];
}
template <class E, std::size_t N>
E get(const std::array<E, N>& x, int lane) {
  return x[static_cast<std::size_t>(lane)];
}

template <class E>
void put(E& x, int, const E& value) {
  x = value;
}
template <class S, int N>
void put(math::Pack<S, N>& x, int lane, S value) {
  x.set(lane, value);
}
template <class E, std::size_t N>
void put(std::array<E, N>& x, int lane, const E& value) {
  x[static_cast<std::size_t>(lane)] = value;
}

}  // namespace

template <class T>
void extract(const BasicData<T>& lanes, int lane, Data& d) {
  const std::int64_t nbuffer = d.nbuffer;
  static_cast<DataSizes&>(d) = lanes;
  d.nbuffer = nbuffer;
  d.time = get(lanes.time, lane);
#define THEW_DATA(type, name, rows, columns, storage, lanes_, stage, unit, description) \
  for (std::int64_t i = 0; i < d.name.size(); ++i) d.name[i] = get(lanes.name[i], lane);
#include <thew/fields.inc>
}

template <class T>
void insert(const Data& d, BasicData<T>& lanes, int lane) {
  const std::int64_t nbuffer = lanes.nbuffer;
  static_cast<DataSizes&>(lanes) = d;
  lanes.nbuffer = nbuffer;
  put(lanes.time, lane, d.time);
#define THEW_DATA(type, name, rows, columns, storage, lanes_, stage, unit, description) \
  for (std::int64_t i = 0; i < d.name.size(); ++i) put(lanes.name[i], lane, d.name[i]);
#include <thew/fields.inc>
}

template void extract(const BasicData<math::Pack<double, 4>>&, int, Data&);
template void insert(const Data&, BasicData<math::Pack<double, 4>>&, int);

}  // namespace thew
