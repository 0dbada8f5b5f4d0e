#include "io/mjcf/keywords.h"

namespace thew::io::mjcf {

namespace {

template <class Enum>
struct Word {
  std::string_view text;
  Enum value;
};

template <class Enum, std::size_t n>
constexpr std::array<Keyword, n> keywords(const Word<Enum> (&words)[n]) {
  std::array<Keyword, n> list;
  for (std::size_t i = 0; i < n; ++i) list[i] = {words[i].text, static_cast<int>(words[i].value)};
  return list;
}

}  // namespace

// clang-format off
template <>
Keywords keywords_of<JointType>() {
  static constexpr auto kWords = keywords<JointType>({
      {"free", JointType::Free}, {"ball", JointType::Ball}, {"slide", JointType::Slide},
      {"hinge", JointType::Hinge}});
  return kWords;
}

template <>
Keywords keywords_of<GeomType>() {
  static constexpr auto kWords = keywords<GeomType>({
      {"plane", GeomType::Plane}, {"hfield", GeomType::Hfield}, {"sphere", GeomType::Sphere},
      {"capsule", GeomType::Capsule}, {"ellipsoid", GeomType::Ellipsoid},
      {"cylinder", GeomType::Cylinder}, {"box", GeomType::Box}, {"mesh", GeomType::Mesh},
      {"sdf", GeomType::Sdf}});
  return kWords;
}

template <>
Keywords keywords_of<GeomInertia>() {
  static constexpr auto kWords = keywords<GeomInertia>({
      {"false", GeomInertia::Volume}, {"true", GeomInertia::Shell}});
  return kWords;
}

template <>
Keywords keywords_of<Projection>() {
  static constexpr auto kWords = keywords<Projection>({
      {"perspective", Projection::Perspective}, {"orthographic", Projection::Orthographic}});
  return kWords;
}

template <>
Keywords keywords_of<CamLight>() {
  static constexpr auto kWords = keywords<CamLight>({
      {"fixed", CamLight::Fixed}, {"track", CamLight::Track}, {"trackcom", CamLight::Trackcom},
      {"targetbody", CamLight::Targetbody}, {"targetbodycom", CamLight::Targetbodycom}});
  return kWords;
}

template <>
Keywords keywords_of<LightType>() {
  static constexpr auto kWords = keywords<LightType>({
      {"spot", LightType::Spot}, {"directional", LightType::Directional},
      {"point", LightType::Point}, {"image", LightType::Image}});
  return kWords;
}

template <>
Keywords keywords_of<TextureType>() {
  static constexpr auto kWords = keywords<TextureType>({
      {"2d", TextureType::Type2D}, {"cube", TextureType::Cube}, {"skybox", TextureType::Skybox}});
  return kWords;
}

template <>
Keywords keywords_of<TextureRole>() {
  static constexpr auto kWords = keywords<TextureRole>({
      {"rgb", TextureRole::Rgb}, {"occlusion", TextureRole::Occlusion},
      {"roughness", TextureRole::Roughness}, {"metallic", TextureRole::Metallic},
      {"normal", TextureRole::Normal}, {"opacity", TextureRole::Opacity},
      {"emissive", TextureRole::Emissive}, {"rgba", TextureRole::Rgba},
      {"orm", TextureRole::Orm}});
  return kWords;
}

template <>
Keywords keywords_of<ColorSpace>() {
  static constexpr auto kWords = keywords<ColorSpace>({
      {"auto", ColorSpace::Auto}, {"linear", ColorSpace::Linear}, {"sRGB", ColorSpace::Srgb}});
  return kWords;
}

template <>
Keywords keywords_of<TextureBuiltin>() {
  static constexpr auto kWords = keywords<TextureBuiltin>({
      {"none", TextureBuiltin::None}, {"gradient", TextureBuiltin::Gradient},
      {"checker", TextureBuiltin::Checker}, {"flat", TextureBuiltin::Flat}});
  return kWords;
}

template <>
Keywords keywords_of<TextureMark>() {
  static constexpr auto kWords = keywords<TextureMark>({
      {"none", TextureMark::None}, {"edge", TextureMark::Edge}, {"cross", TextureMark::Cross},
      {"random", TextureMark::Random}});
  return kWords;
}

template <>
Keywords keywords_of<Embed>() {
  static constexpr auto kWords = keywords<Embed>({
      {"false", Embed::False}, {"true", Embed::True}, {"auto", Embed::Auto}});
  return kWords;
}

template <>
Keywords keywords_of<Integrator>() {
  static constexpr auto kWords = keywords<Integrator>({
      {"Euler", Integrator::Euler}, {"RK4", Integrator::Rk4},
      {"implicit", Integrator::Implicit}, {"implicitfast", Integrator::Implicitfast},
      {"discrete", Integrator::Discrete},
      {"implicitspringdamper", Integrator::ImplicitSpringDamper},
      {"impliciteuler", Integrator::ImplicitSpringDamper}});
  return kWords;
}

template <>
Keywords keywords_of<Formulation>() {
  static constexpr auto kWords = keywords<Formulation>({
      {"default", Formulation::Default}, {"classic", Formulation::Classic}});
  return kWords;
}

template <>
Keywords keywords_of<Cone>() {
  static constexpr auto kWords = keywords<Cone>({
      {"pyramidal", Cone::Pyramidal}, {"elliptic", Cone::Elliptic}});
  return kWords;
}

template <>
Keywords keywords_of<Jacobian>() {
  static constexpr auto kWords = keywords<Jacobian>({
      {"dense", Jacobian::Dense}, {"sparse", Jacobian::Sparse}, {"auto", Jacobian::Auto}});
  return kWords;
}

template <>
Keywords keywords_of<Solver>() {
  static constexpr auto kWords = keywords<Solver>({
      {"PGS", Solver::Pgs}, {"CG", Solver::Cg}, {"Newton", Solver::Newton},
      {"CGStrict", Solver::CgStrict}});
  return kWords;
}

template <>
Keywords keywords_of<SleepPolicy>() {
  static constexpr auto kWords = keywords<SleepPolicy>({
      {"auto", SleepPolicy::Auto}, {"never", SleepPolicy::Never},
      {"allowed", SleepPolicy::Allowed}, {"init", SleepPolicy::Init}});
  return kWords;
}

template <>
Keywords keywords_of<Limited>() {
  static constexpr auto kWords = keywords<Limited>({
      {"false", Limited::False}, {"true", Limited::True}, {"auto", Limited::Auto}});
  return kWords;
}

template <>
Keywords keywords_of<AlignFree>() {
  static constexpr auto kWords = keywords<AlignFree>({
      {"false", AlignFree::False}, {"true", AlignFree::True}, {"auto", AlignFree::Auto}});
  return kWords;
}

template <>
Keywords keywords_of<InertiaFromGeom>() {
  static constexpr auto kWords = keywords<InertiaFromGeom>({
      {"false", InertiaFromGeom::False}, {"true", InertiaFromGeom::True},
      {"auto", InertiaFromGeom::Auto}});
  return kWords;
}

template <>
Keywords keywords_of<Conflict>() {
  static constexpr auto kWords = keywords<Conflict>({
      {"warning", Conflict::Warning}, {"merge", Conflict::Merge}, {"error", Conflict::Error}});
  return kWords;
}

template <>
Keywords keywords_of<Passthrough>() {
  static constexpr auto kWords = keywords<Passthrough>({
      {"none", Passthrough::None}, {"textures", Passthrough::Textures}});
  return kWords;
}

template <>
Keywords keywords_of<Scaling>() {
  static constexpr auto kWords = keywords<Scaling>({
      {"similar", Scaling::Similar}, {"geometry", Scaling::Geometry}});
  return kWords;
}

template <>
Keywords keywords_of<LRMode>() {
  static constexpr auto kWords = keywords<LRMode>({
      {"none", LRMode::None}, {"muscle", LRMode::Muscle}, {"muscleuser", LRMode::Muscleuser},
      {"all", LRMode::All}});
  return kWords;
}

template <>
Keywords keywords_of<Dynamics>() {
  static constexpr auto kWords = keywords<Dynamics>({
      {"none", Dynamics::None}, {"integrator", Dynamics::Integrator},
      {"filter", Dynamics::Filter}, {"filterexact", Dynamics::Filterexact},
      {"muscle", Dynamics::Muscle}, {"dcmotor", Dynamics::Dcmotor}, {"pid", Dynamics::Pid},
      {"user", Dynamics::User}});
  return kWords;
}

template <>
Keywords keywords_of<Gain>() {
  static constexpr auto kWords = keywords<Gain>({
      {"fixed", Gain::Fixed}, {"affine", Gain::Affine}, {"muscle", Gain::Muscle},
      {"dcmotor", Gain::Dcmotor}, {"so3", Gain::So3}, {"pid", Gain::Pid}, {"user", Gain::User}});
  return kWords;
}

template <>
Keywords keywords_of<Bias>() {
  static constexpr auto kWords = keywords<Bias>({
      {"none", Bias::None}, {"affine", Bias::Affine}, {"muscle", Bias::Muscle},
      {"dcmotor", Bias::Dcmotor}, {"so3", Bias::So3}, {"user", Bias::User}});
  return kWords;
}

template <>
Keywords keywords_of<MeshInertia>() {
  static constexpr auto kWords = keywords<MeshInertia>({
      {"convex", MeshInertia::Convex}, {"exact", MeshInertia::Exact},
      {"legacy", MeshInertia::Legacy}, {"shell", MeshInertia::Shell}});
  return kWords;
}

template <>
Keywords keywords_of<MeshBuiltin>() {
  static constexpr auto kWords = keywords<MeshBuiltin>({
      {"none", MeshBuiltin::None}, {"sphere", MeshBuiltin::Sphere},
      {"hemisphere", MeshBuiltin::Hemisphere}, {"cone", MeshBuiltin::Cone},
      {"supersphere", MeshBuiltin::Supersphere}, {"supertorus", MeshBuiltin::Supertorus},
      {"wedge", MeshBuiltin::Wedge}, {"plate", MeshBuiltin::Plate}, {"grid", MeshBuiltin::Grid},
      {"box", MeshBuiltin::Box}, {"cylinder", MeshBuiltin::Cylinder},
      {"ellipsoid", MeshBuiltin::Ellipsoid}, {"square", MeshBuiltin::Square},
      {"disc", MeshBuiltin::Disc}});
  return kWords;
}

template <>
Keywords keywords_of<ObjectType>() {
  static constexpr auto kWords = keywords<ObjectType>({
      {"body", ObjectType::Body}, {"xbody", ObjectType::Xbody}, {"joint", ObjectType::Joint},
      {"dof", ObjectType::Dof}, {"geom", ObjectType::Geom}, {"site", ObjectType::Site},
      {"camera", ObjectType::Camera}, {"light", ObjectType::Light}, {"flex", ObjectType::Flex},
      {"mesh", ObjectType::Mesh}, {"skin", ObjectType::Skin}, {"hfield", ObjectType::Hfield},
      {"texture", ObjectType::Texture}, {"material", ObjectType::Material},
      {"pair", ObjectType::Pair}, {"exclude", ObjectType::Exclude},
      {"equality", ObjectType::Equality}, {"tendon", ObjectType::Tendon},
      {"actuator", ObjectType::Actuator}, {"sensor", ObjectType::Sensor},
      {"numeric", ObjectType::Numeric}, {"text", ObjectType::Text},
      {"tuple", ObjectType::Tuple}, {"key", ObjectType::Key}, {"plugin", ObjectType::Plugin},
      {"frame", ObjectType::Frame}, {"default", ObjectType::Default}});
  return kWords;
}

template <>
Keywords keywords_of<ActuatorType>() {
  static constexpr auto kWords = keywords<ActuatorType>({
      {"general", ActuatorType::General}, {"motor", ActuatorType::Motor},
      {"position", ActuatorType::Position}, {"velocity", ActuatorType::Velocity},
      {"intvelocity", ActuatorType::Intvelocity}, {"damper", ActuatorType::Damper},
      {"cylinder", ActuatorType::Cylinder}, {"muscle", ActuatorType::Muscle},
      {"adhesion", ActuatorType::Adhesion}, {"pid", ActuatorType::Pid},
      {"orientation", ActuatorType::Orientation}, {"dcmotor", ActuatorType::Dcmotor},
      {"hill", ActuatorType::Hill}});
  return kWords;
}

template <>
Keywords keywords_of<EqualityType>() {
  static constexpr auto kWords = keywords<EqualityType>({
      {"connect", EqualityType::Connect}, {"weld", EqualityType::Weld},
      {"joint", EqualityType::Joint}, {"tendon", EqualityType::Tendon},
      {"distance", EqualityType::Distance}, {"flex", EqualityType::Flex},
      {"flexstrain", EqualityType::Flexstrain}});
  return kWords;
}

template <>
Keywords keywords_of<SensorType>() {
  static constexpr auto kWords = keywords<SensorType>({
      {"touch", SensorType::Touch}, {"accelerometer", SensorType::Accelerometer},
      {"velocimeter", SensorType::Velocimeter}, {"gyro", SensorType::Gyro},
      {"force", SensorType::Force}, {"torque", SensorType::Torque},
      {"magnetometer", SensorType::Magnetometer}, {"rangefinder", SensorType::Rangefinder},
      {"camprojection", SensorType::Camprojection}, {"jointpos", SensorType::Jointpos},
      {"jointvel", SensorType::Jointvel}, {"tendonpos", SensorType::Tendonpos},
      {"tendonvel", SensorType::Tendonvel}, {"actuatorpos", SensorType::Actuatorpos},
      {"actuatorvel", SensorType::Actuatorvel}, {"actuatorfrc", SensorType::Actuatorfrc},
      {"jointactuatorfrc", SensorType::Jointactfrc},
      {"tendonactuatorfrc", SensorType::Tendonactfrc}, {"ballquat", SensorType::Ballquat},
      {"ballangvel", SensorType::Ballangvel}, {"jointlimitpos", SensorType::Jointlimitpos},
      {"jointlimitvel", SensorType::Jointlimitvel}, {"jointlimitfrc", SensorType::Jointlimitfrc},
      {"tendonlimitpos", SensorType::Tendonlimitpos},
      {"tendonlimitvel", SensorType::Tendonlimitvel},
      {"tendonlimitfrc", SensorType::Tendonlimitfrc}, {"framepos", SensorType::Framepos},
      {"framequat", SensorType::Framequat}, {"framexaxis", SensorType::Framexaxis},
      {"frameyaxis", SensorType::Frameyaxis}, {"framezaxis", SensorType::Framezaxis},
      {"framelinvel", SensorType::Framelinvel}, {"frameangvel", SensorType::Frameangvel},
      {"framelinacc", SensorType::Framelinacc}, {"frameangacc", SensorType::Frameangacc},
      {"subtreecom", SensorType::Subtreecom}, {"subtreelinvel", SensorType::Subtreelinvel},
      {"subtreeangmom", SensorType::Subtreeangmom}, {"insidesite", SensorType::Insidesite},
      {"distance", SensorType::Geomdist}, {"normal", SensorType::Geomnormal},
      {"fromto", SensorType::Geomfromto}, {"contact", SensorType::Contact},
      {"e_potential", SensorType::EPotential}, {"e_kinetic", SensorType::EKinetic},
      {"clock", SensorType::Clock}, {"tactile", SensorType::Tactile}, {"user", SensorType::User}, {"plugin", SensorType::Plugin}});
  return kWords;
}

Keywords coordinate_keywords() {
  static constexpr Keyword kWords[] = {
      {"local", 0}, {"global", 1}};
  return kWords;
}

Keywords angle_keywords() {
  static constexpr Keyword kWords[] = {
      {"radian", 0}, {"degree", 1}};
  return kWords;
}

Keywords fluid_keywords() {
  static constexpr Keyword kWords[] = {
      {"none", 0}, {"ellipsoid", 1}};
  return kWords;
}

Keywords false_or_auto() {
  static constexpr Keyword kWords[] = {
      {"false", 0}, {"auto", 1}};
  return kWords;
}

Keywords tristate_keywords() {
  static constexpr Keyword kWords[] = {
      {"false", 0}, {"true", 1}, {"auto", 2}};
  return kWords;
}

Keywords headlight_keywords() {
  static constexpr Keyword kWords[] = {
      {"false", 0}, {"true", 1}, {"auto", 2}, {"0", 0}, {"1", 1}, {"2", 2}};
  return kWords;
}

Keywords interpolation_keywords() {
  static constexpr Keyword kWords[] = {
      {"zoh", 0}, {"linear", 1}, {"cubic", 2}};
  return kWords;
}

Keywords input_keywords() {
  static constexpr Keyword kWords[] = {
      {"pos", 1}, {"vel", 2}, {"ff", 4}, {"voltage", 8}, {"none", 16}, {"pressure", 32}, {"expmap", 64},
      {"quat", 128}};
  return kWords;
}

Keywords camera_output_keywords() {
  static constexpr Keyword kWords[] = {
      {"rgb", 1}, {"depth", 2}, {"distance", 4}, {"normal", 8}, {"segmentation", 16}};
  return kWords;
}

Keywords enable_keywords() {
  static constexpr Keyword kWords[] = {
      {"disable", 0}, {"enable", 1}};
  return kWords;
}

template <>
Keywords keywords_of<spec::FlexcompType>() {
  static constexpr Keyword kWords[] = {
      {"grid", 0}, {"box", 1}, {"cylinder", 2}, {"ellipsoid", 3}, {"square", 4}, {"disc", 5},
      {"circle", 6}, {"mesh", 7}, {"gmsh", 8}, {"direct", 9}};
  return kWords;
}

template <>
Keywords keywords_of<spec::FlexcompDof>() {
  static constexpr Keyword kWords[] = {
      {"full", 0}, {"radial", 1}, {"trilinear", 2}, {"quadratic", 3}, {"2d", 4}};
  return kWords;
}

Keywords flex_dof_keywords() {
  static constexpr Keyword kWords[] = {
      {"full", 0}, {"trilinear", 1}, {"quadratic", 2}, {"radial", 0}, {"2d", 0}};
  return kWords;
}

template <>
Keywords keywords_of<FlexSelf>() {
  static constexpr Keyword kWords[] = {
      {"none", 0}, {"narrow", 1}, {"bvh", 2}, {"sap", 3}, {"auto", 4}};
  return kWords;
}

Keywords flex_elastic2d_keywords() {
  static constexpr Keyword kWords[] = {
      {"none", 0}, {"bend", 1}, {"stretch", 2}, {"both", 3}};
  return kWords;
}

template <>
Keywords keywords_of<FlexSection>() {
  static constexpr Keyword kWords[] = {
      {"circle", 0}, {"box", 1}};
  return kWords;
}

template <>
Keywords keywords_of<FlexXpbd>() {
  static constexpr Keyword kWords[] = {
      {"auto", 1}, {"points", 2}, {"metric", 3}};
  return kWords;
}

template <>
Keywords keywords_of<SkinBlend>() {
  static constexpr Keyword kWords[] = {
      {"linear", 0}, {"dual", 1}};
  return kWords;
}

template <>
Keywords keywords_of<spec::Xpbd::Law>() {
  static constexpr Keyword kWords[] = {
      {"edges", 0}, {"neohookean", 1}};
  return kWords;
}

template <>
Keywords keywords_of<spec::Flexcomp::Edges>() {
  static constexpr Keyword kWords[] = {
      {"false", 0}, {"true", 1}, {"strain", 3}};
  return kWords;
}

Keywords frame_object_keywords() {
  static constexpr Keyword kWords[] = {
      {"body", 1}, {"xbody", 2}, {"geom", 5}, {"site", 6}, {"camera", 7}};
  return kWords;
}

Keywords ray_data_keywords() {
  static constexpr Keyword kWords[] = {
      {"dist", 1}, {"dir", 2}, {"origin", 4}, {"point", 8}, {"normal", 16}, {"depth", 32}};
  return kWords;
}

Keywords contact_data_keywords() {
  static constexpr Keyword kWords[] = {
      {"found", 1}, {"force", 2}, {"torque", 4}, {"dist", 8}, {"pos", 16}, {"normal", 32},
      {"tangent", 64}, {"linvel", 128}, {"angvel", 256}};
  return kWords;
}

Keywords contact_reduce_keywords() {
  static constexpr Keyword kWords[] = {
      {"none", 0}, {"mindist", 1}, {"maxforce", 2}, {"netforce", 3}};
  return kWords;
}

Keywords data_type_keywords() {
  static constexpr Keyword kWords[] = {
      {"real", 0}, {"positive", 1}, {"axis", 2}, {"quaternion", 3}};
  return kWords;
}

Keywords stage_keywords() {
  static constexpr Keyword kWords[] = {
      {"none", 0}, {"pos", 1}, {"vel", 2}, {"acc", 3}};
  return kWords;
}

Keywords chart_keywords() {
  static constexpr Keyword kWords[] = {
      {"expmap", 1}, {"quat", 2}};
  return kWords;
}

// clang-format on

}  // namespace thew::io::mjcf
