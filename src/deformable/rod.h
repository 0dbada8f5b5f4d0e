#pragma once

#include <thew/data.h>

namespace thew::deformable {

/// Whether a flex is a rod that bends.
inline bool is_rod(const Model& m, int flex) {
  return m.flex_dim[flex] == 1 && m.flex_bendingadr[flex] >= 0 && !m.flex_rigid[flex];
}

/// Whether forces bend and twist it; not where constraints on positions do (deformable/twist.h).
inline bool is_elastic_rod(const Model& m, int flex) {
  return is_rod(m, flex) && m.flex_xpbd[flex] == static_cast<int>(FlexXpbd::None);
}

/// Whether the segments of a rod have hinges for their twist: it is an open chain then. Rings and
/// branched rods have none.
inline bool is_chain(const Model& m, int flex) {
  return m.flex_plasticadr[flex] >= 0;
}

/// Half sizes of the section of a rod, the lesser first; zero where it is a circle.
struct RodSection {
  double lesser = 0, greater = 0;
};
RodSection rod_section(const Model& m, int flex);

/// Adds the forces of a rod that bends and twists to qfrc_spring and qfrc_damper.
template <class T>
void add_rod(const Model& model, BasicData<T>& data, int flex, bool spring, bool damper);

/// Keeps the frames of all rods' segments for the next step, in `plastic`.
template <class T>
void keep_rods(const Model& model, BasicData<T>& data);

}  // namespace thew::deformable
