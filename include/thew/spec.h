#pragma once

// What a model file says, before it is compiled: the editable description that MJCF fills today and
// other front ends fill tomorrow. Names follow MuJoCo's mjSpec. Values are as written (degrees stay
// degrees); the compiler resolves units, frames, automatic limits and references.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <thew/enums.h>
#include <thew/model.h>
#include <thew/spec_list.h>

namespace thew::spec {

using Vec2 = std::array<double, 2>;
using Vec3 = std::array<double, 3>;
using Vec4 = std::array<double, 4>;
using Vec5 = std::array<double, 5>;
using Vec6 = std::array<double, 6>;
using Rgb = std::array<float, 3>;
using Rgba = std::array<float, 4>;
using SolRef = std::array<double, kNREF>;
using SolImp = std::array<double, kNIMP>;
using Poly = std::array<double, kNPOLY + 1>;  ///< linear coefficient, then the higher ones

inline constexpr SolRef kSolRef = {0.02, 1};
inline constexpr SolImp kSolImp = {0.9, 0.95, 0.001, 0.5, 2};
inline constexpr Vec3 kFriction = {1, 0.005, 0.0001};  ///< sliding, torsional, rolling
inline constexpr Vec5 kPairFriction = {1, 1, 0.005, 0.0001, 0.0001};

/// Where something was written.
struct Source {
  int file = -1;  ///< index in Spec::files; -1: not from a file
  int line = 0;
  int column = 0;
};

/// What every element has.
struct Element {
  std::string name;
  std::string classname;  ///< the default class it was made from; "" is the root class
  Source source;
  bool removed = false;   ///< taken out of its spec; who still holds it is told so
  int id = -1;            ///< its number in the model that was compiled last (number_elements)
  int tag = 0;            ///< for the front end alone: who is who after copies (attach, replicate)
  std::string info = {};  ///< what an error about it says besides
};

/// A rotation in the form in which it was written.
struct Orientation {
  enum class Form { Quat, Axisangle, Xyaxes, Zaxis, Euler };
  Form form = Form::Quat;
  Vec4 quat = {1, 0, 0, 0};
  Vec4 axisangle = {};  ///< angle in compiler units
  Vec6 xyaxes = {};
  Vec3 zaxis = {};
  Vec3 euler = {};  ///< in compiler units, in the order of eulerseq
};

/// How the length ranges of actuators are found; `<compiler><lengthrange/>`.
struct LengthRange {
  LRMode mode = LRMode::Muscle;
  bool useexisting = true;
  bool uselimit = false;
  double accel = 20;
  double maxforce = 0;
  double timeconst = 1;
  double timestep = 0.01;
  double inttotal = 10;
  double interval = 2;
  double tolrange = 0.05;
};

/// How angles and files of one source are to be understood. Attached models keep their own.
struct Compiler {
  bool autolimits = true;
  double boundmass = 0;
  double boundinertia = 0;
  double settotalmass = -1;
  bool balanceinertia = false;
  bool fitaabb = false;
  bool degree = true;
  std::string eulerseq = "xyz";
  bool discardvisual = false;
  bool usethread = true;
  bool fusestatic = false;
  InertiaFromGeom inertiafromgeom = InertiaFromGeom::Auto;
  std::array<int, 2> inertiagrouprange = {0, 5};
  bool saveinertial = false;
  bool savecompiled = true;
  bool savecanonical = true;
  bool alignfree = false;
  bool strippath = false;
  Conflict conflict = Conflict::Warning;
  Passthrough passthrough = Passthrough::None;
  std::string meshdir;
  std::string texturedir;
  LengthRange lengthrange;
};

struct Joint : Element {
  JointType type = JointType::Hinge;
  Vec3 pos = {};
  Vec3 axis = {0, 0, 1};
  double ref = 0;
  AlignFree align = AlignFree::Auto;
  Poly stiffness = {};
  double springref = 0;
  double springyield = 0;
  Vec2 springdamper = {};
  Limited limited = Limited::Auto;
  Vec2 range = {};
  double margin = 0;
  SolRef solref_limit = kSolRef;
  SolImp solimp_limit = kSolImp;
  Limited actfrclimited = Limited::Auto;
  Vec2 actfrcrange = {};
  double armature = 0;
  Poly damping = {};
  double frictionloss = 0;
  SolRef solref_friction = kSolRef;
  SolImp solimp_friction = kSolImp;
  int group = 0;
  bool actgravcomp = false;
  std::vector<double> userdata;
  int frame = -1;  ///< index in Body::frames; -1: the body itself (the same in the elements below)
};

/// One use of a plugin with a name: its settings, by key.
struct PluginInstance : Element {
  std::string plugin;
  std::vector<std::pair<std::string, std::string>> config;
  bool active = false;  ///< kept for programs that ask: every instance counts
};

/// The plugin of an element: an instance by name, or one of its own.
struct PluginUse {
  std::string instance;
  PluginInstance own;
};

struct Geom : Element {
  GeomType type = GeomType::Sphere;
  Vec3 pos = {};
  Orientation orientation;
  std::optional<Vec6> fromto;
  Vec3 size = {};
  int contype = 1;
  int conaffinity = 1;
  int condim = 3;
  int priority = 0;
  Vec3 friction = kFriction;
  double solmix = 1;
  SolRef solref = kSolRef;
  SolImp solimp = kSolImp;
  double margin = 0;
  double gap = 0;
  Vec6 surfacevel = {};
  double adhesion = 0;
  std::optional<double> mass;
  double density = 1000;
  GeomInertia typeinertia = GeomInertia::Volume;
  bool fluid_ellipsoid = false;
  Vec5 fluid_coefs = {0.5, 0.25, 1.5, 1, 1};
  std::string material;
  Rgba rgba = {0.5f, 0.5f, 0.5f, 1};
  int group = 0;
  bool castshadow = true;
  std::string hfieldname;
  std::string meshname;
  std::optional<PluginUse> plugin;  ///< that gives the distance field of an sdf
  double fitscale = 1;
  std::vector<double> userdata;
  int frame = -1;
};

struct Site : Element {
  Vec3 pos = {};
  Orientation orientation;
  std::optional<Vec6> fromto;
  Vec3 size = {0.005, 0.005, 0.005};
  GeomType type = GeomType::Sphere;
  std::string material;
  int group = 0;
  Rgba rgba = {0.5f, 0.5f, 0.5f, 1};
  std::string meshname;
  std::vector<double> userdata;
  int frame = -1;
};

struct Camera : Element {
  Vec3 pos = {};
  Orientation orientation;
  CamLight mode = CamLight::Fixed;
  std::string targetbody;
  Projection proj = Projection::Perspective;
  std::array<int, 2> resolution = {1, 1};
  int output = 1;  ///< CamOutBit flags; rgb by default
  double fovy = 45;
  double ipd = 0.068;
  std::array<float, 2> sensor_size = {};
  std::array<float, 2> focal_length = {};
  std::array<float, 2> focal_pixel = {};
  std::array<float, 2> principal_length = {};
  std::array<float, 2> principal_pixel = {};
  std::vector<double> userdata;
  int frame = -1;
};

struct Light : Element {
  Vec3 pos = {};
  Vec3 dir = {0, 0, -1};
  CamLight mode = CamLight::Fixed;
  std::string targetbody;
  bool active = true;
  LightType type = LightType::Spot;
  std::string texture;
  bool castshadow = true;
  float bulbradius = 0.02f;
  float intensity = 0;
  float range = 10;
  std::array<float, 3> attenuation = {1, 0, 0};
  float cutoff = 45;
  float softness = 0.2f;
  float exponent = 10;
  Rgb ambient = {};
  Rgb diffuse = {0.7f, 0.7f, 0.7f};
  Rgb specular = {0.3f, 0.3f, 0.3f};
  int frame = -1;
};

/// A coordinate frame inside a body; it is folded into its contents by the compiler.
struct Frame : Element {
  Vec3 pos = {};
  Orientation orientation;
  Vec3 scale = {1, 1, 1};
  Scaling scaling = Scaling::Similar;
  double massscale = 0;  ///< 0: ratio of volumes
  std::string childclass;
  int frame = -1;  ///< enclosing frame
};

/// How constraints on its positions hold a deformable body in shape (an extension). Young's
/// modulus, Poisson's ratio, damping and thickness are those of its elasticity where that gives
/// them, else the material's.
struct Xpbd {
  enum class Law { Edges, NeoHookean };  ///< of solids
  std::string material;                  ///< one of the presets
  double density = 0;                    ///< 0: the material's, where no mass is given
  double stretch = -1;                   ///< compliances; negative: what the material says
  double shear = -1;
  double bend = -1;
  double twist = -1;
  double volume = -1;
  Law law = Law::Edges;
  int substeps = 10;
  int iterations = 1;
  double strain = 0;  ///< share by which edges stretch before they tear; 0: they never do
  FlexXpbd coupling = FlexXpbd::Auto;
  std::string skin;  ///< a mesh that a solid carries along, drawn in place of its elements
};

/// What a deformable body is made of and how it touches others, however its points are given.
struct FlexProperties {
  int contype = 1;
  int conaffinity = 1;
  int condim = 3;
  int priority = 0;
  std::optional<Vec3> friction;  ///< kFriction where neither it nor a material is given
  double solmix = 1;
  SolRef solref = kSolRef;
  SolImp solimp = kSolImp;
  double margin = 0;
  double gap = 0;
  FlexSelf selfcollide = FlexSelf::Auto;
  int activelayers = 1;
  bool passive = false;
  int dim = 2;
  double radius = 0.005;
  bool flatskin = false;
  int group = 0;
  std::vector<std::string> material;  ///< one for all elements, or one for each
  Rgba rgba = {0.5f, 0.5f, 0.5f, 1};
  double edgestiffness = 0;
  double edgedamping = 0;
  double young = 0;
  double poisson = 0;
  double shear = 0;
  double damping = 0;
  double thickness = -1;
  Vec2 stressyield = {};  ///< strains beyond which it yields, stretched and bent; 0: never
  int elastic2d = 0;      ///< bit 0: bending, bit 1: stretching
  FlexSection section = FlexSection::Circle;
  Vec2 sectionsize = {};
  std::array<int, 3> cellcount = {1, 1, 1};
  std::optional<Xpbd> xpbd;
};

/// A deformable body whose vertices move with bodies.
struct Flex : Element, FlexProperties {
  std::vector<std::string> vertbody;  ///< one per vertex, or one for all
  std::vector<double> vert;           ///< 3 per vertex, in the frame of its body; none: its origin
  std::vector<int> elem;              ///< dim + 1 vertices per element
  std::vector<float> texcoord;
  std::vector<int> elemtexcoord;
  std::vector<std::string> nodebody;  ///< of the nodes that vertices are interpolated between
  std::vector<double> node;
  int order = 0;      ///< of that interpolation; 0: vertices move by themselves
  int elastic3d = 0;  ///< law of solids; 0: Saint Venant-Kirchhoff, 1: stable Neo-Hookean
  Vec3 size = {};     ///< kept for programs; the compiler finds flex_size by itself
};

enum class FlexcompType {
  Grid,
  Box,
  Cylinder,
  Ellipsoid,
  Square,
  Disc,
  Circle,
  Mesh,
  Gmsh,
  Direct
};
enum class FlexcompDof { Full, Radial, Trilinear, Quadratic, Planar };

struct MeshData;

/// The recipe of a deformable body that brings bodies of its own for its points. Files have it
/// carried out as they are read; one that a program adds to a body, the compiler carries out.
struct Flexcomp : Element, FlexProperties {
  enum class Edges { Free, Equality, Vertices, Strain };  ///< which constraints hold its edges
  FlexcompType type = FlexcompType::Grid;
  FlexcompDof dof = FlexcompDof::Full;
  std::array<int, 3> count = {10, 10, 10};
  Vec3 spacing = {0.02, 0.02, 0.02};
  bool rigid = false;
  std::optional<double> mass;  ///< 1 where it is not given and no material says otherwise
  double inertiabox = 0.005;
  Vec3 pos = {};
  Orientation orientation;
  Vec3 scale = {1, 1, 1};
  Vec3 origin = {};
  std::string file;
  std::string meshname;
  std::shared_ptr<const MeshData> data;  ///< of its file, decoded by the front end
  std::vector<double> point;             ///< 3 per point
  std::vector<int> elem;
  std::vector<float> texcoord;
  Edges equality = Edges::Free;
  SolRef edgesolref = kSolRef;
  SolImp edgesolimp = kSolImp;
  std::vector<int> pinid, pinrange, pingrid, pingridrange;  ///< points that its body holds
  std::optional<PluginUse> plugin;
  int frame = -1;
};

struct Body : Element {
  Vec3 pos = {};
  Orientation orientation;
  std::string childclass;
  bool mocap = false;
  double gravcomp = 0;
  SleepPolicy sleep = SleepPolicy::Auto;
  std::vector<double> userdata;
  bool simple = true;  ///< false: never treated as a simple body
  bool fuse = true;    ///< false: never fused with its parent when static

  bool explicit_inertial = false;
  double mass = 0;
  Vec3 ipos = {};
  Orientation iorientation;
  Vec3 inertia = {};
  std::optional<Vec6> fullinertia;  ///< xx yy zz xy xz yz
  int iframe = -1;  ///< the frame of this body that the inertial frame was written in

  List<Frame> frames;  ///< every frame of this body, enclosing ones before enclosed ones
  List<Joint> joints;
  List<Geom> geoms;
  List<Site> sites;
  List<Camera> cameras;
  List<Light> lights;
  List<Flexcomp> flexcomps;
  std::optional<PluginUse> plugin;  ///< that pushes it
  int frame = -1;                   ///< index in the parent's frames
  int compiler = 0;  ///< index in Spec::compilers: the rules of the file that this subtree is from

  List<Body> bodies;
};

/// What elements that come from files have.
struct Asset : Element {
  std::string content_type;
  std::string file;
  bool located = false;  ///< `file` has the folders it was found by, as in Model::paths; else it is
                         ///< seen from those of the compiler
  int compiler = 0;      ///< as Body::compiler
};

struct Texture : Asset {
  TextureType type = TextureType::Cube;
  ColorSpace colorspace = ColorSpace::Auto;
  TextureBuiltin builtin = TextureBuiltin::None;
  TextureMark mark = TextureMark::None;
  Vec3 rgb1 = {0.8, 0.8, 0.8};
  Vec3 rgb2 = {0.5, 0.5, 0.5};
  Vec3 markrgb = {};
  double random = 0.01;
  int height = 0;
  int width = 0;
  int nchannel = 3;
  std::array<int, 2> gridsize = {1, 1};
  std::string gridlayout = "............";
  std::array<std::string, 6> cubefiles;
  bool hflip = false;
  bool vflip = false;
  Embed embed = Embed::Auto;
  /// Of files, decoded by the front end: height x width x nchannel bytes, the sides of a cube below
  /// one another. Null for built-in patterns.
  std::shared_ptr<const std::vector<std::uint8_t>> pixels;
};

struct Material : Element {
  std::array<std::string, kNTEXROLE> textures;  ///< by TextureRole
  bool texuniform = false;
  std::array<float, 2> texrepeat = {1, 1};
  float emission = 0;
  float specular = 0.5f;
  float shininess = 0.5f;
  float reflectance = 0;
  float metallic = -1;
  float roughness = -1;
  Rgba rgba = {1, 1, 1, 1};
};

/// Vertices and triangles as a file or the XML gives them.
struct MeshData {
  std::vector<double> vertex;    ///< 3 per vertex
  std::vector<double> normal;    ///< 3 per normal; may be empty
  std::vector<double> texcoord;  ///< 2 per texture position; may be empty
  std::vector<int> face;         ///< 3 vertices per triangle; empty: the convex hull
  std::vector<int> facenormal;  ///< 3 normals per triangle; empty: those with the vertices' numbers
  std::vector<int> facetexcoord;  ///< likewise
  std::vector<int> tet;  ///< 4 vertices per tetrahedron, of volumes; then there may be no faces
};

struct Mesh : Asset {
  /// The contents, decoded by the front end; shared by copies of the element. Null for built-in
  /// shapes.
  std::shared_ptr<const MeshData> data;
  std::shared_ptr<const MeshData> added;  ///< the part of it that the file does not have
  Vec3 refpos = {};
  Vec4 refquat = {1, 0, 0, 0};
  Vec3 scale = {1, 1, 1};
  bool smoothnormal = false;
  int maxhullvert = -1;
  bool convex = true;  ///< collides with its hull, not with its triangles
  MeshInertia inertia = MeshInertia::Legacy;
  MeshBuiltin builtin = MeshBuiltin::None;
  bool needsdf = false;  ///< a distance field is made, whoever uses the mesh
  int octree_maxdepth = 6;
  std::vector<double> usernode;     ///< 3 per node of a volume
  std::vector<int> usertet;         ///< 4 nodes per tetrahedron
  std::vector<double> params;       ///< of the built-in shape
  std::optional<PluginUse> plugin;  ///< whose distance field the mesh is the surface of
  std::string material;
};

struct HeightField : Asset {
  Vec4 size = {};  ///< half sizes along x and y, greatest height, depth of the base
  int nrow = 0;
  int ncol = 0;
  /// nrow x ncol heights, row by row from the lowest y up (as in hfield_data), not yet scaled;
  /// from the file or the XML. Empty: flat.
  std::vector<float> elevation;
};

/// A body that moves a part of a skin.
struct SkinBone {
  std::string bodyname;
  std::array<float, 3> bindpos = {};  ///< of the body in the pose in which the skin was made
  std::array<float, 4> bindquat = {1, 0, 0, 0};
  std::vector<int> vertid;        ///< the vertices it moves
  std::vector<float> vertweight;  ///< and how strongly, beside the other bones
};

/// A surface to look at, which follows the bodies that are its bones.
struct Skin : Asset {
  std::string material;
  Rgba rgba = {0.5f, 0.5f, 0.5f, 1};
  float inflate = 0;
  int group = 0;
  SkinBlend blend = SkinBlend::Linear;
  std::vector<float> vert;      ///< 3 per vertex
  std::vector<float> texcoord;  ///< 2 per vertex; may be empty
  std::vector<int> face;        ///< 3 vertices per triangle
  std::vector<SkinBone> bones;
};

struct Pair : Element {
  std::string geomname1;
  std::string geomname2;
  // What is not given has fixed defaults, as in MJCF: nothing is taken from the two geoms.
  std::optional<int> condim;
  std::optional<SolRef> solref;
  std::optional<SolRef> solreffriction;
  std::optional<SolImp> solimp;
  std::optional<double> margin;
  std::optional<double> gap;
  std::optional<double> adhesion;
  std::optional<Vec5> friction;
};

struct Exclude : Element {
  std::string bodyname1;
  std::string bodyname2;
};

struct Equality : Element {
  EqualityType type = EqualityType::Connect;
  ObjectType objtype = ObjectType::Unknown;  ///< bodies or sites; geoms of a distance; flexes
  std::string name1;
  std::string name2;  ///< may be empty: the world, or none
  bool active = true;
  SolRef solref = kSolRef;
  SolImp solimp = kSolImp;
  /// As in eq_data: an anchor and a relative pose (zeros for its rotation: that at qpos0) with the
  /// torque scale in column 10, polynomial coefficients, or a distance (column 11 set: that at
  /// qpos0).
  std::array<double, kNEQDATA> data = {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0};
};

/// One term of a tendon's path.
struct Wrap {
  WrapType type = WrapType::Joint;
  std::string target;    ///< joint, site or geom
  std::string sidesite;  ///< for geoms
  double coef = 0;       ///< joint coefficient or pulley divisor
  Source source;
};

struct Tendon : Element {
  Poly stiffness = {};
  Vec2 springlength = {-1, -1};  ///< (-1, -1): the length at qpos_spring
  double springyield = 0;
  Poly damping = {};
  double frictionloss = 0;
  SolRef solref_friction = kSolRef;
  SolImp solimp_friction = kSolImp;
  double armature = 0;
  Limited limited = Limited::Auto;
  Limited actfrclimited = Limited::Auto;
  Vec2 range = {};
  Vec2 actfrcrange = {};
  double margin = 0;
  SolRef solref_limit = kSolRef;
  SolImp solimp_limit = kSolImp;
  std::string material;
  double width = 0.003;
  Rgba rgba = {0.5f, 0.5f, 0.5f, 1};
  int group = 0;
  std::vector<double> userdata;
  TendonType type = TendonType::Fixed;
  std::vector<Wrap> path;
  int compiler = 0;  ///< as Body::compiler
};

struct Actuator : Element {
  ActuatorType type = ActuatorType::General;  ///< the element it is written with, which owns the
                                              ///< shortcut parameters
  Gain gaintype = Gain::Fixed;
  std::array<double, kNGAIN> gainprm = {1};
  Bias biastype = Bias::None;
  std::array<double, kNBIAS> biasprm = {};
  Dynamics dyntype = Dynamics::None;
  std::array<double, kNDYN> dynprm = {1};
  int actdim = -1;
  int ctrlspec = 0;
  bool actearly = false;
  Transmission trntype = Transmission::Undefined;
  Vec6 gear = {1, 0, 0, 0, 0, 0};
  std::string target;
  std::string refsite;
  std::string slidersite;
  double cranklength = 0;
  Vec2 lengthrange = {};
  double inheritrange = 0;
  Poly damping = {};
  double armature = 0;
  Limited ctrllimited = Limited::Auto;
  Vec2 ctrlrange = {};
  Vec2 velrange = {}, ffrange = {};  ///< of the other inputs of a pid; none if not ascending
  Limited forcelimited = Limited::Auto;
  Vec2 forcerange = {};
  Limited actlimited = Limited::Auto;
  Vec2 actrange = {};
  int group = 0;
  int nsample = 0;
  int interp = 0;
  double delay = 0;
  std::vector<double> userdata;
  std::optional<PluginUse> plugin;  ///< that computes its force
  int compiler = 0;                 ///< as Body::compiler

  // Parameters of the shortcuts as written; the reader turns them into gain, bias and dynamics,
  // except dampratio, which needs the compiled inertia: biasprm[2] > 0 of a position-like actuator
  // is a damping ratio.
  std::optional<double> kp, kv, dampratio, timeconst;
};

/// What a file says about a sensor. Its object and its reference are named; what follows from the
/// type (values, stage) is the compiler's, but for user sensors.
struct Sensor : Element {
  SensorType type = SensorType::Touch;
  ObjectType objtype = ObjectType::Unknown;  ///< Unknown: it has no object
  std::string objname;
  ObjectType reftype = ObjectType::Unknown;
  std::string refname;
  std::array<int, kNSENS> intprm = {};  ///< as in sensor_intprm
  double cutoff = 0;
  double noise = 0;
  int nsample = 0;
  int interp = 0;
  double delay = 0;
  Vec2 interval = {};  ///< period and phase
  std::vector<double> userdata;
  std::optional<PluginUse> plugin;  ///< that measures
  // Of user sensors only.
  DataType datatype = DataType::Real;
  Stage needstage = Stage::Acc;
  int dim = 0;
};

struct Numeric : Element {
  std::vector<double> data;
  int size = 0;  ///< may exceed data.size()
};

struct Text : Element {
  std::string data;
};

struct Tuple : Element {
  struct Entry {
    ObjectType type;
    std::string name;
    double prm = 0;
    Source source;
  };
  std::vector<Entry> entries;
};

struct Key : Element {
  double time = 0;
  // Empty or short vectors are completed with defaults; NaN also stands for the default (the
  // keyframe of an attached model says nothing about the rest).
  std::vector<double> qpos, qvel, act, mpos, mquat, ctrl, plastic;
};

/// A default class: one prototype of each element that has defaults.
struct Default {
  std::string name;
  int parent = -1;       ///< index in Spec::defaults
  bool removed = false;  ///< as Element::removed
  Joint joint;
  Geom geom;
  Site site;
  Camera camera;
  Light light;
  Pair pair;
  Equality equality;
  Tendon tendon;
  Actuator actuator;
  /// Shortcut parameters written in this class, by the element that wrote them: only the same
  /// element inherits them.
  std::map<ActuatorType, Actuator> shortcuts;
  Texture texture;
  Material material;
  Mesh mesh;
  Flex flex;  ///< kept for programs; no flex is made of a class
};

/// Statistics given by the user; those not given are computed.
struct StatisticOverride {
  std::optional<double> meaninertia, meanmass, meansize, extent;
  std::optional<Vec3> center;
};

/// `<size>`: -1 means not given.
struct Sizes {
  std::int64_t memory = -1;
  std::int64_t njmax = -1, nconmax = -1, nstack = -1;
  int nuserdata = 0;
  int nkey = 0;
  int nuser_body = -1, nuser_jnt = -1, nuser_geom = -1, nuser_site = -1;
  int nuser_cam = -1, nuser_tendon = -1, nuser_actuator = -1, nuser_sensor = -1;
};

/// Attributes that files give, by section.
using Authored = std::map<std::string, std::set<std::string>, std::less<>>;

/// A whole model as written.
struct Spec {
  std::string modelname = "MuJoCo Model";
  std::string comment;                     ///< on top of the file
  std::string modelfiledir;                ///< the folder of the file, as the user wrote it
  Authored authored;                       ///< of the options, which attached models may have too
  std::vector<std::string> files;          ///< by Source::file
  std::vector<Compiler> compilers = {{}};  ///< [0] is the model's own; attached models bring theirs
  Options option;
  Visual visual;
  StatisticOverride statistic;
  Sizes sizes;
  List<Default> defaults;  ///< [0] is the root class
  Body world;
  List<PluginInstance> plugins;
  List<Texture> textures;
  List<Material> materials;
  List<Mesh> meshes;
  List<HeightField> hfields;
  List<Skin> skins;
  List<Flex> flexes;
  List<Pair> pairs;
  List<Exclude> excludes;
  List<Equality> equalities;
  List<Tendon> tendons;
  List<Actuator> actuators;
  List<Sensor> sensors;
  List<Numeric> numerics;
  List<Text> texts;
  List<Tuple> tuples;
  List<Key> keys;
  std::vector<std::string> warnings;
  /// True where the caller asked to leave out what cannot be simulated yet; the compiler is then
  /// lenient about what that leaves behind (a body whose mass came from a distance field).
  bool ignore_unsupported = false;
};

}  // namespace thew::spec
