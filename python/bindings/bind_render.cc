// Pictures: what stands behind MjrContext.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <thew/render.h>

#include "bind.h"
#include "functions.h"
#include "scene_records.h"

namespace thew::python {

namespace {

using render::Rectangle;
using render::Renderer;

// An array of pixels, which thew._visual.drawing has checked; empty for None.
template <class T>
std::span<T> pixels(nb::handle source, int type) {
  if (source.is_none()) return {};
  auto* array = reinterpret_cast<PyArrayObject*>(source.ptr());
  if (!PyArray_Check(source.ptr()) || PyArray_TYPE(array) != type || !PyArray_ISCARRAY(array)) {
    raise(PyExc_TypeError, "pixels are in a C-contiguous array of their type");
  }
  return {static_cast<T*>(PyArray_DATA(array)), static_cast<std::size_t>(PyArray_SIZE(array))};
}

using Corners = std::tuple<int, int, int, int>;

Rectangle rectangle(const Corners& c) {
  return {std::get<0>(c), std::get<1>(c), std::get<2>(c), std::get<3>(c)};
}

using Rgba = std::tuple<float, float, float, float>;

render::Color color(const Rgba& c) {
  return {std::get<0>(c), std::get<1>(c), std::get<2>(c), std::get<3>(c)};
}

void make(Renderer* self, const PyModel& m, int width, int height, int samples, int font_scale) {
  const Model& model = m.model();
  const nb::gil_scoped_release unlocked;
  new (self) Renderer(model, {width, height, samples, font_scale});
}

void draw(Renderer& self, const SceneRecord& record, const Corners& part) {
  const scene::Scene& scene = record.get().load_all();
  const nb::gil_scoped_release unlocked;
  self.draw(scene, rectangle(part));
}

void read_pixels(Renderer& self, const Corners& part, nb::object rgb, nb::object depth) {
  const auto colors = pixels<std::uint8_t>(rgb, NPY_UINT8);
  const auto depths = pixels<float>(depth, NPY_FLOAT32);
  const nb::gil_scoped_release unlocked;
  if (!colors.empty()) self.read_colors(rectangle(part), colors);
  if (!depths.empty()) self.read_depth(rectangle(part), depths);
}

// The whole of Renderer.render: draws, reads and turns the picture upright. `kind`: 0 colours, 1
// metres, 2 segments.
void picture(Renderer& self, const SceneRecord& record, const Corners& part, int kind,
             nb::object out) {
  scene::Scene& scene = record.get().load_all();
  const Rectangle area = rectangle(part);
  const auto colors = kind == 0 ? pixels<std::uint8_t>(out, NPY_UINT8) : std::span<std::uint8_t>();
  const auto depths = kind == 1 ? pixels<float>(out, NPY_FLOAT32) : std::span<float>();
  const auto segments =
      kind == 2 ? pixels<std::int32_t>(out, NPY_INT32) : std::span<std::int32_t>();
  const nb::gil_scoped_release unlocked;
  if (kind != 0) {
    // Without light, and with one sample in the middle of each pixel.
    for (const RndFlag flag : {RndFlag::Segment, RndFlag::Idcolor}) {
      scene.flags[static_cast<int>(flag)] = 1;
    }
  }
  self.draw(scene, area);
  const auto row = static_cast<std::size_t>(area.width);
  if (kind == 0) {
    self.read_colors(area, colors);
    render::flip_rows(std::as_writable_bytes(colors), 3 * row);
  } else if (kind == 1) {
    self.read_depth(area, depths);
    render::depth_to_metres(scene.camera[0], depths);
    render::flip_rows(std::as_writable_bytes(depths), 4 * row);
  } else {
    std::vector<std::uint8_t> numbers(3 * row * static_cast<std::size_t>(area.height));
    self.read_colors(area, numbers);
    render::colors_to_segments(scene, numbers, segments);
    render::flip_rows(std::as_writable_bytes(segments), 8 * row);
  }
}

template <void (Renderer::*upload)(const Model&, int)>
void upload_from(Renderer& self, const PyModel& m, int id) {
  const Model& model = m.model();
  const nb::gil_scoped_release unlocked;
  (self.*upload)(model, id);
}

void draw_line(Renderer& self, nb::object xy, float width, const Rgba& rgba, bool pairs) {
  self.line(pixels<float>(xy, NPY_FLOAT32), width, color(rgba), pairs);
}

}  // namespace

void bind_render(nb::module_& m) {
  nb::class_<Renderer>(m, "_Renderer")
      .def("__init__", make, "model"_a, "width"_a, "height"_a, "samples"_a, "font_scale"_a)
      .def_prop_ro("width", &Renderer::width)
      .def_prop_ro("height", &Renderer::height)
      .def_prop_ro("samples", &Renderer::samples)
      .def_prop_ro("device", &Renderer::device)
      .def("draw", draw)
      .def("read", read_pixels, "part"_a, "rgb"_a.none(), "depth"_a.none())
      .def("picture", picture)
      .def("resize", &Renderer::resize, nb::call_guard<nb::gil_scoped_release>())
      .def("add_aside", &Renderer::add_aside, nb::call_guard<nb::gil_scoped_release>())
      .def("select", &Renderer::select, nb::call_guard<nb::gil_scoped_release>())
      .def("upload_texture", upload_from<&Renderer::upload_texture>)
      .def("upload_mesh", upload_from<&Renderer::upload_mesh>)
      .def("upload_hfield", upload_from<&Renderer::upload_hfield>)
      .def("fill", [](Renderer& self, const Corners& part,
                      const Rgba& rgba) { self.fill(rectangle(part), color(rgba)); })
      .def("set_colors",
           [](Renderer& self, const Corners& part, nb::object rgb) {
             self.set_colors(rectangle(part), pixels<std::uint8_t>(rgb, NPY_UINT8));
           })
      .def("text", [](Renderer& self, const std::string& text, float x, float y,
                      const Rgba& rgba) { self.text(text, x, y, color(rgba)); })
      .def("line", draw_line)
      .def("text_size", [](const Renderer& self, const std::string& text) {
        const auto size = self.text_size(text);
        return std::make_tuple(size[0], size[1]);
      });
}

}  // namespace thew::python
