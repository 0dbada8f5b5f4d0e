// Frames hold what differs, and a reader that applies them in order has the present.
#include "frame.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "bytes.h"

namespace thew::viewer {
namespace {

Shape shape(int type, float x) {
  Shape made{};
  made.look.type = type;
  made.look.rgba[3] = 1;
  made.place.pos[0] = x;
  made.place.quat[0] = 1;
  return made;
}

// Reads frames as a page does.
struct Page {
  std::vector<Shape> shapes;
  int records = 0, moves = 0;
  std::uint32_t number = 0, flags = 0;

  template <class T>
  static T at(const std::string& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }

  /// Where a section begins; 0: there is none.
  static std::size_t section(const std::string& bytes, std::uint32_t tag) {
    for (std::size_t here = 48; here < bytes.size();
         here += 8 + at<std::uint32_t>(bytes, here + 4)) {
      if (at<std::uint32_t>(bytes, here) == tag) return here;
    }
    return 0;
  }

  void apply(const std::string& bytes) {
    number = at<std::uint32_t>(bytes, 4);
    flags = at<std::uint32_t>(bytes, 8);
    if ((flags & Frame::kBegin) != 0) shapes.clear();
    records = moves = 0;
    std::size_t here = 48;
    for (auto left = at<std::uint32_t>(bytes, 12); left > 0; --left) {
      const auto tag = at<std::uint32_t>(bytes, here), length = at<std::uint32_t>(bytes, here + 4);
      EXPECT_EQ(length % 4, 0u);
      if (tag == 1) read_shapes(bytes, here + 8);
      here += 8 + length;
    }
    EXPECT_EQ(here, bytes.size());
  }

  void read_shapes(const std::string& bytes, std::size_t here) {
    shapes.resize(at<std::uint32_t>(bytes, here));
    records = at<int>(bytes, here + 4);
    moves = at<int>(bytes, here + 8);
    here += 16;
    for (std::size_t i = 0; i < static_cast<std::size_t>(records); ++i) {
      shapes[at<std::uint32_t>(bytes, here + 4 * i)] =
          at<Shape>(bytes, here + 4 * static_cast<std::size_t>(records) + 112 * i);
    }
    here += 116 * static_cast<std::size_t>(records);
    for (std::size_t i = 0; i < static_cast<std::size_t>(moves); ++i) {
      shapes[at<std::uint32_t>(bytes, here + 4 * i)].place =
          at<Shape::Place>(bytes, here + 4 * static_cast<std::size_t>(moves) + 28 * i);
    }
  }
};

Frame frame_of(std::vector<Shape> shapes) {
  Frame frame;
  auto picture = std::make_shared<Picture>();
  picture->shapes = std::move(shapes);
  frame.picture = picture;
  return frame;
}

void expect_same(const std::vector<Shape>& a, const std::vector<Shape>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(std::memcmp(&a[i], &b[i], sizeof(Shape)), 0) << i;
}

TEST(Frame, OnlyDifferencesAreSent) {
  FrameEncoder encoder;
  Page page;
  std::vector<Shape> shapes{shape(2, 0), shape(3, 1), shape(6, 2)};
  page.apply(encoder.encode(frame_of(shapes)));
  EXPECT_EQ(page.number, 1u);
  EXPECT_NE(page.flags & Frame::kBegin, 0u);
  EXPECT_EQ(page.records, 3);
  expect_same(page.shapes, shapes);

  shapes[1].place.pos[2] = 5;
  page.apply(encoder.encode(frame_of(shapes)));
  EXPECT_EQ(page.flags & Frame::kBegin, 0u);
  EXPECT_EQ(page.records, 0);
  EXPECT_EQ(page.moves, 1);
  expect_same(page.shapes, shapes);

  shapes[2].look.rgba[0] = 0.5f;
  shapes.push_back(shape(101, 3));
  page.apply(encoder.encode(frame_of(shapes)));
  EXPECT_EQ(page.records, 2);
  expect_same(page.shapes, shapes);

  shapes.resize(2);
  page.apply(encoder.encode(frame_of(shapes)));
  EXPECT_EQ(page.records + page.moves, 0);
  expect_same(page.shapes, shapes);
  EXPECT_EQ(encoder.encode(frame_of(shapes)).size(), 48u);  // nothing differs
}

TEST(Frame, FlexesComeWithHowTheyAreShown) {
  FrameEncoder encoder;
  Frame frame;
  auto picture = std::make_shared<Picture>();
  picture->soft = {{}, {1, 2, 3, 4, 5, 6}, 10, 2};
  frame.picture = picture;
  const std::string bytes = encoder.encode(frame);
  const std::size_t here = Page::section(bytes, 9);
  ASSERT_NE(here, 0u);
  EXPECT_EQ(Page::at<std::uint32_t>(bytes, here + 4), 16u + 24u);
  const std::uint32_t head[] = {2, 10, 2, 0};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(Page::at<std::uint32_t>(bytes, here + 8 + 4 * k), head[k]);
  }
  EXPECT_EQ(Page::at<float>(bytes, here + 24 + 20), 6);
}

TEST(Frame, GhostsHaveSkinsAndFlexesOfTheirOwn) {
  FrameEncoder encoder;
  Frame frame;
  auto picture = std::make_shared<Picture>();
  picture->ghost_soft = {{1, 2, 3, 4, 5, 6}, {7, 8, 9}, 8, 0};
  frame.picture = picture;
  const std::string bytes = encoder.encode(frame);
  EXPECT_EQ(Page::section(bytes, 3) + Page::section(bytes, 9), 0u);
  const std::size_t skin = Page::section(bytes, 11), flex = Page::section(bytes, 12);
  ASSERT_NE(skin * flex, 0u);
  EXPECT_EQ(Page::at<std::uint32_t>(bytes, skin + 8), 1u);  // vertex: position, then normal
  EXPECT_EQ(Page::at<float>(bytes, skin + 12 + 20), 6);
  EXPECT_EQ(Page::at<float>(bytes, flex + 24 + 8), 9);
}

TEST(Frame, BeginsAnewWhenAsked) {
  FrameEncoder encoder;
  Page page;
  const std::vector<Shape> shapes{shape(2, 0)};
  encoder.encode(frame_of(shapes));
  Frame again = frame_of(shapes);
  again.flags = Frame::kBegin;
  page.apply(encoder.encode(again));
  EXPECT_EQ(page.number, 2u);
  expect_same(page.shapes, shapes);
}

TEST(Frame, OrientationsAreThoseOfTheMatrix) {
  // Turns about every axis, half turns among them.
  const float q[][4] = {{1, 0, 0, 0},
                        {0, 1, 0, 0},
                        {0, 0, 1, 0},
                        {0, 0, 0, 1},
                        {0.5f, 0.5f, 0.5f, 0.5f},
                        {0.1f, -0.7f, 0.1f, 0.7f}};
  for (const auto& given : q) {
    const float n = std::sqrt(given[0] * given[0] + given[1] * given[1] + given[2] * given[2] +
                              given[3] * given[3]);
    const float w = given[0] / n, x = given[1] / n, y = given[2] / n, z = given[3] / n;
    scene::Geom geom{};
    const float mat[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
        2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    std::memcpy(geom.mat, mat, sizeof mat);
    const Shape made = shape_of(geom);
    const float* found = made.place.quat;
    EXPECT_NEAR(std::abs(found[0] * w + found[1] * x + found[2] * y + found[3] * z), 1, 1e-6);
  }
}

TEST(Bytes, HashesTellContentsApart) {
  EXPECT_EQ(content_hash("abc").size(), 32u);
  EXPECT_NE(content_hash("abc"), content_hash("abd"));
  EXPECT_NE(content_hash(""), content_hash(std::string_view("\0", 1)));
  EXPECT_EQ(content_hash("abcdefghi"), content_hash("abcdefghi"));
}

TEST(FrameEncoder, WritesACrowdOnce) {
  Frame frame;
  frame.picture = std::make_shared<Picture>();
  auto crowd = std::make_shared<Crowd>();
  crowd->worlds = 3;
  crowd->bodies = 1;
  crowd->poses.assign(21, 0.5f);
  crowd->values = {1, 2, 3};
  crowd->failed = {0, 1, 0};
  frame.crowd = crowd;
  FrameEncoder encoder;
  const std::size_t whole = encoder.encode(frame).size(), again = encoder.encode(frame).size();
  // Tag and length, four counts, poses, values, and three bytes padded to four.
  EXPECT_GE(whole - again, 8u + 16u + 21u * 4u + 12u + 4u);
  frame.flags = Frame::kBegin;
  EXPECT_EQ(encoder.encode(frame).size(), whole);
}

}  // namespace
}  // namespace thew::viewer
