#include "constraint/lane_rows.h"

#include "constraint/block.h"
#include "model/contact_slot.h"
#include "model/lane_types.h"
#include "model/lanes.h"

namespace thew::constraint {

namespace {

// How many of all rows up to `end` are those of one lane.
template <class T>
int count_rows(const BasicData<T>& lanes, int lane, int begin, int end) {
  int count = 0;
  for (const Block& block : blocks(lanes)) {
    const bool counts = block.row >= begin && block.row < end;
    if (counts && math::lane(lanes_with(lanes, block), lane)) count += block.rows;
  }
  return count;
}

// The number that contacts of all lanes have in the world alone; asked for in ascending order.
template <class T>
class ContactNumbers {
 public:
  ContactNumbers(const BasicData<T>& lanes, int lane) : lanes_(lanes), lane_(lane) {}

  int operator()(int contact) {
    for (; next_ < contact; ++next_) {
      own_ += lane_of(lanes_.contact.dist[next_], lane_) < model::kAbsentDistance;
    }
    return own_;
  }

 private:
  const BasicData<T>& lanes_;
  int lane_, next_ = 0, own_ = 0;
};

}  // namespace

template <class T>
bool extract_rows(const BasicData<T>& lanes, int lane, BasicData<OneOf<T>>& d) {
  extract_contacts(lanes, lane, d);
  const int friction = lanes.ne + lanes.nf, limits = friction + lanes.nl;
  d.drop_rows();
  d.ne = count_rows(lanes, lane, 0, lanes.ne);
  d.nf = count_rows(lanes, lane, lanes.ne, friction);
  d.nl = count_rows(lanes, lane, friction, limits);
  d.nefc = count_rows(lanes, lane, 0, lanes.nefc);
  if (!d.place_rows()) {
    d.drop_rows();
    return false;
  }
  int row = 0;
  ContactNumbers<T> number(lanes, lane);
  for (const Block& block : blocks(lanes)) {
    if (!math::lane(lanes_with(lanes, block), lane)) continue;
    const bool contact = block.kind() >= ConstraintType::ContactFrictionless;
    const int id = contact ? number(block.id) : block.id;
    if (contact) d.contact.efc_address[id] = row;
    for (int from = block.row; from < block.row + block.rows; ++from, ++row) {
      d.efc_type[row] = block.type;
      d.efc_id[row] = id;
      d.efc_pos[row] = lane_of(lanes.efc_pos[from], lane);
      d.efc_margin[row] = lane_of(lanes.efc_margin[from], lane);
      d.efc_vel[row] = lane_of(lanes.efc_vel[from], lane);
      d.efc_force[row] = lane_of(lanes.efc_force[from], lane);
    }
  }
  return true;
}

#define THEW_INSTANTIATE(T) \
  template bool extract_rows(const BasicData<T>&, int, BasicData<OneOf<T>>&)
THEW_FOR_PACK_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
