#include "batch/widen.h"

#include <algorithm>

namespace thew::batch {

void widen(const BasicData<float>& from, Data& to) {
  const std::int64_t nbuffer = to.nbuffer, narena = to.narena;
  static_cast<DataSizes&>(to) = from;
  to.nbuffer = nbuffer;
  to.narena = narena;
  to.time = from.time;
#define THEW_WIDEN_Fixed(name) std::copy(from.name.begin(), from.name.end(), to.name.begin());
#define THEW_WIDEN_Arena(name)
#define THEW_WIDEN_Shown(name)
#define THEW_DATA(type, name, rows, columns, storage, lanes, domain, stage, unit, description) \
  THEW_WIDEN_##storage(name)
#include <thew/fields.inc>
#undef THEW_WIDEN_Fixed
#undef THEW_WIDEN_Arena
#undef THEW_WIDEN_Shown
  to.ncon = static_cast<int>(std::min<std::int64_t>(from.ncon, to.contact.dist.rows()));
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  std::copy_n(from.contact.name.data(), std::int64_t{to.ncon} * (columns), to.contact.name.data());
#include <thew/fields.inc>
  std::fill_n(to.contact.efc_address.data(), to.ncon, -1);
  to.drop_rows();
}

}  // namespace thew::batch
