#include "render/studio.h"

namespace thew::render {
namespace {

TEST_F(Pictures, AreFilledToThePixel) {
  Studio s("<mujoco/>", 20, 10);
  s.renderer.fill(s.renderer.area(), {0, 0, 0, 1});
  s.renderer.fill({3, 2, 5, 4}, {1, 0.5f, 0, 1});
  s.read();
  for (int y = 0; y < 10; ++y) {
    for (int x = 0; x < 20; ++x) {
      const bool inside = x >= 3 && x < 8 && y >= 2 && y < 6;
      EXPECT_EQ(s.at(x, y)[0], inside ? 255 : 0) << x << " " << y;
    }
  }
}

TEST_F(Pictures, TakePixelsAndGiveThemBack) {
  Studio s("<mujoco/>", 16, 8, 4);
  std::vector<std::uint8_t> noise(3 * 16 * 8);
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<std::uint8_t>(i * 37 % 256);
  s.renderer.set_colors(s.renderer.area(), noise);
  s.read();
  EXPECT_EQ(s.rgb, noise);
}

TEST_F(Pictures, HaveReadableText) {
  Studio s("<mujoco/>", 200, 60);
  const auto ink = [&](const char* text) {
    s.renderer.fill(s.renderer.area(), {0, 0, 0, 1});
    s.renderer.text(text, 4, 30, {1, 1, 1, 1});
    s.read();
    int count = 0;
    for (std::size_t i = 0; i < s.rgb.size(); i += 3) count += s.rgb[i] > 0 ? 1 : 0;
    return count;
  };
  EXPECT_EQ(ink(" "), 0);
  for (char c = '!'; c <= '~'; ++c) EXPECT_GT(ink(std::string(1, c).c_str()), 0) << c;
  const auto one = s.renderer.text_size("abc"), two = s.renderer.text_size("abcdef\nx");
  EXPECT_NEAR(two[0], 2 * one[0], 1);
  EXPECT_GT(two[1], one[1]);
  EXPECT_LE(s.at(one[0] + 8, 34)[0], 0);
}

TEST_F(Pictures, ShowLabelsOfShapes) {
  Studio s(world(R"(<geom type="sphere" size="0.01" rgba="0 0 0 1"/>)"), 100, 100);
  std::snprintf(s.scene.geoms[0].label, sizeof(s.scene.geoms[0].label), "HELLO");
  s.draw();
  int white = 0;
  for (std::size_t i = 0; i < s.rgb.size(); i += 3) white += s.rgb[i] > 200 ? 1 : 0;
  EXPECT_GT(white, 20);
}

TEST_F(Pictures, ShowDepthsAsGray) {
  Studio s(world(R"(<geom type="box" size="0.5 0.5 1"/>)"));
  s.set(RndFlag::Depth, true);
  s.draw();
  EXPECT_EQ(s.middle()[0], s.middle()[1]);
  EXPECT_GT(s.middle()[0], s.at(1, 1)[0]);
}

}  // namespace
}  // namespace thew::render
