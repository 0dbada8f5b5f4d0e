#pragma once

// Who refers to what by name: one function per kind of element, for everything that copies, renames
// or takes out parts of a Spec.

#include <functional>
#include <string>

#include <thew/spec.h>

namespace thew::spec {

/// Called with every reference of an element: the type of its target and its name, which may be
/// changed.
using VisitReference = std::function<void(ObjectType type, std::string& name)>;

void visit_references(Skin& skin, const VisitReference& visit);
void visit_references(Flex& flex, const VisitReference& visit);
void visit_references(Pair& pair, const VisitReference& visit);
void visit_references(Exclude& exclude, const VisitReference& visit);
void visit_references(Equality& equality, const VisitReference& visit);
void visit_references(Tendon& tendon, const VisitReference& visit);
void visit_references(Actuator& actuator, const VisitReference& visit);
void visit_references(Sensor& sensor, const VisitReference& visit);
void visit_references(Tuple& tuple, const VisitReference& visit);

/// The references of all elements outside of the tree, and of all cameras and lights to bodies.
void visit_references(Spec& spec, const VisitReference& visit);

}  // namespace thew::spec
