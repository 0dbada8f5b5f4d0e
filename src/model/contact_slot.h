#pragma once

// What a contact's place in the list says besides the contact, where worlds in lanes share the
// list.

namespace thew::model {

/// The distance of a contact that a lane lacks.
inline constexpr double kAbsentDistance = 1e30;

/// `exclude` of a contact that is expected within the step: it acts however far it is.
inline constexpr int kExpected = -1;

}  // namespace thew::model
