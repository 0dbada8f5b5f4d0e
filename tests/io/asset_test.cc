// <mesh>, <hfield> and <texture>: where their files are, what the XML adds, and copies.

#include "io/support.h"

namespace thew::io {
namespace {

const std::string kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const std::string kVertices = "vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"";

std::string asset(const std::string& contents, const std::string& compiler = "") {
  return "<mujoco><compiler " + compiler + "/><asset>" + contents + "</asset></mujoco>";
}

TEST(MeshAsset, WrittenInTheXml) {
  const auto spec = read(asset("<mesh name=\"m\" " + kVertices +
                               " face=\"0 2 1 0 1 3\" normal=\"0 0 1 0 0 1 0 0 1 0 0 1\" "
                               "texcoord=\"0 0 0.1 1 0 1 0 1\"/>"));
  ASSERT_EQ(spec.meshes.size(), 1u);
  const auto& data = *spec.meshes[0].data;
  EXPECT_EQ(data.vertex, (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(data.face, (std::vector<int>{0, 2, 1, 0, 1, 3}));
  EXPECT_EQ(data.normal.size(), 12u);
  EXPECT_EQ(data.texcoord[2], 0.1f);  // single precision, not turned
}

TEST(MeshAsset, AttributesAndDefaults) {
  const auto spec = read(
      "<mujoco><default><mesh scale=\"2 2 2\"/><default class=\"c\"><mesh maxhullvert=\"9\" "
      "inertia=\"exact\"/></default></default><asset><mesh class=\"c\" name=\"m\" " +
      kVertices +
      " refpos=\"1 2 3\" refquat=\"0 1 0 0\" smoothnormal=\"true\"/>"
      "<mesh name=\"n\" scale=\"-1 1 1\" builtin=\"cone\" params=\"8 0.5\" "
      "material=\"q\"/></asset></mujoco>");
  ASSERT_EQ(spec.meshes.size(), 2u);
  const auto& m = spec.meshes[0];
  EXPECT_EQ(m.scale, (spec::Vec3{2, 2, 2}));
  EXPECT_EQ(m.maxhullvert, 9);
  EXPECT_EQ(m.inertia, MeshInertia::Exact);
  EXPECT_EQ(m.refpos, (spec::Vec3{1, 2, 3}));
  EXPECT_EQ(m.refquat, (spec::Vec4{0, 1, 0, 0}));
  EXPECT_TRUE(m.smoothnormal);
  const auto& n = spec.meshes[1];
  EXPECT_EQ(n.scale, (spec::Vec3{-1, 1, 1}));
  EXPECT_EQ(n.builtin, MeshBuiltin::Cone);
  EXPECT_EQ(n.params, (std::vector<double>{8, 0.5}));
  EXPECT_EQ(n.material, "q");
  EXPECT_EQ(n.data, nullptr);
}

TEST(MeshAsset, NameIsThatOfTheFile) {
  const auto spec =
      read(asset("<mesh file=\"a/arm.v1.obj\"/>"), with_files({{"a/arm.v1.obj", kTetrahedron}}));
  ASSERT_EQ(spec.meshes.size(), 1u);
  EXPECT_EQ(spec.meshes[0].name, "arm.v1");
  EXPECT_EQ(spec.meshes[0].file, "a/arm.v1.obj");
  EXPECT_EQ(spec.meshes[0].data->face.size(), 12u);
}

TEST(MeshAsset, FoldersOfFiles) {
  const auto path = [](const std::string& compiler, const std::string& file,
                       const std::string& given) {
    const auto spec =
        read(asset("<mesh file=\"" + file + "\"/>", compiler), with_files({{given, kTetrahedron}}));
    return spec.meshes.empty() ? "" : spec.meshes[0].file;
  };
  EXPECT_EQ(path("meshdir=\"d\"", "m.obj", "d/m.obj"), "d/m.obj");
  EXPECT_EQ(path("meshdir=\"d/\"", "./e/../m.obj", "d/m.obj"), "d/m.obj");
  EXPECT_EQ(path("meshdir=\"d\"", "../m.obj", "m.obj"), "m.obj");
  EXPECT_EQ(path("assetdir=\"d\"", "m.obj", "d/m.obj"), "d/m.obj");
  EXPECT_EQ(path("assetdir=\"e\" meshdir=\"d\"", "m.obj", "d/m.obj"), "d/m.obj");
  EXPECT_EQ(path("meshdir=\"d\" strippath=\"true\"", "a\\b/m.obj", "d/m.obj"), "d/m.obj");
  EXPECT_EQ(path("meshdir=\"d\"", "a/m.obj", "m.obj"), "d/a/m.obj");  // given by its name alone
}

TEST(MeshAsset, XmlCompletesTheFile) {
  const LoadOptions files = with_files({{"m.obj", kTetrahedron}});
  const auto spec = read(asset("<mesh file=\"m.obj\" normal=\"0 0 1 0 0 1 0 0 1 0 0 1\"/>"), files);
  EXPECT_EQ(spec.meshes[0].data->normal.size(), 12u);
  EXPECT_CONTAINS(refused(asset("<mesh file=\"m.obj\" " + kVertices + "/>"), files).fault(),
                  "vertex is given by the file");
  EXPECT_CONTAINS(refused(asset("<mesh file=\"m.obj\" face=\"0 1 2\"/>"), files).fault(),
                  "face is given by the file");
}

TEST(MeshAsset, FaultsOfFilesNameFileLineAndElement) {
  const Error error = refused(asset("<mesh name=\"arm\" file=\"m.obj\"/>", "meshdir=\"d\""),
                              with_files({{"d/m.obj", "v 0 0 0\nv 0 0 x\n"}}));
  EXPECT_EQ(error.file(), "d/m.obj");
  EXPECT_EQ(error.line(), 2);
  EXPECT_EQ(error.element(), "mesh \"arm\"");
  EXPECT_CONTAINS(error.fault(), "\"x\" is not a number");
}

TEST(MeshAsset, WarningsOfFilesReachTheModel) {
  const auto spec = read(asset("<mesh file=\"m.obj\"/>"),
                         with_files({{"m.obj", kTetrahedron + "g b\nf 1 2 3\n"}}));
  ASSERT_EQ(spec.warnings.size(), 1u);
  EXPECT_CONTAINS(spec.warnings[0], "mesh: \"m.obj\": only the faces of its first");
}

TEST(MeshAsset, WhatCannotBeAMeshIsRefused) {
  const auto fault = [](const std::string& attributes) {
    return refused(asset("<mesh name=\"m\" " + attributes + "/>")).fault();
  };
  EXPECT_CONTAINS(refused(asset("<mesh " + kVertices + "/>")).fault(), "needs a name");
  EXPECT_CONTAINS(fault(""), "at least 4 vertices");
  EXPECT_CONTAINS(fault("vertex=\"0 0 0 1 0 0 0 1 0\""), "at least 4 vertices");
  EXPECT_CONTAINS(fault("vertex=\"0 0 0 1 0 0 0 1 0 0 0\""), "three numbers");
  EXPECT_CONTAINS(fault("vertex=\"0 0 0 1 0 0 0 1 0 0 0 nan\""), "vertex");
  EXPECT_CONTAINS(fault(kVertices + " normal=\"0 0 1\""), "as many normals");
  EXPECT_CONTAINS(fault(kVertices + " normal=\"0 0\""), "three numbers");
  EXPECT_CONTAINS(fault(kVertices + " texcoord=\"0 0\""), "as many texture");
  EXPECT_CONTAINS(fault(kVertices + " face=\"0 1 2 3\""), "three vertices");
  EXPECT_CONTAINS(fault(kVertices + " face=\"0 1 4\""), "face 0 has vertex 4");
  EXPECT_CONTAINS(fault(kVertices + " face=\"0 1 -1\""), "face 0 has vertex -1");
  EXPECT_CONTAINS(fault(kVertices + " maxhullvert=\"3\""), "at least 4");
  EXPECT_CONTAINS(fault(kVertices + " refquat=\"0 0 0 0\""), "no rotation");
  EXPECT_CONTAINS(fault("builtin=\"sphere\""), "params");
  EXPECT_CONTAINS(fault("builtin=\"sphere\" params=\"1\" file=\"m.obj\""), "cannot both");
  EXPECT_CONTAINS(fault("file=\"none.stl\""), "was not found");
  EXPECT_CONTAINS(fault("file=\"/\""), "is a folder");
}

TEST(MeshAsset, OutsideOfTheFolderIsRefusedWhereAsked) {
  LoadOptions options;
  options.root = ".";
  EXPECT_CONTAINS(refused(asset("<mesh file=\"/etc/hostname\"/>"), options).fault(), "outside");
}

TEST(MeshAsset, GeomsAndSitesNameThem) {
  const auto spec =
      read(world("<geom type=\"mesh\" mesh=\"m\"/><geom type=\"box\" mesh=\"m\" fitscale=\"0.5\"/>"
                 "<geom type=\"hfield\" hfield=\"h\"/><site type=\"mesh\" mesh=\"m\"/>"));
  EXPECT_EQ(spec.world.geoms[0].meshname, "m");
  EXPECT_EQ(spec.world.geoms[1].type, GeomType::Box);
  EXPECT_EQ(spec.world.geoms[1].fitscale, 0.5);
  EXPECT_EQ(spec.world.geoms[2].hfieldname, "h");
  EXPECT_EQ(spec.world.sites[0].meshname, "m");
}

TEST(MeshAsset, AttachedModelsKeepTheirFoldersAndGetThePrefix) {
  const std::string kid =
      "<mujoco model=\"kid\"><compiler meshdir=\"kids\"/><asset><mesh file=\"m.obj\" "
      "material=\"r\"/><material name=\"r\"/><hfield name=\"h\" size=\"1 1 1 1\" nrow=\"2\" "
      "ncol=\"2\"/></asset><worldbody><body name=\"b\"><geom type=\"mesh\" mesh=\"m\"/><geom "
      "type=\"hfield\" hfield=\"h\"/><site type=\"mesh\" mesh=\"m\"/></body></worldbody></mujoco>";
  const auto spec = read(
      "<mujoco><compiler meshdir=\"own\"/><asset><mesh file=\"m.obj\"/><model file=\"kid.xml\"/>"
      "</asset><worldbody><attach model=\"kid\" body=\"b\" prefix=\"x_\"/>"
      "<attach model=\"kid\" body=\"b\" prefix=\"y_\"/></worldbody></mujoco>",
      with_files({{"kid.xml", kid},
                  {"kids/m.obj", kTetrahedron},
                  {"own/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"}}));
  ASSERT_EQ(spec.meshes.size(), 3u);
  EXPECT_EQ(spec.meshes[0].name, "m");
  EXPECT_TRUE(spec.meshes[0].data->face.empty());
  EXPECT_EQ(spec.meshes[1].name, "x_m");
  EXPECT_EQ(spec.meshes[1].material, "x_r");
  EXPECT_EQ(spec.meshes[1].file, "kids/m.obj");
  EXPECT_EQ(spec.meshes[2].name, "y_m");
  EXPECT_EQ(spec.meshes[1].data, spec.meshes[2].data);  // shared
  ASSERT_EQ(spec.hfields.size(), 2u);
  EXPECT_EQ(spec.hfields[1].name, "y_h");
  const auto& body = spec.world.bodies[1];
  EXPECT_EQ(body.geoms[0].meshname, "y_m");
  EXPECT_EQ(body.geoms[1].hfieldname, "y_h");
  EXPECT_EQ(body.sites[0].meshname, "y_m");
}

TEST(MeshAsset, ReplicatedGeomsShareIt) {
  const auto spec =
      read(world("<replicate count=\"2\"><body><geom type=\"mesh\" mesh=\"m\"/></body>"
                 "</replicate>",
                 "<asset><mesh name=\"m\" " + kVertices + "/></asset>"));
  ASSERT_EQ(spec.meshes.size(), 1u);
  EXPECT_EQ(spec.world.bodies[1].geoms[0].meshname, "m");
}

TEST(HeightFieldAsset, WrittenInTheXmlFromTheTopRowDown) {
  const auto spec = read(
      asset("<hfield name=\"h\" nrow=\"2\" ncol=\"3\" elevation=\"1 2 3 4 5 6\" size=\"1 2 3 4\"/>"
            "<hfield name=\"flat\" nrow=\"2\" ncol=\"3\" size=\"1 2 3 4\"/>"));
  ASSERT_EQ(spec.hfields.size(), 2u);
  EXPECT_EQ(spec.hfields[0].elevation, (std::vector<float>{4, 5, 6, 1, 2, 3}));
  EXPECT_EQ(spec.hfields[0].size, (spec::Vec4{1, 2, 3, 4}));
  EXPECT_TRUE(spec.hfields[1].elevation.empty());
}

TEST(HeightFieldAsset, FromAFile) {
  std::string bytes(8 + 16, '\0');
  bytes[0] = bytes[4] = 2;
  const auto spec = read(asset("<hfield file=\"hill.bin\" size=\"1 1 1 1\"/>", "meshdir=\"d\""),
                         with_files({{"d/hill.bin", bytes}}));
  ASSERT_EQ(spec.hfields.size(), 1u);
  EXPECT_EQ(spec.hfields[0].name, "hill");
  EXPECT_EQ(spec.hfields[0].file, "d/hill.bin");
  EXPECT_EQ(spec.hfields[0].nrow, 2);
  EXPECT_EQ(spec.hfields[0].elevation, std::vector<float>(4, 0));
  const Error error = refused(asset("<hfield file=\"hill.bin\" size=\"1 1 1 1\"/>"),
                              with_files({{"hill.bin", bytes + "x"}}));
  EXPECT_EQ(error.file(), "hill.bin");
  EXPECT_EQ(error.element(), "hfield");
}

TEST(HeightFieldAsset, WhatCannotBeAHeightFieldIsRefused) {
  const auto fault = [](const std::string& attributes) {
    return refused(asset("<hfield name=\"h\" " + attributes + "/>")).fault();
  };
  const std::string size = " size=\"1 1 1 1\"";
  EXPECT_CONTAINS(fault("nrow=\"2\" ncol=\"2\""), "\"size\" is missing");
  EXPECT_CONTAINS(fault("nrow=\"2\" ncol=\"2\" size=\"1 0 1 1\""), "positive");
  EXPECT_CONTAINS(fault(size), "at least 2 rows");
  EXPECT_CONTAINS(fault("nrow=\"1\" ncol=\"3\"" + size), "at least 2 rows");
  EXPECT_CONTAINS(fault("nrow=\"-2\" ncol=\"-3\"" + size), "at least 2 rows");
  EXPECT_CONTAINS(fault("nrow=\"100000\" ncol=\"100000\"" + size), "at most");
  EXPECT_CONTAINS(fault("nrow=\"2\" ncol=\"2\" elevation=\"1 2 3\"" + size), "as many heights");
  EXPECT_CONTAINS(fault("nrow=\"2\" ncol=\"2\" elevation=\"1 2 3 inf\"" + size), "elevation");
}

// A texture is only looked at: where its file cannot be read, a pixel stands in, with a warning.
TEST(TextureAsset, FilesThatCannotBeReadAreNotShown) {
  const auto stands_in = [](const std::string& text, const LoadOptions& options,
                            const std::string& why, int height) {
    const Model m = load_string(asset(text, "texturedir=\"d\""), options);
    ASSERT_EQ(m.ntex, 1);
    EXPECT_EQ(m.tex_width[0], 1);
    EXPECT_EQ(m.tex_height[0], height);
    ASSERT_EQ(m.warnings.size(), 1u);
    EXPECT_CONTAINS(m.warnings[0], why);
    EXPECT_CONTAINS(m.warnings[0], "texture \"t\"");
  };
  const std::string flat = "<texture name=\"t\" type=\"2d\" file=\"t.png\"/>";
  stands_in(flat, with_files({{"d/t.png", "x"}}), "not a good PNG", 1);
  stands_in(flat, {}, "was not found", 1);
  stands_in("<texture name=\"t\" file=\"t.jpg\"/>", with_files({{"d/t.jpg", "x"}}),
            "unknown format", 6);
}

TEST(TextureAsset, RulesOfTheCallerHoldForTextures) {
  EXPECT_CONTAINS(refused(asset("<texture name=\"t\" type=\"2d\"/>")).fault(), "needs a file");
  LoadOptions inside = {};
  inside.allow_files = false;
  EXPECT_CONTAINS(
      refused(asset("<texture name=\"t\" type=\"2d\" file=\"/etc/passwd\"/>"), inside).fault(),
      "only those that were given");
}

}  // namespace
}  // namespace thew::io
