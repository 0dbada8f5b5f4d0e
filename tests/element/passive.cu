#include "element/kernel.h"
#include "element/probe/passive.h"

THEW_PROBE_KERNEL(Spring);
THEW_PROBE_KERNEL(Elastic);
THEW_PROBE_KERNEL(PlateAndSkin);
THEW_PROBE_KERNEL(Yield);
THEW_PROBE_KERNEL(NeoHookeanSolid);
THEW_PROBE_KERNEL(Rod);
THEW_PROBE_KERNEL(Projection);
THEW_PROBE_KERNEL(CellOfNodes);
THEW_PROBE_KERNEL(FluidBox);
THEW_PROBE_KERNEL(Ellipsoid);
