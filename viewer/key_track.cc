#include "key_track.h"

#include <cmath>

namespace thew::viewer {

bool is_key_track(const Model& model) {
  if (model.nkey < 2 || model.nu == 0) return false;
  for (int key = 1; key < model.nkey; ++key) {
    if (!(model.key_time[key] > model.key_time[key - 1])) return false;
  }
  return true;
}

void follow_key_track(const Model& model, Data& data) {
  const int last = static_cast<int>(model.nkey) - 1;
  const double begin = model.key_time[0], period = model.key_time[last] - begin;
  const double past = std::fmod(data.time - begin, period);
  const double time = begin + (past < 0 ? past + period : past);
  int key = 0;
  while (key + 1 < last && model.key_time[key + 1] <= time) ++key;
  const double part =
      (time - model.key_time[key]) / (model.key_time[key + 1] - model.key_time[key]);
  const double smooth = part * part * (3 - 2 * part);  // at rest at both ends
  for (int i = 0; i < model.nu; ++i) {
    const double from = model.key_ctrl.row(key)[i], to = model.key_ctrl.row(key + 1)[i];
    data.ctrl[i] = from + smooth * (to - from);
  }
}

}  // namespace thew::viewer
