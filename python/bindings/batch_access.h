#pragma once

#include <functional>
#include <memory>

#include <thew/batch.h>

#include "bind.h"
#include "numpy.h"

namespace thew::python {

/// Calls `work` with the batch behind an object of Python and its model, without the lock of the
/// interpreter and while nobody else uses the batch. Raises TypeError for another object.
void with_batch(nb::handle object,
                const std::function<void(Batch&, const std::shared_ptr<Model>&)>& work);

}  // namespace thew::python
