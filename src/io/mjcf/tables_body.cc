// The kinematic tree: body, frame, replicate, attach, and what stands in a body.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

Element body_element() {
  using spec::Body;
  Table<Body> row;
  row("name", &Body::name);
  row("childclass", &Body::childclass).name_of("a default class");
  row("pos", &Body::pos);
  add_orientation(row, &Body::orientation);
  row("mocap", &Body::mocap);
  row("gravcomp", &Body::gravcomp);
  row("sleep", &Body::sleep);
  row("simple", &Body::simple, false_or_auto());
  row("fuse", &Body::fuse, false_or_auto());
  row("user", &Body::userdata);
  return std::move(row).element("body", {}, {kOrientations});
}

Element frame_element() {
  using spec::Frame;
  Table<Frame> row;
  row("name", &Frame::name);
  row("childclass", &Frame::childclass).name_of("a default class");
  row("pos", &Frame::pos);
  add_orientation(row, &Frame::orientation);
  row.set<std::vector<double>>(
         "scale",
         [](Frame& frame, const std::vector<double>& scale) {
           if (scale.size() == 2) throw base::Fault{"expected 1 or 3 numbers"};
           for (std::size_t i = 0; i < 3; ++i) frame.scale[i] = scale[scale.size() == 1 ? 0 : i];
         },
         [](const Frame& frame) { return frame.scale; })
      .at_least(1)
      .at_most(3)
      .otherwise("1");
  row("scaling", &Frame::scaling);
  row("massscale", &Frame::massscale);
  Element element = std::move(row).element("frame", {}, {kOrientations});
  element.takes_any = true;
  return element;
}

Element replicate_element() {
  Table<ReplicateText> row;
  row.checked("count", &ReplicateText::count,
              [](int count) {
                if (count < 1) throw base::Fault{"must be positive"};
              })
      .required();
  row("sep", &ReplicateText::sep);
  row("offset", &ReplicateText::offset);
  row("euler", &ReplicateText::euler);
  row("childclass", &ReplicateText::childclass).name_of("a default class");
  Element element = std::move(row).element("replicate");
  element.takes_any = true;
  return element;
}

Element attach_element() {
  Table<AttachText> row;
  row("model", &AttachText::model).name_of("a model");
  row("body", &AttachText::body).name_of("a body");
  row("frame", &AttachText::frame).name_of("a frame");
  row("prefix", &AttachText::prefix).required();
  return std::move(row).element("attach", {}, {{"body", "frame"}});
}

Element inertial_element() {
  using spec::Body;
  Table<Body> row;
  row("pos", &Body::ipos).required();
  row("mass", &Body::mass).required();
  row("diaginertia", &Body::inertia);
  add_orientation(row, &Body::iorientation);
  row("fullinertia", &Body::fullinertia);
  return std::move(row).element("inertial", {},
                                {{"fullinertia", "quat", "axisangle", "xyaxes", "zaxis", "euler"}});
}

Element joint_element() {
  using spec::Joint;
  Table<Joint> row;
  row("name", &Joint::name);
  row("class", &Joint::classname).name_of("a default class");
  row("type", &Joint::type);
  row("group", &Joint::group);
  row("pos", &Joint::pos);
  row("axis", &Joint::axis);
  row("springdamper", &Joint::springdamper);
  row("limited", &Joint::limited);
  row("actuatorfrclimited", &Joint::actfrclimited);
  row("solreflimit", &Joint::solref_limit).at_least(1);
  row("solimplimit", &Joint::solimp_limit).at_least(1);
  row("solreffriction", &Joint::solref_friction).at_least(1);
  row("solimpfriction", &Joint::solimp_friction).at_least(1);
  row("stiffness", &Joint::stiffness).at_least(1);
  row("range", &Joint::range);
  row("actuatorfrcrange", &Joint::actfrcrange);
  row("actuatorgravcomp", &Joint::actgravcomp);
  row("margin", &Joint::margin);
  row("ref", &Joint::ref);
  row("springref", &Joint::springref);
  row("springyield", &Joint::springyield);
  row("armature", &Joint::armature);
  row("damping", &Joint::damping).at_least(1);
  row("frictionloss", &Joint::frictionloss);
  row("user", &Joint::userdata);
  return std::move(row).element("joint");
}

Element freejoint_element() {
  using spec::Joint;
  Table<Joint> row;
  row("name", &Joint::name);
  row("group", &Joint::group).never_empty();
  row("align", &Joint::align);
  return std::move(row).element("freejoint");
}

Element geom_element() {
  using spec::Geom;
  Table<Geom> row;
  row("name", &Geom::name);
  row("class", &Geom::classname).name_of("a default class");
  row("type", &Geom::type);
  row("contype", &Geom::contype);
  row("conaffinity", &Geom::conaffinity);
  row("condim", &Geom::condim);
  row("group", &Geom::group);
  row("priority", &Geom::priority);
  row("size", &Geom::size).at_least(1);
  row("material", &Geom::material).name_of("a material");
  row("friction", &Geom::friction).at_least(1);
  row("mass", &Geom::mass);
  row("density", &Geom::density);
  row("shellinertia", &Geom::typeinertia);
  row("solmix", &Geom::solmix);
  row("solref", &Geom::solref).at_least(1);
  row("solimp", &Geom::solimp).at_least(1);
  row("margin", &Geom::margin);
  row("gap", &Geom::gap);
  row("surfacevel", &Geom::surfacevel).at_least(1);
  row("adhesion", &Geom::adhesion);
  row("fromto", &Geom::fromto);
  row("pos", &Geom::pos);
  add_orientation(row, &Geom::orientation);
  row("hfield", &Geom::hfieldname).name_of("a height field");
  row("mesh", &Geom::meshname).name_of("a mesh");
  row("fitscale", &Geom::fitscale);
  row("rgba", &Geom::rgba);
  row("castshadow", &Geom::castshadow);
  row("fluidshape", &Geom::fluid_ellipsoid, fluid_keywords());
  row("fluidcoef", &Geom::fluid_coefs).at_least(1);
  row("user", &Geom::userdata);
  return std::move(row).element("geom", {}, {kOrientations});
}

Element site_element() {
  using spec::Site;
  Table<Site> row;
  row("name", &Site::name);
  row("class", &Site::classname).name_of("a default class");
  row("type", &Site::type);
  row("group", &Site::group);
  row("pos", &Site::pos);
  add_orientation(row, &Site::orientation);
  row("material", &Site::material).name_of("a material");
  row("mesh", &Site::meshname).name_of("a mesh");
  row("size", &Site::size).at_least(1);
  row("fromto", &Site::fromto);
  row("rgba", &Site::rgba);
  row("user", &Site::userdata);
  return std::move(row).element("site", {}, {kOrientations});
}

Element camera_element() {
  using spec::Camera;
  Table<Camera> row;
  row("name", &Camera::name);
  row("class", &Camera::classname).name_of("a default class");
  row("projection", &Camera::proj);
  row("fovy", &Camera::fovy);
  row("ipd", &Camera::ipd);
  row("resolution", &Camera::resolution);
  row.flags("output", &Camera::output, camera_output_keywords());
  row("pos", &Camera::pos);
  add_orientation(row, &Camera::orientation);
  row("mode", &Camera::mode);
  row("target", &Camera::targetbody).name_of("a body").never_in_defaults();
  row("focal", &Camera::focal_length);
  row("focalpixel", &Camera::focal_pixel);
  row("principal", &Camera::principal_length);
  row("principalpixel", &Camera::principal_pixel);
  row("sensorsize", &Camera::sensor_size);
  row("user", &Camera::userdata);
  return std::move(row).element("camera", {}, {kOrientations, {"fovy", "sensorsize"}});
}

Element light_element() {
  using spec::Light;
  Table<Light> row;
  row("name", &Light::name);
  row("class", &Light::classname).name_of("a default class");
  row.alias<bool>("directional",
                  [](Light& light, bool directional) {
                    light.type = directional ? LightType::Directional : LightType::Spot;
                  })
      .otherwise("false");
  row("type", &Light::type);
  row("castshadow", &Light::castshadow);
  row("active", &Light::active);
  row("pos", &Light::pos);
  row("dir", &Light::dir);
  row("bulbradius", &Light::bulbradius);
  row("intensity", &Light::intensity);
  row("range", &Light::range);
  row("attenuation", &Light::attenuation);
  row("cutoff", &Light::cutoff);
  row("softness", &Light::softness);
  row("exponent", &Light::exponent);
  row("ambient", &Light::ambient);
  row("diffuse", &Light::diffuse);
  row("specular", &Light::specular);
  row("mode", &Light::mode);
  row("target", &Light::targetbody).name_of("a body").never_in_defaults();
  row("texture", &Light::texture).name_of("a texture").never_in_defaults();
  return std::move(row).element("light", {}, {{"directional", "type"}});
}

}  // namespace thew::io::mjcf
