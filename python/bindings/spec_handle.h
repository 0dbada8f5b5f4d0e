#pragma once

// A Spec that Python holds, and what it holds of its elements.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <thew/carry_state.h>
#include <thew/load.h>
#include <thew/spec_edit.h>
#include <thew/spec_members.h>

#include "objects.h"
#include "spec_values.h"

namespace thew::python {

#define THEW_KINDS(each)                                                                           \
  each(Body, "body") each(Frame, "frame") each(Joint, "joint") each(Geom, "geom")                  \
      each(Site, "site") each(Camera, "camera") each(Light, "light") each(Flexcomp, "flexcomp")    \
          each(Flex, "flex") each(PluginInstance, "plugin") each(Texture, "texture")               \
              each(Material, "material") each(Mesh, "mesh") each(HeightField, "hfield")            \
                  each(Skin, "skin") each(Pair, "pair") each(Exclude, "exclude")                   \
                      each(Equality, "equality") each(Tendon, "tendon") each(Actuator, "actuator") \
                          each(Sensor, "sensor") each(Numeric, "numeric") each(Text, "text")       \
                              each(Tuple, "tuple") each(Key, "key")

// Calls visit.operator()<T>() with the type of the elements of a kind.
template <class Visit>
auto with_type(const std::string& kind, Visit visit) {
#define THEW_TRY(type, name) \
  if (kind == name) return visit.template operator()<spec::type>();
  THEW_KINDS(THEW_TRY)
#undef THEW_TRY
  raise(PyExc_ValueError, "no elements are called \"" + kind + "\"");
}

/// A Spec with what belongs to it in Python.
struct Document {
  spec::Spec spec;
  /// Options, views and statistics as Python writes them: the same structures as a model's.
  std::shared_ptr<Model> numbers = std::make_shared<Model>();
  std::shared_ptr<Document> parent;  ///< the one it was attached to
  std::uint64_t signature = 0;       ///< that of the model it was compiled to; changes with edits
  spec::StateOwners owners;          ///< when it was compiled
  CompileTimes times;                ///< likewise

  /// Takes over what Python wrote into `numbers`, and shows there what the Spec says.
  void write_numbers();
  void show_numbers();
  /// Notes that the structure is another now.
  void edited();
};

/// An element, or the prototype of a class. It stays readable after its element was removed.
struct Handle {
  std::shared_ptr<Document> origin;
  std::string kind;
  std::shared_ptr<void> element;

  /// The document that holds it: the outermost one that its own was attached to.
  const std::shared_ptr<Document>& document() const;

  template <class Use>
  auto use(Use work) const {
    return with_type(kind, [&]<class T>() { return work(*static_cast<T*>(element.get())); });
  }
  /// The element as a body; raises TypeError where it is none.
  spec::Body& body() const;
};

template <class T>
nb::object make_handle(const std::shared_ptr<Document>& document, const std::string& kind,
                       const std::shared_ptr<T>& element) {
  if (!element) return nb::none();
  return nb::cast(Handle{document, kind, element});
}

/// The body that this reference is to, as a handle.
nb::object body_handle(const std::shared_ptr<Document>& document, spec::Body* body);

/// The kind of an element type.
template <class T>
std::string kind_of() {
#define THEW_NAME(type, name) \
  if constexpr (std::is_same_v<T, spec::type>) return name;
  THEW_KINDS(THEW_NAME)
#undef THEW_NAME
}

// Calls use(member) with the form of a rotation that is called `name`; whether there is one.
template <class Use>
bool with_form(spec::Orientation& x, std::string_view name, Use use) {
  using Form = spec::Orientation::Form;
  const auto is = [&](std::string_view form, auto& member, Form way) {
    if (name != form) return false;
    use(member, way);
    return true;
  };
  return is("quat", x.quat, Form::Quat) || is("axisangle", x.axisangle, Form::Axisangle) ||
         is("xyaxes", x.xyaxes, Form::Xyaxes) || is("zaxis", x.zaxis, Form::Zaxis) ||
         is("euler", x.euler, Form::Euler);
}

}  // namespace thew::python
