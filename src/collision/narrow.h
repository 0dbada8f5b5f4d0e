#pragma once

// Narrow phase: the table of pair functions.

#include "collision/convex.h"
#include "collision/sdf.h"
#include "collision/shape.h"

namespace thew::collision {

inline constexpr int kShapes = static_cast<int>(GeomType::Sdf) + 1;

/// A pair in closed form: works on lanes. Slots that are no contact in a lane are kAbsent there.
template <class T>
using AnalyticPair = int (*)(const Placed<T>& a, const Placed<T>& b, const T& margin,
                             Point<T>* points);

/// The closed form for two types in ascending order, or null.
template <class T>
AnalyticPair<T> analytic_pair(GeomType a, GeomType b);

/// What pairs need besides their shapes.
struct PairSettings {
  double margin = 0;
  ConvexOptions convex;
  ConvexMemory memory;
  FieldOptions field;
};

/// A pair without closed form: one world at a time.
using GeneralPair = int (*)(const Shape& a, const Shape& b, const PairSettings& settings,
                            Point<double>* points);

/// The algorithm for two types in ascending order, or null where they never touch.
GeneralPair general_pair(GeomType a, GeomType b);

}  // namespace thew::collision
