// Where the fibres of muscles with an elastic tendon begin: in equilibrium with it, at qpos0 and in
// keyframes that do not say otherwise.

#include <algorithm>
#include <cmath>

#include <thew/stages.h>
#include <thew/step.h>

#include "compile/stages.h"
#include "model/hill.h"

namespace thew::compile {

namespace {

bool is_given(const Key& key, int adr) {
  const auto place = static_cast<std::size_t>(adr);
  return place < key.act.size() && !std::isnan(key.act[place]);
}

}  // namespace

void settle_muscles(const Draft& draft, Model& m) {
  bool any = false;
  for (int i = 0; i < m.nactuator; ++i) any |= has_fibre(m, i);
  if (!any) return;
  Data d = data_without_flexes(m);
  d.calls_user = false;
  const auto each = [&](const auto& use) {
    forward_position(m, d);
    actuation::settle(m, d);
    for (int i = 0; i < m.nactuator; ++i) {
      if (has_fibre(m, i)) use(i, m.actuator_actadr[i]);
    }
  };
  reset(m, d);
  each([&](int i, int adr) { m.actuator_dynprm.row(i)[hill_dyn::kRest] = d.act[adr]; });
  for (int k = 0; k < m.nkey; ++k) {
    reset(m, d, k);
    each([&](int, int adr) {
      if (!is_given(*draft.keys[k].spec, adr)) m.key_act.row(k)[adr] = d.act[adr];
    });
  }
}

}  // namespace thew::compile
