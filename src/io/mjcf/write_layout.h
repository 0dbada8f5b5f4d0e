#pragma once

// What makes a written model look like those that MuJoCo writes, beyond what it says.

#include <string>

#include <pugixml.hpp>

#include <thew/spec.h>

namespace thew::io::mjcf {

/// The sizes of a model with the numbers of user values that its elements have.
spec::Sizes with_user_sizes(const spec::Spec& spec);

/// Says in which units angles are: where there is none, radians, and no sequence of Euler's angles.
void settle_angles(pugi::xml_node root);

/// The text of a model, with an empty line between its sections.
std::string lay_out(const pugi::xml_document& document);

}  // namespace thew::io::mjcf
