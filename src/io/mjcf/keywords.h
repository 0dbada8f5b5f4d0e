#pragma once

// The words of MJCF for the values of our enumerations.

#include <thew/enums.h>
#include <thew/spec.h>

#include "io/mjcf/value.h"

namespace thew::io::mjcf {

// clang-format off
template <> Keywords keywords_of<JointType>();
template <> Keywords keywords_of<GeomType>();
template <> Keywords keywords_of<GeomInertia>();
template <> Keywords keywords_of<Projection>();
template <> Keywords keywords_of<CamLight>();
template <> Keywords keywords_of<LightType>();
template <> Keywords keywords_of<TextureType>();
template <> Keywords keywords_of<TextureRole>();
template <> Keywords keywords_of<ColorSpace>();
template <> Keywords keywords_of<TextureBuiltin>();
template <> Keywords keywords_of<TextureMark>();
template <> Keywords keywords_of<Embed>();
template <> Keywords keywords_of<Integrator>();
template <> Keywords keywords_of<Cone>();
template <> Keywords keywords_of<Jacobian>();
template <> Keywords keywords_of<Solver>();
template <> Keywords keywords_of<SleepPolicy>();
template <> Keywords keywords_of<Limited>();
template <> Keywords keywords_of<AlignFree>();
template <> Keywords keywords_of<InertiaFromGeom>();
template <> Keywords keywords_of<Conflict>();
template <> Keywords keywords_of<Passthrough>();
template <> Keywords keywords_of<Scaling>();
template <> Keywords keywords_of<LRMode>();
template <> Keywords keywords_of<Dynamics>();
template <> Keywords keywords_of<Gain>();
template <> Keywords keywords_of<Bias>();
template <> Keywords keywords_of<MeshInertia>();
template <> Keywords keywords_of<MeshBuiltin>();
template <> Keywords keywords_of<ObjectType>();
template <> Keywords keywords_of<FlexSelf>();
template <> Keywords keywords_of<FlexSection>();
template <> Keywords keywords_of<FlexXpbd>();
template <> Keywords keywords_of<SkinBlend>();
template <> Keywords keywords_of<spec::Xpbd::Law>();
template <> Keywords keywords_of<spec::FlexcompType>();
template <> Keywords keywords_of<spec::FlexcompDof>();
template <> Keywords keywords_of<spec::Flexcomp::Edges>();
// The elements that stand for them.
template <> Keywords keywords_of<ActuatorType>();
template <> Keywords keywords_of<EqualityType>();
template <> Keywords keywords_of<SensorType>();
// clang-format on

/// Keywords that are not those of an enumeration.
Keywords coordinate_keywords();
Keywords angle_keywords();      ///< whether degrees
Keywords fluid_keywords();      ///< whether ellipsoid
Keywords false_or_auto();       ///< 0, 1
Keywords tristate_keywords();   ///< Limited, AlignFree and their kin as int
Keywords headlight_keywords();  ///< the same, or numbers
Keywords interpolation_keywords();
Keywords input_keywords();  ///< CtrlInput bits
Keywords camera_output_keywords();
Keywords enable_keywords();
Keywords flex_dof_keywords();
Keywords flex_elastic2d_keywords();
Keywords frame_object_keywords();
Keywords ray_data_keywords();
Keywords contact_data_keywords();
Keywords contact_reduce_keywords();
Keywords data_type_keywords();
Keywords stage_keywords();
Keywords chart_keywords();

}  // namespace thew::io::mjcf
