// What an untrusted model may ask for, and which files it may read.

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "io/support.h"

namespace thew::io {
namespace {

namespace fs = std::filesystem;

class Folder : public ::testing::Test {
 protected:
  Folder() : path_(fs::temp_directory_path() / ("thew_limits_" + std::to_string(::getpid()))) {
    fs::create_directories(path_ / "model" / "meshes");
    fs::create_directories(path_ / "other");
    write("other/part.xml", "<m><option timestep='0.5'/></m>");
    write("model/part.xml", "<m><option timestep='0.25'/></m>");
  }
  ~Folder() override { fs::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  // A model in model/ that includes a file by this name.
  std::string including(const std::string& file) const {
    write("model/main.xml", "<mujoco><include file='" + file + "'/></mujoco>");
    return (path_ / "model" / "main.xml").string();
  }
  LoadOptions inside() const {
    LoadOptions options;
    options.root = (path_ / "model").string();
    return options;
  }
  static std::string refusal(const std::string& file, const LoadOptions& options) {
    try {
      load_file(file, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }

  fs::path path_;
};

TEST_F(Folder, InsideOfTheRootIsRead) {
  EXPECT_EQ(load_file(including("part.xml"), inside()).opt.timestep, 0.25);
  EXPECT_EQ(load_file(including("./meshes/../part.xml"), inside()).opt.timestep, 0.25);
  EXPECT_EQ(load_file(including((path_ / "model/part.xml").string()), inside()).opt.timestep, 0.25);
}

TEST_F(Folder, NothingOutsideOfTheRootIsRead) {
  EXPECT_EQ(load_file(including("../other/part.xml")).opt.timestep, 0.5);
  for (const std::string& name :
       {std::string("../other/part.xml"), (path_ / "other/part.xml").string(),
        std::string("meshes/../../other/part.xml")}) {
    EXPECT_CONTAINS(refusal(including(name), inside()), "lies outside of the folder") << name;
  }
}

TEST_F(Folder, LinksDoNotLeadOutOfTheRoot) {
  fs::create_symlink(path_ / "other" / "part.xml", path_ / "model" / "link.xml");
  fs::create_directory_symlink(path_ / "other", path_ / "model" / "folder");
  for (const char* const name : {"link.xml", "folder/part.xml"}) {
    EXPECT_EQ(load_file(including(name)).opt.timestep, 0.5) << name;
    EXPECT_CONTAINS(refusal(including(name), inside()), "lies outside of the folder") << name;
  }
}

// "model" is no part of the folder "mod", though its name begins so.
TEST_F(Folder, ARootIsAFolderNotABeginning) {
  LoadOptions options;
  options.root = (path_ / "mod").string();
  EXPECT_CONTAINS(refusal(including("part.xml"), options), "lies outside of the folder");
}

TEST_F(Folder, MeshesAndImagesAreBoundToo) {
  write("other/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  write("other/m.png", "nothing");
  for (const char* const asset :
       {"<mesh file='../other/m.obj'/>", "<hfield file='../other/m.obj' size='1 1 1 1'/>",
        "<texture type='2d' name='t' file='../other/m.png'/>"}) {
    write("model/main.xml", std::string("<mujoco><asset>") + asset + "</asset></mujoco>");
    EXPECT_CONTAINS(refusal((path_ / "model/main.xml").string(), inside()), "lies outside")
        << asset;
  }
}

TEST_F(Folder, NoFilesAtAll) {
  LoadOptions options;
  options.allow_files = false;
  // The file that the caller names is its own choice.
  EXPECT_CONTAINS(refusal(including("part.xml"), options), "only those that were given");
  options.assets["part.xml"] = "<m><option timestep='0.125'/></m>";
  EXPECT_EQ(load_string("<mujoco><include file='part.xml'/></mujoco>", options).opt.timestep,
            0.125);
  EXPECT_CONTAINS(
      refused_model("<mujoco><include file='/etc/hostname'/></mujoco>", options).fault(),
      "only those that were given");
}

TEST_F(Folder, TheSizeOfAFileIsLimited) {
  LoadOptions options;
  options.limits.file_bytes = 20;
  EXPECT_CONTAINS(refusal(including("part.xml"), options), "limits.file_bytes");
}

TEST(Limits, OfElements) {
  LoadOptions options;
  options.limits.elements = 50;
  const std::string text =
      "<mujoco><worldbody><replicate count='100'><geom size='1'/></replicate></worldbody></mujoco>";
  EXPECT_NO_THROW(load_string(text));
  EXPECT_CONTAINS(std::string(refused_model(text, options).what()), "limits.elements");
}

TEST(Limits, OfNesting) {
  LoadOptions options;
  options.limits.nesting = 3;
  const std::string text = "<mujoco><worldbody><body><body/></body></worldbody></mujoco>";
  EXPECT_NO_THROW(load_string("<mujoco><worldbody><body/></worldbody></mujoco>", options));
  options.limits.nesting = 2;
  EXPECT_CONTAINS(std::string(refused_model(text, options).what()), "limits.nesting");
  EXPECT_CONTAINS(
      std::string(
          refused_model("<robot name='r'><link name='a'><b><c/></b></link></robot>", options)
              .what()),
      "limits.nesting");
}

TEST(Limits, OfIncludes) {
  LoadOptions options = with_files({{"a", "<m><option/></m>"}, {"b", "<m><option/></m>"}});
  const std::string text = "<mujoco><include file='a'/><include file='b'/></mujoco>";
  EXPECT_NO_THROW(load_string(text, options));
  options.limits.includes = 1;
  EXPECT_CONTAINS(std::string(refused_model(text, options).what()), "limits.includes");
}

TEST(Limits, OfFaces) {
  LoadOptions options = with_files(
      {{"m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"}});
  const std::string text = "<mujoco><asset><mesh file='m.obj'/></asset></mujoco>";
  EXPECT_NO_THROW(load_string(text, options));
  options.limits.faces = 3;
  EXPECT_CONTAINS(std::string(refused_model(text, options).what()), "limits.faces");
  options.limits.faces = 4;
  options.limits.asset_bytes = 10;
  EXPECT_CONTAINS(std::string(refused_model(text, options).what()), "limits.asset_bytes");
}

TEST(Limits, OfPixels) {
  LoadOptions options;
  options.limits.pixels = 8;
  const std::string text =
      "<mujoco><asset><hfield name='h' nrow='3' ncol='3' size='1 1 1 1'/></asset></mujoco>";
  EXPECT_NO_THROW(load_string(text));
  EXPECT_CONTAINS(std::string(refused_model(text, options).what()), "limits.pixels");
  const std::string heights("\3\0\0\0\3\0\0\0", 8);
  options.assets["h.bin"] = heights + std::string(36, '\0');
  EXPECT_CONTAINS(
      std::string(
          refused_model("<mujoco><asset><hfield file='h.bin' size='1 1 1 1'/></asset></mujoco>",
                        options)
              .what()),
      "limits.pixels");
  for (const char* kind : {"type='2d' width='3' height='3'", "type='cube' width='2'"}) {
    const std::string pattern = std::string("<mujoco><asset><texture name='t' builtin='flat' ") +
                                kind + "/></asset></mujoco>";
    EXPECT_NO_THROW(load_string(pattern));
    EXPECT_CONTAINS(std::string(refused_model(pattern, options).what()), "limits.pixels");
  }
  // A side alone is no reason.
  EXPECT_EQ(load_string("<mujoco><asset><texture name='t' type='2d' builtin='flat' width='20000' "
                        "height='1'/></asset></mujoco>")
                .tex_width[0],
            20000);
  EXPECT_CONTAINS(  // 4.8 GB
      std::string(refused_model("<mujoco><asset><texture name='t' type='cube' builtin='flat' "
                                "width='16384'/></asset></mujoco>",
                                {})
                      .what()),
      "limits.pixels");
}

std::string refusal(const std::string& text, const LoadOptions& options = {}) {
  return refused_model(text, options).what();
}

TEST(Limits, OfPoints) {
  LoadOptions more, fewer;
  fewer.limits.points = 20;
  more.limits.points = 300'000'000;
  const auto mesh = [](const std::string& given) {
    return "<mujoco><asset><mesh name='m' " + given + "/></asset></mujoco>";
  };
  for (const char* shape : {"builtin='supersphere' params='8 1 1'", "builtin='cone' params='30 1'",
                            "builtin='plate' params='5 5'"}) {
    EXPECT_NO_THROW(load_string(mesh(shape))) << shape;
    EXPECT_CONTAINS(refusal(mesh(shape), fewer), "limits.points") << shape;
  }
  const auto flex = [](const std::string& given) {
    return "<mujoco><worldbody><flexcomp name='f' radius='.001' " + given +
           "/></worldbody></mujoco>";
  };
  for (const char* shape : {"type='grid' count='5 5 1' dim='2' spacing='.1 .1 .1'",
                            "type='grid' count='2 2 2' dim='3' spacing='.1 .1 .1' "
                            "dof='trilinear' cellcount='2 2 2'"}) {
    EXPECT_NO_THROW(load_string(flex(shape))) << shape;
    EXPECT_CONTAINS(refusal(flex(shape), fewer), "limits.points") << shape;
  }
  // What was counted before anything is made.
  const std::string sheet = flex("type='grid' count='20000 20000 1' dim='2' spacing='.1 .1 .1'");
  EXPECT_CONTAINS(refusal(sheet), "(at most 10000000)");
  EXPECT_CONTAINS(refusal(sheet, more), "(at most 268435456)");
  EXPECT_CONTAINS(refusal(flex("type='grid' count='2 2 2' dim='3' spacing='.1 .1 .1' "
                               "dof='quadratic' cellcount='2000000000 2000000000 2'")),
                  "limits.points");
}

TEST(Limits, OfNumbers) {
  LoadOptions options;
  options.limits.numbers = 3;
  for (const char* text :
       {"<mujoco><size nuser_geom='4'/></mujoco>", "<mujoco><size nkey='4'/></mujoco>",
        "<mujoco><custom><numeric name='n' size='4'/></custom></mujoco>"}) {
    EXPECT_NO_THROW(load_string(text)) << text;
    EXPECT_CONTAINS(refusal(text, options), "limits.numbers") << text;
  }
  const std::string many = "<mujoco><size nuserdata='1048577'/></mujoco>";
  EXPECT_CONTAINS(refusal(many), "nuserdata is 1048577 (at most 1048576)");
  EXPECT_CONTAINS(refusal(many), "--limit numbers=");
  options.limits.numbers = 2'000'000;
  EXPECT_EQ(load_string(many, options).nuserdata, 1048577);
}

TEST(Limits, HaveNames) {
  Limits limits;
  EXPECT_EQ(find_limit(limits, "points"), &limits.points);
  EXPECT_EQ(find_limit(limits, "point"), nullptr);
  EXPECT_CONTAINS(limit_names(), "elements, nesting");
}

}  // namespace
}  // namespace thew::io
