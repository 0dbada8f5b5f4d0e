"""MuJoCo's constants."""

import numpy as np

MJTNUM_BYTES = 8
MJTNUM_DTYPE = np.float64

# The version of MuJoCo whose interface this package has.
mjVERSION_HEADER = 4000000
MUJOCO_VERSION = "4.0.0"

mjPI = 3.141592653589793
mjMINVAL = 1e-15
mjMAXVAL = 1e10
mjMINMU = 1e-5
mjMINIMP = 0.0001
mjMAXIMP = 0.9999

mjMAXCONPAIR = 50
mjMAXTREEDEPTH = 50
mjMAXFLEXNODES = 27
mjMINAWAKE = 10

mjNEQDATA = 12
mjNDYN = 10
mjNGAIN = 10
mjNBIAS = 10
mjNFLUID = 12
mjNREF = 2
mjNIMP = 5
mjNPOLY = 2
mjNSENS = 3
mjNGROUP = 6
mjNSOLVER = 200
mjNISLAND = 20

mjDISABLESTRING = (
    "Constraint",
    "Equality",
    "Frictionloss",
    "Limit",
    "Contact",
    "Spring",
    "Damper",
    "Gravity",
    "Clampctrl",
    "Warmstart",
    "Filterparent",
    "Actuation",
    "Refsafe",
    "Sensor",
    "Midphase",
    "Eulerdamp",
    "AutoReset",
    "NativeCCD",
    "Island",
    "MultiCCD",
)
mjENABLESTRING = (
    "Override",
    "Energy",
    "Fwdinv",
    "InvDiscrete",
    "Sleep",
    "DiagExact",
    "IPC",
    "Speculative",
)
mjTIMERSTRING = (
    "step",
    "forward",
    "inverse",
    "position",
    "velocity",
    "actuation",
    "constraint",
    "advance",
    "pos_kinematics",
    "pos_inertia",
    "pos_collision",
    "pos_make",
    "pos_project",
    "col_broadphase",
    "col_narrowphase",
)
