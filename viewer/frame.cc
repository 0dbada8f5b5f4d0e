#include "frame.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "bytes.h"

namespace thew::viewer {

namespace {

enum Tag : std::uint32_t {
  kShapes = 1,
  kLamps = 2,
  kSkins = 3,
  kLabels = 4,
  kPlots = 5,
  kWatched = 6,
  kGhostShapes = 7,
  kCameras = 8,
  kFlexes = 9,
  kWorlds = 10,
  kGhostSkins = 11,
  kGhostFlexes = 12
};

// The unit quaternion of a rotation matrix, by its largest component.
void to_quaternion(const float* m, float* q) {
  const float trace[4] = {m[0] + m[4] + m[8], m[0] - m[4] - m[8], m[4] - m[0] - m[8],
                          m[8] - m[0] - m[4]};
  const auto most = std::max_element(trace, trace + 4) - trace;
  const float size = std::sqrt(std::max(0.0f, 1 + trace[most])) / 2;
  const float scale = size > 0 ? 0.25f / size : 0;
  const float sums[4][4] = {{0, m[7] - m[5], m[2] - m[6], m[3] - m[1]},
                            {m[7] - m[5], 0, m[1] + m[3], m[2] + m[6]},
                            {m[2] - m[6], m[1] + m[3], 0, m[5] + m[7]},
                            {m[3] - m[1], m[2] + m[6], m[5] + m[7], 0}};
  for (int i = 0; i < 4; ++i) q[i] = i == most ? size : sums[most][i] * scale;
}

template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// A section: its tag, and the number of its bytes once they are known.
template <class Content>
void section(Writer& out, std::uint32_t& sections, Tag tag, Content&& content) {
  out.put<std::uint32_t>(tag);
  const std::size_t length = out.size();
  out.put<std::uint32_t>(0);
  content();
  out.pad(4);
  out.set(length, static_cast<std::uint32_t>(out.size() - length - 4));
  ++sections;
}

// What is new, and what has only moved. Nothing is written where nothing differs.
void write_shapes(Writer& out, std::uint32_t& sections, Tag tag, const std::vector<Shape>& now,
                  std::vector<Shape>& before) {
  std::vector<std::uint32_t> fresh, moved;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto index = static_cast<std::uint32_t>(i);
    if (i >= before.size() || !same(now[i].look, before[i].look)) {
      fresh.push_back(index);
    } else if (!same(now[i].place, before[i].place)) {
      moved.push_back(index);
    }
  }
  if (fresh.empty() && moved.empty() && now.size() == before.size()) return;
  section(out, sections, tag, [&] {
    for (const std::size_t count : {now.size(), fresh.size(), moved.size(), std::size_t{0}}) {
      out.put(static_cast<std::uint32_t>(count));
    }
    out.put_all<std::uint32_t>(fresh);
    for (const std::uint32_t i : fresh) out.put(now[i]);
    out.put_all<std::uint32_t>(moved);
    for (const std::uint32_t i : moved) out.put(now[i].place);
  });
  before = now;
}

void write_lamps(Writer& out, std::uint32_t& sections, const std::vector<Lamp>& now,
                 std::vector<Lamp>& before, bool fresh) {
  const bool equal = std::equal(now.begin(), now.end(), before.begin(), before.end(), same<Lamp>);
  if (equal && !fresh) return;
  section(out, sections, kLamps, [&] {
    out.put(static_cast<std::uint32_t>(now.size()));
    out.put<std::uint32_t>(0);
    out.put_all<Lamp>(now);
  });
  before = now;
}

void write_labels(Writer& out, std::uint32_t& sections, const std::vector<Label>& now,
                  std::vector<Label>& before) {
  if (now == before) return;
  section(out, sections, kLabels, [&] {
    out.put(static_cast<std::uint32_t>(now.size()));
    for (const Label& label : now) {
      out.put(label.shape);
      out.put(static_cast<std::uint32_t>(label.text.size()));
      out.put_text(label.text);
      out.pad(4);
    }
  });
  before = now;
}

void write_samples(Writer& out, std::uint32_t& sections, const Samples& samples) {
  if (samples.time.empty()) return;
  section(out, sections, kPlots, [&] {
    out.put(static_cast<std::uint32_t>(samples.time.size()));
    out.put(samples.signals);
    out.put(samples.lost);
    out.put<std::uint32_t>(0);
    out.put_all<double>(samples.time);
    out.put_all<float>(samples.values);
  });
}

void write_watched(Writer& out, std::uint32_t& sections,
                   const std::vector<std::vector<float>>& watched) {
  if (watched.empty()) return;
  section(out, sections, kWatched, [&] {
    out.put(static_cast<std::uint32_t>(watched.size()));
    for (const std::vector<float>& values : watched) {
      out.put(static_cast<std::uint32_t>(values.size()));
      out.put_all<float>(values);
    }
  });
}

void write_crowd(Writer& out, std::uint32_t& sections, const std::shared_ptr<const Crowd>& now,
                 std::shared_ptr<const Crowd>& before) {
  if (!now || now == before) return;
  section(out, sections, kWorlds, [&] {
    out.put(now->worlds);
    out.put(now->bodies);
    out.put(static_cast<std::uint32_t>(now->values.size()));
    out.put<std::uint32_t>(0);
    out.put_all<float>(now->poses);
    out.put_all<float>(now->values);
    out.put_all<std::uint8_t>(now->failed);
  });
  before = now;
}

void write_skins(Writer& out, std::uint32_t& sections, Tag tag, const std::vector<float>& values) {
  if (values.empty()) return;
  section(out, sections, tag, [&] {
    out.put(static_cast<std::uint32_t>(values.size() / 6));
    out.put_all<float>(values);
  });
}

void write_flexes(Writer& out, std::uint32_t& sections, Tag tag, const Soft& soft) {
  if (soft.flex.empty()) return;
  section(out, sections, tag, [&] {
    out.put(static_cast<std::uint32_t>(soft.flex.size() / 3));
    out.put(soft.flex_shown);
    out.put(soft.flex_layer);
    out.put<std::uint32_t>(0);
    out.put_all<float>(soft.flex);
  });
}

}  // namespace

Shape shape_of(const scene::Geom& geom) {
  Shape shape{};
  Shape::Look& look = shape.look;
  look.type = geom.type;
  look.dataid = geom.dataid;
  look.objtype = geom.objtype;
  look.objid = geom.objid;
  look.category = geom.category;
  look.matid = geom.matid;
  look.texid = geom.texid;
  look.bits = (geom.texuniform != 0 ? 1 : 0) | (geom.texcoord != 0 ? 2 : 0) |
              (geom.transparent != 0 ? 4 : 0) | (geom.castshadow != 0 ? 8 : 0);
  std::copy_n(geom.size, 3, look.size);
  std::copy_n(geom.rgba, 4, look.rgba);
  look.emission = geom.emission;
  look.specular = geom.specular;
  look.shininess = geom.shininess;
  look.reflectance = geom.reflectance;
  std::copy_n(geom.texrepeat, 2, look.texrepeat);
  std::copy_n(geom.pos, 3, shape.place.pos);
  to_quaternion(geom.mat, shape.place.quat);
  return shape;
}

void add_shapes(const scene::Scene& scene, std::vector<Shape>& shapes, std::vector<Label>& labels) {
  for (const scene::Geom& geom : scene.geoms) {
    if (geom.label[0] != '\0') {
      const std::size_t length = strnlen(geom.label, sizeof geom.label);
      labels.push_back({static_cast<std::uint32_t>(shapes.size()), {geom.label, length}});
    }
    shapes.push_back(shape_of(geom));
  }
}

void add_lamps(const scene::Scene& scene, std::vector<Lamp>& lamps) {
  for (const scene::Light& light : scene.lights) {
    Lamp lamp{};
    lamp.id = light.id;
    lamp.type = light.type;
    lamp.texid = light.texid;
    lamp.bits = (light.headlight != 0 ? 1 : 0) | (light.castshadow != 0 ? 2 : 0);
    std::copy_n(light.pos, 3, lamp.pos);
    std::copy_n(light.dir, 3, lamp.dir);
    std::copy_n(light.attenuation, 3, lamp.attenuation);
    lamp.cutoff = light.cutoff;
    lamp.exponent = light.exponent;
    std::copy_n(light.ambient, 3, lamp.ambient);
    std::copy_n(light.diffuse, 3, lamp.diffuse);
    std::copy_n(light.specular, 3, lamp.specular);
    lamp.bulbradius = light.bulbradius;
    lamp.intensity = light.intensity;
    lamp.range = light.range;
    lamps.push_back(lamp);
  }
}

void FrameEncoder::begin() {
  fresh_ = true;
  shapes_.clear();
  ghost_.clear();
  lamps_.clear();
  labels_.clear();
  crowd_.reset();
}

std::string FrameEncoder::encode(const Frame& frame) {
  constexpr std::size_t kSectionsAt = 12;
  if ((frame.flags & Frame::kBegin) != 0) begin();
  Writer out;
  std::uint32_t sections = 0;
  out.put<std::uint32_t>(1);
  out.put(++number_);
  out.put(frame.flags | (fresh_ ? Frame::kBegin : 0u));
  out.put<std::uint32_t>(0);
  out.put(frame.time);
  out.put(frame.step);
  out.put(frame.factor);
  out.put_all<float>(frame.centre);
  const Picture& picture = *frame.picture;
  write_shapes(out, sections, kShapes, picture.shapes, shapes_);
  write_shapes(out, sections, kGhostShapes, picture.ghost, ghost_);
  write_lamps(out, sections, picture.lamps, lamps_, fresh_);
  write_labels(out, sections, picture.labels, labels_);
  write_skins(out, sections, kSkins, picture.soft.skin);
  write_flexes(out, sections, kFlexes, picture.soft);
  write_skins(out, sections, kGhostSkins, picture.ghost_soft.skin);
  write_flexes(out, sections, kGhostFlexes, picture.ghost_soft);
  if (!picture.cameras.empty()) {
    section(out, sections, kCameras, [&] { out.put_all<float>(picture.cameras); });
  }
  write_crowd(out, sections, frame.crowd, crowd_);
  write_samples(out, sections, frame.samples);
  write_watched(out, sections, frame.watched);
  out.set(kSectionsAt, sections);
  fresh_ = false;
  return out.take();
}

}  // namespace thew::viewer
