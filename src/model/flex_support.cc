#include "model/flex_support.h"

#include <string>

#include <thew/error.h>

namespace thew::model {

bool is_projected(const Model& m, int f) {
  return m.flex_xpbd[f] != static_cast<int>(FlexXpbd::None);
}

// Numbers of a flex whose strain is held by equalities are the modes of these.
bool is_elastic(const Model& m, int f) {
  if (is_projected(m, f)) return false;  // a chain that twists has numbers of bending
  return (m.flex_stiffnessadr[f] >= 0 && m.flex_edgeequality[f] != 3) || m.flex_bendingadr[f] >= 0;
}

namespace {

// A tetrahedron that follows the Neo-Hookean law has three numbers behind its quadratic form.
bool is_neo_hookean(const Model& m, int f) {
  constexpr int kForm = 21, kStride = 24;
  if (m.flex_dim[f] != 3 || m.flex_interp[f] != 0 || m.flex_stiffnessadr[f] < 0) return false;
  const double* k = m.flex_stiffness.data() + m.flex_stiffnessadr[f];
  for (int e = 0; e < m.flex_elemnum[f]; ++e, k += kStride) {
    if (k[kForm] != 0) return true;
  }
  return false;
}

constexpr const char* kOther = "Euler takes all flexes";

// What is missing to simulate a flex with the options of the model, or null. The flag ipc is about
// sheets: what has none moves as without it.
const char* missing_option(const Model& m, int f) {
  const bool barriers = has(m.opt.enableflags, EnableBit::Ipc) && m.flex_dim[f] == 2;
  return barriers ? "contacts of sheets by barriers (flag ipc)" : nullptr;
}

[[noreturn]] void refuse(const Model& m, int f, const std::string& what, const char* hint) {
  const char* const name = id_to_name(m, ObjectType::Flex, f);
  throw Error({"", 0, 0, "flex \"" + std::string(name ? name : "") + "\""}, what, hint);
}

}  // namespace

const char* integrator_conflict(const Model& m, int f) {
  const auto integrator = static_cast<Integrator>(m.opt.integrator);
  const bool implicit =
      integrator == Integrator::Implicit || integrator == Integrator::Implicitfast;
  if (is_projected(m, f) && integrator == Integrator::Rk4)
    return "constraints on positions (xpbd) do not go with RK4";
  if (m.flex_passive[f] != 0 && !m.flex_rigid[f] && integrator != Integrator::Discrete)
    return "passive contacts of flexes need the integrator discrete";
  if (implicit && is_elastic(m, f)) return "elasticity of flexes is not integrated implicitly";
  if (integrator != Integrator::Discrete)
    return is_neo_hookean(m, f) ? "the Neo-Hookean law needs the integrator discrete" : nullptr;
  if (m.flex_edgestiffness[f] != 0 || m.flex_edgedamping[f] != 0)
    return "the integrator discrete takes no stiffness and damping of edges";
  const bool dual = m.opt.solver == static_cast<int>(Solver::Pgs) || m.opt.noslip_iterations > 0;
  return dual && is_elastic(m, f) ? "the integrator discrete takes no flexes with PGS and noslip"
                                  : nullptr;
}

bool options_take_flexes(const Model& m) {
  for (int f = 0; f < m.nflex; ++f) {
    if (integrator_conflict(m, f) || missing_option(m, f)) return false;
  }
  return true;
}

void refuse_unsupported_flexes(const Model& m) {
  for (int f = 0; f < m.nflex; ++f) {
    if (const char* const conflict = integrator_conflict(m, f)) refuse(m, f, conflict, kOther);
    const char* const missing = missing_option(m, f);
    if (!missing) continue;
    refuse(m, f, std::string("compiled, but not simulated yet: ") + missing,
           "THEW_IGNORE_UNSUPPORTED=1 leaves flexes out with a warning");
  }
}

void refuse_flexes_in_lanes(const Model& m) {
  if (m.nflex > 0) refuse(m, 0, "worlds with flexes step alone, not in lanes", "");
}

}  // namespace thew::model
