#pragma once

#include <thew/limits.h>
#include <thew/model.h>
#include <thew/spec.h>

namespace thew::compile {

/// Compiles a description into a model. Throws Error with the place in the source.
Model compile(const spec::Spec& spec, const Limits& limits = {});

/// A model like this one, of which only the fields that MuJoCo's models have are filled: the others
/// follow from them. They must mean something (model::validate_shared).
Model complete(const Model& shared);

}  // namespace thew::compile
