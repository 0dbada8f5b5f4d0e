#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <thew/data.h>
#include <thew/enums.h>
#include <thew/enums_view.h>
#include <thew/model.h>

// What there is to see of a world: a list of shapes, lights and two cameras, as MuJoCo's mjvScene
// has them. Whatever draws (pages, pictures) draws this list and nothing else. Records are plain:
// their fields have MuJoCo's names, order and types, so that rows of a NumPy array of the same
// layout are these records.

namespace thew::scene {

inline constexpr int kGroups = 6;       ///< geom groups and their kin
inline constexpr int kMaxLights = 100;  ///< of a scene, the headlight among them
inline constexpr int kLabelLength = 100;

/// Where a viewer looks from: free, following a body, or a camera of the model.
struct Camera {
  int type = static_cast<int>(CameraType::Free);
  int fixedcamid = -1;
  int trackbodyid = -1;
  double lookat[3] = {0, 0, 0};
  double distance = 2;     ///< to lookat [m]
  double azimuth = 90;     ///< [deg]
  double elevation = -45;  ///< [deg]
  int orthographic = 0;
};

/// A camera as OpenGL has it.
struct GlCamera {
  float pos[3];
  float forward[3];
  float up[3];
  float frustum_center;
  float frustum_width;  ///< half of it, where it is not by the shape of the window; else 0
  float frustum_bottom;
  float frustum_top;
  float frustum_near;
  float frustum_far;
  int orthographic;
};

/// What the mouse has taken hold of.
struct Perturb {
  int select = 0;  ///< body; 0: none
  int flexselect = -1;
  int skinselect = -1;
  int active = 0;  ///< bits of PertBit
  int active2 = 0;
  double refpos[3] = {0, 0, 0};
  double refquat[4] = {1, 0, 0, 0};
  double refselpos[3] = {0, 0, 0};
  double localpos[3] = {0, 0, 0};
  double localmass = 0;
  double scale = 1;
};

/// What is shown.
struct Option {
  int label = 0;
  int frame = 0;
  std::uint8_t geomgroup[kGroups] = {1, 1, 1, 0, 0, 0};
  std::uint8_t sitegroup[kGroups] = {1, 1, 1, 0, 0, 0};
  std::uint8_t jointgroup[kGroups] = {1, 1, 1, 0, 0, 0};
  std::uint8_t tendongroup[kGroups] = {1, 1, 1, 0, 0, 0};
  std::uint8_t actuatorgroup[kGroups] = {1, 1, 1, 0, 0, 0};
  std::uint8_t flexgroup[kGroups] = {1, 1, 1, 0, 0, 0};
  std::uint8_t skingroup[kGroups] = {1, 1, 1, 0, 0, 0};
  std::uint8_t flags[static_cast<int>(VisFlag::kNvisflag)];  ///< by VisFlag
  int bvh_depth = 1;
  int flex_layer = 0;

  Option();  ///< with MuJoCo's flags
};

/// A shape.
struct Geom {
  int type;     ///< GeomType, decorations too
  int dataid;   ///< mesh (2 x id, + 1 for its hull), height field or plane; -1: none
  int objtype;  ///< what it shows of the model: ObjType, its number, and
  int objid;
  int category;  ///< CatBit
  int matid;
  int texid;
  int texuniform;
  int texcoord;
  int segid;  ///< number in pictures of segments
  float size[3];
  float pos[3];
  float mat[9];
  float rgba[4];
  float emission;
  float specular;
  float shininess;
  float reflectance;
  float texrepeat[2];
  std::uint8_t castshadow;
  char label[kLabelLength];
  float camdist;
  float modelrbound;
  std::uint8_t transparent;
};

/// A light.
struct Light {
  int id;
  float pos[3];
  float dir[3];
  int type;  ///< LightType
  int texid;
  float attenuation[3];
  float cutoff;
  float exponent;
  float ambient[3];
  float diffuse[3];
  float specular[3];
  std::uint8_t headlight;
  std::uint8_t castshadow;
  float bulbradius;
  float intensity;
  float range;
  float softness;
};

/// The list of what to draw. Its memory grows with the model; shapes beyond `maxgeom` are left out
/// and `status` is 1.
struct Scene {
  int maxgeom = 0;
  std::vector<Geom> geoms;
  std::vector<Light> lights;
  GlCamera camera[2] = {};                                   ///< left and right eye
  std::uint8_t flags[static_cast<int>(RndFlag::kNrndflag)];  ///< by RndFlag
  int stereo = 0;
  int status = 0;
  std::vector<float> skinvert;  ///< all vertices of all skins, in world coordinates
  std::vector<float> skinnormal;
  std::vector<int> skinvertadr;  ///< first vertex of each skin
  std::vector<int> skinvertnum;
  std::vector<int> skinfacenum;
  std::vector<float> flexvert;  ///< all vertices of all flexes, in world coordinates
  std::vector<int> flexvertadr;
  std::vector<int> flexvertnum;
  std::vector<int> flexedge;  ///< two vertices of each edge, counted from the flex's first
  std::vector<int> flexedgeadr;
  std::vector<int> flexedgenum;
  std::vector<float> flexface;  ///< triangles: three corners, their normals, places in the texture
  std::vector<float> flexnormal;
  std::vector<float> flextexcoord;
  std::vector<int> flexfaceadr;   ///< first triangle of each flex,
  std::vector<int> flexfacenum;   ///< how many there is room for,
  std::vector<int> flexfaceused;  ///< and how many there are
  /// How flexes are shown: vertices as spheres, edges as rods, elements or a skin around them.
  std::uint8_t flexvertopt = 0, flexedgeopt = 0, flexfaceopt = 0, flexskinopt = 0;
  /// How the model stands in the room of a user's camera; other cameras switch it off.
  std::uint8_t enabletransform = 0;
  float translate[3] = {0, 0, 0};
  float rotate[4] = {1, 0, 0, 0};
  float scale = 1;

  Scene();  ///< without any room for shapes
  explicit Scene(const Model& model, int maxgeom = 10000);
};

// Shapes.

/// A shape of a given type; nullptr stands for MuJoCo's default. `size` as the model has it: of a
/// sphere the radius, of a capsule or cylinder radius and half length.
Geom make_geom(GeomType type, const double* size, const double* pos, const double* mat,
               const float* rgba);

/// Makes a capsule, cylinder, line or arrow reach from one point to another.
void connect(Geom& geom, GeomType type, double width, const double from[3], const double to[3]);

// Scenes. Functions that take a Camera throw Error where it names a camera or a body that the model
// does not have.

/// Fills the scene: shapes of the kinds in `categories` (bits of CatBit), lights, cameras, skins.
void update(const Model& model, const Data& data, const Option& option, const Perturb* perturb,
            Camera& camera, int categories, Scene& scene);

/// Adds the shapes alone, behind those that are there.
void add_geoms(const Model& model, const Data& data, const Option& option, const Perturb* perturb,
               int categories, Scene& scene);

/// The lights, the headlight first where it is on.
void make_lights(const Model& model, const Data& data, Scene& scene);

/// Places the two cameras of the scene where `camera` is; a tracking one looks at its body.
void update_camera(const Model& model, const Data& data, Camera& camera, Scene& scene);

/// The vertices of the skins, bent with their bodies; those of groups that are not shown are zero.
void update_skins(const Model& model, const Data& data, const Option& option, Scene& scene);
void update_skins(const Model& model, const Data& data, Scene& scene);

/// The triangles of the flexes, as the flags show them.
void update_flexes(const Model& model, const Data& data, const Option& option, Scene& scene);

// Cameras.

/// A free camera that sees the whole model.
Camera free_camera(const Model& model);

/// Where a camera is, and its axes.
struct CameraFrame {
  double pos[3], forward[3], up[3], right[3];
};
CameraFrame camera_frame(const Model& model, const Data& data, const Camera& camera);

/// What a camera sees: how far from its axis at the near plane, and between which distances [m].
/// Left and right are 0 where the shape of the window decides.
struct Frustum {
  float up, down, left, right, near, far;
};
Frustum camera_frustum(const Model& model, const Camera& camera);

/// The camera as OpenGL has it; `eye` is -1 or 1 for the left and the right one, 0 for the middle.
GlCamera gl_camera(const Model& model, const Data& data, const Camera& camera, int eye = 0);

/// The camera in the middle of two. Throws Error where only one is orthographic.
GlCamera average(const GlCamera& one, const GlCamera& other);

/// Moves a camera with the mouse; dx and dy are parts of the height of the window.
void move_camera(const Model& model, MouseAction action, double dx, double dy, Camera& camera);

/// The camera of a scene, in the frame of the model. Throws Error where its frustum or the scale of
/// the model is next to nothing.
CameraFrame camera_in_model(const Scene& scene);

/// How high the view is at a distance of 1 m (or anywhere, of an orthographic camera).
double frustum_height(const Scene& scene);

// The mouse.

/// What is at a point of the window.
struct Selection {
  int body = -1;  ///< -1: nothing
  int geom = -1;
  int flex = -1;
  int skin = -1;
  int vertex = -1;               ///< of a flex, the nearest one, counted from its first
  double point[3] = {0, 0, 0};   ///< in the world
  double normal[3] = {0, 0, 0};  ///< of a geom, outwards
};

/// Looks through a point of the window, (0, 0) its lower left and (1, 1) its upper right corner.
/// `aspect` is its width by its height.
Selection select(const Model& model, const Data& data, const Option& option, double aspect,
                 double x, double y, const Scene& scene);

/// The same along a ray.
Selection select(const Model& model, const Data& data, const Option& option, const double origin[3],
                 const double direction[3], const Scene& scene);

/// Takes hold of the selected body where it is; sets how far the mouse moves it.
void init_perturb(const Model& model, const Data& data, const Scene& scene, Perturb& perturb);

/// Moves what the mouse holds the body at.
void move_perturb(const Model& model, const Data& data, MouseAction action, double dx, double dy,
                  const Scene& scene, Perturb& perturb);

/// Puts the selected body where the mouse holds it: a mocap body, or a free tree when paused.
void apply_perturb_pose(const Model& model, Data& data, const Perturb& perturb, bool paused);

/// Pulls and turns the selected body by a damped spring towards where the mouse holds it: sets its
/// xfrc_applied.
void apply_perturb_force(const Model& model, Data& data, const Perturb& perturb);

}  // namespace thew::scene
