#pragma once

#include <random>
#include <string>
#include <vector>

#include <thew/field_table.h>
#include <thew/thew.h>

namespace thew::test {

/// The project's own models, by name (models/<name>.xml).
std::vector<std::string> own_models();
Model load_own(const std::string& name);
/// A small model with an object of every kind.
Model load_everything();

/// A moving world anywhere on the manifold, pushed and controlled.
void randomize(const Model& model, Data& data, std::mt19937& random);

/// All integrators with their names.
struct NamedIntegrator {
  const char* name;
  Integrator value;
};
inline constexpr NamedIntegrator kIntegrators[] = {
    {"euler", Integrator::Euler},       {"rk4", Integrator::Rk4},
    {"implicit", Integrator::Implicit}, {"implicitfast", Integrator::Implicitfast},
    {"discrete", Integrator::Discrete}, {"implicitspringdamper", Integrator::ImplicitSpringDamper}};

/// Forgets the constraint rows, which lanes do not keep.
void drop_rows(Data& data);

/// Leaves moments out that are zero: lanes share the places of moments, so that one may hold zeros
/// that a world alone does not list.
void drop_zero_moments(const Model& model, Data& data);

/// The first field in which a lane differs from the world alone; null if all bits are the same.
template <class T>
const char* lane_difference(const Model& model, const BasicData<T>& lanes, int lane,
                            const Data& alone) {
  Data own(model), copy = alone;
  extract(lanes, lane, own);
  drop_rows(copy);
  drop_zero_moments(model, own);
  drop_zero_moments(model, copy);
  return first_difference(own, copy);
}

}  // namespace thew::test
