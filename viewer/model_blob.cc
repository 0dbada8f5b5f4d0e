#include "model_blob.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include <thew/field_table.h>
#include <thew/load.h>
#include <thew/scene.h>

#include "bytes.h"
#include "fields.h"

namespace thew::viewer {

namespace {

constexpr Kind kKinds[] = {
    {"body", ObjectType::Body, "body_", "nbody"},
    {"joint", ObjectType::Joint, "jnt_", "njnt"},
    {"geom", ObjectType::Geom, "geom_", "ngeom"},
    {"site", ObjectType::Site, "site_", "nsite"},
    {"camera", ObjectType::Camera, "cam_", "ncam"},
    {"light", ObjectType::Light, "light_", "nlight"},
    {"flex", ObjectType::Flex, "flex_", "nflex"},
    {"mesh", ObjectType::Mesh, "mesh_", "nmesh"},
    {"skin", ObjectType::Skin, "skin_", "nskin"},
    {"hfield", ObjectType::Hfield, "hfield_", "nhfield"},
    {"texture", ObjectType::Texture, "tex_", "ntex"},
    {"material", ObjectType::Material, "mat_", "nmat"},
    {"pair", ObjectType::Pair, "pair_", "npair"},
    {"exclude", ObjectType::Exclude, "exclude_", "nexclude"},
    {"equality", ObjectType::Equality, "eq_", "neq"},
    {"tendon", ObjectType::Tendon, "tendon_", "ntendon"},
    {"actuator", ObjectType::Actuator, "actuator_", "nactuator"},
    {"sensor", ObjectType::Sensor, "sensor_", "nsensor"},
    {"numeric", ObjectType::Numeric, "numeric_", "nnumeric"},
    {"key", ObjectType::Key, "key_", "nkey"},
};

// What the engine alone needs, or a page can do without.
constexpr std::string_view kLeftOut[] = {"bvh",    "oct",     "poly",      "plugin",      "pathadr",
                                         "_user",  "history", "signature", "sparse",      "rownnz",
                                         "rowadr", "colind",  "extrema",   "stiffnessadr"};

bool is_sent(std::string_view name) {
  if (name == "qpos0" || name.starts_with("wrap_")) return true;
  const auto holds = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (std::any_of(std::begin(kLeftOut), std::end(kLeftOut), holds)) return false;
  return std::any_of(std::begin(kKinds), std::end(kKinds),
                     [&](const Kind& kind) { return name.starts_with(kind.prefix); });
}

const char* type_word(FieldType type) {
  switch (type) {
    case FieldType::Real:
      return "f64";
    case FieldType::Float:
      return "f32";
    case FieldType::Int:
      return "i32";
    case FieldType::Long:
      return "i64";
    default:
      return "u8";
  }
}

Json names_json(const Model& model) {
  Json names;
  for (const Kind& kind : kKinds) {
    Json list = Json::array();
    const std::int64_t count = object_count(model, kind.type);
    for (int i = 0; i < count; ++i) list.push_back(id_to_name(model, kind.type, i));
    names[kind.word] = std::move(list);
  }
  return names;
}

// mjSOL_NEWTON -> newton
std::string word_of(std::string_view name) {
  std::string word(name.substr(name.find('_') + 1));
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

struct NamedValue {
  std::string_view enumeration, name;
  int value;
};

constexpr NamedValue kValues[] = {
#define THEW_ENUM(name, mujoco_name)
#define THEW_ENUM_END(name, mujoco_name)
#define THEW_ENUMERATOR(name, mujoco_name, value) {{}, #mujoco_name, value},
#include <thew/enums.inc>
#include <thew/enums_view.inc>
#undef THEW_ENUMERATOR
#undef THEW_ENUM
#undef THEW_ENUM_END
};

// Words and values of the enumerators whose names begin with a prefix; counts (mjN...) have others.
Json enum_json(std::string_view prefix, bool bits) {
  Json list = bits ? Json::object() : Json::array();
  for (const NamedValue& entry : kValues) {
    if (!entry.name.starts_with(prefix)) continue;
    if (bits) {
      list[word_of(entry.name)] = entry.value;
    } else {
      list.push_back(word_of(entry.name));
    }
  }
  return list;
}

Json enums_json() {
  return {
      {"mjtSolver", enum_json("mjSOL_", false)},     {"mjtIntegrator", enum_json("mjINT_", false)},
      {"mjtCone", enum_json("mjCONE_", false)},      {"mjtJacobian", enum_json("mjJAC_", false)},
      {"mjtDisableBit", enum_json("mjDSBL_", true)}, {"mjtEnableBit", enum_json("mjENBL_", true)},
      {"mjtVisFlag", enum_json("mjVIS_", false)},    {"mjtRndFlag", enum_json("mjRND_", false)},
      {"mjtLabel", enum_json("mjLABEL_", false)},    {"mjtFrame", enum_json("mjFRAME_", false)},
      {"mjtSensor", enum_json("mjSENS_", true)},     {"mjtJoint", enum_json("mjJNT_", false)}};
}

Json camera_json(const Model& model) {
  const scene::Camera camera = scene::free_camera(model);
  return {{"lookat", {camera.lookat[0], camera.lookat[1], camera.lookat[2]}},
          {"distance", camera.distance},
          {"azimuth", camera.azimuth},
          {"elevation", camera.elevation}};
}

// A list of arrays, and their bytes one behind the other.
Json write_arrays(const Model& model, Writer& bytes) {
  Json arrays = Json::object();
  for (const Field<Model>& field : model_fields()) {
    if (!is_sent(field.name)) continue;
    const FieldView view = field.view(const_cast<Model&>(model));
    const std::int64_t size = view.rows * view.columns;
    if (size == 0) continue;
    arrays[field.name] = {{"type", type_word(field.type)},
                          {"rows", view.rows},
                          {"columns", view.columns},
                          {"offset", bytes.size()}};
    const auto length = static_cast<std::size_t>(size * field_bytes(field.type));
    bytes.put_text({static_cast<const char*>(view.data), length});
    bytes.pad(8);
  }
  return arrays;
}

}  // namespace

std::span<const Kind> kinds() {
  return kKinds;
}

const Kind* find_kind(std::string_view word) {
  for (const Kind& kind : kKinds) {
    if (kind.word == word) return &kind;
  }
  return nullptr;
}

std::string object_name(const Model& model, ObjectType type, int id) {
  const char* name = id_to_name(model, type, id);
  if (name != nullptr && name[0] != '\0') return name;
  for (const Kind& kind : kKinds) {
    if (kind.type == type) return std::string(kind.word) + " " + std::to_string(id);
  }
  return std::to_string(id);
}

Json options_json(const Model& model, const char* group) {
  Json values = Json::object();
  for (const ScalarField<Model>& scalar : model_scalars()) {
    const std::string_view owner = scalar.group;
    if (owner != group && !owner.starts_with(std::string(group) + ".")) continue;
    const FieldRef* field = find_field(std::string(owner) + "." + scalar.name);
    const FieldView view{scalar.address(const_cast<Model&>(model)), 1, scalar.count};
    Json& place = owner == group ? values : values[std::string(owner.substr(4))];
    place[scalar.name] = to_json(*field, view, 0, 1);
  }
  return values;
}

std::string encode_model(const Model& given, const std::string& name, const std::string& source,
                         const Json& more) {
  // Textures may have stayed in their files; a page cannot read those.
  Model embedded;
  const Model* model = &given;
  try {
    embedded = embed_assets(given);
    model = &embedded;
  } catch (const Error&) {
    // A texture whose file is gone: the page shows the colour alone.
  }
  Json sizes;
  for (const ScalarField<Model>& scalar : model_scalars()) {
    if (scalar.group[0] != '\0' || scalar.type != FieldType::Long) continue;
    sizes[scalar.name] = *static_cast<std::int64_t*>(scalar.address(const_cast<Model&>(*model)));
  }
  Writer arrays;
  Json json = {{"name", name},
               {"source", source},
               {"sizes", std::move(sizes)},
               {"names", names_json(*model)},
               {"opt", options_json(*model, "opt")},
               {"vis", options_json(*model, "vis")},
               {"stat", options_json(*model, "stat")},
               {"enums", enums_json()},
               {"camera", camera_json(*model)}};
  json.update(more);
  json["arrays"] = write_arrays(*model, arrays);
  std::string text = dump(json);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  Writer blob;
  blob.put_text("THMO");
  blob.put<std::uint32_t>(1);
  blob.put(static_cast<std::uint32_t>(text.size()));
  blob.put<std::uint32_t>(0);
  blob.put_text(text);
  blob.put_text(arrays.text());
  return blob.take();
}

}  // namespace thew::viewer
