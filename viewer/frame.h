#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <thew/scene.h>

#include "crowd.h"

namespace thew::viewer {

class Writer;

/// What a page keeps of a shape: its record but for the place, and the place (PROTOCOL.md).
struct Shape {
  struct Look {
    std::int32_t type, dataid, objtype, objid, category, matid, texid, bits;
    float size[3], rgba[4], emission, specular, shininess, reflectance, texrepeat[2];
  };
  struct Place {
    float pos[3], quat[4];
  };
  Look look;
  Place place;
};
static_assert(sizeof(Shape) == 112);

/// A light as pages have it.
struct Lamp {
  std::int32_t id, type, texid, bits;
  float pos[3], dir[3], attenuation[3], cutoff, exponent, ambient[3], diffuse[3], specular[3];
  float bulbradius, intensity, range;
};
static_assert(sizeof(Lamp) == 108);

struct Label {
  std::uint32_t shape;
  std::string text;
  bool operator==(const Label&) const = default;
};

/// Skins and flexes: vertices, and how they are shown. Pages make the rest of them.
struct Soft {
  std::vector<float> skin;       ///< positions of all vertices, then their normals
  std::vector<float> flex;       ///< positions of all vertices
  std::uint32_t flex_shown = 0;  ///< bits: vertices, edges, faces, skin
  std::uint32_t flex_layer = 0;
};

/// Everything that is to be seen at a moment by those who look at it in one way.
struct Picture {
  std::vector<Shape> shapes;
  std::vector<Shape> ghost;
  std::vector<Lamp> lamps;
  std::vector<Label> labels;
  Soft soft, ghost_soft;
  std::vector<float> cameras;  ///< position and orientation of each, then fields of view
};

/// A shape of a scene list as pages have it.
Shape shape_of(const scene::Geom& geom);
/// Adds the shapes, and the lights, of a scene list.
void add_shapes(const scene::Scene& scene, std::vector<Shape>& shapes, std::vector<Label>& labels);
void add_lamps(const scene::Scene& scene, std::vector<Lamp>& lamps);

/// Samples of signals since the last frame.
struct Samples {
  std::uint32_t signals = 0;
  std::uint32_t lost = 0;
  std::vector<double> time;
  std::vector<float> values;  ///< a row for each time
};

/// A frame before it is bytes: what all share, and what one client asked for.
struct Frame {
  enum Flag : std::uint32_t { kPaused = 1, kPast = 2, kGhost = 4, kBegin = 8 };
  std::uint32_t flags = 0;
  double time = 0;
  double step = 0;
  float factor = 0;
  std::array<float, 3> centre{};
  std::shared_ptr<const Picture> picture;
  std::shared_ptr<const Crowd> crowd;
  Samples samples;
  std::vector<std::vector<float>> watched;
};

/// Writes frames as differences to what the client has. One per client.
class FrameEncoder {
 public:
  /// The next frame; `number` counts from 1.
  std::string encode(const Frame& frame);
  std::uint32_t number() const { return number_; }
  /// The next frame holds everything.
  void begin();

 private:
  std::uint32_t number_ = 0;
  bool fresh_ = true;
  std::vector<Shape> shapes_, ghost_;
  std::vector<Lamp> lamps_;
  std::vector<Label> labels_;
  std::shared_ptr<const Crowd> crowd_;
};

}  // namespace thew::viewer
