// Forces of contacts from one step to the next: a contact is known by its geoms and the cell of
// 1 cm that it is in, and its forces count as long as its dimension is the same. Cells have whole
// centimetres in their middle: people put corners there, and on an edge rounding would decide.

#include <algorithm>

#include "constraint/classic/classic.h"
#include "model/lane_types.h"

namespace thew::constraint::classic {

namespace {

// Columns of contact_warmstart.
constexpr int kKey = 5, kDim = 5, kForce = 6;

template <class T>
void write_key(const BasicData<T>& d, int contact, T* key) {
  constexpr double kCells = 100;  // in a metre
  const auto [low, high] =
      std::minmax(d.contact.geom.row(contact)[0], d.contact.geom.row(contact)[1]);
  key[0] = T(low);
  key[1] = T(high);
  for (int k = 0; k < 3; ++k)
    key[2 + k] = math::floor(d.contact.pos.row(contact)[k] * T(kCells) + T(0.5));
  key[kDim] = T(d.contact.dim[contact]);
}

}  // namespace

// Contacts mostly come in the order in which they came before, so that the next one is looked for
// behind the last one found.
template <class T>
void recall(const Model& m, BasicData<T>& d) {
  const bool known = !has(m.opt.disableflags, DisableBit::Warmstart);
  int count = 0, next = 0;
  while (known && count < m.nwarmstart && d.contact_warmstart.row(count)[kDim] > T(0)) ++count;
  for (const Block& block : contact_blocks(d)) {
    T* force = d.efc_force.data() + block.row;
    std::fill_n(force, block.rows, T(0));
    T key[kKey + 1];
    write_key(d, block.id, key);
    for (int k = 0; k < count; ++k) {
      const int at = next + k < count ? next + k : next + k - count;
      const T* kept = d.contact_warmstart.row(at);
      if (!std::equal(key, key + kKey + 1, kept)) continue;
      std::copy_n(kept + kForce, block.rows, force);
      next = at + 1 < count ? at + 1 : 0;
      break;
    }
  }
}

template <class T>
void remember(const Model& m, BasicData<T>& d) {
  if (m.nwarmstart == 0) return;
  std::fill(d.kept.contact_next.begin(), d.kept.contact_next.end(), T(0));
  if (d.nefc == 0) return;
  int row = 0;
  for (const Block& block : contact_blocks(d)) {
    if (row == m.nwarmstart) return;
    T* to = d.kept.contact_next.row(row++);
    write_key(d, block.id, to);
    std::copy_n(d.efc_force.data() + block.row, block.rows, to + kForce);
  }
}

#define THEW_INSTANTIATE(T)                          \
  template void recall(const Model&, BasicData<T>&); \
  template void remember(const Model&, BasicData<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint::classic
