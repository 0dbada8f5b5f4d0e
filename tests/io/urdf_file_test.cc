// Robots as files: recognised by their root, settings for the engine, meshes in packages,
// templates.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "io/urdf/package.h"
#include "io/urdf_support.h"

namespace thew::io::urdf {
namespace {

namespace fs = std::filesystem;

const std::string kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string mesh(const std::string& file, const std::string& more = "") {
  return "<collision><geometry><mesh filename=\"" + file + "\" " + more +
         "/></geometry></collision>";
}

// A folder for the files of one test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("thew_urdf_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string put(const fs::path& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  fs::path path_;
};

TEST(UrdfFile, TheRootTellsTheKind) {
  EXPECT_EQ(read(robot(link("a"))).modelname, "r");
  EXPECT_EQ(read("<mujoco model=\"m\"/>").modelname, "m");
  EXPECT_CONTAINS(refused("<sdf/>").fault(), "expected <mujoco> or <robot>");
  EXPECT_EQ(load_string(robot(link("a") + link("b") + joint("continuous"))).nv, 1);
}

TEST(UrdfFile, CanBeAttachedToMjcf) {
  const auto spec = read(
      "<mujoco><asset><model name=\"arm\" file=\"arm.urdf\"/></asset><worldbody><attach "
      "model=\"arm\" body=\"b\" prefix=\"left_\"/></worldbody></mujoco>",
      with_files({{"arm.urdf", pair("continuous")}}));
  EXPECT_EQ(spec.world.bodies.at(0).name, "left_b");
  EXPECT_EQ(spec.world.bodies[0].joints.at(0).name, "left_j");
}

TEST(UrdfFile, StaticLinksAreFused) {
  const std::string text = robot(link("a") + link("b") + link("c") + joint("continuous") +
                                 joint("fixed", "", "k", "b", "c"));
  EXPECT_EQ(load_string(text).nbody, 2);
  EXPECT_EQ(load_string(text).body_mass.values()[1], 4);
  const std::string apart = "<mujoco><compiler fusestatic=\"false\"/></mujoco>";
  std::string inside = text;
  inside.insert(inside.find("<link"), apart);
  EXPECT_EQ(load_string(inside).nbody, 4);
}

TEST(UrdfBlock, CompilerOptionAndSize) {
  const auto spec = read(robot(
      "<mujoco><compiler angle=\"degree\" balanceinertia=\"true\" meshdir=\"m\"/><option "
      "timestep=\".01\"><flag gravity=\"disable\"/></option><size nuserdata=\"3\"/></mujoco>"));
  EXPECT_FALSE(spec.compilers[0].degree);
  EXPECT_TRUE(spec.compilers[0].balanceinertia);
  EXPECT_EQ(spec.option.timestep, .01);
  EXPECT_NE(spec.option.disableflags, 0);
  EXPECT_EQ(spec.sizes.nuserdata, 3);
}

TEST(UrdfBlock, UnknownThingsAreTold) {
  const auto spec = read(robot("<mujoco><option timestap=\"1\"/><visual/></mujoco>"));
  EXPECT_CONTAINS(warnings(spec), "did you mean \"timestep\"?");
  EXPECT_CONTAINS(warnings(spec), "visual");
  EXPECT_CONTAINS(refused(robot("<mujoco><option timestep=\"x\"/></mujoco>")).fault(), "timestep");
  EXPECT_CONTAINS(refused(robot("<mujoco/><mujoco/>")).fault(), "twice");
}

TEST(UrdfTemplate, SaysHowToExpandIt) {
  for (const std::string& text :
       {robot("<xacro:macro name=\"m\"/>"), std::string("<xacro:root/>")}) {
    EXPECT_CONTAINS(refused(text).fault(), "xacro");
    EXPECT_CONTAINS(refused(text).hint(), "xacro robot.urdf.xacro > robot.urdf");
  }
  EXPECT_CONTAINS(refused(pair("fixed", "<origin xyz=\"${x} 0 0\"/>")).hint(), "xacro");
  // What was expanded keeps the name space.
  read("<robot name=\"r\" xmlns:xacro=\"http://wiki.ros.org/xacro\">" + link("a") + "</robot>");
}

TEST(UrdfMesh, FilesAndScales) {
  const auto files = with_files({{"x/part.obj", kTetrahedron}, {"y/part.obj", kTetrahedron}});
  const auto spec =
      read(robot(link("a", mesh("x/part.obj") + mesh("x/part.obj", "scale=\"2 2 2\"") +
                               mesh("y/part.obj") + mesh("x/part.obj"))),
           files);
  ASSERT_EQ(spec.meshes.size(), 3u);
  EXPECT_EQ(spec.meshes[0].name, "part");
  EXPECT_EQ(spec.meshes[1].name, "part1");
  EXPECT_EQ(spec.meshes[2].name, "part2");
  EXPECT_EQ(spec.meshes[1].scale, (spec::Vec3{2, 2, 2}));
  EXPECT_EQ(spec.meshes[2].file, "y/part.obj");
  EXPECT_EQ(spec.world.bodies[0].geoms[3].meshname, "part");
}

TEST(UrdfMesh, FoldersCanBeStripped) {
  const std::string strip = "<mujoco><compiler strippath=\"true\" meshdir=\"m\"/></mujoco>";
  const auto spec = read(robot(strip + link("a", mesh("package://p/q/part.obj"))),
                         with_files({{"m/part.obj", kTetrahedron}}));
  EXPECT_EQ(spec.meshes.at(0).file, "m/part.obj");
}

TEST(UrdfMesh, FolderOfMeshesMayBeNamedTwice) {
  const Folder folder;
  const std::string block = "<mujoco><compiler meshdir=\"meshes\"/></mujoco>";
  folder.put("meshes/part.obj", kTetrahedron);
  for (const char* const name : {"part.obj", "meshes/part.obj", "package://gone/x/part.obj"}) {
    const auto path = folder.put("r.urdf", robot(block + link("a", mesh(name))));
    EXPECT_EQ(thew::read_file(path).meshes.at(0).file,
              (folder.path_ / "meshes/part.obj").generic_string());
  }
}

TEST(UrdfMesh, MissingFilesAreNamed) {
  const Error plain = refused(robot(link("a", mesh("part.obj"))));
  EXPECT_CONTAINS(plain.fault(), "part.obj");
  EXPECT_EQ(plain.line(), 1);
  const Error packaged = refused(robot(link("a", mesh("package://nowhere/part.obj"))));
  EXPECT_CONTAINS(packaged.fault(), "package://nowhere/part.obj");
  EXPECT_CONTAINS(packaged.hint(), "THEW_PACKAGE_PATH");
}

TEST(UrdfPackage, NamesAreTakenApart) {
  const Uri uri = parse_uri("package://p/meshes/a.stl");
  EXPECT_TRUE(uri.in_package);
  EXPECT_EQ(uri.package, "p");
  EXPECT_EQ(uri.path, "meshes/a.stl");
  EXPECT_EQ(parse_uri("file:///x/a.stl").path, "/x/a.stl");
  EXPECT_EQ(parse_uri("meshes/a.stl").path, "meshes/a.stl");
  EXPECT_EQ(parse_uri("package://p").path, "");
  EXPECT_EQ(parse_uri("model://p/a").package, "p");
}

TEST(UrdfPackage, IsFoundAroundTheModel) {
  const Folder folder;
  folder.put("robots/arm/meshes/part.obj", kTetrahedron);
  const std::string text = robot(link("a", mesh("package://arm/meshes/part.obj")));
  for (const char* const place :
       {"robots/arm/urdf/a.urdf", "robots/b.urdf", "robots/other/c.urdf"}) {
    EXPECT_NO_THROW(load_file(folder.put(place, text))) << place;
  }
  // The same package in a folder of another name.
  folder.put("copy/meshes/part.obj", kTetrahedron);
  EXPECT_NO_THROW(load_file(folder.put("copy/urdf/d.urdf", text)));
  EXPECT_THROW(load_file(folder.put("e.urdf", text)), Error);
}

TEST(UrdfPackage, IsFoundWhereTheCallerSays) {
  const Folder folder;
  folder.put("share/arm/part.obj", kTetrahedron);
  const std::string path =
      folder.put("model/a.urdf", robot(link("a", mesh("package://arm/part.obj"))));
  EXPECT_THROW(load_file(path), Error);
  LoadOptions options;
  for (const char* const place : {"share", "share/", "share/arm", "share/arm/"}) {
    options.package_paths = {(folder.path_ / "nowhere").string(), (folder.path_ / place).string()};
    EXPECT_NO_THROW(load_file(path, options)) << place;
  }
  for (const char* const variable : {"THEW_PACKAGE_PATH", "ROS_PACKAGE_PATH"}) {
    ::setenv(variable, ("/nowhere::" + (folder.path_ / "share").string()).c_str(), 1);
    EXPECT_NO_THROW(load_file(path)) << variable;
    ::unsetenv(variable);
  }
  ::setenv("AMENT_PREFIX_PATH", folder.path_.c_str(), 1);
  EXPECT_NO_THROW(load_file(path));
  ::unsetenv("AMENT_PREFIX_PATH");
  options.root = std::filesystem::path(path).parent_path().string();
  try {
    load_file(path, options);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_CONTAINS(error.fault(), "outside");
  }
}

const std::string kDrive =
    "<transmission name=\"t\"><type>transmission_interface/SimpleTransmission</type><joint "
    "name=\"j\"/><actuator name=\"m\"><mechanicalReduction>50</mechanicalReduction></actuator>"
    "</transmission>";

TEST(UrdfTransmission, IsAMotorWhereAskedFor) {
  const std::string text = robot(link("a") + link("b") + joint("continuous") + kDrive);
  EXPECT_TRUE(read(text).actuators.empty());
  LoadOptions options;
  options.transmissions = true;
  const auto spec = read(text, options);
  ASSERT_EQ(spec.actuators.size(), 1u);
  EXPECT_EQ(spec.actuators[0].name, "m");
  EXPECT_EQ(spec.actuators[0].target, "j");
  EXPECT_EQ(spec.actuators[0].gear[0], 50);
  const Model model = load_string(text, options);
  EXPECT_EQ(model.nu, 1);
  EXPECT_EQ(model.actuator_gear.values()[0], 50);
}

TEST(UrdfTransmission, OfOtherJointsIsLeftOut) {
  LoadOptions options;
  options.transmissions = true;
  const auto spec = read(robot(link("a") + link("b") + joint("fixed") + kDrive), options);
  EXPECT_TRUE(spec.actuators.empty());
  EXPECT_CONTAINS(warnings(spec), "left out");
}

TEST(UrdfFile, DeepNestingEndsInAnError) {
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "<a>";
  for (int i = 0; i < 1000; ++i) deep += "</a>";
  EXPECT_CONTAINS(refused(robot(deep)).fault(), "levels (at most 500)");
}

TEST(UrdfFile, TheNumberOfElementsIsBounded) {
  LoadOptions options;
  options.limits.elements = 10;
  std::string many;
  for (int i = 0; i < 11; ++i) many += link(std::to_string(i));
  EXPECT_CONTAINS(refused(robot(many), options).fault(), "more than 10 elements");
}

}  // namespace
}  // namespace thew::io::urdf
