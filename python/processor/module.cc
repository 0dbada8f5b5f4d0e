// The extension module thew._processor. Importing it fails with a sentence on a processor that
// thew._thew cannot run on; it exports nothing. Compiled without -march (python/CMakeLists.txt).
#include <Python.h>

#include <thew/processor.h>

PyMODINIT_FUNC PyInit__processor() {
  if (const char* error = thew::check_processor()) {
    PyErr_SetString(PyExc_ImportError, error);
    return nullptr;
  }
  static PyModuleDef definition = {
      PyModuleDef_HEAD_INIT,
      "_processor",
      "Refuses to be imported on a processor that is too old.",
      -1,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
  };
  return PyModule_Create(&definition);
}
