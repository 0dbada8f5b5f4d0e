#include "support/worlds.h"

#include <algorithm>
#include <filesystem>

namespace thew::test {

namespace {
const std::filesystem::path kFolder = std::filesystem::path(THEW_ROOT) / "models";
}

std::vector<std::string> own_models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".xml") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Model load_own(const std::string& name) {
  return load_file(kFolder / (name + ".xml"));
}

Model load_everything() {
  return load_file(THEW_ROOT "/tests/support/everything.xml");
}

void randomize(const Model& m, Data& d, std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::vector<double> move(static_cast<std::size_t>(m.nv));
  reset(m, d);
  for (double& x : move) x = 0.5 * normal(random);
  dynamics::integrate_pos(m, d.qpos.data(), move.data(), 1.0);
  const auto fill = [&](const Array<double>& values, double scale) {
    for (double& x : values) x = scale * normal(random);
  };
  fill(d.qvel, 1);
  fill(d.ctrl, 1);
  fill(d.act, 0.5);
  fill(d.qfrc_applied, 0.1);
  fill(d.xfrc_applied, 0.1);
  for (double& x : d.mocap_pos) x += 0.1 * normal(random);
  for (double& x : d.mocap_quat) x += 0.1 * normal(random);
}

void drop_rows(Data& data) {
  data.drop_rows();
  std::fill(data.solver_nnz.begin(), data.solver_nnz.end(), 0);
  for (int i = 0; i < data.ncon; ++i) data.contact.efc_address[i] = -1;
}

void drop_zero_moments(const Model& model, Data& d) {
  int to = 0;
  for (int out = 0; out < model.nout; ++out) {
    const int from = d.moment_rowadr[out], end = from + d.moment_rownnz[out];
    d.moment_rowadr[out] = to;
    for (int k = from; k < end; ++k) {
      if (d.actuator_moment[k] == 0) continue;
      d.actuator_moment[to] = d.actuator_moment[k];
      d.moment_colind[to++] = d.moment_colind[k];
    }
    d.moment_rownnz[out] = to - d.moment_rowadr[out];
  }
  for (; to < model.nJmom; ++to) d.actuator_moment[to] = d.moment_colind[to] = 0;
}

}  // namespace thew::test
