// Moves worlds between ordinary Data and the lanes of a batch.

#include "model/lanes.h"

#include <algorithm>
#include <string>

#include <thew/data.h>
#include <thew/error.h>

#include "model/contact_exclude.h"
#include "model/contact_slot.h"
#include "model/lane_types.h"

namespace thew {

template <class T>
void extract_contacts(const BasicData<T>& lanes, int lane, BasicData<OneOf<T>>& d) {
  d.ncon = 0;
  for (int i = 0; i < lanes.ncon && d.ncon < d.contact.dist.rows(); ++i) {
    const auto dist = lane_of(lanes.contact.dist[i], lane);
    if (dist >= model::kAbsentDistance) continue;
    const int to = d.ncon++;
#define THEW_CONTACT(type, name, columns, domain, unit, description)         \
  for (int k = 0; k < (columns); ++k) {                                      \
    d.contact.name.row(to)[k] = lane_of(lanes.contact.name.row(i)[k], lane); \
  }
#include <thew/fields.inc>
    std::fill_n(d.contact.H.row(to), d.contact.H.columns(), OneOf<T>(0));  // lanes have none
    d.contact.efc_address[to] = -1;
    const bool expected = d.contact.exclude[to] == model::kExpected;
    if (expected) d.contact.exclude[to] = exclude::kNot;
    exclude::mark_gap(d.contact, to, expected);
  }
}

namespace {

template <class T>
void check_lane(const BasicData<T>& lanes, int lane, const BasicData<OneOf<T>>& d) {
  if (lane < 0 || lane >= kLanes<T>) {
    throw Error({},
                "there is no lane " + std::to_string(lane) + " of " + std::to_string(kLanes<T>));
  }
  if (!lanes.same_sizes(d)) throw Error({}, "the data was made for another model than the lanes");
}

}  // namespace

template <class T>
void extract(const BasicData<T>& lanes, int lane, BasicData<OneOf<T>>& d) {
  check_lane(lanes, lane, d);
  const std::int64_t nbuffer = d.nbuffer, narena = d.narena;
  static_cast<DataSizes&>(d) = lanes;
  d.nbuffer = nbuffer;
  d.narena = narena;
  d.time = lane_of(lanes.time, lane);
#define THEW_EXTRACT_Fixed(name) \
  for (std::int64_t i = 0; i < d.name.size(); ++i) d.name[i] = lane_of(lanes.name[i], lane);
#define THEW_EXTRACT_Arena(name)
#define THEW_EXTRACT_Shown(name)
#define THEW_DATA(type, name, rows, columns, storage, lanes_, domain, stage, unit, description) \
  THEW_EXTRACT_##storage(name)
#include <thew/fields.inc>
#undef THEW_EXTRACT_Fixed
#undef THEW_EXTRACT_Arena
#undef THEW_EXTRACT_Shown
  extract_contacts(lanes, lane, d);
  d.drop_rows();  // those of lanes are not those of a world
}

template <class T>
void insert(const BasicData<OneOf<T>>& d, BasicData<T>& lanes, int lane) {
  check_lane(lanes, lane, d);
  const std::int64_t nbuffer = lanes.nbuffer, narena = lanes.narena;
  static_cast<DataSizes&>(lanes) = d;
  lanes.nbuffer = nbuffer;
  lanes.narena = narena;
  put_lane(lanes.time, lane, d.time);
#define THEW_INSERT_Fixed(name) \
  for (std::int64_t i = 0; i < d.name.size(); ++i) put_lane(lanes.name[i], lane, d.name[i]);
#define THEW_INSERT_Arena(name)
#define THEW_INSERT_Shown(name)
#define THEW_DATA(type, name, rows, columns, storage, lanes_, domain, stage, unit, description) \
  THEW_INSERT_##storage(name)
#include <thew/fields.inc>
#undef THEW_INSERT_Fixed
#undef THEW_INSERT_Arena
#undef THEW_INSERT_Shown
  lanes.ncon = 0;  // contacts and rows are found again
  lanes.drop_rows();
}

#define THEW_INSTANTIATE(T)                                                       \
  template void extract_contacts(const BasicData<T>&, int, BasicData<OneOf<T>>&); \
  template void extract(const BasicData<T>&, int, BasicData<OneOf<T>>&);          \
  template void insert(const BasicData<OneOf<T>>&, BasicData<T>&, int)
THEW_FOR_PACK_TYPES(THEW_INSTANTIATE)

}  // namespace thew
