#include "model/flex_support.h"

#include <string>

#include <thew/error.h>

#include "model/sheets.h"

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

// Vertices of sheets that are kept apart move along lines.
bool only_slides(const Model& m, int body) {
  for (; body > 0; body = m.body_parentid[body]) {
    for (int j = m.body_jntadr[body]; j < m.body_jntadr[body] + m.body_jntnum[body]; ++j) {
      if (m.jnt_type[j] != static_cast<int>(JointType::Slide)) return false;
    }
  }
  return true;
}

// What the flag ipc does not take about a sheet, or null.
const char* apart_conflict(const Model& m, int f) {
  if (!is_kept_apart(m, f)) return nullptr;
  if (is_projected(m, f)) return "constraints on positions (xpbd) do not go with the flag ipc";
  const int first = m.flex_vertadr[f];
  for (int v = first; v < first + m.flex_vertnum[f]; ++v) {
    if (!only_slides(m, m.flex_vertbodyid[v]))
      return "the flag ipc takes sheets on bodies that slide, not on those that turn";
  }
  return nullptr;
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
    if (integrator_conflict(m, f) || apart_conflict(m, f)) return false;
  }
  return true;
}

void refuse_unsupported_flexes(const Model& m) {
  for (int f = 0; f < m.nflex; ++f) {
    if (const char* const conflict = integrator_conflict(m, f)) refuse(m, f, conflict, kOther);
    if (const char* const conflict = apart_conflict(m, f)) refuse(m, f, conflict, "");
  }
}

void refuse_flexes_in_lanes(const Model& m) {
  if (m.nflex > 0) refuse(m, 0, "worlds with flexes step alone, not in lanes", "");
}

}  // namespace thew::model
