#include "element/kernel.h"
#include "element/probe/actuation.h"

THEW_PROBE_KERNEL(Activation);
THEW_PROBE_KERNEL(MuscleActuator);
THEW_PROBE_KERNEL(Hill);
THEW_PROBE_KERNEL(Motor);
THEW_PROBE_KERNEL(History);
