#pragma once

#include <nanobind/nanobind.h>

namespace thew::python {

/// Gives MjModel, MjData and the structures one attribute per row of the field tables.
void add_model_attributes(nanobind::handle type);
void add_data_attributes(nanobind::handle type);
void add_struct_attributes(nanobind::handle type, const char* group);

}  // namespace thew::python
