#pragma once

#include <nanobind/nanobind.h>

namespace thew::python {

// Each adds one part of the interface to the extension module thew._thew.
void bind_errors(nanobind::module_& m);
void bind_tables(nanobind::module_& m);
void bind_structs(nanobind::module_& m);
void bind_model(nanobind::module_& m);
void bind_data(nanobind::module_& m);
void bind_pipeline(nanobind::module_& m);
void bind_constraints(nanobind::module_& m);
void bind_dynamics(nanobind::module_& m);
void bind_derivatives(nanobind::module_& m);
void bind_jacobians(nanobind::module_& m);
void bind_state(nanobind::module_& m);
void bind_callbacks(nanobind::module_& m);
void bind_muscle(nanobind::module_& m);
void bind_history(nanobind::module_& m);
void bind_devices(nanobind::module_& m);
void bind_rays(nanobind::module_& m);
void bind_render(nanobind::module_& m);
void bind_names(nanobind::module_& m);
void bind_spec(nanobind::module_& m);
void bind_builder(nanobind::module_& m);
void bind_batch(nanobind::module_& m);
void bind_gpu(nanobind::module_& m);
void bind_viewer(nanobind::module_& m);
void bind_spec_parts(nanobind::module_& m);
void bind_scene(nanobind::module_& m);

}  // namespace thew::python
