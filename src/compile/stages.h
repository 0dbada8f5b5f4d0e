#pragma once

// The stages of compile(), in order. Each is in the file named above it.

#include <thew/data.h>

#include "compile/draft.h"

namespace thew::compile {

// validate.cc
/// Options and sizes that no model can have.
void check_spec(const Spec& spec);
/// Free joints stand on the world alone, when static bodies have been fused.
void check_free_joints(const Draft& draft);
/// Mass and inertia of everything that moves.
void check_masses(Draft& draft);
/// What reading and compiling had to say.
void write_warnings(const Draft& draft, Model& model);

// compile.cc
/// The first stages: elements in order, names, frames, and bodies with their inertias.
void resolve_bodies(Draft& draft);

// tree/discard.cc
/// Takes out what can only be seen: geoms that never collide, materials, textures, unused meshes.
void discard_visual(Spec& spec);

// tree/fuse.cc
/// Makes bodies without joints frames of their parents.
void fuse_static(Spec& spec);

// tree/tree.cc
/// Lists all elements depth-first, numbers them and finds parents, weld groups and addresses.
void list_tree(Draft& draft);
/// Bodies whose part of the inertia matrix is diagonal.
void find_simple(Draft& draft);

// table/names.cc
/// The name of an asset: its own, or that of its file without folder and ending.
std::string_view asset_name(ObjectType type, const Element& element);
/// Indexes every name; repeated names are errors.
void index_names(Draft& draft);
std::int64_t names_size(const Draft& draft);
void write_names(const Draft& draft, Model& model);

// asset/paths.cc
/// Bytes of the file names of all assets.
std::int64_t paths_size(const Spec& spec);
void write_paths(const Spec& spec, Model& model);

// asset/plugins.cc
/// Lists the plugins that only one element uses, after those with names.
void list_own_plugins(Draft& draft);
/// Settings as numbers, and who uses which plugin.
void compile_plugins(Draft& draft);
void count_plugins(const Draft& draft, Model& model);
void write_plugins(const Draft& draft, Model& model);

// tree/frames.cc
/// The rotation as a unit quaternion, whichever way it was written.
Vec4 resolve(const Draft& draft, const Orientation& orientation, const Compiler& rules,
             const Element& element, std::string_view kind);
/// Poses of all frames in the frames of their bodies, nested ones accumulated.
void resolve_frames(Draft& draft);
/// A pose given in the numbered frame of a body, in the body's frame.
Pose place(const BodyDraft& body, int frame, const Pose& pose);
/// Pose and size of something written from one point to another.
Pose from_to(const Draft& draft, const Vec6& points, GeomType type, const Vec3& pos, Vec3& size,
             const Element& element, std::string_view kind);

// mesh/mesh.cc
/// Centres meshes, aligns them with their principal axes, and finds hulls for those that need one.
void compile_meshes(Draft& draft);

// mesh/check.cc
/// Warns of open surfaces whose volume moving bodies were weighed by.
void warn_open_meshes(Draft& draft);

// mesh/write.cc
void count_meshes(const Draft& draft, Model& model);
void write_meshes(const Draft& draft, Model& model);

// asset/hfield.cc
/// Scales heights to go from 0 to 1.
void compile_hfields(Draft& draft);
void count_hfields(const Draft& draft, Model& model);
void write_hfields(const Draft& draft, Model& model);

// asset/skin.cc
/// Finds the bodies of bones, and makes the weights of each vertex add up to 1.
void compile_skins(Draft& draft);
void count_skins(const Draft& draft, Model& model);
void write_skins(const Draft& draft, Model& model);

// flex/flex.cc
/// Everything about flexes but what depends on dynamics.
void compile_flexes(Draft& draft);

// flex/write.cc
void count_flexes(const Draft& draft, Model& model);
void write_flexes(const Draft& draft, Model& model);

// flex/constants.cc
/// A Data for constants that do not depend on the forces of flexes. It is made of models too that
/// are compiled, but cannot be simulated yet.
Data data_without_flexes(Model& model);
/// Lengths of edges, how easily forces along them move what they connect, the constant metric.
void set_flex_edges(Model& model, const Data& data);

// tree/bodies.cc
/// Frames, inertias, and alignment of free bodies; geoms are compiled on the way.
void compile_bodies(Draft& draft);
void write_bodies(const Draft& draft, Model& model);

// relation/sensors.cc
/// How many numbers a sensor gives that looks at something of so many parts: outputs of an
/// actuator, pixels of a camera, vertices of a mesh.
std::int64_t sensor_size(const Sensor& sensor, std::int64_t parts);

// tree/inertia.cc
/// Volume of a primitive, or its area for shells.
double volume(GeomType type, const Vec3& size, GeomInertia kind);
/// Principal inertias of a primitive of this mass, about its own axes.
Vec3 inertia(GeomType type, const Vec3& size, GeomInertia kind, double mass);
/// Mass, centre of mass and principal inertias of a body that consists of these geoms.
void inertia_from_geoms(const Draft& draft, BodyDraft& body,
                        const std::vector<const GeomDraft*>& geoms);
/// Mass, centre of mass and principal inertias of a body, as written or from its geoms.
void resolve_inertia(Draft& draft, BodyDraft& body, int id);
/// Makes the compiled inertia of a body part of its description.
void adopt_inertia(Body& spec, const BodyDraft& body);

// tree/geoms.cc
/// Centre and half sizes of the box around a geom of this size, in its frame; not of meshes and
/// height fields.
Vec6 primitive_box(GeomType type, const Vec3& size);
/// Radius of the sphere around it, which for meshes is that around the corners of `size`; 0: none.
double primitive_radius(GeomType type, const Vec3& size);
void compile_geom(Draft& draft, GeomDraft& geom);
void check_size(const Draft& draft, GeomType type, const Vec3& size, const Element& element,
                std::string_view kind);
/// The named material of a geom or site, or else that of its mesh; -1 for none.
int find_material(const Draft& draft, const Element& element, std::string_view kind,
                  const std::string& name, int mesh);
void write_geoms(const Draft& draft, Model& model);

// tree/fluid.cc
/// Coefficients and added masses of the ellipsoid that stands for a geom in a fluid.
std::array<double, kNFLUID> fluid_parameters(GeomType type, const Vec3& size, const Vec5& coefs);

// tree/joints.cc
void compile_joints(Draft& draft);
void write_joints(const Draft& draft, Model& model);
/// Whether a limit holds, after `limited` and autolimits.
bool is_limited(const Draft& draft, Limited limited, const Vec2& range, const Compiler& rules,
                const Element& element, std::string_view kind, std::string_view attribute);

// tree/sites.cc
void compile_sites(Draft& draft);
void write_sites(const Draft& draft, Model& model);

// tree/cameras.cc
void compile_cameras(Draft& draft);
void compile_lights(Draft& draft);
void write_cameras(const Draft& draft, Model& model);
void write_lights(const Draft& draft, Model& model);

// relation/contacts.cc
void compile_contacts(Draft& draft);
void write_contacts(const Draft& draft, Model& model);

// relation/equalities.cc
void compile_equalities(Draft& draft);
/// Model::nemax.
std::int64_t equality_rows(const Draft& draft);
void write_equalities(const Draft& draft, Model& model);
/// Anchors, relative poses and distances that are those at qpos0, where the data is.
void set_equalities(Model& model, const Data& data);

// relation/tendons.cc
void compile_tendons(Draft& draft);
void write_tendons(const Draft& draft, Model& model);

// relation/actuators.cc
/// What the input of an actuator with one control stands for (CtrlInput); the shortcuts say it by
/// their name. 0: nothing in particular.
int declared_input(const Actuator& spec);
/// True if the moments of an actuator of this type, with this second object or -1, may lie on
/// several branches of a tree.
bool couples(Transmission type, int second);
void compile_actuators(Draft& draft);
void write_actuators(const Draft& draft, Model& model);

// relation/sensors.cc
/// What sensors measure and how much they deliver.
void compile_sensors(Draft& draft);
/// Values of all sensors together.
std::int64_t sensor_values(const Draft& draft);
/// Numbers that they remember.
std::int64_t sensor_history(const Draft& draft);
void write_sensors(const Draft& draft, Model& model);

// relation/moment.cc
/// Non-zeros of actuator_moment.
std::int64_t moment_size(const Draft& draft, const Model& model);

// asset/visual.cc
void compile_visual(Draft& draft);
void count_visual(const Draft& draft, Model& model);
void write_visual(const Draft& draft, Model& model);

// asset/texture.cc
/// Pixels of a built-in texture.
void draw_texture(const Texture& texture, std::uint8_t* pixels);

// relation/custom.cc
void check_custom(const Draft& draft);
void write_custom(const Draft& draft, Model& model);

// relation/keys.cc
void write_keys(const Draft& draft, Model& model);

// constant/muscles.cc
void settle_muscles(const Draft& draft, Model& model);

// tree/bvh.cc
/// Bounding volume hierarchies of the bodies that can collide.
void build_bvh(Draft& draft);
void write_bvh(const Draft& draft, Model& model);

// table/sizes.cc
/// Counts everything, so that the Model can be allocated.
void set_sizes(const Draft& draft, Model& model);

// table/sparsity.cc
/// Patterns of M (reduced and full), of body-dof and tendon-dof relations, and the maps between
/// them.
void write_sparsity(const Draft& draft, Model& model);

// table/tiles.cc
/// Which dof is above which, and how they are cut into groups of four.
void cut_dofs(Draft& draft);

// table/extra.cc
/// These fields, which follow from the others: tiles of M, chains of dofs, who drives what.
void write_extra(const Tiles& tiles, Model& model);

/// While it lives nothing of the model sleeps: what dynamics tells about it is about all of it.
class KeptAwake {
 public:
  explicit KeptAwake(Model& model) : model_(model), flags_(model.opt.enableflags) {
    model.opt.enableflags &= ~static_cast<int>(EnableBit::Sleep);
  }
  ~KeptAwake() { model_.opt.enableflags = flags_; }
  KeptAwake(const KeptAwake&) = delete;
  KeptAwake& operator=(const KeptAwake&) = delete;

 private:
  Model& model_;
  int flags_;
};

// table/groups.cc
/// Trees, sleep policies, actuators of joints and tendons, flags: what follows from the arrays by
/// counting.
void write_groups(const Draft& draft, Model& model);
/// Which features some number of the model asks for.
void set_flags(Model& model);

// constant/constants.cc
/// What follows from the dynamics at qpos0 and qpos_spring.
void set_constants(const Draft& draft, Model& model);

// constant/bounds.cc
/// Bounds of geoms and bodies, and marks of the model, from numbers that were written after
/// compiling.
void set_bounds(Model& model);

// constant/statistics.cc
void set_statistics(Model& model, const Data& data);
/// Puts what the model gives itself in their place.
void override_statistics(const StatisticOverride& given, Statistic& statistic);

// constant/lengthrange.cc
void set_length_ranges(const Draft& draft, Model& model);

}  // namespace thew::compile
