// Names of objects and look-up in both directions. Models keep names in one 0-terminated character
// block; look-up by name goes through names_map, an open-addressing hash table per object type.

#include "model/names.h"

#include <cstring>

#include <thew/model.h>

#include "model/validate.h"

namespace thew {

namespace model {

namespace {

struct Kind {
  ObjectType type;
  std::int64_t ModelSizes::* count;
  Array<field::Int> Model::* address;
};

// In the order in which names_map holds them.
constexpr Kind kKinds[] = {
    {ObjectType::Body, &ModelSizes::nbody, &Model::name_bodyadr},
    {ObjectType::Joint, &ModelSizes::njnt, &Model::name_jntadr},
    {ObjectType::Geom, &ModelSizes::ngeom, &Model::name_geomadr},
    {ObjectType::Site, &ModelSizes::nsite, &Model::name_siteadr},
    {ObjectType::Camera, &ModelSizes::ncam, &Model::name_camadr},
    {ObjectType::Light, &ModelSizes::nlight, &Model::name_lightadr},
    {ObjectType::Flex, &ModelSizes::nflex, &Model::name_flexadr},
    {ObjectType::Mesh, &ModelSizes::nmesh, &Model::name_meshadr},
    {ObjectType::Skin, &ModelSizes::nskin, &Model::name_skinadr},
    {ObjectType::Hfield, &ModelSizes::nhfield, &Model::name_hfieldadr},
    {ObjectType::Texture, &ModelSizes::ntex, &Model::name_texadr},
    {ObjectType::Material, &ModelSizes::nmat, &Model::name_matadr},
    {ObjectType::Pair, &ModelSizes::npair, &Model::name_pairadr},
    {ObjectType::Exclude, &ModelSizes::nexclude, &Model::name_excludeadr},
    {ObjectType::Equality, &ModelSizes::neq, &Model::name_eqadr},
    {ObjectType::Tendon, &ModelSizes::ntendon, &Model::name_tendonadr},
    {ObjectType::Actuator, &ModelSizes::nactuator, &Model::name_actuatoradr},
    {ObjectType::Sensor, &ModelSizes::nsensor, &Model::name_sensoradr},
    {ObjectType::Numeric, &ModelSizes::nnumeric, &Model::name_numericadr},
    {ObjectType::Text, &ModelSizes::ntext, &Model::name_textadr},
    {ObjectType::Tuple, &ModelSizes::ntuple, &Model::name_tupleadr},
    {ObjectType::Key, &ModelSizes::nkey, &Model::name_keyadr},
    {ObjectType::Plugin, &ModelSizes::nplugin, &Model::name_pluginadr},
};

const Kind* find_kind(ObjectType type) {
  if (type == ObjectType::Xbody) type = ObjectType::Body;
  for (const Kind& kind : kKinds) {
    if (kind.type == type) return &kind;
  }
  return nullptr;
}

// Bernstein's hash, which MuJoCo takes: models that it wrote are searched here, and the other way
// round.
std::uint64_t hash(std::string_view name) {
  std::uint64_t h = 5381;
  for (const char c : name) h = (33 * h) ^ static_cast<std::uint64_t>(static_cast<signed char>(c));
  return h;
}

// Where this type's slots begin in names_map: two slots per object.
std::int64_t map_begin(const Model& m, const Kind& kind) {
  std::int64_t begin = 0;
  for (const Kind* k = kKinds; k != &kind; ++k) begin += 2 * m.*(k->count);
  return begin;
}

}  // namespace

std::int64_t names_map_size(const ModelSizes& sizes) {
  std::int64_t size = 0;
  for (const Kind& kind : kKinds) size += 2 * sizes.*(kind.count);
  return size;
}

void make_names_map(Model& m) {
  std::fill(m.names_map.begin(), m.names_map.end(), -1);
  for (const Kind& kind : kKinds) {
    const std::int64_t slots = 2 * m.*(kind.count);
    field::Int* map = m.names_map.data() + map_begin(m, kind);
    for (int id = 0; id < m.*(kind.count); ++id) {
      const char* name = m.names.data() + (m.*(kind.address))[id];
      if (*name == '\0') continue;
      std::uint64_t slot = hash(name) % static_cast<std::uint64_t>(slots);
      while (map[slot] >= 0) slot = (slot + 1) % static_cast<std::uint64_t>(slots);
      map[slot] = id;
    }
  }
}

void check_names_map(const Model& m) {
  const std::int64_t size = names_map_size(m);
  require(m.nnames_map == size, "nnames_map", 0, m.nnames_map, "two slots for each object");
  for (const Kind& kind : kKinds) {
    const std::int64_t begin = map_begin(m, kind), count = m.*(kind.count);
    bool full = count > 0;  // then a search would not end
    for (std::int64_t slot = begin; slot < begin + 2 * count; ++slot) {
      const int id = m.names_map[slot];
      require(id >= -1 && id < count, "names_map", slot, id, "an object of its kind, or -1");
      full &= id >= 0;
    }
    require(!full, "names_map", begin, count, "a table with free slots");
  }
}

}  // namespace model

std::int64_t object_count(const Model& m, ObjectType type) {
  if (type == ObjectType::Dof) return m.nv;
  const model::Kind* kind = model::find_kind(type);
  return kind ? m.*(kind->count) : 0;
}

int name_to_id(const Model& m, ObjectType type, std::string_view name) {
  const model::Kind* kind = model::find_kind(type);
  if (!kind || name.empty()) return -1;
  const std::int64_t slots = 2 * m.*(kind->count);
  if (slots == 0) return -1;
  const field::Int* map = m.names_map.data() + model::map_begin(m, *kind);
  std::uint64_t slot = model::hash(name) % static_cast<std::uint64_t>(slots);
  for (; map[slot] >= 0; slot = (slot + 1) % static_cast<std::uint64_t>(slots)) {
    if (name == m.names.data() + (m.*(kind->address))[map[slot]]) return map[slot];
  }
  return -1;
}

const char* id_to_name(const Model& m, ObjectType type, int id) {
  const model::Kind* kind = model::find_kind(type);
  if (!kind || id < 0 || id >= m.*(kind->count)) return nullptr;
  return m.names.data() + (m.*(kind->address))[id];
}

}  // namespace thew
