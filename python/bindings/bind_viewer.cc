// The viewer in the browser: what thew/viewer.py hands on.
#include <cstring>
#include <memory>
#include <utility>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "batch_access.h"
#include "bind.h"
#include "crowd_viewer.h"
#include "numpy.h"
#include "objects.h"
#include "passive.h"
#include "raise.h"

namespace thew::python {

namespace {

using namespace nb::literals;

viewer::ViewerOptions options_of(const std::string& host, int port, bool paused) {
  viewer::ViewerOptions options;
  options.host = host;
  options.port = port;
  options.session.paused = paused;
  return options;
}

// Bytes of a record of Python that is one of C++.
template <class Record>
Record record_of(nb::bytes bytes) {
  Record record;
  if (bytes.size() != sizeof record) raise(PyExc_ValueError, "the record has another size");
  std::memcpy(static_cast<void*>(&record), bytes.c_str(), sizeof record);
  return record;
}

// A viewer of a world that the program steps.
class PassiveViewer {
 public:
  PassiveViewer(const PyModel& model, const PyData& data, const std::string& name,
                const std::string& host, int port, bool paced)
      : model_(model.store->shared()) {
    check_match(model, data);
    viewer::ViewerOptions options = options_of(host, port, false);
    options.session.paced = paced;
    viewer_ = std::make_unique<viewer::Passive>(model_, data.data(), name, options);
  }
  ~PassiveViewer() { close(); }

  void sync(const PyModel& model, PyData& data, nb::object ghost) {
    check_match(model, data);
    viewer::Passive::Beside beside;
    if (!ghost.is_none()) {
      const PyData& other = nb::cast<const PyData&>(ghost);
      check_match(model, other);
      beside.ghost = &other.data();
    }
    if (!viewer_ || model.store->shared() != model_)
      raise(PyExc_ValueError, "the viewer was closed, or shows another model");
    const nb::gil_scoped_release unlocked;
    viewer_->sync(data.data(), beside);
  }
  void lock() {
    const nb::gil_scoped_release unlocked;
    if (viewer_) viewer_->lock();
  }
  void unlock() {
    if (viewer_) viewer_->unlock();
  }
  std::vector<int> keys() { return viewer_ ? viewer_->take_keys() : std::vector<int>{}; }
  int clients() const { return viewer_ ? viewer_->viewer().clients() : 0; }
  bool is_running() const { return viewer_ != nullptr; }
  std::pair<std::string, std::string> links() const {
    if (!viewer_) return {};
    return {viewer_->viewer().control_link(), viewer_->viewer().view_link()};
  }
  // Body that somebody pulls at, and how: 0 not at all, 1 a force, 2 a torque.
  std::vector<int> pull() const {
    const viewer::Push push = viewer_ ? viewer_->push() : viewer::Push{};
    return {push.body, static_cast<int>(push.kind)};
  }
  void set_shapes(nb::bytes bytes) {
    if (!viewer_) return;
    if (bytes.size() % sizeof(scene::Geom) != 0)
      raise(PyExc_ValueError, "the records have another size");
    std::vector<scene::Geom> shapes(bytes.size() / sizeof(scene::Geom));
    if (!shapes.empty())
      std::memcpy(static_cast<void*>(shapes.data()), bytes.c_str(), bytes.size());
    for (scene::Geom& shape : shapes) shape.label[scene::kLabelLength - 1] = '\0';
    viewer_->set_shapes(std::move(shapes));
  }
  void set_option(nb::bytes bytes) {
    if (viewer_) viewer_->set_option(record_of<scene::Option>(bytes));
  }
  void set_camera(nb::bytes bytes) {
    if (viewer_) viewer_->set_camera(record_of<scene::Camera>(bytes));
  }
  // The record of the camera where somebody moved theirs; empty where nobody did.
  nb::bytes camera() {
    const auto moved = viewer_ ? viewer_->take_camera() : std::nullopt;
    return moved ? nb::bytes(&*moved, sizeof *moved) : nb::bytes("", 0);
  }
  void compare(const std::string& text) {
    if (!viewer_) return;
    viewer::Json report = viewer::Json::parse(text, nullptr, false);
    if (!report.is_object()) raise(PyExc_ValueError, "a comparison is an object of JSON");
    viewer_->compare(std::move(report));
  }
  void set_panels(const std::string& text) {
    if (!viewer_) return;
    viewer::Json panels = viewer::Json::parse(text, nullptr, false);
    if (!panels.is_array()) raise(PyExc_ValueError, "panels are a list of JSON");
    viewer_->set_panels(std::move(panels));
  }
  // What was done in the panels, as JSON.
  std::string panel_uses() {
    viewer::Json uses = viewer::Json::array();
    if (viewer_) uses = viewer_->take_panel_uses();
    return uses.dump();
  }
  // What pages ask of the program: whether it should wait, how fast it should be, how often a reset
  // was asked for, and with which keyframe.
  std::tuple<bool, double, int, int> steering() const {
    if (!viewer_) return {false, 1, 0, -1};
    const viewer::Steering& now = viewer_->steering();
    return {now.paused, now.speed, now.resets, now.key};
  }
  void close() {
    const nb::gil_scoped_release unlocked;
    viewer_.reset();
  }

 private:
  std::shared_ptr<Model> model_;
  std::unique_ptr<viewer::Passive> viewer_;
};

// A viewer that steps the world itself; what becomes of it is copied back when it ends.
class LiveViewer {
 public:
  LiveViewer(const PyModel& model, const PyData& data, const std::string& name,
             const std::string& host, int port, bool paused) {
    check_match(model, data);
    auto own = std::make_shared<const Model>(model.model());
    viewer_ = std::make_unique<viewer::Viewer>(viewer::wrap(own, name), viewer::Source{},
                                               options_of(host, port, paused));
    viewer_->lock();
    viewer_->post([given = std::make_shared<const Data>(data.data())](viewer::Session& session) {
      viewer::World& world = session.player().world();
      const auto clock = world.data().clock;
      world.data() = *given;
      world.data().clock = clock;
      session.player().begin(0);
    });
    viewer_->unlock();
  }
  ~LiveViewer() { end(); }
  std::pair<std::string, std::string> links() const {
    return {viewer_->control_link(), viewer_->view_link()};
  }
  int clients() const { return viewer_->clients(); }
  void end() {
    const nb::gil_scoped_release unlocked;
    viewer_->close();
  }
  /// Only after end().
  void copy_back(PyData& data) { data.data() = viewer_->session().player().world().data(); }

 private:
  std::unique_ptr<viewer::Viewer> viewer_;
};

// A viewer of a batch that the program steps.
class BatchViewer {
 public:
  BatchViewer(nb::object batch, const std::string& name, const std::string& host, int port,
              const std::string& label, nb::object range)
      : batch_(std::move(batch)) {
    viewer::CrowdPlan plan;
    plan.label = label;
    if (!range.is_none()) plan.range = nb::cast<std::pair<double, double>>(range);
    with_batch(batch_, [&](Batch& worlds, const std::shared_ptr<Model>& model) {
      worlds_ = worlds.size();
      viewer_ = std::make_unique<viewer::CrowdViewer>(model, worlds, name, plan,
                                                      options_of(host, port, false));
    });
  }
  ~BatchViewer() { close(); }

  // One value of each world, and whether it failed; None for no such thing.
  void sync(nb::object values, nb::object failed) {
    if (!viewer_) return;
    const auto count = static_cast<std::size_t>(worlds_);
    const void* numbers = read(values, NPY_FLOAT, worlds_, "values should be one for each world");
    const void* marks = read(failed, NPY_BOOL, worlds_, "failed should be one for each world");
    with_batch(batch_, [&](Batch& worlds, const std::shared_ptr<Model>&) {
      viewer_->sync(worlds, {static_cast<const float*>(numbers), numbers != nullptr ? count : 0},
                    {static_cast<const bool*>(marks), marks != nullptr ? count : 0});
    });
  }
  int opened() const { return viewer_ ? viewer_->steering().opened.load() : -1; }
  int clients() const { return viewer_ ? viewer_->passive().viewer().clients() : 0; }
  bool is_running() const { return viewer_ != nullptr; }
  std::pair<std::string, std::string> links() const {
    if (!viewer_) return {};
    viewer::Viewer& running = viewer_->passive().viewer();
    return {running.control_link(), running.view_link()};
  }
  void close() {
    const nb::gil_scoped_release unlocked;
    viewer_.reset();
  }

 private:
  nb::object batch_;
  std::int64_t worlds_ = 0;
  std::unique_ptr<viewer::CrowdViewer> viewer_;
};

}  // namespace

void bind_viewer(nb::module_& m) {
  nb::class_<PassiveViewer>(m, "PassiveViewer")
      .def(nb::init<const PyModel&, const PyData&, const std::string&, const std::string&, int,
                    bool>())
      .def("sync", &PassiveViewer::sync, "model"_a, "data"_a, "ghost"_a.none() = nb::none())
      .def("lock", &PassiveViewer::lock)
      .def("unlock", &PassiveViewer::unlock)
      .def("keys", &PassiveViewer::keys)
      .def("pull", &PassiveViewer::pull)
      .def("set_shapes", &PassiveViewer::set_shapes)
      .def("set_option", &PassiveViewer::set_option)
      .def("set_camera", &PassiveViewer::set_camera)
      .def("camera", &PassiveViewer::camera)
      .def("compare", &PassiveViewer::compare)
      .def("set_panels", &PassiveViewer::set_panels)
      .def("panel_uses", &PassiveViewer::panel_uses)
      .def("steering", &PassiveViewer::steering)
      .def("close", &PassiveViewer::close)
      .def_prop_ro("clients", &PassiveViewer::clients)
      .def_prop_ro("is_running", &PassiveViewer::is_running)
      .def_prop_ro("control_link", [](const PassiveViewer& v) { return v.links().first; })
      .def_prop_ro("view_link", [](const PassiveViewer& v) { return v.links().second; });
  nb::class_<LiveViewer>(m, "LiveViewer")
      .def(nb::init<const PyModel&, const PyData&, const std::string&, const std::string&, int,
                    bool>())
      .def("end", &LiveViewer::end)
      .def("copy_back", &LiveViewer::copy_back)
      .def_prop_ro("clients", &LiveViewer::clients)
      .def_prop_ro("control_link", [](const LiveViewer& v) { return v.links().first; })
      .def_prop_ro("view_link", [](const LiveViewer& v) { return v.links().second; });
  nb::class_<BatchViewer>(m, "BatchViewer")
      .def(nb::init<nb::object, const std::string&, const std::string&, int, const std::string&,
                    nb::object>(),
           "batch"_a, "name"_a, "host"_a, "port"_a, "label"_a, "range"_a.none())
      .def("sync", &BatchViewer::sync, "values"_a.none(), "failed"_a.none())
      .def("close", &BatchViewer::close)
      .def_prop_ro("opened", &BatchViewer::opened)
      .def_prop_ro("clients", &BatchViewer::clients)
      .def_prop_ro("is_running", &BatchViewer::is_running)
      .def_prop_ro("control_link", [](const BatchViewer& v) { return v.links().first; })
      .def_prop_ro("view_link", [](const BatchViewer& v) { return v.links().second; });
  m.def("open_browser", [](const std::string& link) { return viewer::open_browser(link); });
}

}  // namespace thew::python
