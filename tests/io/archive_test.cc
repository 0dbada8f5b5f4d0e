// Models in zip archives, and the file of a mesh where a description is expected.

#include "io/archive.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/fault.h"
#include "io/support.h"
#include "io/zip.h"

namespace thew::io {
namespace {

namespace fs = std::filesystem;

using Files = std::vector<std::pair<std::string, std::string>>;

constexpr std::int64_t kMost = 1 << 20;
const std::string kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const std::string kModel =
    "<mujoco><asset><mesh name=\"m\" file=\"meshes/x.obj\"/></asset>"
    "<worldbody><geom type=\"mesh\" mesh=\"m\"/></worldbody></mujoco>";

// "thew " a hundred times as long.txt, packed by Python's zipfile.
const std::string kPacked(
    "\x50\x4b\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00\x21\x00\xc6\xee\x98\xa8\x0c\x00"
    "\x00\x00\xf4\x01\x00\x00\x08\x00\x00\x00\x6c\x6f\x6e\x67\x2e\x74\x78\x74\x2b\xc9"
    "\x48\x2d\x57\x28\x19\x25\x46\x12\x01\x00\x50\x4b\x01\x02\x14\x03\x14\x00\x00\x00"
    "\x08\x00\x00\x00\x21\x00\xc6\xee\x98\xa8\x0c\x00\x00\x00\xf4\x01\x00\x00\x08\x00"
    "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00\x00\x00\x6c\x6f\x6e\x67"
    "\x2e\x74\x78\x74\x50\x4b\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00\x36\x00\x00\x00"
    "\x32\x00\x00\x00\x00\x00",
    126);

std::uint32_t crc(const std::string& text) {
  std::uint32_t value = ~0u;
  for (const char c : text) {
    value ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xedb88320u : 0);
  }
  return ~value;
}

std::string bytes(std::uint64_t value, int count) {
  std::string text;
  for (int i = 0; i < count; ++i, value >>= 8) text.push_back(static_cast<char>(value));
  return text;
}

// An archive of files that are not packed.
std::string zip(const Files& files) {
  std::string all, list;
  for (const auto& [name, content] : files) {
    const std::string sizes = bytes(crc(content), 4) + bytes(content.size(), 4) +
                              bytes(content.size(), 4) + bytes(name.size(), 2) + bytes(0, 2);
    list += "PK\x01\x02" + bytes(20, 2) + bytes(20, 2) + bytes(0, 8) + sizes + bytes(0, 10) +
            bytes(all.size(), 4) + name;
    all += "PK\x03\x04" + bytes(20, 2) + bytes(0, 8) + sizes + name + content;
  }
  return all + list + "PK\x05\x06" + bytes(0, 4) + bytes(files.size(), 2) + bytes(files.size(), 2) +
         bytes(list.size(), 4) + bytes(all.size(), 4) + bytes(0, 2);
}

std::string refusal(const std::string& archive, std::int64_t most = kMost) {
  try {
    read_zip(archive, most);
  } catch (const base::Fault& fault) {
    return fault.what;
  }
  return "";
}

// A file for one test.
class OnDisk {
 public:
  OnDisk(const std::string& name, const std::string& content)
      : path_(fs::temp_directory_path() / (std::to_string(::getpid()) + name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~OnDisk() { fs::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

TEST(Zip, FilesAsTheyWere) {
  const auto entries = read_zip(zip({{"a.txt", "hello"}, {"b/", ""}, {"b/c", ""}}), kMost);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name, "a.txt");
  EXPECT_EQ(entries[0].content, "hello");
  EXPECT_EQ(entries[1].name, "b/c");
}

TEST(Zip, PackedFiles) {
  const auto entries = read_zip(kPacked, kMost);
  ASSERT_EQ(entries.size(), 1u);
  std::string expected;
  for (int i = 0; i < 100; ++i) expected += "thew ";
  EXPECT_EQ(entries[0].content, expected);
}

TEST(Zip, DamagedArchivesAreRefused) {
  const std::string good = zip({{"a.txt", "hello"}});
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_NE(refusal(good.substr(0, length)), "") << length;
  }
  std::string other = good;
  other[good.find("hello")] = 'j';
  EXPECT_CONTAINS(refusal(other), "\"a.txt\" in the zip archive is damaged");
  std::string secret = good;
  secret[good.find("PK\x01\x02") + 8] = 1;
  EXPECT_CONTAINS(refusal(secret), "encrypted");
}

TEST(Zip, SizesAreLimited) {
  EXPECT_CONTAINS(refusal(kPacked, 499), "too many bytes");
  std::string modest = kPacked;  // says that it is small
  modest[kPacked.find("PK\x01\x02") + 25] = 0;
  EXPECT_CONTAINS(refusal(modest), "damaged");
}

TEST(Archive, TheModelFindsItsFiles) {
  const OnDisk file("m.zip", zip({{"top/m.xml", kModel}, {"top/meshes/x.obj", kTetrahedron}}));
  EXPECT_EQ(load_file(file.path()).nmeshvert, 4);
  LoadOptions confined;
  confined.allow_files = false;
  EXPECT_EQ(load_file(file.path(), confined).nmeshvert, 4);
  EXPECT_EQ(thew::read_file(file.path()).meshes.at(0).name, "m");
}

TEST(Archive, WhichFileIsTheModel) {
  const auto chosen = [](const Files& files) {
    return open_archive(zip(files), "robot.zip", {}).name;
  };
  EXPECT_EQ(chosen({{"robot.xml", ""}, {"scene.xml", ""}}), "robot.xml");
  EXPECT_EQ(chosen({{"a/part.xml", ""}, {"scene.xml", ""}, {"a/b.xml", ""}}), "scene.xml");
  EXPECT_EQ(chosen({{"a.urdf", ""}, {"__MACOSX/a.urdf", ""}}), "a.urdf");
  EXPECT_THROW(chosen({{"readme.txt", ""}}), base::Fault);
}

TEST(Archive, ErrorsNameTheFileInside) {
  const OnDisk file("e.zip", zip({{"a/m.xml", "<mujoco>\n<worldbdy/></mujoco>"}}));
  try {
    load_file(file.path());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), file.path() + "/a/m.xml");
    EXPECT_EQ(error.line(), 2);
  }
}

TEST(MeshAlone, IsASpecWithThatMesh) {
  const OnDisk file("part.obj", kTetrahedron);
  const spec::Spec spec = thew::read_file(file.path());
  ASSERT_EQ(spec.meshes.size(), 1u);
  EXPECT_EQ(spec.meshes[0].data->vertex.size(), 12u);
  EXPECT_EQ(compile_spec(spec).nmesh, 1);
  EXPECT_THROW(load_file(file.path()), Error);  // it is no model
}

TEST(MeshAlone, ErrorsOfTheFile) {
  const OnDisk file("bad.stl", "too short for an stl header");
  try {
    thew::read_file(file.path());
    FAIL();
  } catch (const Error& error) {
    EXPECT_CONTAINS(error.fault(), "stl_decoder: invalid header");
    EXPECT_EQ(error.file(), file.path());
  }
}

}  // namespace
}  // namespace thew::io
