#pragma once

#include <array>
#include <vector>

#include "compile/spec_names.h"

namespace thew::compile {

/// The modes of a stiffness matrix that is kept with a negative sign: how many there are, and then
/// each, times the root of its eigenvalue. As long as the matrix; zeros fill it up.
std::vector<double> modes_of(const std::vector<double>& matrix, std::size_t n);

/// Adds the mode in which a face is twisted out of its plane, with the stiffness of a plate.
void add_warp(std::vector<double>& modes, std::size_t n, int order, std::size_t axis,
              const Vec3& size, double young, double poisson, double thickness);

}  // namespace thew::compile
