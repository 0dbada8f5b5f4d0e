// Skins, in the XML and in .skn files.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/support.h"

namespace thew::io {
namespace {

const std::string kBodies =
    "<worldbody><body name='a'><geom size='.1'/><body name='b'><geom size='.1'/></body></body>"
    "</worldbody>";
const std::string kSurface = "vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'";
const std::string kBone =
    "<bone body='a' bindpos='1 2 3' bindquat='2 0 0 0' vertid='0 1 2' vertweight='1 2 3'/>";

std::string model(const std::string& skins, const std::string& section = "deformable") {
  return "<mujoco><" + section + ">" + skins + "</" + section + ">" + kBodies + "</mujoco>";
}

template <class T>
void put(std::string& bytes, const std::vector<T>& list) {
  const std::size_t size = bytes.size();
  bytes.resize(size + list.size() * sizeof(T));
  std::memcpy(bytes.data() + size, list.data(), list.size() * sizeof(T));
}

// A triangle with one bone.
std::string skn(const std::string& body = "a", std::int32_t vertices = 3, std::int32_t last = 2) {
  std::string bytes;
  put<std::int32_t>(bytes, {vertices, 3, 1, 1});
  put<float>(bytes, {0, 0, 0, 1, 0, 0, 0, 1, 0});
  put<float>(bytes, {0, 0, 1, 0, 0, 1});
  put<std::int32_t>(bytes, {0, 1, 2});
  bytes += body + std::string(40 - body.size(), '\0');
  put<float>(bytes, {1, 2, 3, 2, 0, 0, 0});
  put<std::int32_t>(bytes, {3, 0, 1, last});
  put<float>(bytes, {1, 2, 3});
  return bytes;
}

const std::string kFile = model("<skin file='d/f.skn' rgba='1 0 0 1' inflate='.5' group='3'/>");

TEST(Skin, InTheXml) {
  for (const char* section : {"deformable", "asset"}) {
    const spec::Spec spec =
        read(model("<skin name='s' " + kSurface + ">" + kBone + "</skin>", section));
    ASSERT_EQ(spec.skins.size(), 1u);
    const spec::Skin& skin = spec.skins[0];
    EXPECT_EQ(skin.name, "s");
    EXPECT_EQ(skin.vert, (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(skin.face, (std::vector<int>{0, 1, 2}));
    ASSERT_EQ(skin.bones.size(), 1u);
    EXPECT_EQ(skin.bones[0].bodyname, "a");
    EXPECT_EQ(skin.bones[0].bindpos, (std::array<float, 3>{1, 2, 3}));
    EXPECT_EQ(skin.bones[0].vertid, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(skin.bones[0].vertweight, (std::vector<float>{1, 2, 3}));
  }
}

TEST(Skin, InAFile) {
  const spec::Spec spec = read(kFile, with_files({{"d/f.skn", skn()}}));
  ASSERT_EQ(spec.skins.size(), 1u);
  const spec::Skin& skin = spec.skins[0];
  EXPECT_EQ(skin.name, "f");
  EXPECT_EQ(skin.file, "d/f.skn");
  EXPECT_EQ(skin.rgba, (spec::Rgba{1, 0, 0, 1}));
  EXPECT_EQ(skin.inflate, 0.5f);
  EXPECT_EQ(skin.group, 3);
  EXPECT_EQ(skin.texcoord, (std::vector<float>{0, 0, 1, 0, 0, 1}));
  EXPECT_EQ(skin.face, (std::vector<int>{0, 1, 2}));
  ASSERT_EQ(skin.bones.size(), 1u);
  EXPECT_EQ(skin.bones[0].bodyname, "a");
  EXPECT_EQ(skin.bones[0].vertid, (std::vector<int>{0, 1, 2}));
}

TEST(Skin, NamesInFilesEndAfter39Letters) {
  const std::string bytes = skn(std::string(40, 'x'));
  EXPECT_EQ(read(kFile, with_files({{"d/f.skn", bytes}})).skins[0].bones[0].bodyname,
            std::string(39, 'x'));
}

// A skin is only looked at: what is wrong with its file is a warning, and the model has no skin.
TEST(Skin, FilesThatCannotBeReadAreLeftOut) {
  const auto message = [](const std::string& bytes) {
    const Model m = load_string(kFile, with_files({{"d/f.skn", bytes}}));
    EXPECT_EQ(m.nskin, 0);
    return m.warnings.empty() ? std::string() : m.warnings[0];
  };
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(message(""), "empty");
  has(message("abc"), "too short");
  has(message(skn("a", -1)), "negative");
  has(message(skn("a", 1'000'000'000)), "counts ask for");
  has(message(skn() + "x"), "1 bytes are left");
  const auto refusal = [](const std::string& bytes) {
    return std::string(refused_model(kFile, with_files({{"d/f.skn", bytes}})).what());
  };
  has(refusal(skn("a", 3, 7)), "vertex 7, which does not exist");
  has(refusal(skn("nobody")), "nobody");
  // Cut anywhere, it is refused with the name of the file.
  const std::string whole = skn();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    has(message(whole.substr(0, size)), "d/f.skn");
  }
}

TEST(Skin, IsInAFileOrWrittenOut) {
  const LoadOptions files = with_files({{"f.skn", skn()}, {"f.bin", skn()}});
  EXPECT_NE(std::string(refused(model("<skin file='f.skn' " + kSurface + "/>"), files).what())
                .find("either in a file or written here"),
            std::string::npos);
  EXPECT_NE(
      std::string(refused(model("<skin file='f.bin'/>"), files).what()).find("unknown format"),
      std::string::npos);
}

TEST(Skin, FollowsCopiesOfItsBones) {
  const std::string skin = "<skin name='s' " + kSurface + ">" + kBone + "</skin>";
  std::string text = model(skin);
  const auto wrap = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  wrap("<worldbody>", "<worldbody><replicate count='2' offset='1 0 0'>");
  wrap("</worldbody>", "</replicate></worldbody>");
  const spec::Spec spec = read(text);
  ASSERT_EQ(spec.skins.size(), 2u);
  EXPECT_EQ(spec.skins[1].name, "s1");
  EXPECT_EQ(spec.skins[1].bones[0].bodyname, "a1");
}

TEST(Skin, TornByAReplicateIsLeftOut) {
  std::string outside = kBone;
  outside.replace(outside.find("'a'"), 3, "'world'");
  std::string text = model("<skin name='s' " + kSurface + ">" + kBone + outside + "</skin>");
  text.replace(text.find("<worldbody>"), 11, "<worldbody><replicate count='2' offset='1 0 0'>");
  text.replace(text.find("</worldbody>"), 12, "</replicate></worldbody>");
  EXPECT_TRUE(read(text).skins.empty());
}

TEST(Skin, CopiesAreBounded) {
  std::string vertices, ids, weights;
  for (int i = 0; i < 10'000; ++i) {
    vertices += "0 0 0 ";
    ids += std::to_string(i) + " ";
    weights += "1 ";
  }
  std::string text = model("<skin vertex='" + vertices + "' face='0 1 2'><bone body='a'" +
                           " bindpos='0 0 0' bindquat='1 0 0 0' vertid='" + ids + "' vertweight='" +
                           weights + "'/></skin>");
  text.replace(text.find("<worldbody>"), 11, "<worldbody><replicate count='20000'>");
  text.replace(text.find("</worldbody>"), 12, "</replicate></worldbody>");
  EXPECT_NE(std::string(refused(text).what()).find("too large"), std::string::npos);
}

}  // namespace
}  // namespace thew::io
