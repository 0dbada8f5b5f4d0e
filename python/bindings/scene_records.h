#pragma once

// MuJoCo's structures for drawing as Python has them: rows of NumPy's structured arrays, with the
// memory of the records of thew/scene.h.

#include <vector>

#include <thew/scene.h>

#include "numpy.h"
#include "objects.h"
#include "raise.h"

namespace thew::python {

/// Where the record of a Python structure lies; raises TypeError unless it has this size.
void* record_of(nb::handle source, std::size_t size, const char* kind);

/// A structure that a function reads or writes, or None.
template <class T>
class Record {
 public:
  Record() = default;
  explicit Record(nb::object source) : source_(std::move(source)) {}

  bool none() const { return source_.is_none(); }
  /// The record itself; raises TypeError if it is none of this kind.
  T& get() const {
    return *static_cast<T*>(record_of(source_, sizeof(T), nb::detail::make_caster<Record>::kText));
  }
  /// nullptr for None.
  T* pointer() const { return none() ? nullptr : &get(); }

 private:
  nb::object source_;
};

/// The fields of an MjvScene that are single numbers, in the order of MjvScene._dtype.
struct SceneNumbers {
  int maxgeom, ngeom, nflex;
  std::uint8_t flexvertopt, flexedgeopt, flexfaceopt, flexskinopt;
  int nskin, nlight;
  std::uint8_t enabletransform;
  float translate[3], rotate[4], scale;
  int stereo;
  std::uint8_t flags[static_cast<int>(RndFlag::kNrndflag)];
  int framewidth;
  float framergb[3];
  int status;
};

/// What is behind an MjvScene: records that are arrays of NumPy's, and a scene that is filled and
/// copied into them. Vertices of skins and flexes are in the scene itself.
class PyScene {
 public:
  /// `model` may be nullptr; arrays of numbers, geoms, lights and cameras.
  PyScene(const PyModel* model, nb::object numbers, nb::object geoms, nb::object lights,
          nb::object cameras);

  /// The scene as the user has it now.
  scene::Scene& load();
  /// The same with all shapes, lights and flags, for drawing.
  scene::Scene& load_all();
  /// Copies back what functions fill: shapes from `first` on, lights, cameras.
  void store_geoms(std::size_t first);
  void store_lights();
  void store_cameras();
  /// How flexes are shown is known to who draws.
  void store_flex_flags();
  /// Raises ValueError unless it was made for a model with such skins and flexes.
  void check(const Model& model) const;
  /// Views of what is in the scene itself, by name.
  nb::dict arrays();

 private:
  template <class T>
  std::span<T> rows(const nb::object& array) const;

  nb::object numbers_, geoms_, lights_, cameras_;
  scene::Scene scene_;
};

/// An MjvScene that a function reads or writes.
class SceneRecord {
 public:
  SceneRecord() = default;
  explicit SceneRecord(nb::object source) : source_(std::move(source)) {}
  PyScene& get() const;

 private:
  nb::object source_;
};

}  // namespace thew::python

namespace nanobind::detail {

#define THEW_RECORD_CASTER(type, name)                                                          \
  template <>                                                                                   \
  struct type_caster<thew::python::Record<type>> : AnyArrayCaster<thew::python::Record<type>> { \
    static constexpr const char* kText = name;                                                  \
    static constexpr auto Name = const_name(name);                                              \
  };
THEW_RECORD_CASTER(thew::scene::Camera, "MjvCamera")
THEW_RECORD_CASTER(thew::scene::GlCamera, "MjvGLCamera")
THEW_RECORD_CASTER(thew::scene::Perturb, "MjvPerturb")
THEW_RECORD_CASTER(thew::scene::Option, "MjvOption")
THEW_RECORD_CASTER(thew::scene::Geom, "MjvGeom")
#undef THEW_RECORD_CASTER

template <>
struct type_caster<thew::python::SceneRecord> : AnyArrayCaster<thew::python::SceneRecord> {
  static constexpr auto Name = const_name("MjvScene");
};

}  // namespace nanobind::detail
