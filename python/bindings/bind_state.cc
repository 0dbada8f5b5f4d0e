// The state as one vector, reset and keyframes.
#include <algorithm>

#include "bind.h"
#include "functions.h"
#include "numpy.h"

namespace thew::python {

namespace {

unsigned checked_signature(long long sig) {
  constexpr long long kEnd = 1LL << static_cast<int>(StateBit::kNstate);
  if (sig < 0) {
    throw FatalError("mj_stateSize: invalid state signature " + std::to_string(sig) + " < 0");
  }
  if (sig >= kEnd) {
    throw FatalError("mj_stateSize: invalid state signature " + std::to_string(sig) +
                     " >= 2^mjNSTATE");
  }
  return static_cast<unsigned>(sig);
}

std::int64_t size_of(const PyModel& m, long long sig) {
  return state_size(m.model(), checked_signature(sig));
}

constexpr const char* kWrongSize = "state size should equal mj_stateSize(m, sig)";

void get(const PyModel& m, const PyData& d, Out state, long long sig) {
  check_match(m, d);
  const std::int64_t size = size_of(m, sig);
  double* values = state.values(size, kWrongSize);
  get_state(m.model(), d.data(), {values, static_cast<std::size_t>(size)}, checked_signature(sig));
}

void set(const PyModel& m, PyData& d, In state, long long sig) {
  check_match(m, d);
  const std::int64_t size = size_of(m, sig);
  const double* values = state.values(size, kWrongSize);
  set_state(m.model(), d.data(), {values, static_cast<std::size_t>(size)}, checked_signature(sig));
}

void copy(const PyModel& m, const PyData& src, PyData& dst, long long sig) {
  check_match(m, src);
  check_match(m, dst);
  std::vector<double> state(static_cast<std::size_t>(size_of(m, sig)));
  get_state(m.model(), src.data(), state, checked_signature(sig));
  set_state(m.model(), dst.data(), state, checked_signature(sig));
}

// Where each component of a state begins is the size of the components before it.
void extract_state(const PyModel& m, In src, long long srcsig, Out dst, long long dstsig) {
  const unsigned from = checked_signature(srcsig), to = checked_signature(dstsig);
  if ((to & ~from) != 0) throw FatalError("mj_extractState: dstsig is not a subset of srcsig");
  const double* source =
      src.values(size_of(m, srcsig), "src size should equal mj_stateSize(m, srcsig)");
  double* target = dst.values(size_of(m, dstsig), "dst size should equal mj_stateSize(m, dstsig)");
  for (unsigned bit = 1; bit <= from; bit <<= 1) {
    const std::int64_t size = (from & bit) ? state_size(m.model(), bit) : 0;
    if (to & bit) target = std::copy_n(source, size, target);
    source += size;
  }
}

void set_keyframe(PyModel& m, const PyData& d, int key) {
  check_match(m, d);
  Model& model = m.model();
  const Data& data = d.data();
  if (key < 0) throw FatalError("mj_setKeyframe: index must be non-negative");
  if (key >= model.nkey) {
    throw FatalError("mj_setKeyframe: index must be smaller than " + std::to_string(model.nkey) +
                     " (keyframes allocated in model)");
  }
  model.key_time[key] = data.time;
  std::copy(data.qpos.begin(), data.qpos.end(), model.key_qpos.row(key));
  std::copy(data.qvel.begin(), data.qvel.end(), model.key_qvel.row(key));
  std::copy(data.act.begin(), data.act.end(), model.key_act.row(key));
  std::copy(data.mocap_pos.begin(), data.mocap_pos.end(), model.key_mpos.row(key));
  std::copy(data.mocap_quat.begin(), data.mocap_quat.end(), model.key_mquat.row(key));
  std::copy(data.ctrl.begin(), data.ctrl.end(), model.key_ctrl.row(key));
  std::copy(data.plastic.begin(), data.plastic.end(), model.key_plastic.row(key));
}

}  // namespace

void bind_state(nb::module_& m) {
  m.def("mj_stateSize", size_of, "m"_a, "sig"_a, "How many values the components (mjtState) have.");
  m.def("mj_getState", get, "m"_a, "d"_a, "state"_a, "sig"_a,
        "Copies components of the state out of d.");
  m.def("mj_setState", set, "m"_a, "d"_a, "state"_a, "sig"_a,
        "Copies components of the state into d.");
  m.def("mj_copyState", copy, "m"_a, "src"_a, "dst"_a, "sig"_a,
        "Copies components from one data to another.");
  m.def("mj_extractState", extract_state, "m"_a, "src"_a, "srcsig"_a, "dst"_a, "dstsig"_a,
        "Copies some components out of a state vector.");
  m.def(
      "mj_resetData",
      [](const PyModel& model, PyData& d) { run(model, d, [](auto& a, auto& b) { reset(a, b); }); },
      "m"_a, "d"_a, "Sets the initial state and clears the rest.");
  m.def(
      "mj_resetDataKeyframe",
      [](const PyModel& model, PyData& d, int key) {
        run(model, d, [key](auto& a, auto& b) { reset(a, b, key); });
      },
      "m"_a, "d"_a, "key"_a,
      "Resets to a keyframe; to the initial state when there is no such keyframe.");
  m.def("mj_setKeyframe", set_keyframe, "m"_a, "d"_a, "k"_a,
        "Makes the current state the k-th keyframe.");
}

}  // namespace thew::python
