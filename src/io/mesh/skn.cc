#include "io/mesh/skn.h"

#include <algorithm>
#include <string>

#include "base/fault.h"
#include "io/bytes.h"

namespace thew::io::mesh {

namespace {

constexpr std::size_t kHeader = 16;
constexpr std::size_t kName = 40;                 // bytes of a body's name, 0 at the end
constexpr std::size_t kBone = kName + 7 * 4 + 4;  // without its vertices

// As many numbers as a count says; the caller has checked that they are there.
template <class T>
void take_list(std::string_view& bytes, std::int64_t count, std::vector<T>& list) {
  list.resize(static_cast<std::size_t>(count));
  for (T& value : list) value = take<T>(bytes);
}

[[noreturn]] void refuse_bone(std::int64_t bone, const std::string& what) {
  throw base::Fault{"bone " + std::to_string(bone) + ": " + what};
}

spec::SkinBone take_bone(std::string_view& bytes, std::int64_t number) {
  if (bytes.size() < kBone) refuse_bone(number, "the file ends before it does");
  spec::SkinBone bone;
  const std::string_view name = bytes.substr(0, kName - 1);
  bone.bodyname = name.substr(0, name.find('\0'));
  bytes.remove_prefix(kName);
  for (float& x : bone.bindpos) x = take<float>(bytes);
  for (float& x : bone.bindquat) x = take<float>(bytes);
  const std::int64_t vertices = take<std::int32_t>(bytes);
  if (vertices < 1) refuse_bone(number, "it must have a vertex at least");
  if (8 * vertices > static_cast<std::int64_t>(bytes.size())) {
    refuse_bone(number, "the file ends before its " + std::to_string(vertices) + " vertices do");
  }
  take_list(bytes, vertices, bone.vertid);
  take_list(bytes, vertices, bone.vertweight);
  return bone;
}

}  // namespace

void read_skn(std::string_view bytes, spec::Skin& skin) {
  if (bytes.empty()) throw base::Fault{"the file is empty"};
  if (bytes.size() < kHeader) {
    throw base::Fault{"the file is too short for an SKN header of 16 bytes"};
  }
  const std::int64_t vertices = take<std::int32_t>(bytes);
  const std::int64_t texcoords = take<std::int32_t>(bytes);
  const std::int64_t faces = take<std::int32_t>(bytes);
  const std::int64_t bones = take<std::int32_t>(bytes);
  if (std::min({vertices, texcoords, faces, bones}) < 0) {
    throw base::Fault{"a count of an SKN file is negative"};
  }
  const auto left = static_cast<std::int64_t>(bytes.size());
  const std::int64_t least =
      12 * vertices + 8 * texcoords + 12 * faces + static_cast<std::int64_t>(kBone) * bones;
  if (left < least) {
    throw base::Fault{"the file has " + std::to_string(left) + " bytes behind its header, but its" +
                      " counts ask for " + std::to_string(least) + " or more"};
  }
  take_list(bytes, 3 * vertices, skin.vert);
  take_list(bytes, 2 * texcoords, skin.texcoord);
  take_list(bytes, 3 * faces, skin.face);
  skin.bones.clear();
  for (std::int64_t i = 0; i < bones; ++i) skin.bones.push_back(take_bone(bytes, i));
  if (!bytes.empty()) {
    throw base::Fault{std::to_string(bytes.size()) + " bytes are left behind the last bone"};
  }
}

}  // namespace thew::io::mesh
