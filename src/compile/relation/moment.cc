// How many non-zeros the moments of all actuators can have.

#include "compile/stages.h"

namespace thew::compile {

namespace {

// Dofs that move a body: of all bodies from it up to the world.
std::vector<bool> chain(const Draft& draft, const Model& m, int body) {
  std::vector<bool> used(static_cast<std::size_t>(m.nv));
  for (; body > 0; body = draft.bodies[body].parent) {
    const BodyDraft& b = draft.bodies[body];
    for (int d = 0; d < b.dofs; ++d) used[b.first_dof + d] = true;
  }
  return used;
}

// Dofs that move either body; without those that move both, if so asked.
std::int64_t count_chains(const Draft& draft, const Model& m, int body1, int body2,
                          bool skip_common) {
  const std::vector<bool> a = chain(draft, m, body1), b = chain(draft, m, body2);
  std::int64_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += skip_common ? a[i] != b[i] : a[i] || b[i];
  return count;
}

}  // namespace

std::int64_t moment_size(const Draft& draft, const Model& m) {
  std::int64_t count = 0;
  for (const ActuatorDraft& actuator : draft.actuators) {
    const auto [id, other] = actuator.trnid;
    switch (actuator.trntype) {
      case Transmission::Joint:
      case Transmission::Jointinparent:
        count += dof_count(draft.joints[id].spec->type);
        break;
      case Transmission::Slidercrank:
        count += count_chains(draft, m, draft.sites[id].body, draft.sites[other].body, false);
        break;
      case Transmission::Tendon:
        count += static_cast<std::int64_t>(draft.tendons[id].dofs.size());
        break;
      case Transmission::Site:
        count += count_chains(draft, m, draft.sites[id].body,
                              other < 0 ? 0 : draft.sites[other].body, true);
        break;
      case Transmission::Body:
        count += m.nv;
        break;
      case Transmission::So3:
        count += other < 0 ? 3 : 3 * m.nv;
        break;
      default:
        break;
    }
  }
  return count;
}

}  // namespace thew::compile
