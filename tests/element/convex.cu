#include "element/kernel.h"
#include "element/probe/convex.h"

THEW_PROBE_KERNEL(ConvexPairs);
