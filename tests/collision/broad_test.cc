// Broad phase: the pairs of brute force, at a cost that grows with the number of bodies.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "collision/search.h"
#include "pairs.h"

namespace thew::collision {
namespace {

using test::Poses;

/// Bodies that fly freely, one small sphere each.
Model spheres(int count) {
  std::string text = "<mujoco><worldbody><geom type=\"plane\" size=\"0 0 1\"/>";
  for (int i = 0; i < count; ++i) {
    text += "<body><freejoint/><geom size=\"0.1\"/></body>";
  }
  return load_string(text + "</worldbody></mujoco>", {}, "test.xml");
}

class Broad {
 public:
  explicit Broad(int count)
      : model(spheres(count)),
        box(model.ngeom),
        memory_(6 * (model.nbody + 8)),
        order_(4 * model.nbody),
        list_(std::min<std::int64_t>(std::int64_t{count} * count, 1 << 21)) {}

  std::vector<std::int64_t> pairs() {
    const std::int64_t n = find();
    return {list_.begin(), list_.begin() + n};
  }
  std::int64_t find() {
    return body_pairs(model, box.data(), memory_.data(), order_.data(), list_.data(),
                      static_cast<std::int64_t>(list_.size()));
  }

  Model model;
  std::vector<Box> box;

 private:
  std::vector<float> memory_;
  std::vector<int> order_;
  std::vector<std::int64_t> list_;
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Box box_around(const Vec3<double>& centre, const Vec3<double>& half) {
  const auto low = centre - half, high = centre + half;
  return {{float(low.x), float(low.y), float(low.z)},
          {float(high.x), float(high.y), float(high.z)}};
}
const Box kEverywhere = {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, 0}};

/// Every geom is the only one of its body, with the body's number.
std::vector<std::int64_t> by_force(const std::vector<Box>& box) {
  std::vector<std::int64_t> found;
  const auto n = static_cast<std::int64_t>(box.size());
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t k = i + 1; k < n; ++k)
      if (overlap(box[i], box[k])) found.push_back((i << 32) + k);
  return found;
}

TEST(Broad, PairsOfBruteForce) {
  Poses poses(1);
  for (const int count : {10, 60, 300, 1500}) {
    Broad broad(count);
    for (int round = 0; round < 12; ++round) {
      // Rooms of all shapes: cubes, sheets, lines; boxes of equal and of very different sizes.
      const Vec3<double> room = {std::exp(poses.uniform(0, 4)), std::exp(poses.uniform(-3, 4)),
                                 std::exp(poses.uniform(-3, 4))};
      const double variety = round % 3, away = round % 2 == 0 ? 0 : 1e4;
      broad.box[0] = kEverywhere;
      for (int i = 1; i <= count; ++i) {
        const auto p = poses.vector(1), size = poses.vector(0.2);
        const double scale = std::exp(variety * poses.uniform(-1, 2));
        broad.box[i] = box_around(
            {away + p.x * room.x, p.y * room.y, p.z * room.z - away},
            {scale * std::abs(size.x), scale * std::abs(size.y), scale * std::abs(size.z)});
      }
      EXPECT_EQ(broad.pairs(), by_force(broad.box)) << count << " bodies, round " << round;
    }
  }
}

// Boxes whose ends are equal: on a lattice with gaps of nothing.
TEST(Broad, TouchingBoxesArePairs) {
  constexpr int kSide = 12;
  Broad broad(kSide * kSide * kSide);
  broad.box[0] = {{1, 1, 1}, {-1, -1, -1}};  // empty
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    const Vec3<double> at = {double(i % kSide), double(i / kSide % kSide),
                             double(i / kSide / kSide)};
    broad.box[i + 1] = box_around(at, {0.5, 0.5, 0.5});
  }
  EXPECT_EQ(broad.pairs(), by_force(broad.box));
}

TEST(Broad, BodiesWhoseBitsDoNotMatchAreNoPair) {
  Broad broad(2);
  std::fill(broad.box.begin(), broad.box.end(), box_around({0, 0, 0}, {1, 1, 1}));
  const std::vector<std::int64_t> all = {1, 2, (std::int64_t{1} << 32) + 2};
  EXPECT_EQ(broad.pairs(), all);
  broad.model.geom_contype[1] = broad.model.geom_contype[2] = 2;
  EXPECT_EQ(broad.pairs(), (std::vector<std::int64_t>{1, 2}));  // the plane's type is theirs
  broad.model.geom_conaffinity[2] = 2;
  EXPECT_EQ(broad.pairs(), (std::vector<std::int64_t>{1, all[2]}));
}

TEST(Broad, EndlessBoxesMeetAll) {
  Broad broad(400);
  Poses poses(2);
  broad.box[0] = kEverywhere;
  for (int i = 1; i <= 400; ++i) broad.box[i] = box_around(poses.vector(20), {0.1, 0.1, 0.1});
  broad.box[7].high[0] = kInfinity;
  broad.box[8].low[1] = -kInfinity;
  broad.box[9] = {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  EXPECT_EQ(broad.pairs(), by_force(broad.box));
}

/// Seconds for the pairs of bodies on a lattice, none of which meet: the best of many calls.
double seconds(Broad& broad, int count) {
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  for (int i = 0; i < count; ++i) {
    const Vec3<double> at = {double(i % side), double(i / side % side), double(i / side / side)};
    broad.box[i + 1] = box_around(at, {0.4, 0.4, 0.4});
  }
  broad.box[0] = {{1, 1, 1}, {-1, -1, -1}};
  double best = 1;
  for (int i = 0; i < 200; ++i) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(broad.find(), 0);
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// Nearly in proportion, as the printed times tell; they are no test, since machines are busy.
TEST(Broad, CostGrowsWithTheBodies) {
  Broad few(1000), many(4000);
  const double short_time = seconds(few, 1000), long_time = seconds(many, 4000);
  RecordProperty("ratio", std::to_string(long_time / short_time));
  std::cout << 1e6 * short_time << " us and " << 1e6 * long_time << " us\n";
}

}  // namespace
}  // namespace thew::collision
