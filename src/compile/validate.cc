// What no model may contain, and what a user should know about theirs.

#include <cmath>

#include <thew/error.h>

#include "compile/stages.h"
#include "model/formulation.h"
#include "spec/edit.h"

namespace thew::compile {

namespace {

[[noreturn]] void fail_model(const Spec& spec, const std::string& element,
                             const std::string& what) {
  throw Error({spec.files.empty() ? "" : spec.files[0], 0, 0, element}, what);
}

bool has_mass(const BodyDraft& body) {
  return body.mass >= kMinVal && body.inertia[0] >= kMinVal && body.inertia[1] >= kMinVal &&
         body.inertia[2] >= kMinVal;
}

// For each body: whether it, or a part that is welded to it, has mass.
std::vector<bool> massive_bodies(const Draft& draft) {
  std::vector<bool> massive(draft.bodies.size());
  for (std::size_t b = draft.bodies.size(); b-- > 0;) {
    const BodyDraft& body = draft.bodies[b];
    if (has_mass(body)) massive[b] = true;
    if (massive[b] && body.joints == 0) massive[body.parent] = true;
  }
  return massive;
}

// Why the flag ipc does not go with the other options; null where it does.
const char* ipc_conflict(const Options& option) {
  const auto enables = [&](EnableBit bit) {
    return (option.enableflags & static_cast<int>(bit)) != 0;
  };
  if (!enables(EnableBit::Ipc)) return nullptr;
  if (option.integrator != static_cast<int>(Integrator::Discrete))
    return "the flag ipc needs integrator=\"discrete\"";
  if (option.solver == static_cast<int>(Solver::Pgs))
    return "the flag ipc needs solver=\"Newton\" or \"CG\"";
  if (enables(EnableBit::Sleep)) return "the flag ipc does not go with sleep";
  return enables(EnableBit::Fwdinv) ? "the flag ipc does not go with fwdinv" : nullptr;
}

}  // namespace

void check_spec(const Spec& spec) {
  const double h = spec.option.timestep;
  if (!(h > 0) || !std::isfinite(h)) fail_model(spec, "option", "timestep must be positive");
  for (const double g : spec.option.gravity) {
    if (!std::isfinite(g)) fail_model(spec, "option", "gravity must be finite");
  }
  if (const char* const why = conflict(spec.option)) fail_model(spec, "option", why);
  if (spec.sizes.nuserdata < 0) fail_model(spec, "size", "nuserdata cannot be negative");
  if (const char* const why = ipc_conflict(spec.option)) fail_model(spec, "option", why);
}

void check_free_joints(const Draft& draft) {
  for (const BodyDraft& body : draft.bodies) {
    if (body.joints == 0 || body.parent == 0) continue;
    const Joint& joint = body.spec->joints[0];
    if (joint.type != JointType::Free) continue;
    draft.fail(joint, "joint", "a free joint is only allowed in a child of the world",
               "move the body to worldbody, or use a ball joint and three slides");
  }
}

void check_masses(Draft& draft) {
  const std::vector<bool> massive = massive_bodies(draft);
  const Body* first = nullptr;
  int changed = 0;
  for (std::size_t b = 1; b < draft.bodies.size(); ++b) {
    BodyDraft& body = draft.bodies[b];
    if (body.joints == 0 || massive[b]) continue;
    if (!draft.spec.ignore_unsupported) {
      draft.fail(*body.spec, "body", "a body that moves must have mass and inertia",
                 "add geoms or an inertial, or set compiler boundmass and boundinertia");
    }
    body.mass = 0.001;
    body.inertia = {1e-6, 1e-6, 1e-6};
    body.inertial = {};
    if (changed++ == 0) first = body.spec;
  }
  if (changed == 1) draft.warn(*first, "body", "it moves without mass and was given 1 g");
  if (changed > 1) {
    draft.warn(*first, "body",
               "it and " + std::to_string(changed - 1) +
                   " more bodies move without mass and were given 1 g");
  }
}

void write_warnings(const Draft& draft, Model& m) {
  m.warnings = draft.spec.warnings;
  m.warnings.insert(m.warnings.end(), draft.warnings.begin(), draft.warnings.end());
}

}  // namespace thew::compile
