#include <thread>

#include "render/studio.h"

namespace thew::render {
namespace {

constexpr int kGeom = static_cast<int>(ObjectType::Geom);

TEST_F(Pictures, HaveTheSizeAndSamplesOfTheModelUnlessToldOtherwise) {
  const Model model = load_string(
      R"(<mujoco><visual><global offwidth="70" offheight="50"/><quality offsamples="0"/></visual></mujoco>)");
  const Renderer as_model(model);
  EXPECT_EQ(as_model.width(), 70);
  EXPECT_EQ(as_model.height(), 50);
  EXPECT_EQ(as_model.samples(), 0);
  const Renderer own(model, {30, 20, 4});
  EXPECT_EQ(own.width(), 30);
  EXPECT_EQ(own.height(), 20);
  EXPECT_GE(own.samples(), 4);
  EXPECT_FALSE(own.device().empty());
}

TEST_F(Pictures, ShowAShapeWhereItIs) {
  Studio s(world(R"(<geom type="sphere" size="0.5" rgba="1 0 0 1"/>)"));
  s.draw();
  EXPECT_GT(s.middle()[0], 60);
  EXPECT_EQ(s.middle()[1], s.middle()[2]);  // highlights are white
  EXPECT_GT(s.middle()[0], s.middle()[1] + 60);
  EXPECT_EQ(s.at(1, 1), (Pixel{0, 0, 0}));
}

TEST_F(Pictures, MeasureDistancesInMetres) {
  Studio s(world(R"(<geom type="box" size="0.5 0.5 0.25"/>)"));
  s.draw();
  EXPECT_NEAR(s.depth_in_the_middle(), 2.75, 1e-4);
  Studio nothing(world(""));
  nothing.draw();
  const scene::GlCamera& camera = nothing.scene.camera[0];
  EXPECT_NEAR(nothing.depth_in_the_middle(), camera.frustum_far, 1e-3 * camera.frustum_far);
}

TEST_F(Pictures, MeasureDistancesOfOrthographicCameras) {
  Studio s(R"(<mujoco><worldbody><camera name="eye" pos="0 0 3" projection="orthographic" fovy="2"/>
              <geom type="box" size="0.5 0.5 0.25"/></worldbody></mujoco>)");
  s.draw();
  EXPECT_NEAR(s.depth_in_the_middle(), 2.75, 1e-4);
  // 2 m are 64 pixels high: the box is 32 wide.
  int wide = 0;
  for (int x = 0; x < 64; ++x) wide += s.at(x, 32)[0] > 0 ? 1 : 0;
  EXPECT_EQ(wide, 32);
}

TEST_F(Pictures, KnowTheObjectAtAPixelForEveryShape) {
  const char* shapes[] = {
      R"(<geom name="it" type="plane" size="1 1 0.1"/>)",
      R"(<geom name="it" type="plane" size="0 0 0.1"/>)",
      R"(<geom name="it" type="sphere" size="0.3"/>)",
      R"(<geom name="it" type="capsule" size="0.2 0.3"/>)",
      R"(<geom name="it" type="ellipsoid" size="0.3 0.2 0.1"/>)",
      R"(<geom name="it" type="cylinder" size="0.2 0.3"/>)",
      R"(<geom name="it" type="box" size="0.3 0.2 0.1"/>)",
      R"(<geom name="it" type="mesh" mesh="tetra"/>)",
      R"(<geom name="it" type="hfield" hfield="hill"/>)",
  };
  const std::string assets = R"(<asset>
    <mesh name="tetra" vertex="0.5 0 -0.3  -0.5 0.5 -0.3  -0.5 -0.5 -0.3  0 0 0.5"/>
    <hfield name="hill" nrow="3" ncol="3" size="0.5 0.5 0.3 0.1" elevation="0 0 0 0 1 0 0 0 0"/></asset>)";
  for (const char* shape : shapes) {
    Studio s(world(std::string(R"(<geom type="sphere" size="0.05" pos="9 9 0"/>)") + shape, assets),
             64, 64, 4);
    EXPECT_EQ(s.object_in_the_middle(), (std::array{1, kGeom})) << shape;
  }
}

TEST_F(Pictures, OfSegmentsHaveNoMixedColorsAtEdges) {
  Studio s(world(R"(<geom type="sphere" size="0.7"/><geom type="box" size="0.2 0.3 0.9"/>)"), 64,
           64, 4);
  s.object_in_the_middle();
  for (std::size_t i = 0; i < s.rgb.size(); i += 3) {
    EXPECT_LE(s.rgb[i], 2);
    EXPECT_EQ(s.rgb[i + 1], 0);
    EXPECT_EQ(s.rgb[i + 2], 0);
  }
}

TEST_F(Pictures, ShowShapesThatTheUserAdds) {
  Studio s(world(""));
  const double size[3] = {0.1, 0.1, 0.5}, pos[3] = {0, 0, 0}, mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const float green[4] = {0, 1, 0, 1};
  for (const GeomType type : {GeomType::Arrow, GeomType::Arrow1, GeomType::Arrow2, GeomType::Sphere,
                              GeomType::Line, GeomType::Triangle}) {
    s.scene.geoms.assign(1, scene::make_geom(type, size, pos, mat, green));
    if (type == GeomType::Line) {
      const double from[3] = {-1, 0, 0}, to[3] = {1, 0, 0};
      scene::connect(s.scene.geoms[0], type, 3, from, to);
    }
    if (type == GeomType::Triangle) {
      for (float& x : s.scene.geoms[0].size) x = 0.5f;
      s.scene.geoms[0].pos[0] = s.scene.geoms[0].pos[1] = -0.1f;
    }
    s.draw();
    EXPECT_GT(s.middle()[1], 50) << static_cast<int>(type);
    EXPECT_GT(s.middle()[1], s.middle()[0]) << static_cast<int>(type);
  }
}

TEST_F(Pictures, LeaveOutWhatTheModelDoesNotHave) {
  Studio s(world(R"(<geom type="sphere" size="0.5"/>)"));
  scene::Geom wrong = s.scene.geoms[0];
  for (const GeomType type : {GeomType::Mesh, GeomType::Hfield, GeomType::Plane, GeomType::Skin}) {
    wrong.type = static_cast<int>(type);
    wrong.dataid = wrong.objid = wrong.matid = wrong.texid = 1000000;
    s.scene.geoms.assign(1, wrong);
    s.draw();
    EXPECT_EQ(s.middle(), (Pixel{0, 0, 0})) << static_cast<int>(type);
  }
  wrong.type = 777;
  s.scene.geoms.assign(1, wrong);
  s.draw();
  EXPECT_EQ(s.middle(), (Pixel{0, 0, 0}));
}

TEST_F(Pictures, RefuseSizesThatCannotBeHad) {
  const Model model = load_string("<mujoco/>");
  EXPECT_THROW(Renderer(model, {-1, 10}), Error);
  EXPECT_THROW(Renderer(model, {10, 1 << 20}), Error);
  Renderer renderer(model, {10, 10, 0});
  std::vector<std::uint8_t> rgb(300);
  EXPECT_THROW(renderer.read_colors({0, 0, 11, 10}, rgb), Error);
  EXPECT_THROW(renderer.read_colors({-1, 0, 10, 10}, rgb), Error);
  rgb.resize(299);
  EXPECT_THROW(renderer.read_colors({0, 0, 10, 10}, rgb), Error);
  EXPECT_THROW(renderer.resize(0, 10), Error);
  EXPECT_EQ(renderer.width(), 10);  // as before
  EXPECT_THROW(renderer.upload_mesh(model, 0), Error);
  EXPECT_THROW(renderer.upload_texture(model, -1), Error);
  EXPECT_THROW(renderer.upload_hfield(model, 3), Error);
}

TEST_F(Pictures, AreDrawnIntoTheirPartAlone) {
  Studio s(world(R"(<geom type="plane" size="9 9 1"/>)"));
  s.renderer.fill(s.renderer.area(), {0, 0, 1, 1});
  s.renderer.draw(s.scene, {16, 16, 32, 32});
  s.read();
  EXPECT_EQ(s.at(15, 32), (Pixel{0, 0, 255}));
  EXPECT_NE(s.at(16, 32), (Pixel{0, 0, 255}));
  EXPECT_NE(s.at(47, 32), (Pixel{0, 0, 255}));
  EXPECT_EQ(s.at(48, 32), (Pixel{0, 0, 255}));
}

TEST_F(Pictures, AreTheSameEachTimeAndFromEveryThread) {
  const std::string xml = world(R"(<light pos="1 1 3"/><geom type="sphere" size="0.5"/>
                                   <geom type="plane" size="2 2 1" rgba="1 1 1 0.5"/>)");
  Studio first(xml, 64, 64, 4);
  first.draw();
  const std::vector<std::uint8_t> expected = first.rgb;
  first.draw();
  EXPECT_EQ(first.rgb, expected);
  std::vector<std::thread> threads;
  std::vector<std::vector<std::uint8_t>> seen(3);
  for (auto& pixels : seen) {
    threads.emplace_back([&] {
      Studio s(xml, 64, 64, 4);
      s.draw();
      pixels = s.rgb;
    });
  }
  for (std::thread& t : threads) t.join();
  for (const auto& pixels : seen) EXPECT_EQ(pixels, expected);
}

TEST_F(Pictures, TakeOverATextureThatChanged) {
  const std::string assets =
      R"(<asset><texture name="t" type="2d" builtin="flat" width="4" height="4"
    rgb1="1 0 0"/><material name="m" texture="t" emission="1"/></asset>)";
  Studio s(world(R"(<geom type="plane" size="1 1 1" material="m"/>)", assets));
  s.draw();
  EXPECT_GT(s.middle()[0], 200);
  EXPECT_EQ(s.middle()[1], 0);
  for (int i = 0; i < s.model.ntexdata; ++i) s.model.tex_data[i] = i % 3 == 1 ? 255 : 0;
  s.renderer.upload_texture(s.model, 0);
  s.draw();
  EXPECT_EQ(s.middle()[0], 0);
  EXPECT_GT(s.middle()[1], 200);
}

}  // namespace
}  // namespace thew::render
