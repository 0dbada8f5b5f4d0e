#include "scene_records.h"

#include <algorithm>
#include <cstring>

namespace thew::python {

namespace {

[[noreturn]] void refuse(nb::handle source, const char* kind) {
  raise(PyExc_TypeError, std::string("expected ") + kind + ", not " +
                             nb::cast<std::string>(nb::str(source.type().attr("__name__"))));
}

PyArrayObject* array_of(const nb::object& object) {
  return reinterpret_cast<PyArrayObject*>(object.ptr());
}

// An array that rows of this size fill.
nb::object checked(nb::object array, std::size_t size) {
  const bool fits = PyArray_Check(array.ptr()) && PyArray_ISCARRAY(array_of(array)) &&
                    PyArray_ITEMSIZE(array_of(array)) == static_cast<npy_intp>(size);
  if (!fits) raise(PyExc_TypeError, "an array of a scene has another type");
  return array;
}

}  // namespace

void* record_of(nb::handle source, std::size_t size, const char* kind) {
  if (!nb::hasattr(source, "_row")) refuse(source, kind);
  const nb::object row = source.attr("_row");
  // A row of a structured array is a view: so is the array without dimensions that this makes.
  const nb::object array = nb::steal(PyArray_FROM_O(row.ptr()));
  if (!array.is_valid()) throw nb::python_error();
  const bool fits = PyArray_ISCARRAY(array_of(array)) &&
                    PyArray_NBYTES(array_of(array)) == static_cast<npy_intp>(size);
  if (!fits) refuse(source, kind);
  return PyArray_DATA(array_of(array));
}

PyScene::PyScene(const PyModel* model, nb::object numbers, nb::object geoms, nb::object lights,
                 nb::object cameras)
    : numbers_(checked(std::move(numbers), sizeof(SceneNumbers))),
      geoms_(checked(std::move(geoms), sizeof(scene::Geom))),
      lights_(checked(std::move(lights), sizeof(scene::Light))),
      cameras_(checked(std::move(cameras), sizeof(scene::GlCamera))) {
  const auto room = static_cast<int>(rows<scene::Geom>(geoms_).size());
  if (model) scene_ = scene::Scene(model->model(), room);
  scene_.maxgeom = room;
  const bool complete = rows<SceneNumbers>(numbers_).size() == 1 &&
                        rows<scene::GlCamera>(cameras_).size() == 2 &&
                        rows<scene::Light>(lights_).size() == scene::kMaxLights;
  if (!complete) raise(PyExc_ValueError, "arrays of a scene have other sizes");
}

template <class T>
std::span<T> PyScene::rows(const nb::object& array) const {
  return {static_cast<T*>(PyArray_DATA(array_of(array))),
          static_cast<std::size_t>(PyArray_SIZE(array_of(array)))};
}

scene::Scene& PyScene::load() {
  const SceneNumbers& numbers = rows<SceneNumbers>(numbers_)[0];
  const auto room = static_cast<int>(rows<scene::Geom>(geoms_).size());
  scene_.maxgeom = std::clamp(numbers.maxgeom, 0, room);
  scene_.geoms.resize(static_cast<std::size_t>(std::clamp(numbers.ngeom, 0, scene_.maxgeom)));
  std::ranges::copy(rows<scene::GlCamera>(cameras_), scene_.camera);
  scene_.enabletransform = numbers.enabletransform;
  std::ranges::copy(numbers.translate, scene_.translate);
  std::ranges::copy(numbers.rotate, scene_.rotate);
  scene_.scale = numbers.scale;
  scene_.status = numbers.status;
  return scene_;
}

scene::Scene& PyScene::load_all() {
  load();
  const SceneNumbers& numbers = rows<SceneNumbers>(numbers_)[0];
  const std::span<scene::Geom> geoms = rows<scene::Geom>(geoms_);
  const std::span<scene::Light> lights = rows<scene::Light>(lights_);
  const std::size_t count = scene_.geoms.size();
  scene_.geoms.assign(geoms.begin(), geoms.begin() + static_cast<std::ptrdiff_t>(count));
  scene_.lights.assign(lights.begin(),
                       lights.begin() + std::clamp(numbers.nlight, 0, scene::kMaxLights));
  std::ranges::copy(numbers.flags, scene_.flags);
  scene_.stereo = numbers.stereo;
  scene_.flexvertopt = numbers.flexvertopt;
  scene_.flexedgeopt = numbers.flexedgeopt;
  scene_.flexfaceopt = numbers.flexfaceopt;
  scene_.flexskinopt = numbers.flexskinopt;
  return scene_;
}

void PyScene::store_geoms(std::size_t first) {
  const std::span<scene::Geom> all = rows<scene::Geom>(geoms_);
  const std::size_t count = scene_.geoms.size();
  first = std::min(first, count);
  if (first < count) {
    std::memcpy(static_cast<void*>(all.data() + first), scene_.geoms.data() + first,
                (count - first) * sizeof(scene::Geom));
  }
  SceneNumbers& numbers = rows<SceneNumbers>(numbers_)[0];
  numbers.ngeom = static_cast<int>(count);
  numbers.status = scene_.status;
}

void PyScene::store_lights() {
  std::ranges::copy(scene_.lights, rows<scene::Light>(lights_).begin());
  rows<SceneNumbers>(numbers_)[0].nlight = static_cast<int>(scene_.lights.size());
}

void PyScene::store_cameras() {
  std::ranges::copy(scene_.camera, rows<scene::GlCamera>(cameras_).begin());
  rows<SceneNumbers>(numbers_)[0].enabletransform = scene_.enabletransform;
}

void PyScene::store_flex_flags() {
  SceneNumbers& numbers = rows<SceneNumbers>(numbers_)[0];
  numbers.flexvertopt = scene_.flexvertopt;
  numbers.flexedgeopt = scene_.flexedgeopt;
  numbers.flexfaceopt = scene_.flexfaceopt;
  numbers.flexskinopt = scene_.flexskinopt;
}

void PyScene::check(const Model& model) const {
  const bool fits = scene_.skinvert.size() == static_cast<std::size_t>(3 * model.nskinvert) &&
                    scene_.flexvert.size() == static_cast<std::size_t>(3 * model.nflexvert) &&
                    scene_.flexfacenum.size() == static_cast<std::size_t>(model.nflex);
  if (!fits) raise(PyExc_ValueError, "the scene was made for another model");
}

nb::dict PyScene::arrays() {
  nb::dict views;
  const nb::object self = nb::find(*this);
  const auto add = [&](const char* name, int type, auto& values) {
    const npy_intp size = static_cast<npy_intp>(values.size());
    views[name] = make_view(values.data(), type, std::span(&size, 1), self);
  };
#define THEW_VIEW(name, type) add(#name, type, scene_.name)
  THEW_VIEW(skinfacenum, NPY_INT32);
  THEW_VIEW(skinvertadr, NPY_INT32);
  THEW_VIEW(skinvertnum, NPY_INT32);
  THEW_VIEW(skinvert, NPY_FLOAT32);
  THEW_VIEW(skinnormal, NPY_FLOAT32);
  THEW_VIEW(flexedgeadr, NPY_INT32);
  THEW_VIEW(flexedgenum, NPY_INT32);
  THEW_VIEW(flexvertadr, NPY_INT32);
  THEW_VIEW(flexvertnum, NPY_INT32);
  THEW_VIEW(flexedge, NPY_INT32);
  THEW_VIEW(flexvert, NPY_FLOAT32);
  THEW_VIEW(flexfaceadr, NPY_INT32);
  THEW_VIEW(flexfacenum, NPY_INT32);
  THEW_VIEW(flexfaceused, NPY_INT32);
  THEW_VIEW(flexface, NPY_FLOAT32);
  THEW_VIEW(flexnormal, NPY_FLOAT32);
  THEW_VIEW(flextexcoord, NPY_FLOAT32);
#undef THEW_VIEW
  return views;
}

PyScene& SceneRecord::get() const {
  if (!nb::hasattr(source_, "_scene")) refuse(source_, "MjvScene");
  return *nb::cast<PyScene*>(source_.attr("_scene"));
}

}  // namespace thew::python
