#include "element/kernel.h"
#include "element/probe/dynamics.h"

THEW_PROBE_KERNEL(Joint);
THEW_PROBE_KERNEL(BodyInertia);
THEW_PROBE_KERNEL(Wrap);
THEW_PROBE_KERNEL(WrapInside);
