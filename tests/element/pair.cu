#include "element/kernel.h"
#include "element/probe/pair.h"

THEW_PROBE_KERNEL(PlanePairs);
THEW_PROBE_KERNEL(RoundPairs);
THEW_PROBE_KERNEL(Rays);
THEW_PROBE_KERNEL(BoxPairs);
