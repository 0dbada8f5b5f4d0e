#pragma once

#include <thew/data.h>

namespace thew::deformable {

/// Where the plastic strain of a flex is in `plastic`: an offset of each squared edge length of
/// each element, then the cubic factor of each hinge. Null where that part does not yield.
template <class T>
struct PlasticParts {
  PlasticParts(const Model& m, const BasicData<T>& d, int f) {
    constexpr int kBends = 1, kStretches = 2;
    if (m.flex_plasticadr[f] < 0 || m.flex_dim[f] == 1) return;
    T* first = const_cast<T*>(d.plastic.data()) + m.flex_plasticadr[f];
    if (m.flex_plasticmode[f] & kStretches) {
      stretch = first;
      if (m.flex_interp[f] == 0) first += (m.flex_dim[f] == 2 ? 3 : 6) * m.flex_elemnum[f];
    }
    if (m.flex_plasticmode[f] & kBends) bend = first;
  }

  T *stretch = nullptr, *bend = nullptr;
};

/// Pulls the rest shapes of flexes along, so that no strain at the end of a step exceeds their
/// bound, with the velocities of that step.
template <class T>
void yield_flexes(const Model& model, BasicData<T>& data, const T* qvel);

}  // namespace thew::deformable
