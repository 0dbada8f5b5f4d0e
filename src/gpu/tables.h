#pragma once

// What kernels need besides the model, made from it once.

#include <vector>

#include <thew/model.h>

#include "gpu/device_model.h"

namespace thew::gpu {

/// The tables of tables.inc in memory of the host.
struct Tables : TableSizes {
#define THEW_TABLE(name, count) std::vector<std::int32_t> name;
#include "gpu/tables.inc"
};

/// The sizes of a model.
DeviceSizes device_sizes(const Model& model);

/// The options, as numbers of type T.
template <class T>
DeviceOptions<T> device_options(const Model& model);

/// Whether tendons have armature, of their own or of their actuators; and dry friction.
bool has_armed_tendons(const Model& model);
bool has_dry_tendons(const Model& model);

/// The pairs of geoms alone.
Tables make_pairs(const Model& model);

/// Makes the tables. `contacts` is how many contacts a world has room for, 0: as the pairs want.
Tables make_tables(const Model& model, int contacts = 0);

}  // namespace thew::gpu
