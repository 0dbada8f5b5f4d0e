// The state as one vector: components in the order of their bits, each a whole field of Data.

#include <algorithm>
#include <string>

#include <thew/data.h>
#include <thew/error.h>

namespace thew {

namespace {

// Calls visit(values, count) for each chosen component; eq_active is visited apart since it holds
// truth values.
template <class AnyData, class Visit, class VisitBool>
void visit_state(AnyData& d, unsigned spec, Visit visit, VisitBool visit_bool) {
  const auto chosen = [spec](StateBit bit) { return (spec & static_cast<unsigned>(bit)) != 0; };
  const auto field = [&](StateBit bit, auto& array) {
    if (chosen(bit)) visit(array.data(), array.size());
  };
  if (chosen(StateBit::Time)) visit(&d.time, 1);
  field(StateBit::Qpos, d.qpos);
  field(StateBit::Qvel, d.qvel);
  field(StateBit::Act, d.act);
  field(StateBit::History, d.history);
  field(StateBit::Warmstart, d.qacc_warmstart);
  field(StateBit::Warmstart, d.contact_warmstart);
  field(StateBit::Ctrl, d.ctrl);
  field(StateBit::QfrcApplied, d.qfrc_applied);
  field(StateBit::XfrcApplied, d.xfrc_applied);
  if (chosen(StateBit::EqActive)) visit_bool(d.eq_active.data(), d.eq_active.size());
  field(StateBit::MocapPos, d.mocap_pos);
  field(StateBit::MocapQuat, d.mocap_quat);
  field(StateBit::Userdata, d.userdata);
  field(StateBit::Plugin, d.plugin_state);
  field(StateBit::Plastic, d.plastic);
}

void check_size(const Model& m, std::size_t size, unsigned spec) {
  const std::int64_t wanted = state_size(m, spec);
  if (static_cast<std::int64_t>(size) == wanted) return;
  throw Error({}, "a state of " + std::to_string(size) + " numbers was given where this one has " +
                      std::to_string(wanted));
}

}  // namespace

std::int64_t state_size(const Model& m, unsigned spec) {
  const std::int64_t warmstart = m.nv + kNWARM * m.nwarmstart;
  const std::int64_t sizes[] = {
      1,           m.nq,  m.nv,         m.na,         m.nhistory,  warmstart,      m.nu,      m.nv,
      6 * m.nbody, m.neq, 3 * m.nmocap, 4 * m.nmocap, m.nuserdata, m.npluginstate, m.nplastic};
  std::int64_t total = 0;
  for (unsigned bit = 0; bit < std::size(sizes); ++bit) {
    if (spec >> bit & 1u) total += sizes[bit];
  }
  return total;
}

void get_state(const Model& m, const Data& d, std::span<double> state, unsigned spec) {
  check_size(m, state.size(), spec);
  double* to = state.data();
  visit_state(
      d, spec, [&](const double* from, std::int64_t n) { to = std::copy_n(from, n, to); },
      [&](const bool* from, std::int64_t n) { to = std::copy_n(from, n, to); });
}

void set_state(const Model& m, Data& d, std::span<const double> state, unsigned spec) {
  check_size(m, state.size(), spec);
  const double* from = state.data();
  visit_state(
      d, spec,
      [&](double* to, std::int64_t n) {
        std::copy_n(from, n, to);
        from += n;
      },
      [&](bool* to, std::int64_t n) {
        std::transform(from, from + n, to, [](double x) { return x != 0; });
        from += n;
      });
}

}  // namespace thew
