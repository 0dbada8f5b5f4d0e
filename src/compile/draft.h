#pragma once

// The model while it is being compiled: the elements of the Spec in the order of the Model, with
// their numbers resolved (units, frames, references). A draft is filled by the stages of stages.h
// and then written into a Model.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <thew/error.h>
#include <thew/limits.h>

#include "compile/mesh/mesh.h"
#include "compile/spec_names.h"
#include "compile/table/tiles.h"
#include "compile/tree/box_tree.h"
#include "spec/names.h"

namespace thew::compile {

struct BodyDraft {
  const Body* spec = nullptr;
  const Compiler* rules = nullptr;  ///< of the file it came from
  int parent = 0;
  int root = 0;
  int weld = 0;
  int mocap = -1;
  int first_joint = 0, joints = 0;
  int first_dof = 0, dofs = 0;
  int first_geom = 0, geoms = 0;
  std::vector<Pose> frames;  ///< by Body::frames, in the body's frame
  Pose pose;                 ///< in the parent's frame
  Pose inertial;             ///< centre of mass and principal axes, in the body's frame
  double mass = 0;
  Vec3 inertia = {};
  bool inferred = false;  ///< mass and inertia are those of its geoms
  bool bounded = false;   ///< mass or inertia was raised or balanced
  Pose aligned;           ///< what moves into the body's frame when it is aligned with its inertia
  bool is_aligned = false;
  int simple = 0;
  std::vector<BvhNode> bvh;
};

struct JointDraft {
  const Joint* spec = nullptr;
  int body = 0;
  int qpos = 0;
  int dof = 0;
  Vec3 pos = {};
  Vec3 axis = {0, 0, 1};
  double ref = 0, springref = 0, springyield = 0;
  bool limited = false, actfrclimited = false;
  Vec2 range = {};
};

struct GeomDraft {
  const Geom* spec = nullptr;
  int body = 0;
  Pose pose;
  Vec3 size = {};
  Vec6 aabb = {};
  double rbound = 0;
  double mass = 0;
  Vec3 inertia = {};
  std::array<double, kNFLUID> fluid = {};
  Vec6 surfacevel = {};
  int mesh = -1;  ///< that it was written with, as its shape or to fit a primitive to
  int data = -1;  ///< mesh or height field that is its shape
  int plugin = -1;
  int material = -1;
};

struct SiteDraft {
  const Site* spec = nullptr;
  int body = 0;
  Pose pose;
  Vec3 size = {};
  int data = -1;  ///< mesh that is its shape
  int material = -1;
};

struct CameraDraft {
  const Camera* spec = nullptr;
  int body = 0;
  Pose pose;
  int target = -1;
  double fovy = 45;
  std::array<float, 4> intrinsic = {};
};

struct LightDraft {
  const Light* spec = nullptr;
  int body = 0;
  Vec3 pos = {}, dir = {};
  int target = -1;
  int texture = -1;
};

struct PluginDraft {
  const PluginInstance* spec = nullptr;
  int formula = -1;                   ///< collision::kFormula
  std::array<std::string, 5> text;    ///< its settings as written, in the order of the formula
  std::array<double, 5> number = {};  ///< and as numbers
};

struct HeightFieldDraft {
  const HeightField* spec = nullptr;
  std::vector<float> height;  ///< from 0 to 1
};

struct SkinDraft {
  const Skin* spec = nullptr;
  int material = -1;
  std::vector<int> bodies;    ///< of its bones
  std::vector<float> weight;  ///< of their vertices, bone after bone; those of a vertex add up to 1
};

/// Constraints on positions of one kind, no vertex in two of them (model/xpbd.h).
struct XpbdRunDraft {
  int kind = 0, count = 0;
  std::vector<int> vert;  ///< from the first vertex of the flex
  std::vector<double> number;
};

struct FlexDraft {
  const Flex* spec = nullptr;
  std::vector<int> materials;           ///< by element; -1 for none
  std::vector<int> vertbody, nodebody;  ///< one for each; vertices of interpolated ones have -1
  std::vector<Vec3> vertpos, nodepos;   ///< in the world at qpos0
  bool rigid = false;                   ///< one body has all vertices
  bool centered = false;                ///< vertices (or nodes) are the origins of bodies
  std::vector<int> elem, elemtexcoord;
  std::vector<std::array<int, 2>> edge;  ///< vertices, the lower first
  std::vector<std::array<int, 2>> flap;  ///< vertices beside it, in the order of its triangles
  std::vector<int> elemedge, elemlayer, shell;
  std::vector<double> stiffness, bending;
  double radius = 0;
  int equality = 0;  ///< flex_edgeequality
  int plasticmode = 0;
  std::int64_t plastic = 0;                 ///< numbers in the state
  Mat3 axes = {1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< rows: those of the grid in the world
  std::vector<Vec3> node0, vert0;
  Vec3 size = {};
  std::vector<int> vertcell;
  std::vector<bool> empty;  ///< by cell
  std::vector<BvhNode> bvh;
  std::vector<std::vector<int>> dofs;  ///< by edge: columns of its Jacobian
  std::vector<XpbdRunDraft> runs;      ///< constraints on positions, in the order of their walk
  double damping = 0;                  ///< flex_damping

  bool interpolated() const { return !nodebody.empty(); }
  /// Whether constraints on positions hold it in shape.
  bool is_projected() const { return spec->xpbd.has_value() && !rigid; }
  int elements() const { return static_cast<int>(elem.size()) / (spec->dim + 1); }
};

struct WrapDraft {
  WrapType type = WrapType::None;
  int object = -1;
  double prm = 0;
};

struct TendonDraft {
  const Tendon* spec = nullptr;
  std::vector<WrapDraft> path;
  std::vector<int> dofs;  ///< columns of its Jacobian, ascending
  bool limited = false, actfrclimited = false;
  int material = -1;
};

struct ActuatorDraft {
  const Actuator* spec = nullptr;
  Transmission trntype = Transmission::Undefined;
  std::array<int, 2> trnid = {-1, -1};
  int actdim = 0;
  int controls = 1, outputs = 1;
  int ctrlspec = 0;
  bool ctrllimited = false, forcelimited = false, actlimited = false;
  Vec2 ctrlrange = {}, actrange = {};
};

struct PairDraft {
  const Pair* spec = nullptr;
  int geom1 = 0, geom2 = 0;
  std::uint32_t signature = 0;  ///< model::pair_signature
};

struct ExcludeDraft {
  const Exclude* spec = nullptr;
  std::uint32_t signature = 0;  ///< model::pair_signature
};

struct EqualityDraft {
  const Equality* spec = nullptr;
  int first = -1, second = -1;
};

struct SensorDraft {
  const Sensor* spec = nullptr;
  int object = -1, reference = -1;
  DataType datatype = DataType::Real;
  Stage stage = Stage::Pos;
  int dim = 0;
};

struct KeyDraft {
  const Key* spec = nullptr;
};

/// Names by kind of object.
class NameIndex {
 public:
  /// Returns false when the name is taken; empty names are not kept.
  bool add(ObjectType type, std::string_view name, int id);
  void clear(ObjectType type) { of(type).clear(); }
  /// The number of the named object, or -1.
  int find(ObjectType type, std::string_view name) const;
  /// `did you mean "..."?` with the existing name that is closest, or "".
  std::string suggest(ObjectType type, std::string_view name) const;

 private:
  using Ids = std::unordered_map<std::string_view, int>;
  Ids& of(ObjectType type) { return ids_[static_cast<int>(type)]; }
  const Ids& of(ObjectType type) const { return ids_[static_cast<int>(type)]; }

  std::array<Ids, static_cast<int>(ObjectType::Model) + 1> ids_;
};

/// Where an element was written, for messages; `kind` is e.g. "geom".
Error::Place place_of(const Spec& spec, const Element& element, std::string_view kind);

/// Refuses an element of a Spec: an error with the place where it was written.
[[noreturn]] void fail_at(const Spec& spec, const Element& element, std::string_view kind,
                          std::string what, std::string hint = "");

struct Draft {
  explicit Draft(const Spec& s) : spec(s) {}

  const Spec& spec;
  std::vector<BodyDraft> bodies;
  std::vector<JointDraft> joints;
  std::vector<GeomDraft> geoms;
  std::vector<SiteDraft> sites;
  std::vector<CameraDraft> cameras;
  std::vector<LightDraft> lights;
  std::vector<PluginDraft> plugins;
  std::vector<MeshDraft> meshes;
  std::vector<HeightFieldDraft> hfields;
  std::vector<SkinDraft> skins;
  std::vector<FlexDraft> flexes;
  std::vector<PairDraft> pairs;
  std::vector<ExcludeDraft> excludes;
  std::vector<EqualityDraft> equalities;
  std::vector<TendonDraft> tendons;
  std::vector<ActuatorDraft> actuators;
  std::vector<SensorDraft> sensors;
  std::vector<KeyDraft> keys;
  std::vector<int> dof_parent;  ///< next dof on the way to the root of each dof, -1 at the top
  Tiles tiles;
  NameIndex names;
  std::vector<std::string> warnings;
  Limits limits;
  bool weighs_only = false;  ///< of meshes, only what masses and inertias need is computed

  const Compiler& rules() const { return spec.compilers[0]; }

  /// Throws an Error about this element, e.g. kind "geom".
  [[noreturn]] void fail(const Element& element, std::string_view kind, std::string what,
                         std::string hint = "") const;
  /// Throws an Error about this element where there is more than a limit permits.
  void check_limit(const Element& element, std::string_view kind, std::int64_t amount,
                   std::int64_t limit, const char* name, const std::string& what) const;
  /// The number of the object that `element` refers to by name; an Error when there is none.
  int refer(const Element& element, std::string_view kind, ObjectType type,
            const std::string& name) const;
  /// Keeps a sentence about this element for Model::warnings.
  void warn(const Element& element, std::string_view kind, const std::string& what);
};

/// Numbers of a joint of this type in qpos and qvel.
constexpr int position_count(JointType type) {
  return type == JointType::Free ? 7 : type == JointType::Ball ? 4 : 1;
}
constexpr int dof_count(JointType type) {
  return type == JointType::Free ? 6 : type == JointType::Ball ? 3 : 1;
}

}  // namespace thew::compile
