#include <thew/data.h>
#include <thew/workspace.h>

#include "model/lane_types.h"
#include "model/reset_where.h"
#include "model/solver_statistics.h"
#include "pipeline/wake.h"

namespace thew {

template <class T>
void reset(const Model& m, BasicData<T>& d, int key) {
  const std::int64_t nbuffer = d.nbuffer, narena = d.narena;
  static_cast<DataSizes&>(d) = DataSizes();
  d.nbuffer = nbuffer;
  d.narena = narena;
  d.drop_rows();
  model::clear_statistics(d.kept);
  reset_where(m, d, math::MaskOf<T>(true));
  if constexpr (kLanes<T> == 1) begin_asleep(m, d, *Borrowed<T>(m));
  if (key >= 0 && key < m.nkey) apply_key(m, d, key);
}

#define THEW_INSTANTIATE(T) template void reset(const Model&, BasicData<T>&, int)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
