#include "gpu/tables.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include <thew/step.h>

#include "collision/body_filter.h"
#include "constraint/solver/sweep_order.h"
#include "gpu/convex.h"
#include "gpu/matrix.h"
#include "gpu/moments.h"
#include "model/pair_signature.h"

namespace thew::gpu {

namespace {

using Ints = std::vector<std::int32_t>;

// Sorts the numbers 0 ... n - 1 by their level: begin has the first of each level, and n at the
// end.
template <class LevelOf>
int sort_by_level(int first, int n, LevelOf level_of, Ints& begin, Ints& sorted) {
  int levels = 0;
  for (int i = first; i < n; ++i) levels = std::max(levels, level_of(i) + 1);
  begin.assign(static_cast<std::size_t>(levels + 1), 0);
  for (int level = 0; level < levels; ++level) {
    for (int i = first; i < n; ++i) {
      if (level_of(i) == level) sorted.push_back(i);
    }
    begin[static_cast<std::size_t>(level + 1)] = static_cast<std::int32_t>(sorted.size());
  }
  return levels;
}

void list_bodies(const Model& m, Tables& t) {
  const int nbody = static_cast<int>(m.nbody);
  Ints depth(static_cast<std::size_t>(nbody), -1);
  const auto at = [](Ints& v, int i) -> std::int32_t& { return v[static_cast<std::size_t>(i)]; };
  for (int b = 1; b < nbody; ++b) at(depth, b) = at(depth, m.body_parentid[b]) + 1;
  t.nlevel =
      sort_by_level(1, nbody, [&](int b) { return at(depth, b); }, t.level_adr, t.level_body);
  t.body_end.resize(static_cast<std::size_t>(nbody));
  for (int b = nbody - 1; b >= 0; --b) at(t.body_end, b) = std::max(at(t.body_end, b), b + 1);
  for (int b = nbody - 1; b > 0; --b) {
    std::int32_t& end = at(t.body_end, m.body_parentid[b]);
    end = std::max(end, at(t.body_end, b));
  }
  t.child_adr.push_back(0);
  for (int b = 0; b < nbody; ++b) {
    for (int c = nbody - 1; c > b; --c) {
      if (m.body_parentid[c] == b) t.child.push_back(c);
    }
    t.child_adr.push_back(static_cast<std::int32_t>(t.child.size()));
  }
}

void list_dofs(const Model& m, Tables& t) {
  const int nv = static_cast<int>(m.nv);
  const auto ancestors = [&](int i) { return m.M_rownnz[i] - 1; };
  t.ndoflevel = sort_by_level(0, nv, ancestors, t.dof_level_adr, t.dof_level);
  t.entry_level_adr.push_back(0);
  for (int level = 0; level < t.ndoflevel; ++level) {
    for (int i = 0; i < nv; ++i) {
      for (int k = 0; ancestors(i) == level && k <= level; ++k)
        t.entry_level.push_back(m.M_rowadr[i] + k);
    }
    t.entry_level_adr.push_back(static_cast<std::int32_t>(t.entry_level.size()));
  }
  t.entry_row.resize(static_cast<std::size_t>(m.nC));
  for (int i = 0; i < nv; ++i) {
    for (int k = 0; k < m.M_rownnz[i]; ++k)
      t.entry_row[static_cast<std::size_t>(m.M_rowadr[i] + k)] = i;
  }
  // Descendants follow their ancestor; a dof below another has it in its row of M.
  for (int i = 0; i < nv; ++i) {
    int end = i + 1;
    const int level = ancestors(i);
    while (end < nv && ancestors(end) > level && m.M_colind[m.M_rowadr[end] + level] == i) ++end;
    t.dof_end.push_back(end);
  }
}

// The same by all ancestors: those in D.
void list_all_ancestors(const Model& m, Tables& t) {
  const int nv = static_cast<int>(m.nv);
  t.ntreelevel =
      sort_by_level(0, nv, [&](int i) { return m.D_diag[i]; }, t.tree_level_adr, t.tree_level);
  for (int i = 0; i < nv; ++i) {
    const int last = m.D_rowadr[i] + m.D_rownnz[i] - 1;  // descendants follow the diagonal
    t.tree_end.push_back(m.D_colind[last] + 1);
  }
}

// Which slopes of forces the integrator takes. Those of dofs that nothing couples are diagonal.
std::int32_t slopes_of(const Model& m, const Tables& t) {
  const auto integrator = static_cast<Integrator>(m.opt.integrator);
  if (integrator == Integrator::Implicit) return kWholeSlopes;
  if (integrator == Integrator::Discrete) return kSymmetricSlopes;
  if (integrator != Integrator::Implicitfast) return 0;
  bool couples = m.ntendon > 0 || t.fluid != 0;
  for (int tree = 0; tree < m.ntree; ++tree) {
    const int joint = m.dof_jntid[m.tree_dofadr[tree]];
    couples = couples ||
              (m.tree_dofnum[tree] == 6 && m.jnt_type[joint] == static_cast<int>(JointType::Free));
  }
  // The range of a joint bounds what it is driven by, and nothing that pulls at sites.
  for (int i = 0; i < m.nactuator; ++i) {
    const auto type = static_cast<Transmission>(m.actuator_trntype[i]);
    couples = couples || (type != Transmission::Joint && type != Transmission::Jointinparent);
  }
  for (int out = 0; out < m.nout; ++out) {
    const auto k = static_cast<std::size_t>(out);
    couples = couples || t.moment_adr[k + 1] - t.moment_adr[k] > 1;
  }
  return couples ? kSymmetricSlopes : kOwnSlopes;
}

std::int32_t metric_of(const Model& m) {
  const auto integrator = static_cast<Integrator>(m.opt.integrator);
  if (integrator == Integrator::Discrete) return kDiscreteMetric;
  return integrator == Integrator::ImplicitSpringDamper ? kLastMetric : 0;
}

// The most contacts that a pair of shapes gives.
int most_contacts(const Model& m, int geom1, int geom2) {
  const auto type1 = static_cast<GeomType>(m.geom_type[geom1]),
             type2 = static_cast<GeomType>(m.geom_type[geom2]);
  if (type1 == GeomType::Hfield) return element::kMaxPoints;
  if (type2 == GeomType::Box && type1 == GeomType::Box) return 8;
  if (type1 == GeomType::Plane && (type2 == GeomType::Box || type2 == GeomType::Cylinder)) return 4;
  if (is_convex_pair(type1, type2)) return 8;
  if (type2 == GeomType::Sphere) return 1;
  if (type1 == GeomType::Sphere) return 1;
  return 2;
}

// Sorts the pairs from number `begin` on by their geoms, none of which is explicit.
void sort_pairs(std::size_t begin, Tables& t) {
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t k = begin; k < t.pair_geom1.size(); ++k)
    pairs.emplace_back(t.pair_geom1[k], t.pair_geom2[k]);
  std::ranges::sort(pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    std::tie(t.pair_geom1[begin + k], t.pair_geom2[begin + k]) = pairs[k];
}

void add_convex_memory(const Model& m, Tables& t) {
  const std::size_t bytes = element::convex::convex_memory(
      static_cast<int>(m.npolygonmax), static_cast<int>(m.nmeshdegmax), m.opt.ccd_iterations);
  t.convex_bytes = static_cast<std::int32_t>((bytes + 15) / 16 * 16);
}

// Pairs of geoms in the order of contacts: by bodies, explicit pairs first. Returns how many
// contacts there may be.
std::int64_t list_pairs(const Model& m, Tables& t) {
  const auto flag = [&](DisableBit bit) { return has(m.opt.disableflags, bit); };
  if (flag(DisableBit::Contact) || flag(DisableBit::Constraint)) return 0;
  std::int64_t contacts = 0;
  const auto add = [&](int a, int b, int pair) {
    if (m.geom_type[a] > m.geom_type[b]) std::swap(a, b);
    // Planes and height fields do not touch one another.
    if (m.geom_type[b] <= static_cast<int>(GeomType::Hfield)) return;
    t.pair_geom1.push_back(a);
    t.pair_geom2.push_back(b);
    t.pair_explicit.push_back(pair);
    contacts += most_contacts(m, a, b);
    if (is_convex_pair(static_cast<GeomType>(m.geom_type[a]),
                       static_cast<GeomType>(m.geom_type[b])))
      add_convex_memory(m, t);
  };
  int next = 0;  // explicit pair
  const auto add_explicit = [&](std::int64_t until) {
    for (; next < m.npair && model::pair_signature(m.pair_signature[next]) <= until; ++next) {
      add(m.pair_geom1[next], m.pair_geom2[next], next);
    }
  };
  const auto is_explicit = [&](int first, int a, int b) {
    for (int k = first; k < next; ++k) {
      if (std::minmax(m.pair_geom1[k], m.pair_geom2[k]) == std::minmax(a, b)) return true;
    }
    return false;
  };
  const collision::BodyFilter filter(m);
  for (int b1 = 0; b1 < m.nbody; ++b1) {
    for (int b2 = b1 + 1; b2 < m.nbody; ++b2) {
      const std::int64_t signature = model::pair_signature(b1, b2);
      add_explicit(signature - 1);
      const int first = next;
      add_explicit(signature);
      if (!filter.pass(b1, b2)) continue;
      const std::size_t begin = t.pair_geom1.size();
      for (int i = 0; i < m.body_geomnum[b1]; ++i) {
        for (int j = 0; j < m.body_geomnum[b2]; ++j) {
          const int a = m.body_geomadr[b1] + i, b = m.body_geomadr[b2] + j;
          const bool wanted = (m.geom_contype[a] & m.geom_conaffinity[b]) != 0 ||
                              (m.geom_contype[b] & m.geom_conaffinity[a]) != 0;
          if (wanted && !is_explicit(first, a, b)) add(a, b, -1);
        }
      }
      const bool trees =
          !flag(DisableBit::Midphase) && m.body_bvhadr[b1] >= 0 && m.body_bvhadr[b2] >= 0;
      if (trees) sort_pairs(begin, t);
    }
  }
  add_explicit(std::numeric_limits<std::int64_t>::max());
  t.npairs = static_cast<std::int32_t>(t.pair_geom1.size());
  return contacts;
}

// The most contacts, and the most of them that have rows, at qpos0 and in keyframes.
struct Resting {
  std::int64_t contacts = 0, active = 0;
};
Resting contacts_at_rest(const Model& m) {
  constexpr int kKeys = 4;  // of many, the first
  Resting most;
  Data d(m);
  for (int key = -1; key < std::min<std::int64_t>(m.nkey, kKeys); ++key) {
    reset(m, d, key);
    forward_position(m, d);
    std::int64_t active = 0;
    for (int c = 0; c < d.ncon; ++c) active += d.contact.efc_address[c] >= 0 ? 1 : 0;
    most = {std::max<std::int64_t>(most.contacts, d.ncon), std::max(most.active, active)};
  }
  return most;
}

// The rows of an equality: none where no dof moves its bodies.
int rows_of_equality(const Model& m, int i) {
  const auto type = static_cast<EqualityType>(m.eq_type[i]);
  if (type == EqualityType::Joint || type == EqualityType::Tendon) return 1;
  const auto object = static_cast<ObjectType>(m.eq_objtype[i]);
  const auto moves = [&](int id) {
    if (id < 0) return false;
    const int body = object == ObjectType::Site   ? m.site_bodyid[id]
                     : object == ObjectType::Geom ? m.geom_bodyid[id]
                                                  : id;
    return m.body_dofnum[m.body_weldid[body]] > 0;
  };
  if (!moves(m.eq_obj1id[i]) && !moves(m.eq_obj2id[i])) return 0;
  return type == EqualityType::Connect ? 3 : type == EqualityType::Weld ? 6 : 1;
}

// Room for constraint rows, as much as is usual: those that find none are counted as a warning.
void count_rows(const Model& m, const Resting& resting, Tables& t) {
  // Limits have two sides; dry friction worlds may have of their own.
  const std::int32_t nv = static_cast<std::int32_t>(m.nv);
  bool dry = false;
  for (int i = 0; i < nv; ++i) dry = dry || m.dof_frictionloss.values()[i] > 0;
  for (int j = 0; j < m.njnt; ++j) t.nsingles += m.jnt_limited[j] ? 2 : 0;
  t.nsingles = std::max(t.nsingles + (dry ? nv : 0), nv);
  std::int32_t dim = 1, others = 0;  // rows that are no contacts
  for (int j = 0; j < m.njnt; ++j) {
    others += m.jnt_limited[j] && m.jnt_type[j] == static_cast<int>(JointType::Ball) ? 1 : 0;
  }
  for (int k = 0; k < m.ntendon; ++k) others += (m.tendon_limited[k] ? 2 : 0) + t.dry_tendons;
  for (std::size_t k = 0; k < t.pair_geom1.size(); ++k) {
    const int named = t.pair_explicit[k];
    dim = std::max(
        dim, named >= 0 ? m.pair_dim[named]
                        : std::max(m.geom_condim[t.pair_geom1[k]], m.geom_condim[t.pair_geom2[k]]));
  }
  // Contacts that touch at a time.
  const std::int64_t usual = std::max({std::int64_t{20}, 12 * m.ntree, 2 * resting.active});
  const std::int32_t contacts = static_cast<std::int32_t>(std::min<std::int64_t>(t.nslots, usual));
  t.nblocks = contacts + others + static_cast<std::int32_t>(m.neq);
  t.nothers = others;
  t.most_bases = dim;
  for (int i = 0; i < m.neq; ++i) {
    t.eq_rows.push_back(rows_of_equality(m, i));
    t.nothers += t.eq_rows.back();
    t.most_bases = std::max(t.most_bases, t.eq_rows.back());
  }
  t.cones = t.npairs > 0 && m.opt.cone == static_cast<int>(Cone::Elliptic) ? 1 : 0;
  t.nedges = t.cones != 0 || dim == 1 ? 1 : 2 * (dim - 1);
  t.nrows = contacts * dim + t.nothers;
  const std::int32_t edges = t.cones != 0 || dim == 1 ? dim : 2 * (dim - 1);
  t.nforces = contacts * edges + t.nothers + t.nsingles;
  constexpr std::int32_t kNear = 40;  // as many as one tree usually has
  t.nnear = std::min(t.nrows, std::max(t.nothers, kNear));
}

// The groups of four dofs that move one of two bodies and not the other; beyond 31 groups, the last
// bit is for the rest.
std::int32_t groups_between(const Model& m, const Tables& t, int body1, int body2) {
  std::uint32_t groups = 0;
  for (int i = 0; i < m.nv; ++i) {
    const int first = m.dof_bodyid[i], end = t.body_end[static_cast<std::size_t>(first)];
    const bool one = body1 >= first && body1 < end, two = body2 >= first && body2 < end;
    if (one != two) groups |= 1u << std::min(i / 4, 31);
  }
  return static_cast<std::int32_t>(groups);
}

void list_quads(const Model& m, Tables& t) {
  for (std::size_t k = 0; k < t.pair_geom1.size(); ++k) {
    t.pair_groups.push_back(
        groups_between(m, t, m.geom_bodyid[t.pair_geom1[k]], m.geom_bodyid[t.pair_geom2[k]]));
  }
  for (std::size_t e = 0; e < t.entry_row.size(); ++e) {
    t.entry_place.push_back(row_start(t.entry_row[e]) + m.M_colind[static_cast<int>(e)]);
  }
  const int groups = static_cast<int>(m.nv + 3) / 4;
  for (int column = groups - 1; column >= 0; --column) {
    for (int row = 4 * column; row < 4 * groups; ++row) {
      const int numbers[] = {row_start(row) + 4 * column, row, row_start(4 * column), column};
      t.quad.insert(t.quad.end(), std::begin(numbers), std::end(numbers));
    }
  }
  t.nquad = static_cast<std::int32_t>(t.quad.size() / 4);
}

// Orders of sweeps that are known before.
void list_orders(Tables& t) {
  using Known = constraint::KnownOrders;
  const int items = math::known_shuffle(Known::kMostItems + 1, 0);
  t.known_order.assign(static_cast<std::size_t>((items + 3) / 4), 0);
  for (int n = 1, place = 0; n <= Known::kMostItems; ++n) {
    for (int sweep = 0; sweep < Known::kSweeps; ++sweep) {
      const std::uint8_t* order = Known::of(n, sweep);
      for (int k = 0; k < n; ++k, ++place)
        t.known_order[static_cast<std::size_t>(place / 4)] |= order[k] << (8 * (place % 4));
    }
  }
  t.norder = static_cast<std::int32_t>(t.known_order.size());
}

// Tendons: along paths, with armature, with dry friction.
void list_paths(const Model& m, Tables& t) {
  t.armed_tendons = has_armed_tendons(m) ? 1 : 0;
  t.dry_tendons = has_dry_tendons(m) ? 1 : 0;
  for (int i = 0; i < m.ntendon; ++i) {
    if (m.tendon_type[i] != static_cast<int>(TendonType::Fixed)) t.spatial = 1;
  }
  for (int k = 0; k < m.nwrap; ++k) {
    const bool geom = m.wrap_type[k] == static_cast<int>(WrapType::Sphere) ||
                      m.wrap_type[k] == static_cast<int>(WrapType::Cylinder);
    const double site = m.wrap_prm.values()[k];
    const bool sided = geom && site >= 0 && site < static_cast<double>(m.nsite);
    t.wrap_side.push_back(sided ? static_cast<std::int32_t>(site) : -1);
  }
}

// What sensors need besides poses and velocities.
std::int32_t measures_of(const Model& m) {
  std::int32_t bits = 0;
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_historyadr[i] >= 0) bits |= kMemories;
    switch (static_cast<SensorType>(m.sensor_type[i])) {
      case SensorType::Accelerometer:
      case SensorType::Force:
      case SensorType::Torque:
      case SensorType::Framelinacc:
      case SensorType::Frameangacc:
        bits |= kBodyForces;
        break;
      case SensorType::Geomdist:
      case SensorType::Geomnormal:
      case SensorType::Geomfromto:
        bits |= kDistances;
        break;
      case SensorType::Subtreelinvel:
      case SensorType::Subtreeangmom:
        bits |= kSubtreeVelocities;
        break;
      default:
        break;
    }
  }
  return bits;
}

}  // namespace

DeviceSizes device_sizes(const Model& m) {
  DeviceSizes sizes;
#define THEW_SIZE(name, description) sizes.name = static_cast<std::int32_t>(m.name);
#include <thew/fields.inc>
  return sizes;
}

bool has_armed_tendons(const Model& m) {
  double armature = 0;
  for (int i = 0; i < m.ntendon; ++i) {
    armature += m.tendon_armature.values()[i];
    for (int k = m.tendon_driver[i]; k >= 0; k = m.actuator_next[k])
      armature += m.actuator_armature.values()[k];
  }
  return armature > 0;
}

bool has_dry_tendons(const Model& m) {
  double loss = 0;
  for (int i = 0; i < m.ntendon; ++i) loss += m.tendon_frictionloss.values()[i];
  return loss > 0;
}

template <class T>
DeviceOptions<T> device_options(const Model& m) {
  DeviceOptions<T> options;
  const auto convert = [](const auto& from, auto& to) {
    if constexpr (std::is_array_v<std::remove_cvref_t<decltype(from)>>) {
      std::transform(std::begin(from), std::end(from), std::begin(to),
                     [](auto x) { return static_cast<std::remove_cvref_t<decltype(to[0])>>(x); });
    } else {
      to = static_cast<std::remove_cvref_t<decltype(to)>>(from);
    }
  };
#define THEW_OPTION(type, name, count, domain, description) convert(m.opt.name, options.name);
#include <thew/fields.inc>
  return options;
}
template DeviceOptions<float> device_options(const Model&);
template DeviceOptions<double> device_options(const Model&);

Tables make_pairs(const Model& m) {
  Tables t;
  list_pairs(m, t);
  return t;
}

Tables make_tables(const Model& m, int contacts) {
  Tables t;
  list_bodies(m, t);
  list_dofs(m, t);
  list_all_ancestors(m, t);
  list_moments(m, t);
  const std::int64_t possible = list_pairs(m, t);
  const Resting resting = t.npairs > 0 ? contacts_at_rest(m) : Resting{};
  const std::int64_t usual = std::max({std::int64_t{64}, 16 * m.ntree, 2 * resting.contacts});
  t.nslots = static_cast<std::int32_t>(std::min(possible, usual));
  if (contacts > 0 && t.npairs > 0) t.nslots = contacts;
  t.slides = m.flg_surfacevel ? 1 : 0;
  t.cg = m.opt.solver == static_cast<int>(Solver::Cg) ? 1 : 0;
  t.pgs = m.opt.solver == static_cast<int>(Solver::Pgs) ? 1 : 0;
  t.noslip = m.opt.noslip_iterations > 0 ? 1 : 0;
  t.stages = m.opt.integrator == static_cast<int>(Integrator::Rk4) ? 4 : 1;
  t.exact = has(m.opt.enableflags, EnableBit::Diagexact) ? 1 : 0;
  t.metric = metric_of(m);
  t.sticky = m.flg_adhesion && t.npairs > 0 ? 1 : 0;
  if (t.sticky != 0) t.sticks = t.rare = 1;
  if (t.metric != 0) t.rare = 1;  // the kernels of all actuators
  t.measures = measures_of(m);
  if ((t.measures & kDistances) != 0) add_convex_memory(m, t);
  list_paths(m, t);
  const bool passive =
      !has(m.opt.disableflags, DisableBit::Spring) || !has(m.opt.disableflags, DisableBit::Damper);
  t.fluid = passive && (m.opt.density != 0 || m.opt.viscosity != 0) ? 1 : 0;
  t.implicit = slopes_of(m, t);
  count_rows(m, resting, t);
  list_quads(m, t);
  if (t.pgs != 0) list_orders(t);
  return t;
}

}  // namespace thew::gpu
