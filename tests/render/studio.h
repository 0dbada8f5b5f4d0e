#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/render.h>
#include <thew/step.h>

namespace thew::render {

/// Why nothing can be drawn here, or "".
inline const std::string& why_no_pictures() {
  static const std::string reason = [] {
    try {
      const Model model = load_string("<mujoco/>");
      Renderer renderer(model, {8, 8, 0});
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  }();
  return reason;
}

/// Tests that draw are left out where EGL is missing.
class Pictures : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_pictures().empty()) GTEST_SKIP() << why_no_pictures();
  }
};

using Pixel = std::array<int, 3>;

/// A model and its pictures, by the camera "eye" of the model where it has one.
class Studio {
 public:
  explicit Studio(const std::string& xml, int width = 64, int height = 64, int samples = 0)
      : model(load_string(xml)),
        data(model),
        scene(model),
        renderer(model, {width, height, samples}) {
    forward(model, data);
    scene::Camera camera = scene::free_camera(model);
    const int eye = name_to_id(model, ObjectType::Camera, "eye");
    if (eye >= 0) {
      camera.type = static_cast<int>(CameraType::Fixed);
      camera.fixedcamid = eye;
    }
    update(model, data, {}, nullptr, camera, static_cast<int>(CatBit::All), scene);
  }

  void set(RndFlag flag, bool on) { scene.flags[static_cast<int>(flag)] = on ? 1 : 0; }

  void draw() {
    renderer.draw(scene);
    read();
  }

  void read() {
    rgb.resize(static_cast<std::size_t>(3 * renderer.width() * renderer.height()));
    renderer.read_colors(renderer.area(), rgb);
  }

  /// A pixel; the origin is the lower left corner.
  Pixel at(int x, int y) const {
    const std::uint8_t* p = &rgb[static_cast<std::size_t>(3 * (y * renderer.width() + x))];
    return {p[0], p[1], p[2]};
  }
  Pixel middle() const { return at(renderer.width() / 2, renderer.height() / 2); }

  /// Number and type of the object in the middle.
  std::array<int, 2> object_in_the_middle() {
    set(RndFlag::Segment, true);
    set(RndFlag::Idcolor, true);
    draw();
    std::vector<std::int32_t> segments(rgb.size() / 3 * 2);
    colors_to_segments(scene, rgb, segments);
    const auto i =
        static_cast<std::size_t>(renderer.height() / 2 * renderer.width() + renderer.width() / 2);
    return {segments[2 * i], segments[2 * i + 1]};
  }

  /// Distance of what is in the middle [m].
  float depth_in_the_middle() {
    std::vector<float> depth(static_cast<std::size_t>(renderer.width() * renderer.height()));
    renderer.read_depth(renderer.area(), depth);
    depth_to_metres(scene.camera[0], depth);
    return depth[static_cast<std::size_t>(renderer.height() / 2 * renderer.width() +
                                          renderer.width() / 2)];
  }

  Model model;
  Data data;
  scene::Scene scene;
  Renderer renderer;
  std::vector<std::uint8_t> rgb;
};

/// A camera 3 m above the origin that looks down, x to the right.
inline const std::string kAbove = R"(<camera name="eye" pos="0 0 3" fovy="40"/>)";

inline std::string world(const std::string& content, const std::string& before = "") {
  return "<mujoco>" + before + "<worldbody>" + kAbove + content + "</worldbody></mujoco>";
}

}  // namespace thew::render
