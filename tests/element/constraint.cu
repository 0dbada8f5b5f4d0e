#include "element/kernel.h"
#include "element/probe/constraint.h"

THEW_PROBE_KERNEL(SoftRow);
THEW_PROBE_KERNEL(Cone);
THEW_PROBE_KERNEL(Pyramid);
THEW_PROBE_KERNEL(PenaltyRow);
THEW_PROBE_KERNEL(ContactRow);
THEW_PROBE_KERNEL(FrictionBound);
THEW_PROBE_KERNEL(ConeForce);
