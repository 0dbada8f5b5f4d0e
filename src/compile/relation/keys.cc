// Keyframes: whole states, completed with the initial one where they are short.

#include <algorithm>
#include <span>

#include "compile/stages.h"

namespace thew::compile {

namespace {

// Copies `given` over the defaults that `row` holds. `unit` numbers belong together: an incomplete
// group does not count.
void fill(const Draft& draft, const Key& key, const char* name, const std::vector<double>& given,
          std::span<double> row, std::size_t unit = 1) {
  const bool complete = given.size() / unit >= row.size() / unit;
  if (complete && given.size() != row.size()) {
    draft.fail(key, "key",
               std::string(name) + " has " + std::to_string(given.size()) +
                   " numbers, the model needs " + std::to_string(row.size()));
  }
  for (std::size_t i = 0; i < given.size() / unit * unit; ++i) {
    if (!std::isnan(given[i])) row[i] = given[i];
  }
}

template <class T>
std::span<T> row_of(const Array<T>& field, int i) {
  return {field.row(i), static_cast<std::size_t>(field.columns())};
}

void normalise_quaternions(double* values, std::int64_t count, bool replace_zero) {
  for (std::int64_t i = 0; i < count; ++i) {
    Vec4 quat;
    std::copy_n(values + 4 * i, 4, quat.begin());
    if (normalise(quat) == 0 && replace_zero) quat = {1, 0, 0, 0};
    std::copy_n(quat.begin(), 4, values + 4 * i);
  }
}

void set_initial(Model& m, int i) {
  std::copy(m.qpos0.begin(), m.qpos0.end(), m.key_qpos.row(i));
  for (int b = 0; b < m.nbody; ++b) {
    const int mocap = m.body_mocapid[b];
    if (mocap < 0) continue;
    std::copy_n(m.body_pos.row(b), 3, m.key_mpos.row(i) + 3 * mocap);
    std::copy_n(m.body_quat.row(b), 4, m.key_mquat.row(i) + 4 * mocap);
  }
  // Springs that yield begin at their rest.
  double* plastic = m.key_plastic.row(i);
  for (int j = 0; j < m.njnt; ++j) {
    if (m.jnt_plasticadr[j] < 0) continue;
    const int n = position_count(static_cast<JointType>(m.jnt_type[j]));
    std::copy_n(m.qpos_spring.data() + m.jnt_qposadr[j], n, plastic + m.jnt_plasticadr[j]);
  }
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_plasticadr[t] < 0) continue;
    std::copy_n(m.tendon_lengthspring.row(t), 2, plastic + m.tendon_plasticadr[t]);
  }
}

}  // namespace

void write_keys(const Draft& draft, Model& m) {
  for (int i = 0; i < m.nkey; ++i) {
    const Key& key = *draft.keys[i].spec;
    m.key_time[i] = key.time;
    set_initial(m, i);
    fill(draft, key, "qpos", key.qpos, row_of(m.key_qpos, i));
    fill(draft, key, "qvel", key.qvel, row_of(m.key_qvel, i));
    fill(draft, key, "act", key.act, row_of(m.key_act, i));
    fill(draft, key, "mpos", key.mpos, row_of(m.key_mpos, i), 3);
    fill(draft, key, "mquat", key.mquat, row_of(m.key_mquat, i), 4);
    fill(draft, key, "ctrl", key.ctrl, row_of(m.key_ctrl, i));
    fill(draft, key, "plastic", key.plastic, row_of(m.key_plastic, i));
    for (int j = 0; j < m.njnt; ++j) {
      const auto type = static_cast<JointType>(m.jnt_type[j]);
      if (type != JointType::Free && type != JointType::Ball) continue;
      const int offset = type == JointType::Free ? 3 : 0;
      normalise_quaternions(m.key_qpos.row(i) + m.jnt_qposadr[j] + offset, 1, true);
    }
    normalise_quaternions(m.key_mquat.row(i), m.nmocap, false);
  }
}

}  // namespace thew::compile
