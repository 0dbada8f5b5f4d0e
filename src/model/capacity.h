#pragma once

// How much a step may need of what differs in number from step to step.

#include <algorithm>

#include <thew/data.h>

namespace thew::model {

inline constexpr std::int64_t kMaxContactsOfPair = 50;
inline constexpr std::int64_t kMostContacts = 1 << 24;

/// Contacts beyond the capacity that a search may collect before it drops the shallow ones.
inline std::int64_t contact_rows(std::int64_t capacity) {
  return capacity + capacity / 4 + kMaxContactsOfPair;
}

/// Room for contacts: what the file's `memory` allows, or enough for geoms in a dense pile and for
/// flexes that touch with every element; without flexes, never more than all pairs of geoms have.
template <class T>
int contact_room(const Model& m) {
  constexpr std::int64_t kPerGeom = 32, kLeast = 64;
  const std::int64_t pairs = m.ngeom * (m.ngeom - 1) / 2;
  constexpr std::int64_t kPerElement = 4;
  std::int64_t room = kLeast + kPerGeom * m.ngeom + kPerElement * (m.nflexelem + m.nflexvert);
  if (m.narena > 0) {
    std::int64_t bytes = 0;
#define THEW_CONTACT(type, name, columns, domain, unit, description) \
  bytes +=                                                           \
      columns * static_cast<std::int64_t>(sizeof(typename field::DataOne<T, field::type>::Entry));
#include <thew/fields.inc>
    room = std::max<std::int64_t>(m.narena * kLanes<T> / 2 / bytes, 1);
  }
  const std::int64_t most = m.nflex > 0 ? kMostContacts : pairs * kMaxContactsOfPair;
  return static_cast<int>(std::min({room, most, kMostContacts}));
}

/// Room for constraint rows, and as much again for a solver: what all equalities, limits, friction
/// losses and the contacts that fit can need, within reason; a file's `memory` is a wish for more.
template <class T>
std::size_t rows_room(const Model& m, std::int64_t contacts) {
  constexpr std::int64_t kRowsOfContact = 10, kNumbersOfRow = 64;
  constexpr std::int64_t kLeast = 1 << 20, kMost = std::int64_t{1} << 28;
  if (m.nv == 0) return 0;
  const std::int64_t rows =
      6 * m.neq + m.nflexedge + m.nv + 3 * m.ntendon + 2 * m.njnt + kRowsOfContact * contacts;
  // Elements and hinges of flexes are rows too where integrators take their stiffness into the
  // inertia; equalities on strain have rows as long as their matrices.
  constexpr std::int64_t kNumbersOfElement = 400, kNumbersOfHinge = 160, kNumbersOfEntry = 4;
  const std::int64_t elastic = m.nflexstiffness > 0 || m.nflexbending > 0 ? 1 : 0;
  const std::int64_t stiff =
      elastic * (kNumbersOfElement * m.nflexelem + kNumbersOfHinge * m.nflexedge) +
      kNumbersOfEntry * m.nflexstiffness;
  constexpr std::int64_t kNumbersOfVertex = 100;  // of constraints on positions
  const std::int64_t projected = kNumbersOfVertex * m.nxpbdvert;
  const std::int64_t width = std::min<std::int64_t>(m.nv, 256);
  const std::int64_t numbers =
      rows * (kNumbersOfRow + 3 * width) + 2 * m.nv * m.nv + stiff + projected;
  const std::int64_t bytes = std::clamp(8 * numbers, kLeast, kMost);
  return static_cast<std::size_t>(std::max(bytes, m.narena) * kLanes<T>);
}

}  // namespace thew::model
