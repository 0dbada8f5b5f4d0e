#include "element/kernel.h"
#include "element/probe/convex.h"

THEW_PROBE_KERNEL(ConvexPairs);
THEW_PROBE_KERNEL(SimplexPairs);
