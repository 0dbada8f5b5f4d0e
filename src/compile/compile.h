#pragma once

#include <thew/model.h>
#include <thew/spec.h>

namespace thew::compile {

/// Compiles a description into a model. Throws Error with the place in the source.
Model compile(const spec::Spec& spec);

}  // namespace thew::compile
