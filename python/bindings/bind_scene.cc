// Scenes, cameras and the mouse.
#include <algorithm>

#include <thew/error.h>
#include <thew/scene.h>

#include "bind.h"
#include "functions.h"
#include "scene_records.h"

namespace thew::python {

namespace {

using scene::Camera;
using scene::Geom;
using scene::GlCamera;
using scene::Option;
using scene::Perturb;

// What makes no sense is a FatalError, with the name of the function.
template <class Work>
auto guarded(const char* name, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    throw FatalError(std::string(name) + ": " + error.fault());
  }
}

void check(const PyModel& m, const PyData& d, const PyScene& scn) {
  check_match(m, d);
  scn.check(m.model());
}

void update_scene(const PyModel& m, const PyData& d, Record<Option> opt, Record<Perturb> pert,
                  Record<Camera> cam, int categories, SceneRecord scn) {
  PyScene& target = scn.get();
  check(m, d, target);
  scene::Scene& filled = target.load();
  guarded("mjv_updateScene", [&] {
    scene::update(m.model(), d.data(), opt.get(), pert.pointer(), cam.get(), categories, filled);
  });
  target.store_geoms(0);
  target.store_cameras();
  target.store_lights();
  target.store_flex_flags();
}

void add_geoms(const PyModel& m, const PyData& d, Record<Option> opt, Record<Perturb> pert,
               int categories, SceneRecord scn) {
  PyScene& target = scn.get();
  check(m, d, target);
  scene::Scene& filled = target.load();
  const std::size_t first = filled.geoms.size();
  scene::add_geoms(m.model(), d.data(), opt.get(), pert.pointer(), categories, filled);
  target.store_geoms(first);
}

void make_lights(const PyModel& m, const PyData& d, SceneRecord scn) {
  PyScene& target = scn.get();
  check(m, d, target);
  scene::Scene& filled = target.load();
  guarded("mjv_makeLights", [&] { scene::make_lights(m.model(), d.data(), filled); });
  target.store_lights();
}

void update_camera(const PyModel& m, const PyData& d, Record<Camera> cam, SceneRecord scn) {
  PyScene& target = scn.get();
  check_match(m, d);
  scene::Scene& filled = target.load();
  guarded("mjv_updateCamera",
          [&] { scene::update_camera(m.model(), d.data(), cam.get(), filled); });
  target.store_cameras();
}

void update_skin(const PyModel& m, const PyData& d, SceneRecord scn) {
  PyScene& target = scn.get();
  check(m, d, target);
  scene::update_skins(m.model(), d.data(), target.load());
}

int select(const PyModel& m, const PyData& d, Record<Option> opt, double aspect, double x, double y,
           SceneRecord scn, Out point, IntsOrNone geom, IntsOrNone flex, IntsOrNone skin) {
  PyScene& source = scn.get();
  check(m, d, source);
  double* target = point.values(3, "selpnt should be of size 3");
  constexpr const char* kOne = "geomid, flexid and skinid should be arrays of one int32";
  std::int32_t* const ids[3] = {geom.values(1, kOne), flex.values(1, kOne), skin.values(1, kOne)};
  const scene::Selection found = guarded("mjv_select", [&] {
    return scene::select(m.model(), d.data(), opt.get(), aspect, x, y, source.load());
  });
  const int values[3] = {found.geom, found.flex, found.skin};
  for (int i = 0; i < 3; ++i) {
    if (ids[i]) *ids[i] = values[i];
  }
  if (found.body >= 0) std::copy_n(found.point, 3, target);
  return found.body;
}

void camera_frame(Out pos, Out forward, Out up, Out right, const PyData& d, Record<Camera> cam) {
  constexpr const char* kSize = "headpos, forward, up and right should be of size 3";
  double* const targets[4] = {pos.values(3, kSize), forward.values(3, kSize), up.values(3, kSize),
                              right.values(3, kSize)};
  const scene::CameraFrame frame = guarded("mjv_cameraFrame", [&] {
    return scene::camera_frame(*d.store->model(), d.data(), cam.get());
  });
  const double* const sources[4] = {frame.pos, frame.forward, frame.up, frame.right};
  for (int i = 0; i < 4; ++i) std::copy_n(sources[i], 3, targets[i]);
}

nb::tuple camera_frustum(const PyModel& m, Record<Camera> cam) {
  const scene::Frustum f =
      guarded("mjv_cameraFrustum", [&] { return scene::camera_frustum(m.model(), cam.get()); });
  return nb::make_tuple(nb::make_tuple(f.up, f.down), nb::make_tuple(f.left, f.right),
                        nb::make_tuple(f.near, f.far));
}

void gl_camera(const PyModel& m, const PyData& d, Record<Camera> cam, Record<GlCamera> made) {
  check_match(m, d);
  made.get() = guarded("mjv_camera2GLCamera",
                       [&] { return scene::gl_camera(m.model(), d.data(), cam.get()); });
}

void average_camera(Record<GlCamera> one, Record<GlCamera> other, Record<GlCamera> made) {
  made.get() = guarded("mjv_averageCamera", [&] { return scene::average(one.get(), other.get()); });
}

void move_camera(const PyModel& m, int action, double dx, double dy, Record<Camera> cam) {
  guarded("mjv_moveCamera", [&] {
    scene::move_camera(m.model(), static_cast<MouseAction>(action), dx, dy, cam.get());
  });
}

double frustum_height(SceneRecord scn) {
  return guarded("mjv_frustumHeight", [&] { return scene::frustum_height(scn.get().load()); });
}

void camera_in_model(Out pos, Out forward, Out up, SceneRecord scn) {
  constexpr const char* kSize = "headpos, forward and up should be of size 3";
  double* const targets[3] = {pos.values(3, kSize), forward.values(3, kSize), up.values(3, kSize)};
  const scene::CameraFrame frame =
      guarded("mjv_cameraInModel", [&] { return scene::camera_in_model(scn.get().load()); });
  std::copy_n(frame.pos, 3, targets[0]);
  std::copy_n(frame.forward, 3, targets[1]);
  std::copy_n(frame.up, 3, targets[2]);
}

void default_free_camera(const PyModel& m, Record<Camera> cam) {
  cam.get() = scene::free_camera(m.model());
}

void init_geom(Record<Geom> geom, int type, In size, In pos, In mat, InFloats rgba) {
  const Geom made =
      scene::make_geom(static_cast<GeomType>(type),
                       size.none() ? nullptr : size.values(3, "size should be of size 3"),
                       pos.none() ? nullptr : pos.values(3, "pos should be of size 3"),
                       mat.none() ? nullptr : mat.values(9, "mat should be of size 9"),
                       rgba.values(4, "rgba should be of size 4"));
  Geom& target = geom.get();
  // What it shows of the model stays.
  const Geom before = target;
  target = made;
  for (int Geom::* field : {&Geom::objtype, &Geom::objid, &Geom::category, &Geom::segid}) {
    target.*field = before.*field;
  }
}

void connector(Record<Geom> geom, int type, double width, In from, In to) {
  const auto kind = static_cast<GeomType>(type);
  const GeomType kinds[] = {GeomType::Capsule, GeomType::Cylinder, GeomType::Arrow,
                            GeomType::Arrow1,  GeomType::Arrow2,   GeomType::Line};
  if (std::ranges::find(kinds, kind) == std::end(kinds)) {
    throw FatalError("mjv_connector: invalid geom type " + std::to_string(type) + " for connector");
  }
  const double* start = from.values(3, "from should be of size 3");
  const double* end = to.values(3, "to should be of size 3");
  scene::connect(geom.get(), kind, width, start, end);
}

void init_perturb(const PyModel& m, const PyData& d, SceneRecord scn, Record<Perturb> pert) {
  check_match(m, d);
  guarded("mjv_initPerturb",
          [&] { scene::init_perturb(m.model(), d.data(), scn.get().load(), pert.get()); });
}

void move_perturb(const PyModel& m, const PyData& d, int action, double dx, double dy,
                  SceneRecord scn, Record<Perturb> pert) {
  check_match(m, d);
  guarded("mjv_movePerturb", [&] {
    scene::move_perturb(m.model(), d.data(), static_cast<MouseAction>(action), dx, dy,
                        scn.get().load(), pert.get());
  });
}

void apply_perturb_pose(const PyModel& m, PyData& d, Record<Perturb> pert, Flag paused) {
  check_match(m, d);
  scene::apply_perturb_pose(m.model(), d.data(), pert.get(), paused.on);
}

void apply_perturb_force(const PyModel& m, PyData& d, Record<Perturb> pert) {
  check_match(m, d);
  scene::apply_perturb_force(m.model(), d.data(), pert.get());
}

void bind_scenes(nb::module_& m) {
  nb::class_<PyScene>(m, "_Scene")
      .def(nb::init<const PyModel*, nb::object, nb::object, nb::object, nb::object>(),
           "model"_a.none(), "numbers"_a, "geoms"_a, "lights"_a, "camera"_a)
      .def("arrays", &PyScene::arrays);
  m.def("mjv_updateScene", update_scene, "m"_a, "d"_a, "opt"_a, "pert"_a.none(), "cam"_a,
        "catmask"_a, "scn"_a, "Fills a scene with all that is shown of a world.");
  m.def("mjv_addGeoms", add_geoms, "m"_a, "d"_a, "opt"_a, "pert"_a.none(), "catmask"_a, "scn"_a,
        "Adds what is shown of a world behind the geoms that the scene has.");
  m.def("mjv_makeLights", make_lights, "m"_a, "d"_a, "scn"_a, "The lights of a world.");
  m.def("mjv_updateCamera", update_camera, "m"_a, "d"_a, "cam"_a, "scn"_a,
        "Puts the two eyes of a camera into a scene; a tracking one looks at its body.");
  m.def("mjv_updateSkin", update_skin, "m"_a, "d"_a, "scn"_a, "The vertices of the skins.");
  m.def("mjv_select", select, "m"_a, "d"_a, "vopt"_a, "aspectratio"_a, "relx"_a, "rely"_a, "scn"_a,
        "selpnt"_a, "geomid"_a.none(), "flexid"_a.none(), "skinid"_a.none(),
        "The body at a point of the window, or -1.");
}

void bind_cameras(nb::module_& m) {
  m.def("mjv_cameraFrame", camera_frame, "headpos"_a, "forward"_a, "up"_a, "right"_a, "d"_a,
        "cam"_a, "Where a camera is, and its axes.");
  m.def("_camera_frustum", camera_frustum, "m"_a, "cam"_a, "What a camera sees.");
  m.def("_gl_camera", gl_camera, "m"_a, "d"_a, "cam"_a, "made"_a, "A camera as OpenGL has it.");
  m.def("_average_camera", average_camera, "cam1"_a, "cam2"_a, "made"_a, "The middle of two.");
  m.def("mjv_moveCamera", move_camera, "m"_a, "action"_a, "reldx"_a, "reldy"_a, "cam"_a,
        "Moves a camera with the mouse; dx and dy are parts of the height of the window.");
  m.def("mjv_frustumHeight", frustum_height, "scn"_a,
        "How high the view is at a distance of 1 (or anywhere, of an orthographic camera).");
  m.def("mjv_cameraInModel", camera_in_model, "headpos"_a, "forward"_a, "up"_a, "scn"_a,
        "The camera of a scene, in the frame of the model.");
  m.def("mjv_defaultFreeCamera", default_free_camera, "m"_a, "cam"_a,
        "Sets a free camera that sees the whole model.");
}

void bind_mouse(nb::module_& m) {
  m.def("mjv_initGeom", init_geom, "geom"_a, "type"_a, "size"_a.none(), "pos"_a.none(),
        "mat"_a.none(), "rgba"_a.none(), "Sets a geom; what is not given has its default value.");
  m.def("mjv_connector", connector, "geom"_a, "type"_a, "width"_a, "from_"_a, "to"_a,
        "Makes a geom reach from one point to another.");
  m.def("mjv_initPerturb", init_perturb, "m"_a, "d"_a, "scn"_a, "pert"_a,
        "Takes hold of the selected body where it is; sets how far the mouse moves it.");
  m.def("mjv_movePerturb", move_perturb, "m"_a, "d"_a, "action"_a, "reldx"_a, "reldy"_a, "scn"_a,
        "pert"_a, "Moves what the mouse holds the body at.");
  m.def("mjv_applyPerturbPose", apply_perturb_pose, "m"_a, "d"_a, "pert"_a, "flg_paused"_a,
        "Puts the selected body where the mouse holds it: a mocap body, or a free tree when "
        "paused.");
  m.def("mjv_applyPerturbForce", apply_perturb_force, "m"_a, "d"_a, "pert"_a,
        "Pulls and turns the selected body by a damped spring towards where the mouse holds it.");
}

}  // namespace

void bind_scene(nb::module_& m) {
  bind_scenes(m);
  bind_cameras(m);
  bind_mouse(m);
}

}  // namespace thew::python
