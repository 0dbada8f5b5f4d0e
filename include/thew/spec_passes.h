#pragma once

// What the compiler does to a description on request, done to the Spec itself. Meshes must have
// been read (thew::read_meshes in thew/load.h). All throw Error.

#include <thew/spec.h>

namespace thew {

/// Turns bodies without joints into frames of their parents, as `fusestatic` does; how many.
int fuse_static(spec::Spec& spec);

/// Takes out what can only be seen, as `discardvisual` does; how many elements.
int discard_visual(spec::Spec& spec);

/// Makes the inertia that follows from a body's geoms its explicit one.
void adopt_inertial(spec::Spec& spec, spec::Body& body);

/// How many numbers a sensor gives.
int sensor_size(const spec::Spec& spec, const spec::Sensor& sensor);

}  // namespace thew
