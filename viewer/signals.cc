#include "signals.h"

#include <algorithm>
#include <charconv>

#include <thew/dynamics.h>
#include <thew/error.h>
#include <thew/nearest.h>

#include "inspect.h"

namespace thew::viewer {

namespace {

double potential(World& w) {
  dynamics::energy_pos(w.model(), w.data());
  return w.data().energy[0];
}
double kinetic(World& w) {
  dynamics::energy_vel(w.model(), w.data());
  return w.data().energy[1];
}

template <int axis>
double momentum(World& w) {
  dynamics::subtree_vel(w.model(), w.data());
  return w.data().subtree_linvel.row(0)[axis] * w.model().body_subtreemass.values()[0];
}
template <int axis>
double angular(World& w) {
  dynamics::subtree_vel(w.model(), w.data());
  return w.data().subtree_angmom.row(0)[axis];
}

double iterations(World& w) {
  const auto& niter = w.data().solver_niter;
  const std::int64_t islands = std::clamp<std::int64_t>(w.data().nisland, 1, niter.size());
  return *std::max_element(niter.begin(), niter.begin() + islands);
}

struct Special {
  std::string_view name;
  const char* unit;
  double (*value)(World&);
};
constexpr Special kSpecial[] = {
    {"energy.potential", "J", potential},
    {"energy.kinetic", "J", kinetic},
    {"energy.total", "J", [](World& w) { return potential(w) + kinetic(w); }},
    {"momentum.x", "N s", momentum<0>},
    {"momentum.y", "N s", momentum<1>},
    {"momentum.z", "N s", momentum<2>},
    {"angular.x", "N m s", angular<0>},
    {"angular.y", "N m s", angular<1>},
    {"angular.z", "N m s", angular<2>},
    {"ncon", "", [](World& w) { return static_cast<double>(w.data().ncon); }},
    {"nefc", "", [](World& w) { return static_cast<double>(w.data().nefc); }},
    {"solver.iterations", "", iterations},
    {"solver.residual", "", [](World& w) { return residual(w).norm; }},
    {"solver.worst", "", [](World& w) { return static_cast<double>(residual(w).worst); }},
};

constexpr std::string_view kTimers[] = {
#define THEW_ENUM(name, mujoco_name)
#define THEW_ENUM_END(name, mujoco_name)
#define THEW_ENUMERATOR(name, mujoco_name, value) #mujoco_name,
#include <thew/enums.inc>
#undef THEW_ENUM
#undef THEW_ENUM_END
#undef THEW_ENUMERATOR
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// step, forward, ... in the order of Timer.
std::vector<std::string> timer_names() {
  constexpr std::string_view kPrefix = "mjTIMER_";
  std::vector<std::string> names;
  for (const std::string_view name : kTimers) {
    if (name.starts_with(kPrefix)) names.push_back(lower(name.substr(kPrefix.size())));
  }
  return names;
}

// `[3]` or `[3,1]`; false where it is anything else.
bool read_index(std::string_view text, std::vector<std::int64_t>& index) {
  if (text.empty()) return true;
  if (text.front() != '[' || text.back() != ']') return false;
  text = text.substr(1, text.size() - 2);
  while (true) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 0) return false;
    index.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return index.size() <= 2;
    if (text.front() != ',') return false;
    text.remove_prefix(1);
  }
}

// The kind of objects that a field has a row for.
const Kind* owner_of(const FieldRef& field) {
  for (const Kind& kind : kinds()) {
    if (std::string_view(field.rows()) == kind.rows) return &kind;
  }
  return nullptr;
}

}  // namespace

bool Signal::read_special(std::string_view text) {
  for (const Special& special : kSpecial) {
    if (special.name != text) continue;
    special_ = special.value;
    unit_ = special.unit;
    return true;
  }
  if (!text.starts_with("time.")) return false;
  text.remove_prefix(5);
  if (text == "factor") return is_factor_ = true;
  unit_ = "s";
  const std::vector<std::string> names = timer_names();
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return false;
  timer_ = static_cast<int>(found - names.begin());
  return true;
}

bool Signal::read_sensor(const Model& model, std::string_view text) {
  if (!text.starts_with("sensor:")) return false;
  text.remove_prefix(7);
  std::vector<std::int64_t> index;
  int id = name_to_id(model, ObjectType::Sensor, text);
  if (id < 0) {
    const std::size_t bracket = std::min(text.rfind('['), text.size());
    id = name_to_id(model, ObjectType::Sensor, text.substr(0, bracket));
    if (id < 0 || !read_index(text.substr(bracket), index)) {
      throw Error({}, "no sensor is named \"" + std::string(text) + "\"");
    }
  }
  const std::int64_t entry = index.empty() ? 0 : index[0];
  if (index.size() > 1 || entry >= model.sensor_dim[id]) {
    throw Error({},
                text_ + ": the sensor has " + std::to_string(model.sensor_dim[id]) + " numbers");
  }
  field_ = find_field("sensordata");
  row_ = model.sensor_adr[id] + entry;
  return true;
}

void Signal::read_field(const Model& model, std::string_view text) {
  const std::size_t bracket = std::min(text.find('['), text.size());
  field_ = find_field(text.substr(0, bracket));
  if (field_ == nullptr || field_->type() == FieldType::Char) {
    std::vector<std::string> names;
    for (const Special& special : kSpecial) names.emplace_back(special.name);
    for (const FieldRef& field : fields()) names.push_back(field.full_name());
    throw Error({}, "no signal \"" + text_ + "\"", did_you_mean(text.substr(0, bracket), names));
  }
  std::vector<std::int64_t> index;
  if (!read_index(text.substr(bracket), index)) {
    throw Error({}, text_ + ": write it as FIELD[row] or FIELD[row,column]");
  }
  unit_ = field_->unit();
  // A flat index counts through rows of several columns; which they are is known with the data.
  row_ = index.empty() ? 0 : index[0];
  column_ = index.size() == 2 ? index[1] : -1;
  if (const Kind* kind = owner_of(*field_); kind != nullptr && index.size() == 2) {
    label_ = object_name(model, kind->type, static_cast<int>(row_)) + " " + field_->name() + "[" +
             std::to_string(column_) + "]";
  }
}

Signal::Signal(const Model& model, std::string_view text) : text_(text), label_(text) {
  if (text.size() > 200) throw Error({}, "the name of a signal is too long");
  if (read_special(text) || read_sensor(model, text)) return;
  read_field(model, text);
}

double Signal::value(World& world, double factor) {
  if (is_factor_) return factor;
  if (special_ != nullptr) return special_(world);
  if (timer_ >= 0) {
    const double sum = world.data().timer_duration[timer_];
    const double value = sum - before_;
    before_ = sum;
    return value >= 0 ? value : 0;  // a reset begins to count anew
  }
  const FieldView view = field_->view(world.model(), world.data());
  const std::int64_t entry = column_ < 0 ? row_ : row_ * view.columns + column_;
  const bool there = entry < view.rows * view.columns && column_ < view.columns;
  return there ? field_->read(view, entry) : 0;
}

void Plots::choose(std::vector<Signal> signals) {
  signals_ = std::move(signals);
  samples_ = {};
  stride_ = 1;
}

void Plots::sample(World& world, double factor) {
  if (signals_.empty() || count_++ % stride_ != 0) return;
  samples_.signals = static_cast<std::uint32_t>(signals_.size());
  samples_.time.push_back(world.data().time);
  for (Signal& signal : signals_) {
    samples_.values.push_back(static_cast<float>(signal.value(world, factor)));
  }
  if (samples_.time.size() < kMost) return;
  // Nobody fetched them: every second one goes.
  const std::size_t width = signals_.size();
  for (std::size_t i = 0; i < kMost / 2; ++i) {
    samples_.time[i] = samples_.time[2 * i];
    std::copy_n(samples_.values.begin() + static_cast<std::ptrdiff_t>(2 * i * width), width,
                samples_.values.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  samples_.time.resize(kMost / 2);
  samples_.values.resize(kMost / 2 * width);
  samples_.lost += kMost / 2;
  stride_ *= 2;
}

Samples Plots::take() {
  stride_ = 1;
  return std::exchange(samples_, {});
}

Json signal_menu(const Model& model, const Data& data) {
  Json list = Json::array(), special = Json::array();
  for (const FieldRef& field : fields()) {
    if (field.owner() != FieldRef::Owner::Data || field.type() == FieldType::Char) continue;
    const FieldView view = field.view(model, data);
    if (view.rows * view.columns == 0 && field.rows()[0] == 'n') {
      if (std::string_view(field.rows()) != "nefc" && std::string_view(field.rows()) != "ncon")
        continue;
    }
    const Kind* owner = owner_of(field);
    list.push_back({{"name", field.full_name()},
                    {"rows", view.rows},
                    {"columns", view.columns},
                    {"unit", field.unit()},
                    {"description", field.description()},
                    {"owner", owner != nullptr ? Json(owner->word) : Json()}});
  }
  for (const Special& entry : kSpecial) special.push_back(entry.name);
  for (const std::string& name : timer_names()) special.push_back("time." + name);
  special.push_back("time.factor");
  return {{"fields", std::move(list)}, {"special", std::move(special)}};
}

}  // namespace thew::viewer
