// Parts of a spec that are more than members: classes, attached models, paths of tendons, contents
// of assets, settings of plugins, bones of skins, and what the compiler does on request.

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <thew/load.h>
#include <thew/spec_passes.h>

#include "bind.h"
#include "loading.h"
#include "spec_handle.h"

namespace thew::python {

namespace {

using namespace nb::literals;
using DocumentPtr = std::shared_ptr<Document>;

template <class T>
T& element(const Handle& handle) {
  if (handle.kind != kind_of<T>()) {
    raise(PyExc_TypeError, "expected a " + kind_of<T>() + ", not a " + handle.kind);
  }
  return *static_cast<T*>(handle.element.get());
}

// --- classes -------------------------------------------------------------------------------------

struct ClassHandle {
  DocumentPtr document;
  std::shared_ptr<spec::Default> defaults;
};

nb::object find_class(const DocumentPtr& document, const std::string& name) {
  std::shared_ptr<spec::Default> found = spec::find_default(document->spec, name);
  if (!found) return nb::none();
  return nb::cast(ClassHandle{document, std::move(found)});
}

nb::object add_class(const DocumentPtr& document, const std::string& name,
                     const ClassHandle& parent) {
  std::shared_ptr<spec::Default> made = spec::add_default(document->spec, name, *parent.defaults);
  if (!made) return nb::none();
  document->edited();
  return nb::cast(ClassHandle{document, std::move(made)});
}

void remove_class(const ClassHandle& handle) {
  if (spec::remove(handle.document->spec, *handle.defaults)) return handle.document->edited();
  const bool root = !handle.document->spec.defaults.empty() &&
                    &handle.document->spec.defaults[0] == handle.defaults.get();
  raise(PyExc_ValueError,
        root ? "the root class cannot be removed" : "default is not in this model");
}

// The prototype of a kind.
nb::object prototype(const ClassHandle& handle, const std::string& kind) {
  spec::Default& defaults = *handle.defaults;
  const auto part = [&](auto& member) {
    using T = std::remove_reference_t<decltype(member)>;
    return make_handle(handle.document, kind, std::shared_ptr<T>(handle.defaults, &member));
  };
  if (kind == "joint") return part(defaults.joint);
  if (kind == "geom") return part(defaults.geom);
  if (kind == "site") return part(defaults.site);
  if (kind == "camera") return part(defaults.camera);
  if (kind == "light") return part(defaults.light);
  if (kind == "pair") return part(defaults.pair);
  if (kind == "equality") return part(defaults.equality);
  if (kind == "tendon") return part(defaults.tendon);
  if (kind == "actuator") return part(defaults.actuator);
  if (kind == "texture") return part(defaults.texture);
  if (kind == "material") return part(defaults.material);
  if (kind == "mesh") return part(defaults.mesh);
  if (kind == "flex") return part(defaults.flex);
  raise(PyExc_AttributeError, "a class has no " + kind);
}

// --- attaching -----------------------------------------------------------------------------------

// Where a part goes: a body, or a frame of one.
std::pair<spec::Body*, const spec::Frame*> target_of(const Handle& handle) {
  if (handle.kind == "body") return {&handle.body(), nullptr};
  const spec::Frame& frame = element<spec::Frame>(handle);
  spec::Body* const body = spec::parent_of(handle.document()->spec, frame);
  if (body == nullptr) raise(PyExc_ValueError, "the frame is not in this model");
  return {body, &frame};
}

// Attaches a body, a frame or (None) the world of another document; the frame around the world.
nb::object attach(const Handle& target, const DocumentPtr& from, nb::object part,
                  const std::string& prefix, const std::string& suffix) {
  const DocumentPtr to = target.document();
  const auto [body, frame] = target_of(target);
  to->write_numbers();
  from->write_numbers();
  for (std::string& warning : merge_options(to->spec, from->spec)) {
    to->spec.warnings.push_back(std::move(warning));
  }
  to->show_numbers();
  const spec::Affixes affixes = {prefix, suffix};
  nb::object result = nb::none();
  if (part.is_none()) {
    const auto around = spec::attach_world(to->spec, *body, frame, from->spec, affixes);
    result = make_handle(to, "frame", around);
  } else {
    const Handle& handle = nb::cast<const Handle&>(part);
    if (handle.kind == "body") {
      spec::attach_body(to->spec, *body, frame, from->spec, handle.body(), affixes);
    } else {
      spec::attach_frame(to->spec, *body, frame, from->spec, element<spec::Frame>(handle), affixes);
    }
    result = nb::cast(Handle{to, handle.kind, handle.element});
  }
  from->parent = to;
  to->edited();
  return result;
}

// Attaches a copy of a body or a frame of the same document.
nb::object attach_own(const Handle& target, const Handle& part, const std::string& prefix,
                      const std::string& suffix) {
  const DocumentPtr& document = target.document();
  const auto [body, frame] = target_of(target);
  document->edited();
  const spec::Affixes affixes = {prefix, suffix};
  if (part.kind == "body") {
    return make_handle(document, "body",
                       spec::attach_own(document->spec, *body, frame, part.body(), affixes));
  }
  return make_handle(
      document, "frame",
      spec::attach_own(document->spec, *body, frame, element<spec::Frame>(part), affixes));
}

// --- tendons, tuples, skins, plugins -------------------------------------------------------------

std::size_t add_wrap(const Handle& handle, int type, const std::string& target,
                     const std::string& sidesite, double coef) {
  spec::Tendon& tendon = element<spec::Tendon>(handle);
  const auto kind = static_cast<WrapType>(type);
  tendon.type = kind == WrapType::Joint ? TendonType::Fixed : TendonType::Spatial;
  tendon.path.push_back({kind, target, sidesite, coef, {}});
  return tendon.path.size() - 1;
}

nb::tuple wrap(const Handle& handle, std::size_t i) {
  const spec::Wrap& wrap = element<spec::Tendon>(handle).path.at(i);
  return nb::make_tuple(static_cast<int>(wrap.type), wrap.target, wrap.sidesite, wrap.coef);
}

nb::list tuple_entries(const Handle& handle) {
  nb::list list;
  for (const auto& entry : element<spec::Tuple>(handle).entries) {
    list.append(nb::make_tuple(static_cast<int>(entry.type), entry.name, entry.prm));
  }
  return list;
}

void set_tuple_entries(const Handle& handle,
                       const std::vector<std::tuple<int, std::string, double>>& entries) {
  spec::Tuple& tuple = element<spec::Tuple>(handle);
  tuple.entries.clear();
  for (const auto& [type, name, prm] : entries) {
    tuple.entries.push_back({static_cast<ObjectType>(type), name, prm, {}});
  }
}

using BoneTuple = std::tuple<std::string, std::vector<float>, std::vector<float>, std::vector<int>,
                             std::vector<float>>;

std::vector<BoneTuple> bones(const Handle& handle) {
  std::vector<BoneTuple> list;
  for (const spec::SkinBone& bone : element<spec::Skin>(handle).bones) {
    list.emplace_back(bone.bodyname, std::vector<float>(bone.bindpos.begin(), bone.bindpos.end()),
                      std::vector<float>(bone.bindquat.begin(), bone.bindquat.end()), bone.vertid,
                      bone.vertweight);
  }
  return list;
}

void set_bones(const Handle& handle, const std::vector<BoneTuple>& list) {
  auto& bones = element<spec::Skin>(handle).bones;
  bones.clear();
  for (const auto& [body, pos, quat, vertid, weight] : list) {
    spec::SkinBone& bone = bones.emplace_back();
    bone.bodyname = body;
    std::copy_n(pos.begin(), std::min<std::size_t>(pos.size(), 3), bone.bindpos.begin());
    std::copy_n(quat.begin(), std::min<std::size_t>(quat.size(), 4), bone.bindquat.begin());
    bone.vertid = vertid;
    bone.vertweight = weight;
  }
}

nb::dict config(const Handle& handle) {
  nb::dict settings;
  for (const auto& [key, value] : element<spec::PluginInstance>(handle).config) {
    settings[key.c_str()] = value;
  }
  return settings;
}

void set_config(const Handle& handle, const nb::dict& settings) {
  auto& config = element<spec::PluginInstance>(handle).config;
  config.clear();
  for (const auto& [key, value] : settings) {
    config.emplace_back(nb::cast<std::string>(key), nb::cast<std::string>(value));
  }
}

// --- contents of assets --------------------------------------------------------------------------

template <class Use>
auto with_mesh_list(spec::MeshData& data, const std::string& name, Use use) {
  if (name == "uservert") return use(data.vertex);
  if (name == "usernormal") return use(data.normal);
  if (name == "usertexcoord") return use(data.texcoord);
  if (name == "userface") return use(data.face);
  if (name == "userfacenormal") return use(data.facenormal);
  if (name == "userfacetexcoord") return use(data.facetexcoord);
  raise(PyExc_AttributeError, "a mesh has no list " + name);
}

// What the mesh has besides its file.
spec::MeshData own_data(const spec::Mesh& mesh) {
  if (mesh.added) return *mesh.added;
  return mesh.file.empty() && mesh.data ? *mesh.data : spec::MeshData();
}

nb::object mesh_list(const Handle& handle, const std::string& name) {
  spec::MeshData data = own_data(element<spec::Mesh>(handle));
  return with_mesh_list(data, name, [&](auto& list) -> nb::object {
    return Conversion<std::remove_reference_t<decltype(list)>>::get(list, nullptr);
  });
}

void set_mesh_list(const Handle& handle, const std::string& name, nb::handle value) {
  spec::Mesh& mesh = element<spec::Mesh>(handle);
  spec::MeshData data = own_data(mesh);
  with_mesh_list(data, name, [&](auto& list) {
    const std::vector<double> numbers = numbers_of(value);
    list.clear();
    using E = typename std::remove_reference_t<decltype(list)>::value_type;
    // MuJoCo keeps coordinates in single precision.
    for (const double x : numbers) {
      list.push_back(std::is_same_v<E, int> ? static_cast<E>(x)
                                            : static_cast<E>(static_cast<float>(x)));
    }
  });
  mesh.added = std::make_shared<const spec::MeshData>(std::move(data));
  mesh.data.reset();
}

nb::bytes pixels(const Handle& handle) {
  const auto& data = element<spec::Texture>(handle).pixels;
  return data ? nb::bytes(data->data(), data->size()) : nb::bytes("", 0);
}

void set_pixels(const Handle& handle, const nb::bytes& bytes) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
  element<spec::Texture>(handle).pixels =
      std::make_shared<const std::vector<std::uint8_t>>(first, first + bytes.size());
}

// --- on request ----------------------------------------------------------------------------------

template <class Pass>
auto with_meshes(const DocumentPtr& document, nb::object assets, Pass pass) {
  document->write_numbers();
  LoadOptions options = load_options(std::move(assets), nb::none(), false, nb::tuple(), false);
  read_meshes(document->spec, options);
  document->edited();
  return pass(document->spec);
}

}  // namespace

void bind_spec_parts(nb::module_& m) {
  nb::class_<ClassHandle>(m, "SpecClass")
      .def_ro("document", &ClassHandle::document)
      .def_prop_ro("key",
                   [](const ClassHandle& h) {
                     return std::pair("default",
                                      reinterpret_cast<std::uintptr_t>(h.defaults.get()));
                   })
      .def_prop_rw(
          "name",
          [](const ClassHandle& h) {
            return h.defaults->name.empty() ? std::string("main") : h.defaults->name;
          },
          [](const ClassHandle& h, const std::string& name) { h.defaults->name = name; })
      .def("prototype", &prototype)
      .def("remove", &remove_class);
  m.def("spec_find_class", &find_class);
  m.def("spec_add_class", &add_class);
  m.def("spec_attach", &attach, "target"_a, "document"_a, "part"_a.none(), "prefix"_a, "suffix"_a);
  m.def("spec_attach_own", &attach_own);
  m.def("spec_add_wrap", &add_wrap);
  m.def("spec_wrap", &wrap);
  m.def("spec_wraps",
        [](const Handle& handle) { return element<spec::Tendon>(handle).path.size(); });
  m.def("spec_tuple", &tuple_entries);
  m.def("spec_set_tuple", &set_tuple_entries);
  m.def("spec_bones", &bones);
  m.def("spec_set_bones", &set_bones);
  m.def("spec_config", &config);
  m.def("spec_set_config", &set_config);
  m.def("spec_mesh_list", &mesh_list);
  m.def("spec_set_mesh_list", &set_mesh_list);
  m.def("spec_pixels", &pixels);
  m.def("spec_set_pixels", &set_pixels);
  m.def("spec_set_shortcut", [](const Handle& handle, int type,
                                const std::map<std::string, std::vector<double>>& parameters) {
    spec::set_shortcut(element<spec::Actuator>(handle), static_cast<ActuatorType>(type),
                       parameters);
  });
  m.def("spec_sensor_size", [](const Handle& handle) {
    return sensor_size(handle.document()->spec, element<spec::Sensor>(handle));
  });
  m.def("spec_dedup_assets", [](const DocumentPtr& document) {
    document->edited();
    return spec::dedup_assets(document->spec);
  });
  m.def(
      "spec_fuse_static",
      [](const DocumentPtr& document, nb::object assets) {
        return with_meshes(document, std::move(assets), &fuse_static);
      },
      "document"_a, "assets"_a.none());
  m.def(
      "spec_discard_visual",
      [](const DocumentPtr& document, nb::object assets) {
        return with_meshes(document, std::move(assets), &discard_visual);
      },
      "document"_a, "assets"_a.none());
  m.def(
      "spec_adopt_inertial",
      [](const Handle& handle, nb::object assets) {
        with_meshes(handle.document(), std::move(assets),
                    [&](spec::Spec& spec) { adopt_inertial(spec, handle.body()); });
      },
      "body"_a, "assets"_a.none());
}

}  // namespace thew::python
