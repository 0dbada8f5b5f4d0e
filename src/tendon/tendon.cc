#include <thew/stages.h>

#include "model/lane_types.h"
#include "tendon/path.h"
#include "tendon/ways.h"

namespace thew::tendon {

using namespace math;

namespace {

// A fixed tendon's length is a weighted sum of joint positions; the weights are its Jacobian.
template <class T>
void measure_fixed(const Model& m, BasicData<T>& d, int t) {
  const int first = m.tendon_adr[t], count = m.tendon_num[t];
  T length = T(0);
  for (int k = 0; k < m.ten_J_rownnz[t]; ++k) d.ten_J[m.ten_J_rowadr[t] + k] = T(0);
  for (int w = first; w < first + count; ++w) {
    const int joint = m.wrap_objid[w], dof = m.jnt_dofadr[joint];
    const T coefficient = param(d, m.wrap_prm, w);
    length = fma(coefficient, d.qpos[m.jnt_qposadr[joint]], length);
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      if (m.ten_J_colind[adr] == dof) d.ten_J[adr] = coefficient;
    }
  }
  d.ten_length[t] = length;
}

inline int& entry(int& x, int) {
  return x;
}
template <std::size_t N>
int& entry(std::array<int, N>& x, int lane) {
  return x[static_cast<std::size_t>(lane)];
}

// Lists the points of all paths one after another. Lanes may differ in where they wrap, so each has
// its own place in the list.
template <class T>
class PointList {
 public:
  explicit PointList(BasicData<T>& d) : d_(d) {}

  void begin(int t) {
    tendon_ = t;
    for (int k = 0; k < kLanes<T>; ++k) {
      entry(d_.ten_wrapadr[t], k) = next_[k];
      entry(d_.ten_wrapnum[t], k) = 0;
    }
  }

  void add(const Vec3<T>& point, int object, const MaskOf<T>& where) {
    for (int k = 0; k < kLanes<T>; ++k) {
      if (!lane(where, k)) continue;
      const int at = next_[k]++;
      set_lane(d_.wrap_xpos[3 * at], k, lane(point.x, k));
      set_lane(d_.wrap_xpos[3 * at + 1], k, lane(point.y, k));
      set_lane(d_.wrap_xpos[3 * at + 2], k, lane(point.z, k));
      entry(d_.wrap_obj[at], k) = object;
      ++entry(d_.ten_wrapnum[tendon_], k);
    }
  }

  void add(const Piece<T>& piece) {
    constexpr int kSite = -1, kPulley = -2;
    if (piece.after_pulley) add({T(0), T(0), T(0)}, kPulley, true);
    add(load3(d_.site_xpos.row(piece.site[0])), kSite, true);
    add(piece.way.first, piece.geom, piece.way.wraps);
    add(piece.way.second, piece.geom, piece.way.wraps);
    if (piece.ends_branch) add(load3(d_.site_xpos.row(piece.site[1])), kSite, true);
  }

 private:
  BasicData<T>& d_;
  int tendon_ = 0;
  int next_[kLanes<T>] = {};
};

template <class T>
void measure_spatial(const Model& m, BasicData<T>& d, Workspace<T>& w, int t, const Ways<T>& ways,
                     PointList<T>& points) {
  const int start = m.ten_J_rowadr[t], end = start + m.ten_J_rownnz[t];
  T* row = w.dof_a.data();
  for (int adr = start; adr < end; ++adr) row[m.ten_J_colind[adr]] = T(0);
  T length = T(0);
  each_piece(m, d, t, ways, [&](const Piece<T>& piece) {
    length = length + piece.length() / piece.divisor;
    points.add(piece);
    const T share = T(1) / piece.divisor;
    each_segment(m, d, piece, [&](const Segment<T>& segment) {
      each_dof(m, d, segment, [&](int dof, const Force<T>& wrench) {
        const T change = dot(load_motion(d.cdof.row(dof)), wrench);
        row[dof] = math::select(segment.taken, fma(share, change, row[dof]), row[dof]);
      });
    });
  });
  d.ten_length[t] = length;
  for (int adr = start; adr < end; ++adr) d.ten_J[adr] = row[m.ten_J_colind[adr]];
}

}  // namespace

template <class T>
void position(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  PointList<T> points(d);
  const Ways<T> ways(m, d, w);
  for (int t = 0; t < m.ntendon; ++t) {
    points.begin(t);
    if (m.tendon_type[t] == static_cast<int>(TendonType::Fixed)) {
      measure_fixed(m, d, t);
    } else {
      measure_spatial(m, d, w, t, ways, points);
    }
  }
}

template <class T>
void velocity(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    T v = T(0);
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      v = fma(d.ten_J[adr], d.qvel[m.ten_J_colind[adr]], v);
    }
    d.ten_velocity[t] = v;
  }
}

#define THEW_INSTANTIATE(T)                                           \
  template void position(const Model&, BasicData<T>&, Workspace<T>&); \
  template void velocity(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::tendon
