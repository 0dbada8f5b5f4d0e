// What experience says about models that load and then misbehave. Thresholds are chosen so that the
// built-in models and those that are known to work have little to say.
#include "suspicions.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include <thew/data.h>
#include <thew/step.h>

#include "names.h"
#include "output.h"

namespace thew::cli {
namespace {

constexpr double kPointMass = 5e-4;  // radius of gyration of what is hardly larger than a point [m]
constexpr double kTinyInertia = 1e-8;  // of a dof, too little for a usual time step [kg m^2 or kg]
constexpr double kDeep = 1e-3;         // overlap at the start [m]
constexpr double kHeavyChild = 1000;   // mass that hangs on a body, by the mass of that body
constexpr std::size_t kShown = 6;      // of a kind; the others are counted

class Search {
 public:
  explicit Search(const Model& model) : m_(model) {}

  std::vector<Suspicion> run() {
    inertias();
    mass_ratios();
    falling_bodies();
    joints();
    servos();
    controls();
    meshes();
    unused_assets();
    overlaps();
    return std::move(found_);
  }

 private:
  void tell(const char* kind, std::string where, std::string what) {
    const std::size_t count = ++counts_[kind];
    if (count <= kShown) found_.push_back({kind, std::move(where), std::move(what)});
  }
  // After the last of a kind.
  void close(const char* kind) {
    if (counts_[kind] <= kShown) return;
    found_.push_back({kind, "", fmt::format("and {} more like this", counts_[kind] - kShown)});
  }

  std::string name(ObjectType type, const char* kind, int id) const {
    return fmt::format("{} {}", kind, object_name(m_, type, id));
  }
  std::string body(int id) const { return name(ObjectType::Body, "body", id); }
  std::string joint(int id) const { return name(ObjectType::Joint, "joint", id); }
  std::string geom(int id) const { return name(ObjectType::Geom, "geom", id); }
  std::string actuator(int id) const { return name(ObjectType::Actuator, "actuator", id); }

  bool turns(int b) const {
    for (int j = m_.body_jntadr[b]; j >= 0 && j < m_.body_jntadr[b] + m_.body_jntnum[b]; ++j) {
      if (static_cast<JointType>(m_.jnt_type[j]) != JointType::Slide) return true;
    }
    return false;
  }

  void inertias() {
    const auto mass = m_.body_mass.values();
    const auto inertia = m_.body_inertia.values();
    for (int b = 1; b < m_.nbody; ++b) {
      const double* const moments = inertia.row(b);
      const double largest = std::max({moments[0], moments[1], moments[2]});
      if (!turns(b) || mass[b] <= 0) continue;
      const double radius = std::sqrt(largest / mass[b]);
      if (radius >= kPointMass) continue;
      tell("tiny inertia", body(b),
           fmt::format("{} kg with an inertia of {} kg m^2, as if it were {} mm large",
                       brief(mass[b]), brief(largest), brief(2e3 * radius)));
    }
    for (int dof = 0; dof < m_.nv; ++dof) {
      const double value = m_.dof_M0.values()[dof];
      if (value >= kTinyInertia) continue;
      tell("tiny inertia", joint(m_.dof_jntid[dof]),
           fmt::format("moves an inertia of only {}: armature would steady it", brief(value)));
    }
    close("tiny inertia");
  }

  void mass_ratios() {
    const auto mass = m_.body_mass.values();
    for (int b = 1; b < m_.nbody; ++b) {
      const int parent = m_.body_parentid[b];
      if (m_.body_weldid[parent] == 0 || m_.body_jntnum[b] == 0) continue;
      // What is fixed to the parent counts with it.
      double carrier = 0;
      for (int other = 1; other < m_.nbody; ++other) {
        if (m_.body_weldid[other] == m_.body_weldid[parent]) carrier += mass[other];
      }
      const double load = m_.body_subtreemass.values()[b];
      if (carrier <= 0 || load < kHeavyChild * carrier) continue;
      tell("mass ratio", body(b),
           fmt::format("{} kg hang on {} kg of {}", brief(load), brief(carrier), body(parent)));
    }
    close("mass ratio");
  }

  bool collides(int b) const {
    for (int g = 0; g < m_.ngeom; ++g) {
      const bool in_tree = m_.body_rootid[m_.geom_bodyid[g]] == m_.body_rootid[b];
      if (in_tree && (m_.geom_contype[g] != 0 || m_.geom_conaffinity[g] != 0)) return true;
    }
    return m_.npair > 0 || m_.neq > 0;
  }

  void falling_bodies() {
    const double* const g = m_.opt.gravity;
    const bool weightless = g[0] == 0 && g[1] == 0 && g[2] == 0;
    for (int j = 0; j < m_.njnt && !weightless; ++j) {
      const int b = m_.jnt_bodyid[j];
      if (static_cast<JointType>(m_.jnt_type[j]) != JointType::Free || collides(b)) continue;
      tell("falls", body(b), "free, and nothing of it collides: it falls for ever");
    }
    close("falls");
  }

  void joints() {
    for (int j = 0; j < m_.njnt; ++j) {
      const auto type = static_cast<JointType>(m_.jnt_type[j]);
      if (!m_.jnt_limited[j] || type == JointType::Free || type == JointType::Ball) continue;
      const double* const range = m_.jnt_range.values().row(j);
      const double start = m_.qpos0.values()[m_.jnt_qposadr[j]];
      if (range[0] == range[1]) {
        tell("joint range", joint(j), "cannot move: both ends of its range are the same");
      } else if (start < range[0] || start > range[1]) {
        tell("joint range", joint(j),
             fmt::format("starts at {}, outside of its range [{}, {}]", brief(start),
                         brief(range[0]), brief(range[1])));
      }
    }
    close("joint range");
  }

  // The joint that an actuator drives, -1 for another target.
  int driven_joint(int a) const {
    const auto kind = static_cast<Transmission>(m_.actuator_trntype[a]);
    const bool drives = kind == Transmission::Joint || kind == Transmission::Jointinparent;
    if (!drives) return -1;
    const int j = m_.actuator_trnid.row(a)[0];
    const auto type = static_cast<JointType>(m_.jnt_type[j]);
    return type == JointType::Hinge || type == JointType::Slide ? j : -1;
  }

  // force = gain ctrl + b0 + b1 length + b2 velocity: b1 < 0 is a position servo.
  void servos() {
    for (int a = 0; a < m_.nactuator; ++a) {
      const int j = driven_joint(a);
      if (j < 0 || static_cast<Bias>(m_.actuator_biastype[a]) != Bias::Affine) continue;
      const double* const bias = m_.actuator_biasprm.values().row(a);
      const double gear = m_.actuator_gear.values().row(m_.actuator_outadr[a])[0];
      const int dof = m_.jnt_dofadr[j];
      const double h = m_.opt.timestep, inertia = m_.dof_M0.values()[dof];
      if (bias[1] < 0 && !m_.jnt_limited[j]) {
        tell("unlimited servo", actuator(a),
             fmt::format("a position servo on {}, which has no limits", joint(j)));
      }
      // Semi-implicit Euler is stable while h^2 k < 4 m; damping alone while h d < 2 m.
      const bool explicit_damping =
          static_cast<Integrator>(m_.opt.integrator) == Integrator::Euler ||
          static_cast<Integrator>(m_.opt.integrator) == Integrator::Rk4;
      const double stiffness = -bias[1] * gear * gear, damping = -bias[2] * gear * gear;
      if (h * h * stiffness > 4 * inertia) {
        tell("stiff servo", actuator(a),
             fmt::format("kp is too high for an inertia of {} at a time step of {} s",
                         brief(inertia), brief(h)));
      } else if (explicit_damping && h * damping > 2 * inertia) {
        tell("stiff servo", actuator(a),
             fmt::format("kv is too high for an inertia of {} at a time step of {} s: the "
                         "integrator implicitfast would be stable",
                         brief(inertia), brief(h)));
      }
    }
    close("unlimited servo");
    close("stiff servo");
  }

  void controls() {
    int open = 0;
    std::string first;
    for (int a = 0; a < m_.nactuator; ++a) {
      const int ctrl = m_.actuator_ctrladr[a];
      if (m_.actuator_ctrlnum[a] == 0 || m_.actuator_ctrllimited[ctrl]) continue;
      if (open++ == 0) first = actuator(a);
    }
    if (open == 0) return;
    tell("no control range", first,
         open == 1
             ? "takes any control: it has no ctrlrange"
             : fmt::format("takes any control, as {} others do: they have no ctrlrange", open - 1));
  }

  // Six times the volume that the triangles of a mesh enclose, positive where they face outwards.
  double volume(int mesh) const {
    const float* const vertices = m_.mesh_vert.row(m_.mesh_vertadr[mesh]);
    double sum = 0;
    for (int f = m_.mesh_faceadr[mesh]; f < m_.mesh_faceadr[mesh] + m_.mesh_facenum[mesh]; ++f) {
      const int* const corner = m_.mesh_face.row(f);
      const float* const a = vertices + 3 * corner[0];
      const float* const b = vertices + 3 * corner[1];
      const float* const c = vertices + 3 * corner[2];
      sum += a[0] * (double(b[1]) * c[2] - double(b[2]) * c[1]) -
             a[1] * (double(b[0]) * c[2] - double(b[2]) * c[0]) +
             a[2] * (double(b[0]) * c[1] - double(b[1]) * c[0]);
    }
    return sum;
  }

  void meshes() {
    for (int i = 0; i < m_.nmesh; ++i) {
      const double sum = volume(i);
      if (sum >= 0) continue;
      tell("inside out", name(ObjectType::Mesh, "mesh", i),
           fmt::format("its triangles face inwards: they enclose {} m^3", brief(sum / 6)));
    }
    close("inside out");
  }

  void tell_unused(ObjectType type, const char* kind, const std::vector<bool>& used) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i]) names.push_back(object_name(m_, type, static_cast<int>(i)));
    }
    if (names.empty()) return;
    const std::size_t count = names.size();
    if (count > kShown) names.resize(kShown);
    tell("unused", kind,
         fmt::format("nothing uses {}{}", fmt::join(names, ", "), count > kShown ? "..." : ""));
  }

  void unused_assets() {
    std::vector<bool> mesh(m_.nmesh), field(m_.nhfield), material(m_.nmat), texture(m_.ntex);
    const auto use = [](std::vector<bool>& list, int id) {
      if (id >= 0) list[static_cast<std::size_t>(id)] = true;
    };
    for (int g = 0; g < m_.ngeom; ++g) {
      const bool is_field = static_cast<GeomType>(m_.geom_type[g]) == GeomType::Hfield;
      use(is_field ? field : mesh, m_.geom_dataid[g]);
      use(material, m_.geom_matid[g]);
    }
    for (int s = 0; s < m_.nsite; ++s)
      use(mesh, m_.site_dataid[s]), use(material, m_.site_matid[s]);
    for (int t = 0; t < m_.ntendon; ++t) use(material, m_.tendon_matid[t]);
    for (int s = 0; s < m_.nskin; ++s) use(material, m_.skin_matid[s]);
    for (int i = 0; i < m_.nmat; ++i) {
      for (int role = 0; role < kNTEXROLE; ++role) use(texture, m_.mat_texid.row(i)[role]);
    }
    for (int t = 0; t < m_.ntex; ++t) {
      if (static_cast<TextureType>(m_.tex_type[t]) == TextureType::Skybox) use(texture, t);
    }
    for (int l = 0; l < m_.nlight; ++l) use(texture, m_.light_texid[l]);
    tell_unused(ObjectType::Mesh, "meshes", mesh);
    tell_unused(ObjectType::Hfield, "height fields", field);
    tell_unused(ObjectType::Material, "materials", material);
    tell_unused(ObjectType::Texture, "textures", texture);
  }

  // Pairs of geoms by how deep they are in one another, deepest first.
  void overlaps() {
    Data data(m_);
    reset(m_, data);
    forward(m_, data);
    std::map<std::pair<int, int>, double> deepest;
    for (int c = 0; c < data.ncon; ++c) {
      const int* const pair = data.contact.geom.row(c);
      if (pair[0] < 0 || pair[1] < 0 || data.contact.dist[c] > -kDeep) continue;
      double& depth = deepest[{pair[0], pair[1]}];
      depth = std::min(depth, data.contact.dist[c]);
    }
    std::vector<std::pair<double, std::pair<int, int>>> order;
    for (const auto& [pair, depth] : deepest) order.emplace_back(depth, pair);
    std::sort(order.begin(), order.end());
    for (const auto& [depth, pair] : order) {
      tell("overlap", fmt::format("{} and {}", geom_of_body(pair.first), geom_of_body(pair.second)),
           fmt::format("are {} mm deep in one another at the start", brief(-1e3 * depth)));
    }
    close("overlap");
  }

  std::string geom_of_body(int g) const {
    return fmt::format("{} of {}", geom(g), body(m_.geom_bodyid[g]));
  }

  const Model& m_;
  std::vector<Suspicion> found_;
  std::map<std::string, std::size_t> counts_;
};

}  // namespace

std::vector<Suspicion> find_suspicions(const Model& model) {
  return Search(model).run();
}

}  // namespace thew::cli
