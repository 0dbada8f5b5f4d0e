// Geometry of COLLADA files: faces, scenes, units.

#include "io/mesh/dae.h"

#include <gtest/gtest.h>

#include "base/fault.h"
#include "io/support.h"

namespace thew::io::mesh {
namespace {

using Numbers = std::vector<double>;
using Indices = std::vector<int>;

const std::string kSource =
    "<source id=\"p\"><float_array id=\"a\" count=\"12\">0 0 0 1 0 0\n0 1 0 0 0 1</float_array>"
    "<technique_common><accessor source=\"#a\" count=\"4\" stride=\"3\"/></technique_common>"
    "</source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>";
const std::string kTriangles =
    "<triangles count=\"2\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"1\"/><input "
    "semantic=\"NORMAL\" source=\"#n\" offset=\"0\"/><p>9 0 9 2 9 1 9 0 9 1 9 3</p></triangles>";

std::string geometry(const std::string& faces, const std::string& id = "g") {
  return "<geometry id=\"" + id + "\"><mesh>" + kSource + faces + "</mesh></geometry>";
}

std::string file(const std::string& geometries, const std::string& scene = "",
                 const std::string& asset = "", const std::string& more = "") {
  std::string text = "<?xml version=\"1.0\"?><COLLADA><asset>" + asset +
                     "</asset><library_geometries>" + geometries + "</library_geometries>" + more;
  if (!scene.empty()) {
    text += "<library_visual_scenes><visual_scene id=\"s\">" + scene +
            "</visual_scene></library_visual_scenes><scene><instance_visual_scene "
            "url=\"#s\"/></scene>";
  }
  return text + "</COLLADA>";
}

std::string node(const std::string& contents) {
  return "<node>" + contents + "<instance_geometry url=\"#g\"/></node>";
}

std::string fault_of(const std::string& text) {
  try {
    read_dae(text);
  } catch (const base::Fault& fault) {
    return fault.what;
  }
  return "read";
}

TEST(Dae, Triangles) {
  const auto data = read_dae(file(geometry(kTriangles)));
  EXPECT_EQ(data.vertex, (Numbers{0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1}));  // as they are used
  EXPECT_EQ(data.face, (Indices{0, 1, 2, 0, 2, 3}));
}

TEST(Dae, PolygonsAreCut) {
  const std::string input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
  const auto list = read_dae(file(geometry("<polylist count=\"2\">" + input +
                                           "<vcount>3 4</vcount><p>0 1 2 0 1 3 2</p></polylist>")));
  EXPECT_EQ(list.face.size(), 9u);
  const auto apart = read_dae(
      file(geometry("<polygons count=\"2\">" + input + "<p>0 1 2</p><p>0 1 3 2</p></polygons>")));
  EXPECT_EQ(apart.face, list.face);
}

TEST(Dae, TheSceneMovesIt) {
  const auto first = [](const std::string& transforms) {
    const auto data = read_dae(file(geometry(kTriangles), node(transforms)));
    return Numbers(data.vertex.begin() + 6, data.vertex.begin() + 9);  // of (1, 0, 0)
  };
  EXPECT_EQ(first("<translate>1 2 3</translate>"), (Numbers{2, 2, 3}));
  EXPECT_EQ(first("<scale>2 3 4</scale>"), (Numbers{2, 0, 0}));
  EXPECT_EQ(first("<translate>1 2 3</translate><scale>2 3 4</scale>"), (Numbers{3, 2, 3}));
  EXPECT_EQ(first("<matrix>0 0 1 4 1 0 0 5 0 1 0 6 0 0 0 1</matrix>"), (Numbers{4, 6, 6}));
  const Numbers turned = first("<rotate>0 0 2 90</rotate>");
  EXPECT_NEAR(turned[0], 0, 1e-7);
  EXPECT_NEAR(turned[1], 1, 1e-7);
}

TEST(Dae, MirroredFacesKeepTheirOutside) {
  const auto data = read_dae(file(geometry(kTriangles), node("<scale>-1 1 1</scale>")));
  EXPECT_EQ(data.face, (Indices{0, 2, 1, 0, 3, 2}));
}

TEST(Dae, NodesInNodesAndInstances) {
  const std::string library =
      "<library_nodes><node id=\"n\"><scale>2 2 2</scale><instance_geometry "
      "url=\"#g\"/></node></library_nodes>";
  const auto data = read_dae(
      file(geometry(kTriangles),
           "<node><translate>1 0 0</translate>" + node("") + "<instance_node url=\"#n\"/></node>",
           "", library));
  ASSERT_EQ(data.vertex.size(), 24u);
  EXPECT_EQ(data.vertex[6], 2);
  EXPECT_EQ(data.vertex[18], 3);
}

TEST(Dae, UnitsAreAppliedAndTheUpAxisIsNot) {
  const auto data = read_dae(
      file(geometry(kTriangles), node(""), "<unit meter=\"0.5\"/><up_axis>Y_UP</up_axis>"));
  EXPECT_EQ(data.vertex, (Numbers{0, 0, 0, 0, .5, 0, .5, 0, 0, 0, 0, .5}));
}

TEST(Dae, Errors) {
  EXPECT_CONTAINS(fault_of("<COLLADA>"), "XML");
  EXPECT_CONTAINS(fault_of("<x/>"), "<COLLADA>");
  EXPECT_CONTAINS(fault_of(file("")), "no triangles");
  EXPECT_CONTAINS(
      fault_of(file(geometry(kTriangles), "<node><instance_geometry url=\"#h\"/></node>")),
      "does not exist");
  const std::string input = "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>";
  EXPECT_CONTAINS(fault_of(file(geometry("<triangles>" + input + "<p>0 1 9</p></triangles>"))),
                  "vertex 9 does not exist");
  EXPECT_CONTAINS(fault_of(file(geometry("<triangles>" + input + "<p>0 1</p></triangles>"))),
                  "not whole");
  EXPECT_CONTAINS(fault_of(file(geometry("<triangles>" + input + "<p>0 1 -2</p></triangles>"))),
                  "not an index");
  EXPECT_CONTAINS(fault_of(file(geometry("<triangles><p>0 1 2</p></triangles>"))), "no vertices");
  EXPECT_CONTAINS(fault_of(file(geometry(kTriangles), node("<matrix>1 2</matrix>"))), "16 numbers");
}

TEST(Dae, NodesThatHoldThemselvesEnd) {
  const std::string loop = "<node id=\"n\"><instance_node url=\"#n\"/></node>";
  EXPECT_CONTAINS(fault_of(file(geometry(kTriangles), loop)), "too deeply");
  std::string wide = "<node id=\"n0\"><instance_geometry url=\"#g\"/></node>";
  for (int i = 1; i < 40; ++i) {
    const std::string inner = "<instance_node url=\"#n" + std::to_string(i - 1) + "\"/>";
    wide += "<node id=\"n" + std::to_string(i) + "\">" + inner + inner + "</node>";
  }
  EXPECT_CONTAINS(fault_of(file(geometry(kTriangles), wide)), "10^5 nodes");
}

TEST(Dae, IsReadByTheExtension) {
  const auto spec = io::read("<mujoco><asset><mesh file=\"part.DAE\"/></asset></mujoco>",
                             with_files({{"part.DAE", file(geometry(kTriangles))}}));
  EXPECT_EQ(spec.meshes.at(0).name, "part");
  EXPECT_EQ(spec.meshes.at(0).data->face.size(), 6u);
}

}  // namespace
}  // namespace thew::io::mesh
