// Sensors that make no sense are refused, with the place and the reason.

#include "io/support.h"

namespace thew::io {
namespace {

// A model with one of everything that sensors refer to; <sensor> is on line 3.
std::string model(const std::string& sensor) {
  return "<mujoco><worldbody><geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/>"
         "<camera name=\"blind\" resolution=\"0 0\"/><camera name=\"eye\" resolution=\"4 3\"/>"
         "<body name=\"b\"><freejoint name=\"free\"/><geom name=\"g\" size=\".1\"/><site "
         "name=\"s\"/>"
         "<body><joint name=\"hinge\"/><geom size=\".1\"/>"
         "<body name=\"c\"><joint name=\"ball\" type=\"ball\"/><geom size=\".1\"/></body></body>"
         "<body name=\"empty\"/></body></worldbody>"
         "<tendon><fixed name=\"t\"><joint joint=\"hinge\" coef=\"1\"/></fixed></tendon>\n"
         "<sensor>\n" +
         sensor + "\n</sensor></mujoco>";
}

void expect_refused(const std::string& sensor, const std::string& reason) {
  const Error error = refused_model(model(sensor));
  EXPECT_CONTAINS(error.fault(), reason);
  EXPECT_EQ(error.file(), "test.xml");
  EXPECT_EQ(error.line(), 3) << sensor;
}

TEST(Sensor, NamesThatAreNotThere) {
  expect_refused("<gyro site=\"ss\"/>", "there is no site \"ss\"");
  expect_refused("<jointpos joint=\"s\"/>", "there is no joint \"s\"");
  expect_refused("<tendonpos tendon=\"x\"/>", "there is no tendon \"x\"");
  expect_refused("<actuatorfrc actuator=\"x\"/>", "there is no actuator \"x\"");
  expect_refused("<framepos objtype=\"geom\" objname=\"b\"/>", "there is no geom \"b\"");
  expect_refused("<framepos objtype=\"body\" objname=\"b\" reftype=\"camera\" refname=\"b\"/>",
                 "there is no camera \"b\"");
  expect_refused("<contact geom1=\"b\"/>", "there is no geom \"b\"");
  expect_refused("<tactile geom=\"g\" mesh=\"m\"/>", "there is no mesh \"m\"");
}

TEST(Sensor, ObjectsOfTheWrongKind) {
  expect_refused("<jointpos joint=\"ball\"/>", "neither a hinge nor a slide");
  expect_refused("<jointvel joint=\"free\"/>", "neither a hinge nor a slide");
  expect_refused("<ballquat joint=\"hinge\"/>", "no ball joint");
  expect_refused("<jointlimitfrc joint=\"hinge\"/>", "not limited");
  expect_refused("<tendonlimitpos tendon=\"t\"/>", "not limited");
  expect_refused("<camprojection site=\"s\" camera=\"blind\"/>", "no resolution");
  expect_refused("<rangefinder camera=\"blind\"/>", "no resolution");
  expect_refused("<distance geom1=\"g\" geom2=\"g\"/>", "repeated");
  expect_refused("<insidesite site=\"s\" objtype=\"camera\" objname=\"eye\" enclosed=\"true\"/>",
                 "no shape");
  expect_refused("<insidesite site=\"s\" objtype=\"geom\" objname=\"floor\" enclosed=\"true\"/>",
                 "no compact convex shape");
  expect_refused("<insidesite site=\"s\" objtype=\"body\" objname=\"empty\" enclosed=\"true\"/>",
                 "has no geoms");
}

TEST(Sensor, WhatBelongsTogether) {
  expect_refused("<rangefinder/>", "it needs site or camera");
  expect_refused("<rangefinder site=\"s\" camera=\"eye\"/>", "cannot both be given");
  expect_refused("<distance geom1=\"g\"/>", "it needs geom2 or body2");
  expect_refused("<distance geom1=\"g\" body1=\"b\" geom2=\"floor\"/>", "cannot both be given");
  expect_refused("<framepos objtype=\"body\" objname=\"b\" reftype=\"body\"/>", "belong together");
  expect_refused("<framepos objtype=\"body\" objname=\"b\" refname=\"b\"/>", "belong together");
  expect_refused("<user dim=\"1\" objtype=\"body\"/>", "belong together");
  expect_refused("<contact site=\"s\" geom1=\"g\"/>", "cannot both be given");
  expect_refused("<contact reduce=\"netforce\" data=\"linvel\"/>", "no velocity");
}

TEST(Sensor, FieldsInOrder) {
  expect_refused("<rangefinder site=\"s\" data=\"point dist\"/>", "out of order");
  expect_refused("<contact data=\"pos found\"/>", "out of order");
  expect_refused("<contact data=\"pos pos\"/>", "given twice");
  expect_refused("<contact data=\"poss\"/>", "is not one of");
}

TEST(Sensor, Numbers) {
  expect_refused("<clock noise=\"-1\"/>", "noise");
  expect_refused("<clock cutoff=\"-1\"/>", "cutoff");
  expect_refused("<clock interval=\"-1\"/>", "period");
  expect_refused("<clock interval=\".1 .1\"/>", "phase");
  expect_refused("<clock interval=\".1 -.1\"/>", "phase");
  expect_refused("<clock delay=\".1\"/>", "history");
  expect_refused("<clock nsample=\"16777217\"/>", "2^24");
  expect_refused("<framequat objtype=\"body\" objname=\"b\" cutoff=\"1\"/>", "no cutoff");
  expect_refused("<framexaxis objtype=\"body\" objname=\"b\" cutoff=\"1\"/>", "no cutoff");
  expect_refused("<contact num=\"0\"/>", "positive");
  expect_refused("<user dim=\"-1\"/>", "dim");
  expect_refused("<user dim=\"3\" datatype=\"quaternion\"/>", "dim 4");
  expect_refused("<user dim=\"4\" datatype=\"axis\"/>", "dim 3");
}

// Nothing large is allocated for a mistake.
TEST(Sensor, Sizes) {
  expect_refused("<user dim=\"2000000000\"/>", "2^27");
  expect_refused("<contact num=\"2000000000\"/>", "2^27");
  expect_refused("<user dim=\"100000000\"/><user dim=\"100000000\"/>", "2^27");
  expect_refused("<rangefinder camera=\"eye\" nsample=\"16777216\"/>", "2^27");
}

TEST(Sensor, MayHaveNoObject) {
  const Model m = load_string(model("<clock/><contact/><user dim=\"0\"/><e_kinetic/>"));
  ASSERT_EQ(m.nsensor, 4);
  EXPECT_EQ(m.nsensordata, 3);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(m.sensor_objid[i], -1);
}

TEST(Sensor, KeepsWhatItRefersTo) {
  const Model m = load_string(
      "<mujoco><compiler discardvisual=\"true\" fusestatic=\"true\"/><worldbody>"
      "<geom name=\"seen\" size=\".1\" contype=\"0\" conaffinity=\"0\"/>"
      "<geom size=\".1\" contype=\"0\" conaffinity=\"0\"/>"
      "<body name=\"kept\"/><body name=\"fused\"/></worldbody><sensor>"
      "<framepos objtype=\"geom\" objname=\"seen\"/><framepos objtype=\"xbody\" "
      "objname=\"kept\"/></sensor></mujoco>");
  EXPECT_EQ(m.ngeom, 1);
  EXPECT_EQ(m.nbody, 2);
}

}  // namespace
}  // namespace thew::io
