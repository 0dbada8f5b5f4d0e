// The extension module thew._thew; the package thew re-exports it under MuJoCo's names.
#define THEW_PYTHON_IMPORTS_NUMPY
#include <thew/version.h>

#include "bind.h"
#include "numpy.h"

NB_MODULE(_thew, m) {
  namespace python = thew::python;
  if (PyArray_ImportNumPyAPI() < 0) throw nanobind::python_error();
  m.attr("__version__") = thew::kVersion;
  python::bind_errors(m);
  python::bind_tables(m);
  python::bind_structs(m);
  python::bind_model(m);
  python::bind_data(m);
  python::bind_pipeline(m);
  python::bind_constraints(m);
  python::bind_dynamics(m);
  python::bind_derivatives(m);
  python::bind_jacobians(m);
  python::bind_state(m);
  python::bind_rays(m);
  python::bind_history(m);
  python::bind_devices(m);
  python::bind_muscle(m);
  python::bind_callbacks(m);
  python::bind_names(m);
  python::bind_spec(m);
  python::bind_builder(m);
  python::bind_batch(m);
  python::bind_gpu(m);
  python::bind_render(m);
  python::bind_scene(m);
  python::bind_viewer(m);
}
