#include <algorithm>

#include <thew/builder.h>

#include "spec/build_checks.h"
#include "spec/motors.h"

namespace thew {

using base::Fault;
using build::Arms;
using build::Coupling;
using build::Motor;
using spec::Body;
using spec::building;
using spec::check_finite;
using spec::check_free;
using spec::check_not_negative;
using spec::Equality;
using spec::label;
using spec::need;

namespace {

// The position of a joint as one number.
const spec::Joint& need_angle(spec::Spec& spec, const std::string& name) {
  const spec::Joint& joint = need<spec::Joint>(spec, name);
  if (joint.type != JointType::Hinge && joint.type != JointType::Slide) {
    throw Fault{"\"" + name + "\" cannot be coupled", "couplings are between hinges and slides"};
  }
  return joint;
}

spec::Body& need_body(spec::Spec& spec, const std::string& name) {
  return name == spec.world.name ? spec.world : need<Body>(spec, name);
}

Equality& add_equality(spec::Spec& spec, EqualityType type, const Coupling& coupling) {
  check_free<Equality>(spec, coupling.name);
  if (coupling.solref) check_finite("solref", *coupling.solref);
  Equality& made = spec.equalities.emplace_back();
  made.type = type;
  made.name = coupling.name;
  if (coupling.solref) made.solref = *coupling.solref;
  return made;
}

spec::Tendon& add_tendon(spec::Spec& spec, const std::string& name, const Arms& arms) {
  check_free<spec::Tendon>(spec, name);
  if (arms.empty()) throw Fault{"a cable needs a joint"};
  spec::Tendon made;
  made.name = name;
  made.type = TendonType::Fixed;
  for (const auto& [joint, arm] : arms) {
    check_finite("arm", arm);
    spec::Wrap& wrap = made.path.emplace_back();
    wrap.type = WrapType::Joint;
    wrap.target = need_angle(spec, joint).name;
    wrap.coef = arm;
  }
  return spec.tendons.emplace_back(std::move(made));
}

// length = that at the start
void hold_length(spec::Spec& spec, const std::string& tendon, const Coupling& coupling) {
  add_equality(spec, EqualityType::Tendon, coupling).name1 = tendon;
}

}  // namespace

ModelBuilder::ModelBuilder(const std::string& name, const build::Settings& settings)
    : spec_(std::make_shared<spec::Spec>()) {
  building(label("model", name), [&] {
    spec::check_positive("timestep", settings.timestep);
    check_finite("gravity", settings.gravity);
  });
  spec_->modelname = name;
  spec_->world.name = "world";
  spec_->defaults.emplace_back().name = "main";
  spec_->compilers[0].degree = false;
  spec_->option.timestep = settings.timestep;
  spec_->option.integrator = static_cast<int>(settings.integrator);
  std::copy(settings.gravity.begin(), settings.gravity.end(), &spec_->option.gravity[0]);
}

BodyBuilder ModelBuilder::world() {
  return BodyBuilder(spec_, &spec_->world);
}

BodyBuilder ModelBuilder::body(const std::string& name) {
  return building("model", [&] { return BodyBuilder(spec_, &need_body(*spec_, name)); });
}

ModelBuilder& ModelBuilder::ground(double height, double friction) {
  spec::Geom& made = world().add_shape(
      GeomType::Plane, {.name = "ground", .pos = {0, 0, height}, .friction = friction});
  made.size = {0, 0, 1};  // endless; lines of a drawn grid are 1 m apart
  return *this;
}

ModelBuilder& ModelBuilder::torque_motor(const Motor& motor) {
  spec::add_motor(*spec_, ActuatorType::Motor, 1, motor);
  return *this;
}

ModelBuilder& ModelBuilder::velocity_motor(double kv, const Motor& motor) {
  spec::add_motor(*spec_, ActuatorType::Velocity, kv, motor);
  return *this;
}

ModelBuilder& ModelBuilder::position_motor(double kp, const Motor& motor) {
  spec::add_motor(*spec_, ActuatorType::Position, kp, motor);
  return *this;
}

ModelBuilder& ModelBuilder::gear(const std::string& driven, const std::string& driver, double ratio,
                                 double offset, const Coupling& coupling) {
  building(label("gear", coupling.name), [&] {
    check_finite("ratio", ratio);
    check_finite("offset", offset);
    if (driven == driver) throw Fault{"a gear is between two joints"};
    const std::string first = need_angle(*spec_, driven).name;
    const std::string second = need_angle(*spec_, driver).name;
    Equality& made = add_equality(*spec_, EqualityType::Joint, coupling);
    made.name1 = first;
    made.name2 = second;
    made.data[0] = offset;
    made.data[1] = ratio;
  });
  return *this;
}

ModelBuilder& ModelBuilder::differential(const std::string& carrier, const std::string& left,
                                         const std::string& right, double ratio,
                                         const Coupling& coupling) {
  building(label("differential", coupling.name), [&] {
    check_finite("ratio", ratio);
    if (ratio == 0) throw Fault{"ratio cannot be zero"};
    if (carrier == left || carrier == right || left == right) {
      throw Fault{"a differential is between three joints"};
    }
    const std::string name = coupling.name.empty() ? carrier + "_differential" : coupling.name;
    add_tendon(*spec_, name, {{carrier, -ratio}, {left, 0.5}, {right, 0.5}});
    hold_length(*spec_, name, coupling);
  });
  return *this;
}

ModelBuilder& ModelBuilder::tendon_network(const std::string& name, const std::vector<Arms>& cables,
                                           const Coupling& coupling) {
  building(label("tendon network", name), [&] {
    if (name.empty()) throw Fault{"a tendon network needs a name"};
    for (std::size_t i = 0; i < cables.size(); ++i) {
      Coupling held = coupling;
      held.name = name + "_" + std::to_string(i + 1);
      add_tendon(*spec_, held.name, cables[i]);
      hold_length(*spec_, held.name, held);
    }
  });
  return *this;
}

ModelBuilder& ModelBuilder::tendon(const std::string& name, const Arms& arms,
                                   const build::Tendon& options) {
  building(label("tendon", name), [&] {
    if (name.empty()) throw Fault{"a tendon needs a name"};
    check_not_negative("stiffness", options.stiffness);
    check_not_negative("damping", options.damping);
    check_not_negative("frictionloss", options.frictionloss);
    if (options.range) spec::check_range("range", *options.range);
    spec::Tendon& made = add_tendon(*spec_, name, arms);
    made.stiffness[0] = options.stiffness;
    made.damping[0] = options.damping;
    made.frictionloss = options.frictionloss;
    if (options.range) made.range = *options.range;
  });
  return *this;
}

ModelBuilder& ModelBuilder::connect(const std::string& body1, const std::string& body2,
                                    const Vec3& pos, const Coupling& coupling) {
  building(label("connection", coupling.name), [&] {
    check_finite("pos", pos);
    if (body1 == body2) throw Fault{"a connection is between two bodies"};
    need_body(*spec_, body1), need_body(*spec_, body2);
    Equality& made = add_equality(*spec_, EqualityType::Connect, coupling);
    made.objtype = ObjectType::Body;
    made.name1 = body1;
    made.name2 = body2;
    std::copy(pos.begin(), pos.end(), made.data.begin());
  });
  return *this;
}

ModelBuilder& ModelBuilder::no_contact(const std::string& body1, const std::string& body2) {
  building("no_contact", [&] {
    need_body(*spec_, body1), need_body(*spec_, body2);
    spec::Exclude& made = spec_->excludes.emplace_back();
    made.bodyname1 = body1;
    made.bodyname2 = body2;
  });
  return *this;
}

}  // namespace thew
