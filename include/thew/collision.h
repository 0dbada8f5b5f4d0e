#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/workspace.h>

namespace thew::collision {

/// Finds all contacts: contact, ncon. In lanes the list is the union over the lanes, in the order
/// of geom pairs; where a lane lacks a contact, its distance is model::kAbsentDistance. Contacts
/// that are expected within the step have model::kExpected as `exclude` there: they act however far
/// they are.
template <class T>
void collide(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(collide)

}  // namespace thew::collision
