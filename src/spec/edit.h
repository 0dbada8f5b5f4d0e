#pragma once

// Changes to a Spec before it is compiled: parts of the tree moved into other bodies.

#include <cstddef>
#include <functional>

#include <thew/spec.h>

namespace thew::spec {

/// Calls a function with every body below, in depth-first order; `body` itself comes first.
void walk(Body& body, const std::function<void(Body&)>& visit);
void walk(const Body& body, const std::function<void(const Body&)>& visit);

/// Moves a part into a body, inside one of its frames (-1: none). A part is a Body that stands for
/// none: its elements with frame -1 go into that frame. Its bodies become children from place `at`
/// on (default: the last).
void put(Body part, Body& body, int frame, std::size_t at = static_cast<std::size_t>(-1));

/// Rewrites the angles of a part's own elements, as read under one compiler, for another.
void convert_angles(Body& part, const Compiler& from, const Compiler& to);

/// The rotation of three Euler angles.
Vec4 euler_rotation(const Vec3& euler, const Compiler& compiler);

}  // namespace thew::spec
