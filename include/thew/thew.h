#pragma once

// Everything of Thew's C++ interface.
#include <thew/batch.h>
#include <thew/builder.h>
#include <thew/bytes.h>
#include <thew/callback.h>
#include <thew/constraint.h>
#include <thew/data.h>
#include <thew/derivative.h>
#include <thew/distance.h>
#include <thew/dynamics.h>
#include <thew/error.h>
#include <thew/field_table.h>
#include <thew/gpu.h>
#include <thew/history.h>
#include <thew/load.h>
#include <thew/model.h>
#include <thew/muscle.h>
#include <thew/processor.h>
#include <thew/ray.h>
#include <thew/save.h>
#include <thew/scene.h>
#include <thew/set_constants.h>
#include <thew/stages.h>
#include <thew/step.h>
#include <thew/validate.h>
#include <thew/version.h>
