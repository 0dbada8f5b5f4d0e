// How actuators pull: one row of actuator_moment and one length for each force output.

#include <algorithm>

#include <thew/stages.h>

#include "actuation/moment.h"
#include "math/quat.h"
#include "model/lane_types.h"

namespace thew::actuation {

using namespace math;

namespace {

// A hinge or slide, which most actuators drive: length and moment are those of the joint times the
// gear.
template <class T>
THEW_INLINE int pull_axis(const Model& m, BasicData<T>& d, int joint, int out, int adr) {
  const T gear = param(d, m.actuator_gear, 6 * out);
  d.actuator_length[out] = d.qpos[m.jnt_qposadr[joint]] * gear;
  d.actuator_moment[adr] = gear;
  d.moment_colind[adr] = m.jnt_dofadr[joint];
  return 1;
}

// Fills row `out`, which begins at `adr`, for a ball or free joint; returns how many entries it
// has.
template <class T>
int pull_rotation(const Model& m, BasicData<T>& d, int joint, bool in_parent, int out, int adr) {
  const bool ball = m.jnt_type[joint] == static_cast<int>(JointType::Ball);
  const T* q = d.qpos.data() + m.jnt_qposadr[joint];
  T* moment = d.actuator_moment.data() + adr;
  if (ball) {
    const Quat<T> rotation = normalized(load4(q));
    const Vec3<T> gear = gear3(m, d, 6 * out);
    const Vec3<T> axis = in_parent ? rotate(conjugate(rotation), gear) : gear;
    d.actuator_length[out] = dot(logarithm(rotation), axis);
    store(moment, axis);
  } else {
    const Vec3<T> gear = gear3(m, d, 6 * out + 3);
    d.actuator_length[out] = T(0);
    store(moment, gear3(m, d, 6 * out));
    store(moment + 3, in_parent ? rotate(conjugate(normalized(load4(q + 3))), gear) : gear);
  }
  const int count = ball ? 3 : 6;
  for (int k = 0; k < count; ++k) d.moment_colind[adr + k] = m.jnt_dofadr[joint] + k;
  return count;
}

template <class T>
THEW_INLINE int pull_joint(const Model& m, BasicData<T>& d, int actuator, int out, int adr) {
  const int joint = m.actuator_trnid[2 * actuator];
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  if (type == JointType::Hinge || type == JointType::Slide) return pull_axis(m, d, joint, out, adr);
  const bool in_parent =
      m.actuator_trntype[actuator] == static_cast<int>(Transmission::Jointinparent);
  return pull_rotation(m, d, joint, in_parent, out, adr);
}

template <class T>
int pull_tendon(const Model& m, BasicData<T>& d, int actuator, int out, int adr) {
  const int t = m.actuator_trnid[2 * actuator], count = m.ten_J_rownnz[t],
            start = m.ten_J_rowadr[t];
  const T gear = param(d, m.actuator_gear, 6 * out);
  d.actuator_length[out] = d.ten_length[t] * gear;
  for (int k = 0; k < count; ++k) {
    d.moment_colind[adr + k] = m.ten_J_colind[start + k];
    d.actuator_moment[adr + k] = d.ten_J[start + k] * gear;
  }
  return count;
}

// Packs a dense row without its zeros; in lanes, an entry counts if any lane has one.
template <class T>
int pack_row(const Model& m, BasicData<T>& d, const T* row, int adr) {
  int count = 0;
  for (int i = 0; i < m.nv; ++i) {
    if (all(row[i] == T(0))) continue;
    d.moment_colind[adr + count] = i;
    d.actuator_moment[adr + count] = row[i];
    ++count;
  }
  return count;
}

// Site, slider-crank and body: their moments are dense before they are packed.
template <class T>
int pull_sites(const Model& m, BasicData<T>& d, Workspace<T>& w, int actuator, int out, int adr) {
  T* row = w.dof_a.data();
  std::fill_n(row, m.nv, T(0));
  switch (static_cast<Transmission>(m.actuator_trntype[actuator])) {
    case Transmission::Slidercrank:
      d.actuator_length[out] = slider_crank_moment(m, d, actuator, row);
      break;
    case Transmission::Site:
      d.actuator_length[out] = site_moment(m, d, actuator, row);
      break;
    case Transmission::Body:
      d.actuator_length[out] = T(0);
      adhesion_moment(m, d, m.actuator_trnid[2 * actuator], row);
      break;
    default:
      d.actuator_length[out] = T(0);
  }
  return pack_row(m, d, row, adr);
}

// One of the three outputs of an orientation: about the axes of a ball joint, or of a site relative
// to another.
template <class T>
int pull_orientation(const Model& m, BasicData<T>& d, Workspace<T>& w, int actuator, int k,
                     int adr) {
  const int out = m.actuator_outadr[actuator], id = m.actuator_trnid[2 * actuator];
  T* length = d.actuator_length.data() + out;
  if (m.actuator_trnid[2 * actuator + 1] < 0) {
    if (k == 0) store(length, logarithm(normalized(load4(d.qpos.data() + m.jnt_qposadr[id]))));
    d.moment_colind[adr] = m.jnt_dofadr[id] + k;
    d.actuator_moment[adr] = T(1);
    return 1;
  }
  if (k == 0) relative_rotation(m, d, actuator, length);
  T* row = w.dof_a.data();
  std::fill_n(row, m.nv, T(0));
  rotation_moment(m, d, actuator, k, row);
  return pack_row(m, d, row, adr);
}

// Fills the k-th row of an actuator, which begins at `adr`; returns how many entries it has.
template <class T>
THEW_INLINE int pull(const Model& m, BasicData<T>& d, Workspace<T>& w, int actuator, int k,
                     int adr) {
  const int out = m.actuator_outadr[actuator];
  switch (static_cast<Transmission>(m.actuator_trntype[actuator])) {
    case Transmission::Joint:
    case Transmission::Jointinparent:
      return pull_joint(m, d, actuator, out, adr);
    case Transmission::Tendon:
      return pull_tendon(m, d, actuator, out, adr);
    case Transmission::So3:
      return pull_orientation(m, d, w, actuator, k, adr);
    default:
      return pull_sites(m, d, w, actuator, out, adr);
  }
}

}  // namespace

template <class T>
void transmission(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  int adr = 0;
  for (int i = 0; i < m.nactuator; ++i) {
    for (int k = 0; k < m.actuator_outnum[i]; ++k) {
      const int out = m.actuator_outadr[i] + k;
      const int count = pull(m, d, w, i, k, adr);
      d.moment_rowadr[out] = adr;
      d.moment_rownnz[out] = count;
      adr += count;
    }
  }
}

template <class T>
void velocity(const Model& m, BasicData<T>& d) {
  if (has(m.opt.disableflags, DisableBit::Actuation)) {
    std::fill(d.actuator_velocity.begin(), d.actuator_velocity.end(), T(0));
    return;
  }
  for (int out = 0; out < m.nout; ++out) {
    T v = T(0);
    for (int adr = d.moment_rowadr[out]; adr < d.moment_rowadr[out] + d.moment_rownnz[out]; ++adr) {
      v = fma(d.actuator_moment[adr], d.qvel[d.moment_colind[adr]], v);
    }
    d.actuator_velocity[out] = v;
  }
}

#define THEW_INSTANTIATE(T)                                               \
  template void transmission(const Model&, BasicData<T>&, Workspace<T>&); \
  template void velocity(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
