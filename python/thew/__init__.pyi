# Written by tools/make_stubs; do not edit.
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any, Final, Generic, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thew._batch import Batch as Batch
from thew._visual.contexts import GLContext as GLContext
from thew.builder import ModelBuilder as ModelBuilder
from thew.renderer import Renderer as Renderer

__version__: str

class Error(ValueError):
    """A model that cannot be loaded, or data that cannot be made."""

    file: str
    line: int
    column: int
    element: str
    hint: str
    fault: str

class FatalError(Exception):
    """A call that makes no sense."""

class UnexpectedError(Exception):
    """Kept for programs that catch it; never raised."""

class LoadWarning(UserWarning):
    """What loading a model found worth saying."""

_Record = TypeVar("_Record")

class _List(Generic[_Record]):
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> _Record: ...
    def __iter__(self) -> Iterator[_Record]: ...

class mjtDisableBit(IntEnum):
    mjDSBL_CONSTRAINT = 1
    mjDSBL_EQUALITY = 2
    mjDSBL_FRICTIONLOSS = 4
    mjDSBL_LIMIT = 8
    mjDSBL_CONTACT = 16
    mjDSBL_SPRING = 32
    mjDSBL_DAMPER = 64
    mjDSBL_GRAVITY = 128
    mjDSBL_CLAMPCTRL = 256
    mjDSBL_WARMSTART = 512
    mjDSBL_FILTERPARENT = 1024
    mjDSBL_ACTUATION = 2048
    mjDSBL_REFSAFE = 4096
    mjDSBL_SENSOR = 8192
    mjDSBL_MIDPHASE = 16384
    mjDSBL_EULERDAMP = 32768
    mjDSBL_AUTORESET = 65536
    mjDSBL_NATIVECCD = 131072
    mjDSBL_ISLAND = 262144
    mjDSBL_MULTICCD = 524288
    mjNDISABLE = 20

class mjtEnableBit(IntEnum):
    mjENBL_OVERRIDE = 1
    mjENBL_ENERGY = 2
    mjENBL_FWDINV = 4
    mjENBL_INVDISCRETE = 8
    mjENBL_SLEEP = 16
    mjENBL_DIAGEXACT = 32
    mjENBL_IPC = 64
    mjENBL_SPECULATIVE = 128
    mjNENABLE = 8

class mjtJoint(IntEnum):
    mjJNT_FREE = 0
    mjJNT_BALL = 1
    mjJNT_SLIDE = 2
    mjJNT_HINGE = 3

class mjtGeom(IntEnum):
    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8
    mjNGEOMTYPES = 9
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101
    mjGEOM_ARROW2 = 102
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001

class mjtProjection(IntEnum):
    mjPROJ_PERSPECTIVE = 0
    mjPROJ_ORTHOGRAPHIC = 1

class mjtCamLight(IntEnum):
    mjCAMLIGHT_FIXED = 0
    mjCAMLIGHT_TRACK = 1
    mjCAMLIGHT_TRACKCOM = 2
    mjCAMLIGHT_TARGETBODY = 3
    mjCAMLIGHT_TARGETBODYCOM = 4

class mjtLightType(IntEnum):
    mjLIGHT_SPOT = 0
    mjLIGHT_DIRECTIONAL = 1
    mjLIGHT_POINT = 2
    mjLIGHT_IMAGE = 3

class mjtTexture(IntEnum):
    mjTEXTURE_2D = 0
    mjTEXTURE_CUBE = 1
    mjTEXTURE_SKYBOX = 2

class mjtTextureRole(IntEnum):
    mjTEXROLE_USER = 0
    mjTEXROLE_RGB = 1
    mjTEXROLE_OCCLUSION = 2
    mjTEXROLE_ROUGHNESS = 3
    mjTEXROLE_METALLIC = 4
    mjTEXROLE_NORMAL = 5
    mjTEXROLE_OPACITY = 6
    mjTEXROLE_EMISSIVE = 7
    mjTEXROLE_RGBA = 8
    mjTEXROLE_ORM = 9
    mjNTEXROLE = 10

class mjtColorSpace(IntEnum):
    mjCOLORSPACE_AUTO = 0
    mjCOLORSPACE_LINEAR = 1
    mjCOLORSPACE_SRGB = 2

class mjtIntegrator(IntEnum):
    mjINT_EULER = 0
    mjINT_RK4 = 1
    mjINT_IMPLICIT = 2
    mjINT_IMPLICITFAST = 3
    mjINT_DISCRETE = 4
    mjINT_IMPLICITSPRINGDAMPER = 100

class mjtCone(IntEnum):
    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1

class mjtJacobian(IntEnum):
    mjJAC_DENSE = 0
    mjJAC_SPARSE = 1
    mjJAC_AUTO = 2

class mjtSolver(IntEnum):
    mjSOL_PGS = 0
    mjSOL_CG = 1
    mjSOL_NEWTON = 2
    mjSOL_CGSTRICT = 100

class mjtFormulation(IntEnum):
    mjFORM_DEFAULT = 0
    mjFORM_CLASSIC = 100

class mjtEq(IntEnum):
    mjEQ_CONNECT = 0
    mjEQ_WELD = 1
    mjEQ_JOINT = 2
    mjEQ_TENDON = 3
    mjEQ_FLEX = 4
    mjEQ_FLEXVERT = 5
    mjEQ_FLEXSTRAIN = 6
    mjEQ_DISTANCE = 7

class mjtTendon(IntEnum):
    mjTENDON_FIXED = 0
    mjTENDON_SPATIAL = 1

class mjtWrap(IntEnum):
    mjWRAP_NONE = 0
    mjWRAP_JOINT = 1
    mjWRAP_PULLEY = 2
    mjWRAP_SITE = 3
    mjWRAP_SPHERE = 4
    mjWRAP_CYLINDER = 5

class mjtTrn(IntEnum):
    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1
    mjTRN_SLIDERCRANK = 2
    mjTRN_TENDON = 3
    mjTRN_SITE = 4
    mjTRN_BODY = 5
    mjTRN_SO3 = 6
    mjTRN_UNDEFINED = 1000

class mjtDyn(IntEnum):
    mjDYN_NONE = 0
    mjDYN_INTEGRATOR = 1
    mjDYN_FILTER = 2
    mjDYN_FILTEREXACT = 3
    mjDYN_MUSCLE = 4
    mjDYN_DCMOTOR = 5
    mjDYN_PID = 6
    mjDYN_USER = 7
    mjDYN_HILL = 100

class mjtGain(IntEnum):
    mjGAIN_FIXED = 0
    mjGAIN_AFFINE = 1
    mjGAIN_MUSCLE = 2
    mjGAIN_DCMOTOR = 3
    mjGAIN_SO3 = 4
    mjGAIN_PID = 5
    mjGAIN_USER = 6
    mjGAIN_HILL = 100

class mjtBias(IntEnum):
    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1
    mjBIAS_MUSCLE = 2
    mjBIAS_DCMOTOR = 3
    mjBIAS_SO3 = 4
    mjBIAS_USER = 5

class mjtCtrlChart(IntEnum):
    mjCHART_EXPMAP = 1
    mjCHART_QUAT = 2

class mjtCtrlInput(IntEnum):
    mjINPUT_POS = 1
    mjINPUT_VEL = 2
    mjINPUT_FF = 4
    mjINPUT_VOLTAGE = 8
    mjINPUT_NONE = 16
    mjINPUT_PRESSURE = 32

class mjtObj(IntEnum):
    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1
    mjOBJ_XBODY = 2
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjNOBJECT = 26
    mjOBJ_FRAME = 100
    mjOBJ_DEFAULT = 101
    mjOBJ_MODEL = 102

class mjtSensor(IntEnum):
    mjSENS_TOUCH = 0
    mjSENS_ACCELEROMETER = 1
    mjSENS_VELOCIMETER = 2
    mjSENS_GYRO = 3
    mjSENS_FORCE = 4
    mjSENS_TORQUE = 5
    mjSENS_MAGNETOMETER = 6
    mjSENS_RANGEFINDER = 7
    mjSENS_CAMPROJECTION = 8
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13
    mjSENS_ACTUATORVEL = 14
    mjSENS_ACTUATORFRC = 15
    mjSENS_JOINTACTFRC = 16
    mjSENS_TENDONACTFRC = 17
    mjSENS_BALLQUAT = 18
    mjSENS_BALLANGVEL = 19
    mjSENS_JOINTLIMITPOS = 20
    mjSENS_JOINTLIMITVEL = 21
    mjSENS_JOINTLIMITFRC = 22
    mjSENS_TENDONLIMITPOS = 23
    mjSENS_TENDONLIMITVEL = 24
    mjSENS_TENDONLIMITFRC = 25
    mjSENS_FRAMEPOS = 26
    mjSENS_FRAMEQUAT = 27
    mjSENS_FRAMEXAXIS = 28
    mjSENS_FRAMEYAXIS = 29
    mjSENS_FRAMEZAXIS = 30
    mjSENS_FRAMELINVEL = 31
    mjSENS_FRAMEANGVEL = 32
    mjSENS_FRAMELINACC = 33
    mjSENS_FRAMEANGACC = 34
    mjSENS_SUBTREECOM = 35
    mjSENS_SUBTREELINVEL = 36
    mjSENS_SUBTREEANGMOM = 37
    mjSENS_INSIDESITE = 38
    mjSENS_GEOMDIST = 39
    mjSENS_GEOMNORMAL = 40
    mjSENS_GEOMFROMTO = 41
    mjSENS_CONTACT = 42
    mjSENS_E_POTENTIAL = 43
    mjSENS_E_KINETIC = 44
    mjSENS_CLOCK = 45
    mjSENS_TACTILE = 46
    mjSENS_PLUGIN = 47
    mjSENS_USER = 48

class mjtStage(IntEnum):
    mjSTAGE_NONE = 0
    mjSTAGE_POS = 1
    mjSTAGE_VEL = 2
    mjSTAGE_ACC = 3

class mjtDataType(IntEnum):
    mjDATATYPE_REAL = 0
    mjDATATYPE_POSITIVE = 1
    mjDATATYPE_AXIS = 2
    mjDATATYPE_QUATERNION = 3

class mjtConDataField(IntEnum):
    mjCONDATA_FOUND = 0
    mjCONDATA_FORCE = 1
    mjCONDATA_TORQUE = 2
    mjCONDATA_DIST = 3
    mjCONDATA_POS = 4
    mjCONDATA_NORMAL = 5
    mjCONDATA_TANGENT = 6
    mjCONDATA_LINVEL = 7
    mjCONDATA_ANGVEL = 8
    mjNCONDATA = 9

class mjtRayDataField(IntEnum):
    mjRAYDATA_DIST = 0
    mjRAYDATA_DIR = 1
    mjRAYDATA_ORIGIN = 2
    mjRAYDATA_POINT = 3
    mjRAYDATA_NORMAL = 4
    mjRAYDATA_DEPTH = 5
    mjNRAYDATA = 6

class mjtCamOutBit(IntEnum):
    mjCAMOUT_RGB = 1
    mjCAMOUT_DEPTH = 2
    mjCAMOUT_DIST = 4
    mjCAMOUT_NORMAL = 8
    mjCAMOUT_SEG = 16
    mjNCAMOUT = 5

class mjtSameFrame(IntEnum):
    mjSAMEFRAME_NONE = 0
    mjSAMEFRAME_BODY = 1
    mjSAMEFRAME_INERTIA = 2
    mjSAMEFRAME_BODYROT = 3
    mjSAMEFRAME_INERTIAROT = 4

class mjtSleepPolicy(IntEnum):
    mjSLEEP_AUTO = 0
    mjSLEEP_AUTO_NEVER = 1
    mjSLEEP_AUTO_ALLOWED = 2
    mjSLEEP_NEVER = 3
    mjSLEEP_ALLOWED = 4
    mjSLEEP_INIT = 5

class mjtLRMode(IntEnum):
    mjLRMODE_NONE = 0
    mjLRMODE_MUSCLE = 1
    mjLRMODE_MUSCLEUSER = 2
    mjLRMODE_ALL = 3

class mjtFlexSelf(IntEnum):
    mjFLEXSELF_NONE = 0
    mjFLEXSELF_NARROW = 1
    mjFLEXSELF_BVH = 2
    mjFLEXSELF_SAP = 3
    mjFLEXSELF_AUTO = 4

class mjtSDFType(IntEnum):
    mjSDFTYPE_SINGLE = 0
    mjSDFTYPE_INTERSECTION = 1
    mjSDFTYPE_MIDSURFACE = 2
    mjSDFTYPE_COLLISION = 3

class mjtState(IntEnum):
    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_HISTORY = 16
    mjSTATE_WARMSTART = 32
    mjSTATE_CTRL = 64
    mjSTATE_QFRC_APPLIED = 128
    mjSTATE_XFRC_APPLIED = 256
    mjSTATE_EQ_ACTIVE = 512
    mjSTATE_MOCAP_POS = 1024
    mjSTATE_MOCAP_QUAT = 2048
    mjSTATE_USERDATA = 4096
    mjSTATE_PLUGIN = 8192
    mjSTATE_PLASTIC = 16384
    mjNSTATE = 15
    mjSTATE_PHYSICS = 16414
    mjSTATE_FULLPHYSICS = 24607
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 32767

class mjtConstraint(IntEnum):
    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1
    mjCNSTR_FRICTION_TENDON = 2
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7

class mjtConstraintState(IntEnum):
    mjCNSTRSTATE_SATISFIED = 0
    mjCNSTRSTATE_QUADRATIC = 1
    mjCNSTRSTATE_LINEARNEG = 2
    mjCNSTRSTATE_LINEARPOS = 3
    mjCNSTRSTATE_CONE = 4

class mjtWarning(IntEnum):
    mjWARN_INERTIA = 0
    mjWARN_CONTACTFULL = 1
    mjWARN_CNSTRFULL = 2
    mjWARN_BADQPOS = 3
    mjWARN_BADQVEL = 4
    mjWARN_BADQACC = 5
    mjWARN_BADCTRL = 6
    mjNWARNING = 7

class mjtTimer(IntEnum):
    mjTIMER_STEP = 0
    mjTIMER_FORWARD = 1
    mjTIMER_INVERSE = 2
    mjTIMER_POSITION = 3
    mjTIMER_VELOCITY = 4
    mjTIMER_ACTUATION = 5
    mjTIMER_CONSTRAINT = 6
    mjTIMER_ADVANCE = 7
    mjTIMER_POS_KINEMATICS = 8
    mjTIMER_POS_INERTIA = 9
    mjTIMER_POS_COLLISION = 10
    mjTIMER_POS_MAKE = 11
    mjTIMER_POS_PROJECT = 12
    mjTIMER_COL_BROAD = 13
    mjTIMER_COL_NARROW = 14
    mjNTIMER = 15

class mjtSleepState(IntEnum):
    mjS_STATIC = -1
    mjS_ASLEEP = 0
    mjS_AWAKE = 1

class mjtGeomInertia(IntEnum):
    mjINERTIA_VOLUME = 0
    mjINERTIA_SHELL = 1

class mjtMeshInertia(IntEnum):
    mjMESH_INERTIA_CONVEX = 0
    mjMESH_INERTIA_EXACT = 1
    mjMESH_INERTIA_LEGACY = 2
    mjMESH_INERTIA_SHELL = 3

class mjtMeshBuiltin(IntEnum):
    mjMESH_BUILTIN_NONE = 0
    mjMESH_BUILTIN_SPHERE = 1
    mjMESH_BUILTIN_HEMISPHERE = 2
    mjMESH_BUILTIN_CONE = 3
    mjMESH_BUILTIN_SUPERSPHERE = 4
    mjMESH_BUILTIN_SUPERTORUS = 5
    mjMESH_BUILTIN_WEDGE = 6
    mjMESH_BUILTIN_PLATE = 7
    mjMESH_BUILTIN_GRID = 8
    mjMESH_BUILTIN_BOX = 9
    mjMESH_BUILTIN_CYLINDER = 10
    mjMESH_BUILTIN_ELLIPSOID = 11
    mjMESH_BUILTIN_SQUARE = 12
    mjMESH_BUILTIN_DISC = 13

class mjtFlexSection(IntEnum):
    mjFLEXSECTION_CIRCLE = 0
    mjFLEXSECTION_BOX = 1

class mjtFlexXpbd(IntEnum):
    mjXPBD_NONE = 0
    mjXPBD_AUTO = 1
    mjXPBD_POINTS = 2
    mjXPBD_METRIC = 3

class mjtSkinBlend(IntEnum):
    mjBLEND_LINEAR = 0
    mjBLEND_DUAL = 1

class mjtBuiltin(IntEnum):
    mjBUILTIN_NONE = 0
    mjBUILTIN_GRADIENT = 1
    mjBUILTIN_CHECKER = 2
    mjBUILTIN_FLAT = 3

class mjtMark(IntEnum):
    mjMARK_NONE = 0
    mjMARK_EDGE = 1
    mjMARK_CROSS = 2
    mjMARK_RANDOM = 3

class mjtLimited(IntEnum):
    mjLIMITED_FALSE = 0
    mjLIMITED_TRUE = 1
    mjLIMITED_AUTO = 2

class mjtAlignFree(IntEnum):
    mjALIGNFREE_FALSE = 0
    mjALIGNFREE_TRUE = 1
    mjALIGNFREE_AUTO = 2

class mjtInertiaFromGeom(IntEnum):
    mjINERTIAFROMGEOM_FALSE = 0
    mjINERTIAFROMGEOM_TRUE = 1
    mjINERTIAFROMGEOM_AUTO = 2

class mjtOrientation(IntEnum):
    mjORIENTATION_QUAT = 0
    mjORIENTATION_AXISANGLE = 1
    mjORIENTATION_XYAXES = 2
    mjORIENTATION_ZAXIS = 3
    mjORIENTATION_EULER = 4

class mjtConflict(IntEnum):
    mjCONFLICT_WARNING = 0
    mjCONFLICT_MERGE = 1
    mjCONFLICT_ERROR = 2

class mjtScaling(IntEnum):
    mjSCALING_SIMILAR = 0
    mjSCALING_GEOMETRY = 1

class mjtActuator(IntEnum):
    mjACTUATOR_GENERAL = 0
    mjACTUATOR_MOTOR = 1
    mjACTUATOR_POSITION = 2
    mjACTUATOR_VELOCITY = 3
    mjACTUATOR_INTVELOCITY = 4
    mjACTUATOR_DAMPER = 5
    mjACTUATOR_CYLINDER = 6
    mjACTUATOR_MUSCLE = 7
    mjACTUATOR_ADHESION = 8
    mjACTUATOR_PID = 9
    mjACTUATOR_ORIENTATION = 10
    mjACTUATOR_DCMOTOR = 11
    mjACTUATOR_HILL = 100

class mjtEmbed(IntEnum):
    mjEMBED_FALSE = 0
    mjEMBED_TRUE = 1
    mjEMBED_AUTO = 2

class mjtPassthrough(IntEnum):
    mjPASSTHROUGH_NONE = 0
    mjPASSTHROUGH_TEXTURES = 1

class mjtLogLevel(IntEnum):
    mjLOG_DEBUG = 0
    mjLOG_INFO = 1
    mjLOG_WARNING = 2
    mjLOG_ERROR = 3

class mjtLogTopic(IntEnum):
    mjTOPIC_NONE = 0
    mjTOPIC_TIME_STP = 1
    mjTOPIC_TIME_CMP = 2
    mjTOPIC_SLEEP = 3
    mjNTOPIC = 3

class mjtCTimer(IntEnum):
    mjCTIMER_TOTAL = 0
    mjCTIMER_ASSETS = 1
    mjCTIMER_TEXTURE = 2
    mjCTIMER_MESH_LOAD = 3
    mjCTIMER_MESH_HULL = 4
    mjCTIMER_MESH_POLYGON = 5
    mjCTIMER_MESH_INERTIA = 6
    mjCTIMER_MESH_BVH = 7
    mjCTIMER_MESH_OCTREE = 8
    mjNCTIMER = 9

class mjtCatBit(IntEnum):
    mjCAT_STATIC = 1
    mjCAT_DYNAMIC = 2
    mjCAT_DECOR = 4
    mjCAT_ALL = 7

class mjtMouse(IntEnum):
    mjMOUSE_NONE = 0
    mjMOUSE_ROTATE_V = 1
    mjMOUSE_ROTATE_H = 2
    mjMOUSE_MOVE_V = 3
    mjMOUSE_MOVE_H = 4
    mjMOUSE_ZOOM = 5
    mjMOUSE_MOVE_V_REL = 6
    mjMOUSE_MOVE_H_REL = 7
    mjMOUSE_TURN_V = 8
    mjMOUSE_TURN_H = 9

class mjtPertBit(IntEnum):
    mjPERT_TRANSLATE = 1
    mjPERT_ROTATE = 2

class mjtCamera(IntEnum):
    mjCAMERA_FREE = 0
    mjCAMERA_TRACKING = 1
    mjCAMERA_FIXED = 2
    mjCAMERA_USER = 3

class mjtLabel(IntEnum):
    mjLABEL_NONE = 0
    mjLABEL_BODY = 1
    mjLABEL_JOINT = 2
    mjLABEL_GEOM = 3
    mjLABEL_SITE = 4
    mjLABEL_CAMERA = 5
    mjLABEL_LIGHT = 6
    mjLABEL_TENDON = 7
    mjLABEL_ACTUATOR = 8
    mjLABEL_CONSTRAINT = 9
    mjLABEL_FLEX = 10
    mjLABEL_SKIN = 11
    mjLABEL_SELECTION = 12
    mjLABEL_SELPNT = 13
    mjLABEL_CONTACTPOINT = 14
    mjLABEL_CONTACTFORCE = 15
    mjLABEL_ISLAND = 16
    mjNLABEL = 17

class mjtFrame(IntEnum):
    mjFRAME_NONE = 0
    mjFRAME_BODY = 1
    mjFRAME_GEOM = 2
    mjFRAME_SITE = 3
    mjFRAME_CAMERA = 4
    mjFRAME_LIGHT = 5
    mjFRAME_CONTACT = 6
    mjFRAME_WORLD = 7
    mjNFRAME = 8

class mjtVisFlag(IntEnum):
    mjVIS_CONVEXHULL = 0
    mjVIS_TEXTURE = 1
    mjVIS_JOINT = 2
    mjVIS_CAMERA = 3
    mjVIS_ACTUATOR = 4
    mjVIS_ACTIVATION = 5
    mjVIS_LIGHT = 6
    mjVIS_TENDON = 7
    mjVIS_RANGEFINDER = 8
    mjVIS_CONSTRAINT = 9
    mjVIS_INERTIA = 10
    mjVIS_SCLINERTIA = 11
    mjVIS_PERTFORCE = 12
    mjVIS_PERTOBJ = 13
    mjVIS_CONTACTPOINT = 14
    mjVIS_ISLAND = 15
    mjVIS_CONTACTFORCE = 16
    mjVIS_CONTACTSPLIT = 17
    mjVIS_TRANSPARENT = 18
    mjVIS_AUTOCONNECT = 19
    mjVIS_COM = 20
    mjVIS_SELECT = 21
    mjVIS_STATIC = 22
    mjVIS_SKIN = 23
    mjVIS_FLEXVERT = 24
    mjVIS_FLEXEDGE = 25
    mjVIS_FLEXFACE = 26
    mjVIS_FLEXSKIN = 27
    mjVIS_BODYBVH = 28
    mjVIS_MESHBVH = 29
    mjVIS_SDFITER = 30
    mjNVISFLAG = 31

class mjtRndFlag(IntEnum):
    mjRND_SHADOW = 0
    mjRND_WIREFRAME = 1
    mjRND_REFLECTION = 2
    mjRND_ADDITIVE = 3
    mjRND_SKYBOX = 4
    mjRND_FOG = 5
    mjRND_HAZE = 6
    mjRND_DEPTH = 7
    mjRND_SEGMENT = 8
    mjRND_IDCOLOR = 9
    mjRND_CULL_FACE = 10
    mjRND_POST_PROCESSING = 11
    mjNRNDFLAG = 12

class mjtStereo(IntEnum):
    mjSTEREO_NONE = 0
    mjSTEREO_QUADBUFFERED = 1
    mjSTEREO_SIDEBYSIDE = 2

class mjtPluginCapabilityBit(IntEnum):
    mjPLUGIN_ACTUATOR = 1
    mjPLUGIN_SENSOR = 2
    mjPLUGIN_PASSIVE = 4
    mjPLUGIN_SDF = 8

class mjtGridPos(IntEnum):
    mjGRID_TOPLEFT = 0
    mjGRID_TOPRIGHT = 1
    mjGRID_BOTTOMLEFT = 2
    mjGRID_BOTTOMRIGHT = 3
    mjGRID_TOP = 4
    mjGRID_BOTTOM = 5
    mjGRID_LEFT = 6
    mjGRID_RIGHT = 7

class mjtFramebuffer(IntEnum):
    mjFB_WINDOW = 0
    mjFB_OFFSCREEN = 1

class mjtDepthMap(IntEnum):
    mjDEPTH_ZERONEAR = 0
    mjDEPTH_ZEROFAR = 1

class mjtFontScale(IntEnum):
    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300

class mjtFont(IntEnum):
    mjFONT_NORMAL = 0
    mjFONT_SHADOW = 1
    mjFONT_BIG = 2

class mjtButton(IntEnum):
    mjBUTTON_NONE = 0
    mjBUTTON_LEFT = 1
    mjBUTTON_RIGHT = 2
    mjBUTTON_MIDDLE = 3

class mjtEvent(IntEnum):
    mjEVENT_NONE = 0
    mjEVENT_MOVE = 1
    mjEVENT_PRESS = 2
    mjEVENT_RELEASE = 3
    mjEVENT_SCROLL = 4
    mjEVENT_KEY = 5
    mjEVENT_RESIZE = 6
    mjEVENT_REDRAW = 7
    mjEVENT_FILESDROP = 8

class mjtItem(IntEnum):
    mjITEM_END = -2
    mjITEM_SECTION = -1
    mjITEM_SEPARATOR = 0
    mjITEM_STATIC = 1
    mjITEM_BUTTON = 2
    mjITEM_CHECKINT = 3
    mjITEM_CHECKBYTE = 4
    mjITEM_RADIO = 5
    mjITEM_RADIOLINE = 6
    mjITEM_SELECT = 7
    mjITEM_SLIDERINT = 8
    mjITEM_SLIDERNUM = 9
    mjITEM_EDITINT = 10
    mjITEM_EDITNUM = 11
    mjITEM_EDITFLOAT = 12
    mjITEM_EDITTXT = 13
    mjNITEM = 14

class mjtSection(IntEnum):
    mjSECT_CLOSED = 0
    mjSECT_OPEN = 1
    mjSECT_FIXED = 2

class mjrIndexType(IntEnum):
    mjINDEX_TYPE_U16 = 0
    mjINDEX_TYPE_U32 = 1

class mjrMeshPrimitiveType(IntEnum):
    mjMESH_PRIMITIVE_TYPE_TRIANGLES = 0
    mjMESH_PRIMITIVE_TYPE_LINES = 1

class mjrPixelFormat(IntEnum):
    mjPIXEL_FORMAT_UNKNOWN = 0
    mjPIXEL_FORMAT_R8 = 1
    mjPIXEL_FORMAT_RGB8 = 2
    mjPIXEL_FORMAT_RGBA8 = 3
    mjPIXEL_FORMAT_R32F = 4
    mjPIXEL_FORMAT_DEPTH32F = 5
    mjPIXEL_FORMAT_KTX = 6

class mjrVertexAttributeType(IntEnum):
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 = 0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 = 1
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 = 2
    mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 = 3

class mjrVertexAttributeUsage(IntEnum):
    mjVERTEX_ATTRIBUTE_USAGE_POSITION = 0
    mjVERTEX_ATTRIBUTE_USAGE_NORMAL = 1
    mjVERTEX_ATTRIBUTE_USAGE_TANGENTS = 2
    mjVERTEX_ATTRIBUTE_USAGE_UV = 3
    mjVERTEX_ATTRIBUTE_USAGE_COLOR = 4

MJTNUM_BYTES: Final[int]
mjVERSION_HEADER: Final[int]
mjPI: Final[float]
mjMINVAL: Final[float]
mjMAXVAL: Final[float]
mjMINMU: Final[float]
mjMINIMP: Final[float]
mjMAXIMP: Final[float]
mjMAXCONPAIR: Final[int]
mjMAXTREEDEPTH: Final[int]
mjMAXFLEXNODES: Final[int]
mjMINAWAKE: Final[int]
mjNEQDATA: Final[int]
mjNDYN: Final[int]
mjNGAIN: Final[int]
mjNBIAS: Final[int]
mjNFLUID: Final[int]
mjNREF: Final[int]
mjNIMP: Final[int]
mjNPOLY: Final[int]
mjNSENS: Final[int]
mjNGROUP: Final[int]
mjNSOLVER: Final[int]
mjMAXLIGHT: Final[int]
mjMAXLINE: Final[int]
mjMAXLINEPNT: Final[int]
mjMAXOVERLAY: Final[int]
mjMAXPLANEGRID: Final[int]
mjSC_IN: Final[int]
mjSC_OUT: Final[int]
mjSC_INOUT: Final[int]
mjNISLAND: Final[int]
mjDISABLESTRING: Final[tuple[str, ...]]
mjENABLESTRING: Final[tuple[str, ...]]
mjTIMERSTRING: Final[tuple[str, ...]]
mjLABELSTRING: Final[tuple[str, ...]]
mjFRAMESTRING: Final[tuple[str, ...]]
mjVISSTRING: Final[tuple[tuple[str, ...], ...]]
mjRNDSTRING: Final[tuple[tuple[str, ...], ...]]
MJTNUM_DTYPE: type[np.float64]

class MjOption:
    """Physics options."""

    def __init__(self) -> None: ...
    timestep: float
    """time that one step advances (s)"""
    impratio: float
    """how much stiffer friction is than the normal direction of elliptic contacts; above 1 reduces slip"""
    tolerance: float
    """the solver stops when an iteration improves the scaled cost by less"""
    ls_tolerance: float
    """the line search of CG and Newton stops when the slope has fallen to this share"""
    noslip_tolerance: float
    """the pass that removes slip stops when it improves by less"""
    ccd_tolerance: float
    """accuracy of convex collision (m)"""
    sleep_tolerance: float
    """trees that stay slower than this may fall asleep (m/s, angular speeds scaled to lengths)"""
    gravity: NDArray[np.float64]
    """acceleration of free fall in the world (m/s^2)"""
    wind: NDArray[np.float64]
    """velocity of the surrounding air or fluid in the world (m/s)"""
    magnetic: NDArray[np.float64]
    """magnetic field in the world, seen by magnetometers"""
    density: float
    """mass density of the surrounding fluid (kg/m^3); 0: no drag or lift from inertia"""
    viscosity: float
    """viscosity of the surrounding fluid (Pa s); 0: no viscous drag"""
    o_margin: float
    """margin of every contact while the override is enabled (m)"""
    o_solref: NDArray[np.float64]
    """reference (time constant, damping ratio) of every contact while the override is enabled"""
    o_solimp: NDArray[np.float64]
    """impedance curve of every contact while the override is enabled"""
    o_friction: NDArray[np.float64]
    """friction coefficients of every contact while the override is enabled"""
    integrator: int
    """how velocity and position advance (Integrator)"""
    cone: int
    """friction cone as a pyramid or as an ellipse (Cone)"""
    jacobian: int
    """dense or sparse constraint matrices (Jacobian)"""
    solver: int
    """which constraint solver runs (Solver)"""
    iterations: int
    """most iterations of the constraint solver"""
    ls_iterations: int
    """most line search evaluations per iteration of CG and Newton"""
    noslip_iterations: int
    """most iterations of the pass that removes slip; 0: skip it"""
    ccd_iterations: int
    """most iterations of convex collision"""
    disableflags: int
    """parts of the physics that are switched off (DisableBit)"""
    enableflags: int
    """extras that are switched on (EnableBit)"""
    disableactuator: int
    """bit i switches off the actuators of group i"""
    sdf_initpoints: int
    """guesses from which a search for contact between distance fields starts"""
    sdf_iterations: int
    """most descent steps of a search for contact between distance fields"""
    formulation: int
    """how constraints become forces (Formulation); the next six count in the classic one"""
    regularization: float
    """classic contacts: softness of a row of full impedance (1/kg)"""
    default_eq_stiffness: float
    """classic limits and equalities: stiffness where solref gives no time constant (1/s^2)"""
    default_eq_damping: float
    """classic limits and equalities: damping where solref gives no time constant (1/s)"""
    max_constraint_vel: float
    """classic limits and equalities: most that a row changes its velocity in a step (m/s)"""
    max_constraint_angvel: float
    """the same of rows that turn something (rad/s)"""
    friction_smoothing: float
    """classic friction loss: steepness of its tanh (s/m or s/rad)"""

class MjStatistic:
    """Sizes and masses that are typical for a model."""

    def __init__(self) -> None: ...
    meaninertia: float
    """average of the diagonal of the inertia matrix at qpos0"""
    meanmass: float
    """average mass of the bodies (kg)"""
    meansize: float
    """average length scale of the bodies (m)"""
    extent: float
    """longest side of the box around the model at qpos0 (m)"""
    center: NDArray[np.float64]
    """middle of the model at qpos0, in the world (m)"""

class MjVisual:
    """What viewers need, in groups."""

    class Global:
        cameraid: int
        """camera a viewer starts with; -1 is the one the user moves"""
        orthographic: int
        """1: the free camera shows no perspective"""
        fovy: float
        """vertical view angle of the free camera (degrees), or its height when orthographic (m)"""
        ipd: float
        """eye distance of the free camera in stereo (m)"""
        azimuth: float
        """compass angle at which the free camera starts (degrees)"""
        elevation: float
        """pitch at which the free camera starts (degrees)"""
        linewidth: float
        """thickness of drawn lines and rays (pixels)"""
        glow: float
        """how strongly the selected body lights up"""
        realtime: float
        """speed at which a viewer starts; 1 follows the clock"""
        offwidth: int
        """pixels across an image rendered without a window"""
        offheight: int
        """pixels down an image rendered without a window"""
        ellipsoidinertia: int
        """draw the inertia of bodies as 0: boxes, 1: ellipsoids"""
        bvactive: int
        """1: mark the bounding volumes that collision visited"""

    class Quality:
        shadowsize: int
        """pixels along each side of the shadow map"""
        offsamples: int
        """antialiasing samples per pixel without a window"""
        numslices: int
        """facets around spheres, capsules and cylinders"""
        numstacks: int
        """facets along spheres, capsules and cylinders"""
        numquads: int
        """facets along each side of a box"""

    class Headlight:
        ambient: NDArray[np.float32]
        """colour of its light from everywhere"""
        diffuse: NDArray[np.float32]
        """colour of its scattered light"""
        specular: NDArray[np.float32]
        """colour of its highlights"""
        active: int
        """0: off, 1: on, 2: the viewer decides"""

    class Map:
        stiffness: float
        """force per distance when the mouse pulls a body, relative to its mass"""
        stiffnessrot: float
        """torque per angle when the mouse twists a body, relative to its inertia"""
        force: float
        """length of an arrow per force, relative to the mean mass"""
        torque: float
        """length of an arrow per torque, relative to the mean mass"""
        alpha: float
        """opacity factor of geoms shown as transparent"""
        fogstart: float
        """distance where fog begins, as a multiple of the model's extent"""
        fogend: float
        """distance where fog is complete, as a multiple of the model's extent"""
        znear: float
        """distance below which nothing is drawn, as a multiple of the model's extent"""
        zfar: float
        """distance beyond which nothing is drawn, as a multiple of the model's extent"""
        haze: float
        """share of the way to the horizon that is hazy"""
        shadowclip: float
        """reach of shadows of directional lights, as a multiple of the model's extent"""
        shadowscale: float
        """share of a spot light's cone that casts shadows"""
        actuatortendon: float
        """thickness of an actuated tendon relative to a plain one"""

    class Scale:
        forcewidth: float
        """thickness of arrows for forces"""
        contactwidth: float
        """radius of the disc at a contact"""
        contactheight: float
        """thickness of the disc at a contact"""
        connect: float
        """thickness of the lines that join a body's joints and centre of mass"""
        com: float
        """size of the marker at a centre of mass"""
        camera: float
        """size of the camera symbol"""
        light: float
        """size of the light symbol"""
        selectpoint: float
        """size of the marker where the user clicked"""
        jointlength: float
        """length of the joint arrow"""
        jointwidth: float
        """thickness of the joint arrow"""
        actuatorlength: float
        """length of the arrow of an actuated joint"""
        actuatorwidth: float
        """thickness of the arrow of an actuated joint"""
        framelength: float
        """length of the drawn axes of a frame"""
        framewidth: float
        """thickness of the drawn axes of a frame"""
        constraint: float
        """thickness of the lines of violated equalities"""
        slidercrank: float
        """thickness of the rods of slider-cranks"""
        frustum: float
        """depth of the drawn view pyramid of a camera"""

    class Rgba:
        fog: NDArray[np.float32]
        """colour of distant fog"""
        haze: NDArray[np.float32]
        """colour of the horizon"""
        force: NDArray[np.float32]
        """forces the user applies"""
        inertia: NDArray[np.float32]
        """equivalent inertia shapes"""
        joint: NDArray[np.float32]
        """joint arrows"""
        actuator: NDArray[np.float32]
        """an actuator at rest"""
        actuatornegative: NDArray[np.float32]
        """an actuator at the lower end of its range"""
        actuatorpositive: NDArray[np.float32]
        """an actuator at the upper end of its range"""
        com: NDArray[np.float32]
        """markers of centres of mass"""
        camera: NDArray[np.float32]
        """symbols of cameras"""
        light: NDArray[np.float32]
        """symbols of lights"""
        selectpoint: NDArray[np.float32]
        """marker of the clicked point"""
        connect: NDArray[np.float32]
        """lines between joints and centres of mass"""
        contactpoint: NDArray[np.float32]
        """discs at contacts"""
        contactforce: NDArray[np.float32]
        """total forces at contacts"""
        contactfriction: NDArray[np.float32]
        """tangential part of forces at contacts"""
        contacttorque: NDArray[np.float32]
        """torques at contacts"""
        contactgap: NDArray[np.float32]
        """discs of contacts that are detected but exert no force"""
        rangefinder: NDArray[np.float32]
        """rays of distance sensors"""
        constraint: NDArray[np.float32]
        """lines of violated equalities"""
        slidercrank: NDArray[np.float32]
        """rods of slider-cranks"""
        crankbroken: NDArray[np.float32]
        """rods that cannot span the distance they should"""
        frustum: NDArray[np.float32]
        """view pyramids of cameras"""
        bv: NDArray[np.float32]
        """bounding boxes"""
        bvactive: NDArray[np.float32]
        """bounding boxes that collision visited"""

    def __init__(self) -> None: ...
    global_: Global
    quality: Quality
    headlight: Headlight
    map: Map
    scale: Scale
    rgba: Rgba

MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba

class MjContact:
    """A contact between two geoms."""

    def __init__(self) -> None: ...
    dist: float
    pos: NDArray[np.float64]
    frame: NDArray[np.float64]
    includemargin: float
    friction: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]
    solimp: NDArray[np.float64]
    adhesion: float
    surfacevel: NDArray[np.float64]
    mu: float
    H: NDArray[np.float64]
    dim: int
    geom1: int
    geom2: int
    geom: NDArray[np.int32]
    flex: NDArray[np.int32]
    elem: NDArray[np.int32]
    vert: NDArray[np.int32]
    exclude: int
    efc_address: int

class _MjContactList(_List[MjContact]):
    dist: NDArray[np.float64]
    pos: NDArray[np.float64]
    frame: NDArray[np.float64]
    includemargin: NDArray[np.float64]
    friction: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]
    solimp: NDArray[np.float64]
    adhesion: NDArray[np.float64]
    surfacevel: NDArray[np.float64]
    mu: NDArray[np.float64]
    H: NDArray[np.float64]
    dim: NDArray[np.int32]
    geom1: NDArray[np.int32]
    geom2: NDArray[np.int32]
    geom: NDArray[np.int32]
    flex: NDArray[np.int32]
    elem: NDArray[np.int32]
    vert: NDArray[np.int32]
    exclude: NDArray[np.int32]
    efc_address: NDArray[np.int32]

class MjWarningStat:
    """How often a warning was raised, and what the last one was about."""

    def __init__(self) -> None: ...
    lastinfo: int
    number: int

class _MjWarningStatList(_List[MjWarningStat]):
    lastinfo: NDArray[np.int32]
    number: NDArray[np.int32]

class MjTimerStat:
    """How long a stage took in total, and how often it ran."""

    def __init__(self) -> None: ...
    duration: float
    number: int

class _MjTimerStatList(_List[MjTimerStat]):
    duration: NDArray[np.float64]
    number: NDArray[np.int32]

class MjSolverStat:
    """One iteration of the constraint solver."""

    def __init__(self) -> None: ...
    gradient: float
    improvement: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int

class _MjSolverStatList(_List[MjSolverStat]):
    gradient: NDArray[np.float64]
    improvement: NDArray[np.float64]
    lineslope: NDArray[np.float64]
    nactive: NDArray[np.int32]
    nchange: NDArray[np.int32]
    neval: NDArray[np.int32]
    nupdate: NDArray[np.int32]

class MjrContext:
    """What OpenGL holds for a model, and the picture that is drawn. Numbers of OpenGL's objects are
    0: it has a context and a thread of its own, and needs no GLContext to be current."""

    def __init__(self, model: MjModel | None = None, fontscale: int | None = None) -> None: ...
    lineWidth: float
    shadowClip: float
    shadowScale: float
    fogStart: float
    fogEnd: float
    shadowSize: int
    offWidth: int
    offHeight: int
    offSamples: int
    fontScale: int
    ntexture: int
    rangePlane: int
    rangeMesh: int
    rangeHField: int
    rangeBuiltin: int
    rangeFont: int
    nskin: int
    charHeight: int
    charHeightBig: int
    glInitialized: int
    windowAvailable: int
    windowSamples: int
    windowStereo: int
    windowDoublebuffer: int
    currentBuffer: int
    readPixelFormat: int
    readDepthMap: int
    offFBO: int
    offFBO_r: int
    offColor: int
    offColor_r: int
    offDepthStencil: int
    offDepthStencil_r: int
    shadowFBO: int
    shadowTex: int
    basePlane: int
    baseMesh: int
    baseHField: int
    baseBuiltin: int
    baseFontNormal: int
    baseFontShadow: int
    baseFontBig: int
    fogRGBA: NDArray[np.float32]
    mat_texid: NDArray[np.int32]
    mat_texuniform: NDArray[np.int32]
    mat_texrepeat: NDArray[np.float32]
    textureType: NDArray[np.int32]
    texture: NDArray[np.uint32]
    charWidth: NDArray[np.int32]
    charWidthBig: NDArray[np.int32]
    auxWidth: NDArray[np.int32]
    auxHeight: NDArray[np.int32]
    auxSamples: NDArray[np.int32]
    auxFBO: NDArray[np.uint32]
    auxFBO_r: NDArray[np.uint32]
    auxColor: NDArray[np.uint32]
    auxColor_r: NDArray[np.uint32]
    def free(self) -> None: ...

class MjvCamera:
    """What the user sees: a free, tracking, fixed or user's camera."""

    def __init__(self) -> None: ...
    type: int
    fixedcamid: int
    trackbodyid: int
    lookat: NDArray[np.float64]
    distance: float
    azimuth: float
    elevation: float
    orthographic: int

class MjvGLCamera:
    """A camera as OpenGL has it."""

    def __init__(self) -> None: ...
    pos: NDArray[np.float32]
    forward: NDArray[np.float32]
    up: NDArray[np.float32]
    frustum_center: float
    frustum_width: float
    frustum_bottom: float
    frustum_top: float
    frustum_near: float
    frustum_far: float
    orthographic: int

class MjvPerturb:
    """What the mouse has taken hold of."""

    def __init__(self) -> None: ...
    select: int
    flexselect: int
    skinselect: int
    active: int
    active2: int
    refpos: NDArray[np.float64]
    refquat: NDArray[np.float64]
    refselpos: NDArray[np.float64]
    localpos: NDArray[np.float64]
    localmass: float
    scale: float

class MjvOption:
    """What is shown."""

    def __init__(self) -> None: ...
    label: int
    frame: int
    geomgroup: NDArray[np.uint8]
    sitegroup: NDArray[np.uint8]
    jointgroup: NDArray[np.uint8]
    tendongroup: NDArray[np.uint8]
    actuatorgroup: NDArray[np.uint8]
    flexgroup: NDArray[np.uint8]
    skingroup: NDArray[np.uint8]
    flags: NDArray[np.uint8]
    bvh_depth: int
    flex_layer: int

class MjvGeom:
    """A shape to be drawn."""

    def __init__(self) -> None: ...
    type: int
    dataid: int
    objtype: int
    objid: int
    category: int
    matid: int
    texid: int
    texuniform: int
    texcoord: int
    segid: int
    size: NDArray[np.float32]
    pos: NDArray[np.float32]
    mat: NDArray[np.float32]
    rgba: NDArray[np.float32]
    emission: float
    specular: float
    shininess: float
    reflectance: float
    texrepeat: NDArray[np.float32]
    castshadow: int
    label: str
    camdist: float
    modelrbound: float
    transparent: int

class MjvLight:
    """A light of a scene."""

    def __init__(self) -> None: ...
    id: int
    pos: NDArray[np.float32]
    dir: NDArray[np.float32]
    type: int
    texid: int
    attenuation: NDArray[np.float32]
    cutoff: float
    exponent: float
    ambient: NDArray[np.float32]
    diffuse: NDArray[np.float32]
    specular: NDArray[np.float32]
    headlight: int
    castshadow: int
    bulbradius: float
    intensity: float
    range: float
    softness: float

class MjvFigure:
    """A plot."""

    def __init__(self) -> None: ...
    flg_legend: int
    flg_ticklabel: NDArray[np.int32]
    flg_extend: int
    flg_barplot: int
    flg_selection: int
    flg_symmetric: int
    linewidth: float
    gridwidth: float
    gridsize: NDArray[np.int32]
    gridrgb: NDArray[np.float32]
    figurergba: NDArray[np.float32]
    panergba: NDArray[np.float32]
    legendrgba: NDArray[np.float32]
    textrgb: NDArray[np.float32]
    linergb: NDArray[np.float32]
    range: NDArray[np.float32]
    xformat: str
    yformat: str
    minwidth: str
    title: str
    xlabel: str
    linename: NDArray[np.bytes_]
    legendoffset: int
    subplot: int
    highlight: NDArray[np.int32]
    highlightid: int
    selection: float
    linepnt: NDArray[np.int32]
    linedata: NDArray[np.float32]
    xaxispixel: NDArray[np.int32]
    yaxispixel: NDArray[np.int32]
    xaxisdata: NDArray[np.float32]
    yaxisdata: NDArray[np.float32]

class MjrRect:
    """A rectangle of pixels."""

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None: ...
    left: int
    bottom: int
    width: int
    height: int

class MjLROpt:
    """How the length range of actuators is found."""

    def __init__(self) -> None: ...
    mode: int
    useexisting: int
    uselimit: int
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float

class MjPreContact:
    """What a collision function finds, before it becomes a contact."""

    def __init__(self) -> None: ...
    dist: float
    pos: NDArray[np.float64]
    normal: NDArray[np.float64]
    tangent: NDArray[np.float64]

class MjrVertexAttribute:
    """What a number of a vertex is for, and its type."""

    def __init__(self, usage: int = 0, type: int = 0) -> None: ...
    usage: int
    type: int

class MjrRendererInfo:
    """Which renderer draws."""

    def __init__(self) -> None: ...
    renderer: str
    backend: str

class MjvScene:
    """Everything that is drawn: geoms, lights, two cameras. Made empty, with room for maxgeom."""

    def __init__(self, model: MjModel | None = None, maxgeom: int | None = None) -> None: ...
    maxgeom: int
    ngeom: int
    nflex: int
    flexvertopt: int
    flexedgeopt: int
    flexfaceopt: int
    flexskinopt: int
    nskin: int
    nlight: int
    enabletransform: int
    translate: NDArray[np.float32]
    rotate: NDArray[np.float32]
    scale: float
    stereo: int
    flags: NDArray[np.uint8]
    framewidth: int
    framergb: NDArray[np.float32]
    status: int
    camera: tuple[MjvGLCamera, ...]
    lights: tuple[MjvLight, ...]
    geoms: tuple[MjvGeom, ...]
    geomorder: NDArray[np.int32]
    flexedgeadr: NDArray[np.int32]
    flexedgenum: NDArray[np.int32]
    flexvertadr: NDArray[np.int32]
    flexvertnum: NDArray[np.int32]
    flexfaceadr: NDArray[np.int32]
    flexfacenum: NDArray[np.int32]
    flexfaceused: NDArray[np.int32]
    flexedge: NDArray[np.int32]
    skinfacenum: NDArray[np.int32]
    skinvertadr: NDArray[np.int32]
    skinvertnum: NDArray[np.int32]
    flexvert: NDArray[np.float32]
    flexface: NDArray[np.float32]
    flexnormal: NDArray[np.float32]
    flextexcoord: NDArray[np.float32]
    skinvert: NDArray[np.float32]
    skinnormal: NDArray[np.float32]

class MjVfs:
    """Files by name, in memory."""

    def __init__(self) -> None: ...
    def __setitem__(self, name: str, content: bytes) -> None: ...
    def __delitem__(self, name: str) -> None: ...
    def __contains__(self, name: str) -> bool: ...
    def __enter__(self) -> MjVfs: ...
    def __exit__(self, *_: Any) -> None: ...
    def close(self) -> None: ...

class MjLogConfig:
    """Where messages go, and of which topics."""

    def __init__(self) -> None: ...
    logfile: str
    logto_console: bool
    logto_file: bool
    topics: int
    @staticmethod
    def get() -> MjLogConfig: ...
    def set(self) -> None: ...

class MjLogMessage:
    """A message: what it is about, where it comes from."""

    def __init__(self) -> None: ...
    level: int
    topic: int
    timestamp: bool
    file: str | None
    func: str | None
    line: int
    subject: str
    body: str | None

class _MjModelBodyViews:
    id: int
    name: str
    bvhadr: NDArray[np.int32]
    bvhnum: NDArray[np.int32]
    conaffinity: NDArray[np.int32]
    contype: NDArray[np.int32]
    dofadr: NDArray[np.int32]
    dofnum: NDArray[np.int32]
    geomadr: NDArray[np.int32]
    geomnum: NDArray[np.int32]
    gravcomp: NDArray[np.float64]
    inertia: NDArray[np.float64]
    invweight0: NDArray[np.float64]
    ipos: NDArray[np.float64]
    iquat: NDArray[np.float64]
    jntadr: NDArray[np.int32]
    jntnum: NDArray[np.int32]
    margin: NDArray[np.float64]
    mass: NDArray[np.float64]
    mocapid: NDArray[np.int32]
    parentid: NDArray[np.int32]
    plugin: NDArray[np.int32]
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    rootid: NDArray[np.int32]
    sameframe: NDArray[np.uint8]
    simple: NDArray[np.uint8]
    subtreemass: NDArray[np.float64]
    treeid: NDArray[np.int32]
    user: NDArray[np.float64]
    weldid: NDArray[np.int32]

class _MjModelJointViews:
    id: int
    name: str
    M0: NDArray[np.float64]
    Madr: NDArray[np.int32]
    actfrclimited: NDArray[np.bool_]
    actfrcrange: NDArray[np.float64]
    actgravcomp: NDArray[np.bool_]
    actuatorid: NDArray[np.int32]
    armature: NDArray[np.float64]
    axis: NDArray[np.float64]
    bodyid: NDArray[np.int32]
    damping: NDArray[np.float64]
    dampingpoly: NDArray[np.float64]
    dofadr: NDArray[np.int32]
    driver: NDArray[np.int32]
    frictionloss: NDArray[np.float64]
    group: NDArray[np.int32]
    invweight0: NDArray[np.float64]
    jntid: NDArray[np.int32]
    length: NDArray[np.float64]
    limited: NDArray[np.bool_]
    margin: NDArray[np.float64]
    parentid: NDArray[np.int32]
    place: NDArray[np.int32]
    plasticadr: NDArray[np.int32]
    pos: NDArray[np.float64]
    qpos0: NDArray[np.float64]
    qpos_spring: NDArray[np.float64]
    qposadr: NDArray[np.int32]
    range: NDArray[np.float64]
    run: NDArray[np.int32]
    simplenum: NDArray[np.int32]
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    springyield: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    stiffnesspoly: NDArray[np.float64]
    treeid: NDArray[np.int32]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelGeomViews:
    id: int
    name: str
    aabb: NDArray[np.float64]
    adhesion: NDArray[np.float64]
    bodyid: NDArray[np.int32]
    castshadow: NDArray[np.bool_]
    conaffinity: NDArray[np.int32]
    condim: NDArray[np.int32]
    contype: NDArray[np.int32]
    dataid: NDArray[np.int32]
    fluid: NDArray[np.float64]
    friction: NDArray[np.float64]
    gap: NDArray[np.float64]
    group: NDArray[np.int32]
    margin: NDArray[np.float64]
    matid: NDArray[np.int32]
    plugin: NDArray[np.int32]
    pos: NDArray[np.float64]
    priority: NDArray[np.int32]
    quat: NDArray[np.float64]
    rbound: NDArray[np.float64]
    rgba: NDArray[np.float32]
    sameframe: NDArray[np.uint8]
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: NDArray[np.float64]
    solref: NDArray[np.float64]
    surfacevel: NDArray[np.float64]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelSiteViews:
    id: int
    name: str
    bodyid: NDArray[np.int32]
    dataid: NDArray[np.int32]
    group: NDArray[np.int32]
    matid: NDArray[np.int32]
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    sameframe: NDArray[np.uint8]
    size: NDArray[np.float64]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelCameraViews:
    id: int
    name: str
    bodyid: NDArray[np.int32]
    fovy: NDArray[np.float64]
    intrinsic: NDArray[np.float32]
    ipd: NDArray[np.float64]
    mat0: NDArray[np.float64]
    mode: NDArray[np.int32]
    output: NDArray[np.int32]
    pos: NDArray[np.float64]
    pos0: NDArray[np.float64]
    poscom0: NDArray[np.float64]
    projection: NDArray[np.int32]
    quat: NDArray[np.float64]
    resolution: NDArray[np.int32]
    sensorsize: NDArray[np.float32]
    targetbodyid: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelLightViews:
    id: int
    name: str
    active: NDArray[np.bool_]
    ambient: NDArray[np.float32]
    attenuation: NDArray[np.float32]
    bodyid: NDArray[np.int32]
    bulbradius: NDArray[np.float32]
    castshadow: NDArray[np.bool_]
    cutoff: NDArray[np.float32]
    diffuse: NDArray[np.float32]
    dir: NDArray[np.float64]
    dir0: NDArray[np.float64]
    exponent: NDArray[np.float32]
    intensity: NDArray[np.float32]
    mode: NDArray[np.int32]
    pos: NDArray[np.float64]
    pos0: NDArray[np.float64]
    poscom0: NDArray[np.float64]
    range: NDArray[np.float32]
    softness: NDArray[np.float32]
    specular: NDArray[np.float32]
    targetbodyid: NDArray[np.int32]
    texid: NDArray[np.int32]
    type: NDArray[np.int32]

class _MjModelMeshViews:
    id: int
    name: str
    bvhadr: NDArray[np.int32]
    bvhnum: NDArray[np.int32]
    convex: NDArray[np.bool_]
    extrema: NDArray[np.int32]
    faceadr: NDArray[np.int32]
    facenum: NDArray[np.int32]
    graphadr: NDArray[np.int32]
    normaladr: NDArray[np.int32]
    normalnum: NDArray[np.int32]
    octadr: NDArray[np.int32]
    octnum: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    polyadr: NDArray[np.int32]
    polynum: NDArray[np.int32]
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    scale: NDArray[np.float64]
    texcoordadr: NDArray[np.int32]
    texcoordnum: NDArray[np.int32]
    vertadr: NDArray[np.int32]
    vertnum: NDArray[np.int32]

class _MjModelSkinViews:
    id: int
    name: str
    blend: NDArray[np.int32]
    boneadr: NDArray[np.int32]
    bonenum: NDArray[np.int32]
    faceadr: NDArray[np.int32]
    facenum: NDArray[np.int32]
    group: NDArray[np.int32]
    inflate: NDArray[np.float32]
    matid: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    rgba: NDArray[np.float32]
    texcoordadr: NDArray[np.int32]
    vertadr: NDArray[np.int32]
    vertnum: NDArray[np.int32]

class _MjModelHfieldViews:
    id: int
    name: str
    adr: NDArray[np.int32]
    data: NDArray[Any]
    ncol: NDArray[np.int32]
    nrow: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    size: NDArray[np.float64]

class _MjModelTextureViews:
    id: int
    name: str
    adr: NDArray[np.int64]
    colorspace: NDArray[np.int32]
    contenttypeadr: NDArray[np.int32]
    data: NDArray[Any]
    height: NDArray[np.int32]
    nchannel: NDArray[np.int32]
    pathadr: NDArray[np.int32]
    type: NDArray[np.int32]
    width: NDArray[np.int32]

class _MjModelMaterialViews:
    id: int
    name: str
    emission: NDArray[np.float32]
    metallic: NDArray[np.float32]
    reflectance: NDArray[np.float32]
    rgba: NDArray[np.float32]
    roughness: NDArray[np.float32]
    shininess: NDArray[np.float32]
    specular: NDArray[np.float32]
    texid: NDArray[np.int32]
    texrepeat: NDArray[np.float32]
    texuniform: NDArray[np.bool_]

class _MjModelPairViews:
    id: int
    name: str
    adhesion: NDArray[np.float64]
    dim: NDArray[np.int32]
    friction: NDArray[np.float64]
    gap: NDArray[np.float64]
    geom1: NDArray[np.int32]
    geom2: NDArray[np.int32]
    margin: NDArray[np.float64]
    signature: NDArray[np.int32]
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]

class _MjModelExcludeViews:
    id: int
    name: str
    signature: NDArray[np.int32]

class _MjModelEqualityViews:
    id: int
    name: str
    active0: NDArray[np.bool_]
    data: NDArray[np.float64]
    obj1id: NDArray[np.int32]
    obj2id: NDArray[np.int32]
    objtype: NDArray[np.int32]
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    type: NDArray[np.int32]

class _MjModelTendonViews:
    id: int
    name: str
    J_colind: NDArray[np.int32]
    J_rowadr: NDArray[np.int32]
    J_rownnz: NDArray[np.int32]
    _actfrclimited: NDArray[np.bool_]
    _actfrcrange: NDArray[np.float64]
    _actuatorid: NDArray[np.int32]
    _adr: NDArray[np.int32]
    _armature: NDArray[np.float64]
    _damping: NDArray[np.float64]
    _dampingpoly: NDArray[np.float64]
    _driver: NDArray[np.int32]
    _frictionloss: NDArray[np.float64]
    _group: NDArray[np.int32]
    _invweight0: NDArray[np.float64]
    _length0: NDArray[np.float64]
    _lengthspring: NDArray[np.float64]
    _limited: NDArray[np.bool_]
    _margin: NDArray[np.float64]
    _matid: NDArray[np.int32]
    _num: NDArray[np.int32]
    _plasticadr: NDArray[np.int32]
    _range: NDArray[np.float64]
    _rgba: NDArray[np.float32]
    _solimp_fri: NDArray[np.float64]
    _solimp_lim: NDArray[np.float64]
    _solref_fri: NDArray[np.float64]
    _solref_lim: NDArray[np.float64]
    _springyield: NDArray[np.float64]
    _stiffness: NDArray[np.float64]
    _stiffnesspoly: NDArray[np.float64]
    _treeid: NDArray[np.int32]
    _treenum: NDArray[np.int32]
    _type: NDArray[np.int32]
    _user: NDArray[np.float64]
    _width: NDArray[np.float64]
    actfrclimited: NDArray[np.bool_]
    actfrcrange: NDArray[np.float64]
    actuatorid: NDArray[np.int32]
    adr: NDArray[np.int32]
    armature: NDArray[np.float64]
    damping: NDArray[np.float64]
    dampingpoly: NDArray[np.float64]
    driver: NDArray[np.int32]
    frictionloss: NDArray[np.float64]
    group: NDArray[np.int32]
    invweight0: NDArray[np.float64]
    length0: NDArray[np.float64]
    lengthspring: NDArray[np.float64]
    limited: NDArray[np.bool_]
    margin: NDArray[np.float64]
    matid: NDArray[np.int32]
    num: NDArray[np.int32]
    plasticadr: NDArray[np.int32]
    range: NDArray[np.float64]
    rgba: NDArray[np.float32]
    solimp_fri: NDArray[np.float64]
    solimp_lim: NDArray[np.float64]
    solref_fri: NDArray[np.float64]
    solref_lim: NDArray[np.float64]
    springyield: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    stiffnesspoly: NDArray[np.float64]
    treeid: NDArray[np.int32]
    treenum: NDArray[np.int32]
    type: NDArray[np.int32]
    user: NDArray[np.float64]
    width: NDArray[np.float64]

class _MjModelActuatorViews:
    id: int
    name: str
    acc0: NDArray[np.float64]
    actadr: NDArray[np.int32]
    actearly: NDArray[np.bool_]
    actlimited: NDArray[np.bool_]
    actnum: NDArray[np.int32]
    actrange: NDArray[np.float64]
    armature: NDArray[np.float64]
    biasprm: NDArray[np.float64]
    biastype: NDArray[np.int32]
    cranklength: NDArray[np.float64]
    ctrladr: NDArray[np.int32]
    ctrllimited: NDArray[np.bool_]
    ctrlnum: NDArray[np.int32]
    ctrlrange: NDArray[np.float64]
    ctrlspec: NDArray[np.int32]
    damping: NDArray[np.float64]
    dampingpoly: NDArray[np.float64]
    delay: NDArray[np.float64]
    dynprm: NDArray[np.float64]
    dyntype: NDArray[np.int32]
    forcelimited: NDArray[np.bool_]
    forcerange: NDArray[np.float64]
    gainprm: NDArray[np.float64]
    gaintype: NDArray[np.int32]
    gear: NDArray[np.float64]
    group: NDArray[np.int32]
    history: NDArray[np.int32]
    historyadr: NDArray[np.int32]
    length0: NDArray[np.float64]
    lengthrange: NDArray[np.float64]
    next: NDArray[np.int32]
    outadr: NDArray[np.int32]
    outnum: NDArray[np.int32]
    plugin: NDArray[np.int32]
    trnid: NDArray[np.int32]
    trntype: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelSensorViews:
    id: int
    name: str
    adr: NDArray[np.int32]
    cutoff: NDArray[np.float64]
    datatype: NDArray[np.int32]
    delay: NDArray[np.float64]
    dim: NDArray[np.int32]
    history: NDArray[np.int32]
    historyadr: NDArray[np.int32]
    interval: NDArray[np.float64]
    intprm: NDArray[np.int32]
    needstage: NDArray[np.int32]
    noise: NDArray[np.float64]
    objid: NDArray[np.int32]
    objtype: NDArray[np.int32]
    plugin: NDArray[np.int32]
    refid: NDArray[np.int32]
    reftype: NDArray[np.int32]
    type: NDArray[np.int32]
    user: NDArray[np.float64]

class _MjModelNumericViews:
    id: int
    name: str
    adr: NDArray[np.int32]
    data: NDArray[np.float64]
    size: NDArray[np.int32]

class _MjModelTupleViews:
    id: int
    name: str
    adr: NDArray[np.int32]
    objid: NDArray[np.int32]
    objprm: NDArray[np.float64]
    objtype: NDArray[np.int32]
    size: NDArray[np.int32]

class _MjModelKeyframeViews:
    id: int
    name: str
    act: NDArray[np.float64]
    ctrl: NDArray[np.float64]
    mpos: NDArray[np.float64]
    mquat: NDArray[np.float64]
    plastic: NDArray[np.float64]
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    time: NDArray[np.float64]

class _MjDataBodyViews:
    id: int
    name: str
    awake: NDArray[np.int32]
    awake_ind: NDArray[np.int32]
    cacc: NDArray[np.float64]
    cfrc_ext: NDArray[np.float64]
    cfrc_int: NDArray[np.float64]
    cinert: NDArray[np.float64]
    crb: NDArray[np.float64]
    cvel: NDArray[np.float64]
    subtree_angmom: NDArray[np.float64]
    subtree_com: NDArray[np.float64]
    subtree_linvel: NDArray[np.float64]
    xfrc_applied: NDArray[np.float64]
    ximat: NDArray[np.float64]
    xipos: NDArray[np.float64]
    xiquat: NDArray[np.float64]
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]
    xquat: NDArray[np.float64]

class _MjDataJointViews:
    id: int
    name: str
    awake_ind: NDArray[np.int32]
    cdof: NDArray[np.float64]
    cdof_dot: NDArray[np.float64]
    island: NDArray[np.int32]
    plastic: NDArray[np.float64]
    qHDiagInv: NDArray[np.float64]
    qLDiagInv: NDArray[np.float64]
    qacc: NDArray[np.float64]
    qacc_smooth: NDArray[np.float64]
    qacc_warmstart: NDArray[np.float64]
    qfrc_actuator: NDArray[np.float64]
    qfrc_adhesion: NDArray[np.float64]
    qfrc_applied: NDArray[np.float64]
    qfrc_bias: NDArray[np.float64]
    qfrc_constraint: NDArray[np.float64]
    qfrc_damper: NDArray[np.float64]
    qfrc_fluid: NDArray[np.float64]
    qfrc_gravcomp: NDArray[np.float64]
    qfrc_inverse: NDArray[np.float64]
    qfrc_passive: NDArray[np.float64]
    qfrc_smooth: NDArray[np.float64]
    qfrc_spring: NDArray[np.float64]
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    xanchor: NDArray[np.float64]
    xaxis: NDArray[np.float64]

class _MjDataGeomViews:
    id: int
    name: str
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]
    xquat: NDArray[np.float64]

class _MjDataSiteViews:
    id: int
    name: str
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]
    xquat: NDArray[np.float64]

class _MjDataCameraViews:
    id: int
    name: str
    xmat: NDArray[np.float64]
    xpos: NDArray[np.float64]

class _MjDataLightViews:
    id: int
    name: str
    xdir: NDArray[np.float64]
    xpos: NDArray[np.float64]

class _MjDataTendonViews:
    id: int
    name: str
    J: NDArray[np.float64]
    efcadr: NDArray[np.int32]
    length: NDArray[np.float64]
    plastic: NDArray[np.float64]
    velocity: NDArray[np.float64]
    wrapadr: NDArray[np.int32]
    wrapnum: NDArray[np.int32]

class _MjDataActuatorViews:
    id: int
    name: str
    act: NDArray[np.float64]
    act_dot: NDArray[np.float64]
    ctrl: NDArray[np.float64]
    force: NDArray[np.float64]
    length: NDArray[np.float64]
    moment: NDArray[Any]
    velocity: NDArray[np.float64]

class _MjDataSensorViews:
    id: int
    name: str
    data: NDArray[np.float64]
    sensordata: NDArray[np.float64]

class MjModel:
    """The compiled model."""

    @staticmethod
    def from_xml_path(
        filename: str | os.PathLike[str],
        assets: Mapping[str, bytes] | None = None,
        *,
        vfs: MjVfs | None = None,
        ignore_unsupported: bool = False,
        package_paths: Iterable[str | os.PathLike[str]] = (),
        transmissions: bool = False,
        allow_files: bool = True,
        root: str | os.PathLike[str] | None = None,
        limits: Mapping[str, int] | None = None,
    ) -> MjModel:
        """Loads a model file, MJCF or URDF; assets are files by name, looked up before the disk."""
    @staticmethod
    def from_xml_string(
        xml: str | bytes,
        assets: Mapping[str, bytes] | None = None,
        *,
        vfs: MjVfs | None = None,
        ignore_unsupported: bool = False,
        package_paths: Iterable[str | os.PathLike[str]] = (),
        transmissions: bool = False,
        allow_files: bool = True,
        root: str | os.PathLike[str] | None = None,
        limits: Mapping[str, int] | None = None,
    ) -> MjModel:
        """Loads a model from the text of its file."""
    def body(self, name: str | int = ...) -> _MjModelBodyViews: ...
    def joint(self, name: str | int = ...) -> _MjModelJointViews: ...
    def jnt(self, name: str | int = ...) -> _MjModelJointViews: ...
    def geom(self, name: str | int = ...) -> _MjModelGeomViews: ...
    def site(self, name: str | int = ...) -> _MjModelSiteViews: ...
    def camera(self, name: str | int = ...) -> _MjModelCameraViews: ...
    def cam(self, name: str | int = ...) -> _MjModelCameraViews: ...
    def light(self, name: str | int = ...) -> _MjModelLightViews: ...
    def mesh(self, name: str | int = ...) -> _MjModelMeshViews: ...
    def skin(self, name: str | int = ...) -> _MjModelSkinViews: ...
    def hfield(self, name: str | int = ...) -> _MjModelHfieldViews: ...
    def texture(self, name: str | int = ...) -> _MjModelTextureViews: ...
    def tex(self, name: str | int = ...) -> _MjModelTextureViews: ...
    def material(self, name: str | int = ...) -> _MjModelMaterialViews: ...
    def mat(self, name: str | int = ...) -> _MjModelMaterialViews: ...
    def pair(self, name: str | int = ...) -> _MjModelPairViews: ...
    def exclude(self, name: str | int = ...) -> _MjModelExcludeViews: ...
    def equality(self, name: str | int = ...) -> _MjModelEqualityViews: ...
    def eq(self, name: str | int = ...) -> _MjModelEqualityViews: ...
    def tendon(self, name: str | int = ...) -> _MjModelTendonViews: ...
    def actuator(self, name: str | int = ...) -> _MjModelActuatorViews: ...
    def sensor(self, name: str | int = ...) -> _MjModelSensorViews: ...
    def numeric(self, name: str | int = ...) -> _MjModelNumericViews: ...
    def tuple(self, name: str | int = ...) -> _MjModelTupleViews: ...
    def key(self, name: str | int = ...) -> _MjModelKeyframeViews: ...
    def keyframe(self, name: str | int = ...) -> _MjModelKeyframeViews: ...
    @staticmethod
    def from_binary_path(filename: str, assets: Mapping[str, bytes] | None = None) -> MjModel: ...
    @property
    def signature(self) -> int: ...
    def bind(self, elements: Any) -> Any: ...
    def bind_scalar(self, element: Any) -> Any: ...
    opt: MjOption
    stat: MjStatistic
    vis: MjVisual
    nq: int
    """length of the position vector qpos; a free joint takes 7 entries, a ball joint 4"""
    nv: int
    """length of the velocity vector qvel (dofs); a free joint takes 6 entries, a ball joint 3"""
    nu: int
    """length of ctrl; an actuator may read several controls"""
    nactuator: int
    """actuators"""
    nout: int
    """scalar forces that actuators produce; an actuator may have several, depending on its transmission"""
    na: int
    """length of act, the internal states of actuators that have dynamics"""
    nbody: int
    """bodies, the world (body 0) included"""
    nbvh: int
    """nodes in the bounding volume trees of bodies, meshes and flexes together"""
    nbvhstatic: int
    """tree nodes whose box is fixed in a local frame and stored with the model"""
    nbvhdynamic: int
    """tree nodes whose box follows deforming flexes and is stored with the data"""
    noct: int
    """octree cells that approximate the distance fields of meshes"""
    njnt: int
    """joints"""
    ntree: int
    """groups of moving bodies that hang together below the world"""
    nM: int
    """entries of the inertia matrix in the legacy layout: one chain of ancestors per dof"""
    nB: int
    """entries of the matrix that lists, per body, the dofs that move it"""
    nC: int
    """entries of the lower triangle of the inertia matrix, row by row"""
    nD: int
    """entries of the symmetric inertia pattern, both triangles"""
    ngeom: int
    """geoms, for collision or for show"""
    nsite: int
    """sites"""
    ncam: int
    """cameras"""
    nlight: int
    """lights"""
    nflex: int
    """deformable bodies (flexes)"""
    nflexnode: int
    """control nodes, all flexes together"""
    nflexvert: int
    """flex vertices, all flexes together"""
    nflexedge: int
    """flex edges, all flexes together"""
    nflexelem: int
    """flex elements (segments, triangles or tetrahedra), all flexes together"""
    nflexelemdata: int
    """vertex indices that the flex elements list"""
    nflexstiffness: int
    """numbers that describe the elasticity of flex elements"""
    nflexbending: int
    """numbers that describe the bending of flexes"""
    nefm0dof: int
    """dofs whose implicit metric never changes and is factored at compile time"""
    nefm0L: int
    """entries of the compile-time metric factor efm0_L"""
    nefmCvert: int
    """slots in the elimination order of the sparse metric factor"""
    nflexelemedge: int
    """edge indices that the flex elements list"""
    nflexshelldata: int
    """vertex indices that the flex surfaces list"""
    nflextexcoord: int
    """flex vertices that carry a texture position"""
    nJfe: int
    """entries of the sparse matrix that maps qvel to rates of flex edges"""
    nmesh: int
    """meshes"""
    nmeshvert: int
    """mesh vertices, all meshes together"""
    nmeshnormal: int
    """mesh normals, all meshes together"""
    nmeshtexcoord: int
    """mesh texture positions, all meshes together"""
    nmeshface: int
    """mesh triangles, all meshes together"""
    nmeshgraph: int
    """integers that store the convex hulls of meshes"""
    nmeshpoly: int
    """flat polygons of the convex hulls, all meshes together"""
    nmeshpolyvert: int
    """vertex indices that the hull polygons list"""
    nmeshpolymap: int
    """polygon indices that the hull vertices list"""
    nskin: int
    """skins"""
    nskinvert: int
    """skin vertices, all skins together"""
    nskintexvert: int
    """skin vertices that carry a texture position"""
    nskinface: int
    """skin triangles, all skins together"""
    nskinbone: int
    """bones, all skins together"""
    nskinbonevert: int
    """links from bones to the vertices they move"""
    nhfield: int
    """terrain height fields"""
    nhfielddata: int
    """heights, all height fields together"""
    ntex: int
    """textures"""
    ntexdata: int
    """bytes of pixels, all textures together"""
    nmat: int
    """materials"""
    npair: int
    """geom pairs with contact parameters of their own"""
    nexclude: int
    """body pairs that never collide"""
    neq: int
    """equalities (connect, weld, joint, tendon, flex)"""
    ntendon: int
    """tendons"""
    nJten: int
    """entries of the sparse tendon Jacobian"""
    nwrap: int
    """path items (sites, geoms, pulleys, joints) of all tendons together"""
    nsensor: int
    """sensors"""
    nnumeric: int
    """named vectors of numbers"""
    nnumericdata: int
    """values in all named vectors together"""
    ntext: int
    """named texts"""
    ntextdata: int
    """bytes of all named texts, terminators included"""
    ntuple: int
    """named lists of objects"""
    ntupledata: int
    """entries of all named lists together"""
    nkey: int
    """keyframes"""
    nmocap: int
    """bodies whose pose the user sets directly"""
    nplugin: int
    """plugin instances"""
    npluginattr: int
    """bytes of the settings of all plugin instances"""
    nuser_body: int
    """user values per body"""
    nuser_jnt: int
    """user values per joint"""
    nuser_geom: int
    """user values per geom"""
    nuser_site: int
    """user values per site"""
    nuser_cam: int
    """user values per camera"""
    nuser_tendon: int
    """user values per tendon"""
    nuser_actuator: int
    """user values per actuator"""
    nuser_sensor: int
    """user values per sensor"""
    nnames: int
    """bytes of all object names, terminators included"""
    npaths: int
    """bytes of all asset file names, terminators included"""
    nplastic: int
    """values of the state of springs and flexes that yield"""
    nnames_map: int
    """entries of the table that finds an object by name"""
    nJmom: int
    """entries of the sparse actuator moment matrix"""
    ngravcomp: int
    """bodies that are partly or fully relieved of their weight"""
    nemax: int
    """most rows that the equalities can contribute"""
    njmax: int
    """row capacity from the file; read for compatibility, not needed"""
    nconmax: int
    """contact capacity from the file; read for compatibility, not needed"""
    npolygonmax: int
    """corners of the largest hull polygon"""
    nmeshdegmax: int
    """most hull edges that meet at one vertex"""
    nuserdata: int
    """values set aside for the user in the data"""
    nsensordata: int
    """values that all sensors produce together"""
    npluginstate: int
    """values of the state of all plugins together"""
    nhistory: int
    """values that delayed controls and sensors remember"""
    ncoupled: int
    """forces of actuators that may pull on several branches of a tree at once"""
    ngroup: int
    """groups of up to four dofs that the trees are cut into"""
    ntile: int
    """tiles of M, one group of dofs by another"""
    nxpbdrun: int
    """runs of constraints on the positions of flexes: of one kind, and no vertex in two of a run"""
    nxpbdvert: int
    """vertices that these constraints list"""
    nxpbdnumber: int
    """numbers of these constraints: how they yield and where they rest"""
    nwarmstart: int
    """contacts whose forces the classic formulation remembers; 0 in other models"""
    narena: int
    """bytes for what changes in number from step to step (contacts, constraints) and for scratch"""
    nbuffer: int
    """bytes of all fixed arrays of the model"""
    flg_gravcomp: bool
    """some body is relieved of part of its weight"""
    flg_surfacevel: bool
    """some geom's surface moves like a conveyor belt"""
    flg_adhesion: bool
    """some geom or pair sticks to what it touches"""
    qpos0: NDArray[np.float64]
    """(nq) initial configuration; joint angles and displacements are measured from it [m or rad]"""
    qpos_spring: NDArray[np.float64]
    """(nq) configuration in which joint springs are at rest [m or rad]"""
    body_parentid: NDArray[np.int32]
    """(nbody) body it is attached to; 0 for bodies attached to the world"""
    body_rootid: NDArray[np.int32]
    """(nbody) first body below the world on the way up"""
    body_weldid: NDArray[np.int32]
    """(nbody) highest body it is rigidly fixed to; bodies with the same one never move relative to each other"""
    body_mocapid: NDArray[np.int32]
    """(nbody) row of mocap_pos and mocap_quat that sets its pose; -1 for ordinary bodies"""
    body_jntnum: NDArray[np.int32]
    """(nbody) how many joints connect it to its parent"""
    body_jntadr: NDArray[np.int32]
    """(nbody) first of its joints; -1 when there are none"""
    body_dofnum: NDArray[np.int32]
    """(nbody) how many velocity coordinates its joints have together"""
    body_dofadr: NDArray[np.int32]
    """(nbody) first of its dofs; -1 when there are none"""
    body_treeid: NDArray[np.int32]
    """(nbody) kinematic tree it belongs to; -1 when it cannot move"""
    body_geomnum: NDArray[np.int32]
    """(nbody) how many geoms are attached to it"""
    body_geomadr: NDArray[np.int32]
    """(nbody) first of its geoms; -1 when there are none"""
    body_simple: NDArray[np.uint8]
    """(nbody) its rows of the inertia matrix are 0: coupled, 1: diagonal, 2: diagonal and all of them sliding"""
    body_sameframe: NDArray[np.uint8]
    """(nbody) which parts of the inertial frame coincide with the body frame (SameFrame)"""
    body_pos: NDArray[np.float64]
    """(nbody x 3) origin of its frame in the parent's frame, joints at zero [m]"""
    body_quat: NDArray[np.float64]
    """(nbody x 4) rotation of its frame in the parent's frame, joints at zero"""
    body_ipos: NDArray[np.float64]
    """(nbody x 3) centre of mass in its own frame [m]"""
    body_iquat: NDArray[np.float64]
    """(nbody x 4) rotation of the principal axes of inertia in its own frame"""
    body_mass: NDArray[np.float64]
    """(nbody) how heavy it is [kg]"""
    body_subtreemass: NDArray[np.float64]
    """(nbody) its mass with those of all bodies below it [kg]"""
    body_inertia: NDArray[np.float64]
    """(nbody x 3) moments of inertia about the principal axes [kg m^2]"""
    body_invweight0: NDArray[np.float64]
    """(nbody x 2) average response to a unit force and to a unit torque at qpos0 [1/kg and 1/(kg m^2)]"""
    body_gravcomp: NDArray[np.float64]
    """(nbody) share of its weight that is carried for it; 1 makes it float"""
    body_margin: NDArray[np.float64]
    """(nbody) largest detection distance (margin + gap) among its geoms [m]"""
    body_user: NDArray[np.float64]
    """(nbody x nuser_body) values for the user's own use, never read by the engine"""
    body_plugin: NDArray[np.int32]
    """(nbody) plugin instance that acts on it; -1 for none"""
    body_contype: NDArray[np.int32]
    """(nbody) all collision type bits of its geoms"""
    body_conaffinity: NDArray[np.int32]
    """(nbody) all collision affinity bits of its geoms"""
    body_bvhadr: NDArray[np.int32]
    """(nbody) root of its bounding volume tree"""
    body_bvhnum: NDArray[np.int32]
    """(nbody) how many nodes its bounding volume tree has"""
    bvh_depth: NDArray[np.int32]
    """(nbvh) steps from the root to this node"""
    bvh_child: NDArray[np.int32]
    """(nbvh x 2) the two nodes below this one; -1 for none"""
    bvh_nodeid: NDArray[np.int32]
    """(nbvh) at a leaf, the geom, face or element inside; -1 at inner nodes"""
    bvh_aabb: NDArray[np.float64]
    """(nbvhstatic x 6) box that holds everything below, in the local frame: centre and half sizes [m]"""
    oct_depth: NDArray[np.int32]
    """(noct) steps from the root to this cell"""
    oct_child: NDArray[np.int32]
    """(noct x 8) the eight smaller cells; -1 for none"""
    oct_aabb: NDArray[np.float64]
    """(noct x 6) extent of the cell: centre and half sizes [m]"""
    oct_coeff: NDArray[np.float64]
    """(noct x 8) signed distances at the cell's corners, interpolated inside [m]"""
    jnt_type: NDArray[np.int32]
    """(njnt) free, ball, slide or hinge (JointType)"""
    jnt_qposadr: NDArray[np.int32]
    """(njnt) where its coordinates begin in qpos"""
    jnt_dofadr: NDArray[np.int32]
    """(njnt) where its coordinates begin in qvel"""
    jnt_bodyid: NDArray[np.int32]
    """(njnt) body it moves"""
    jnt_actuatorid: NDArray[np.int32]
    """(njnt) actuator whose damping and armature act on it; -1 for none, -2 for several"""
    jnt_driver: NDArray[np.int32]
    """(njnt) first actuator that acts on it, damped or not; actuator_next leads to the others; -1 for none"""
    jnt_group: NDArray[np.int32]
    """(njnt) viewers show and hide joints by this number"""
    jnt_plasticadr: NDArray[np.int32]
    """(njnt) where its spring's yielded rest position is in plastic; -1 when the spring never yields"""
    jnt_limited: NDArray[np.bool_]
    """(njnt) jnt_range is enforced"""
    jnt_actfrclimited: NDArray[np.bool_]
    """(njnt) jnt_actfrcrange is enforced"""
    jnt_actgravcomp: NDArray[np.bool_]
    """(njnt) weight compensation counts as actuator force here, so that force limits apply to it"""
    jnt_solref: NDArray[np.float64]
    """(njnt x kNREF) limit: time constant (s) and damping ratio, or negative stiffness and damping"""
    jnt_solimp: NDArray[np.float64]
    """(njnt x kNIMP) limit: impedance curve (lowest, highest, width, midpoint, power)"""
    jnt_pos: NDArray[np.float64]
    """(njnt x 3) point it turns about, in the frame of its body [m]"""
    jnt_axis: NDArray[np.float64]
    """(njnt x 3) unit vector it turns about or slides along, in the frame of its body"""
    jnt_stiffness: NDArray[np.float64]
    """(njnt) spring force per displacement from qpos_spring [N/m or N m/rad]"""
    jnt_stiffnesspoly: NDArray[np.float64]
    """(njnt x kNPOLY) quadratic and cubic terms of the spring force"""
    jnt_springyield: NDArray[np.float64]
    """(njnt) displacement beyond which the spring's rest position gives way; 0 for never [m or rad]"""
    jnt_range: NDArray[np.float64]
    """(njnt x 2) lowest and highest value; for a ball joint the second is the largest angle [m or rad]"""
    jnt_actfrcrange: NDArray[np.float64]
    """(njnt x 2) least and greatest sum of actuator forces [N or N m]"""
    jnt_margin: NDArray[np.float64]
    """(njnt) how close to the limit the limit constraint appears [m or rad]"""
    jnt_user: NDArray[np.float64]
    """(njnt x nuser_jnt) values for the user's own use, never read by the engine"""
    dof_bodyid: NDArray[np.int32]
    """(nv) body it moves"""
    dof_jntid: NDArray[np.int32]
    """(nv) joint it belongs to"""
    dof_parentid: NDArray[np.int32]
    """(nv) next dof on the way to the root; -1 at the top"""
    dof_treeid: NDArray[np.int32]
    """(nv) kinematic tree it belongs to"""
    dof_Madr: NDArray[np.int32]
    """(nv) position of its diagonal entry in the legacy inertia layout"""
    dof_run: NDArray[np.int32]
    """(nv) first of the dofs, each the parent of the next, that end with this one"""
    dof_place: NDArray[np.int32]
    """(nv) its place in a vector of whole groups of four"""
    dof_simplenum: NDArray[np.int32]
    """(nv) how many dofs from this one on have a diagonal inertia"""
    dof_solref: NDArray[np.float64]
    """(nv x kNREF) dry friction: time constant (s) and damping ratio, or negative stiffness and damping"""
    dof_solimp: NDArray[np.float64]
    """(nv x kNIMP) dry friction: impedance curve (lowest, highest, width, midpoint, power)"""
    dof_frictionloss: NDArray[np.float64]
    """(nv) largest dry friction that opposes its motion [N or N m]"""
    dof_armature: NDArray[np.float64]
    """(nv) extra inertia of a rotor behind a gear, added to the diagonal of the inertia matrix [kg or kg m^2]"""
    dof_damping: NDArray[np.float64]
    """(nv) force per velocity that brakes it [N s/m or N m s/rad]"""
    dof_dampingpoly: NDArray[np.float64]
    """(nv x kNPOLY) quadratic and cubic terms of the force that brakes it"""
    dof_invweight0: NDArray[np.float64]
    """(nv) acceleration by a unit force at qpos0 [1/kg or 1/(kg m^2)]"""
    dof_M0: NDArray[np.float64]
    """(nv) diagonal entry of the inertia matrix at qpos0 [kg or kg m^2]"""
    dof_length: NDArray[np.float64]
    """(nv) turns its velocity into a typical speed: 1 when it slides, the body's size when it rotates [m]"""
    tree_bodyadr: NDArray[np.int32]
    """(ntree) first body of the tree"""
    tree_bodynum: NDArray[np.int32]
    """(ntree) how many bodies belong to it"""
    tree_dofadr: NDArray[np.int32]
    """(ntree) first dof of the tree"""
    tree_dofnum: NDArray[np.int32]
    """(ntree) how many dofs belong to it"""
    tree_group: NDArray[np.int32]
    """(ntree) first of the groups of four that its dofs are cut into"""
    tree_sleep_policy: NDArray[np.int32]
    """(ntree) whether it may fall asleep, and how it starts (SleepPolicy)"""
    geom_type: NDArray[np.int32]
    """(ngeom) its shape (GeomType)"""
    geom_contype: NDArray[np.int32]
    """(ngeom) bits of the collision types it has"""
    geom_conaffinity: NDArray[np.int32]
    """(ngeom) bits of the collision types it reacts to"""
    geom_condim: NDArray[np.int32]
    """(ngeom) 1: no friction, 3: sliding, 4: and torsional, 6: and rolling friction"""
    geom_bodyid: NDArray[np.int32]
    """(ngeom) body it is attached to"""
    geom_dataid: NDArray[np.int32]
    """(ngeom) mesh or height field that gives its shape; -1 for primitive shapes"""
    geom_matid: NDArray[np.int32]
    """(ngeom) material it is drawn with; -1 for none"""
    geom_group: NDArray[np.int32]
    """(ngeom) viewers show and hide geoms by this number"""
    geom_priority: NDArray[np.int32]
    """(ngeom) of two touching geoms, the one with the higher number sets the contact's parameters"""
    geom_plugin: NDArray[np.int32]
    """(ngeom) plugin instance that gives its shape; -1 for none"""
    geom_sameframe: NDArray[np.uint8]
    """(ngeom) which parts of its frame coincide with the body's frames (SameFrame)"""
    geom_castshadow: NDArray[np.bool_]
    """(ngeom) it throws a shadow"""
    geom_solmix: NDArray[np.float64]
    """(ngeom) weight of its own solref and solimp when two geoms of equal priority touch"""
    geom_solref: NDArray[np.float64]
    """(ngeom x kNREF) contact: time constant (s) and damping ratio, or negative stiffness and damping"""
    geom_solimp: NDArray[np.float64]
    """(ngeom x kNIMP) contact: impedance curve (lowest, highest, width, midpoint, power)"""
    geom_size: NDArray[np.float64]
    """(ngeom x 3) radius, half lengths or half sizes, depending on the shape [m]"""
    geom_aabb: NDArray[np.float64]
    """(ngeom x 6) box around it in its own frame: centre and half sizes [m]"""
    geom_rbound: NDArray[np.float64]
    """(ngeom) no point of it is farther from its centre than this; 0 for planes [m]"""
    geom_pos: NDArray[np.float64]
    """(ngeom x 3) its origin in the frame of its body [m]"""
    geom_quat: NDArray[np.float64]
    """(ngeom x 4) its rotation in the frame of its body"""
    geom_friction: NDArray[np.float64]
    """(ngeom x 3) coefficients against sliding, twisting and rolling [1 and m and m]"""
    geom_margin: NDArray[np.float64]
    """(ngeom) contacts push already at this distance [m]"""
    geom_gap: NDArray[np.float64]
    """(ngeom) contacts within this distance beyond the margin are listed but exert no force [m]"""
    geom_surfacevel: NDArray[np.float64]
    """(ngeom x 6) motion of its surface along itself, as of a belt: linear and angular, in its own frame [m/s and rad/s]"""
    geom_adhesion: NDArray[np.float64]
    """(ngeom) pull with which each of its contacts sticks [N]"""
    geom_fluid: NDArray[np.float64]
    """(ngeom x kNFLUID) shape coefficients of drag, lift and added mass in a fluid"""
    geom_user: NDArray[np.float64]
    """(ngeom x nuser_geom) values for the user's own use, never read by the engine"""
    geom_rgba: NDArray[np.float32]
    """(ngeom x 4) colour and opacity where no material gives them"""
    site_type: NDArray[np.int32]
    """(nsite) shape it is drawn and sensed with (GeomType)"""
    site_bodyid: NDArray[np.int32]
    """(nsite) body it is attached to"""
    site_dataid: NDArray[np.int32]
    """(nsite) mesh that gives its shape; -1 for primitive shapes"""
    site_matid: NDArray[np.int32]
    """(nsite) material it is drawn with; -1 for none"""
    site_group: NDArray[np.int32]
    """(nsite) viewers show and hide sites by this number"""
    site_sameframe: NDArray[np.uint8]
    """(nsite) which parts of its frame coincide with the body's frames (SameFrame)"""
    site_size: NDArray[np.float64]
    """(nsite x 3) dimensions of its shape [m]"""
    site_pos: NDArray[np.float64]
    """(nsite x 3) its origin in the frame of its body [m]"""
    site_quat: NDArray[np.float64]
    """(nsite x 4) its rotation in the frame of its body"""
    site_user: NDArray[np.float64]
    """(nsite x nuser_site) values for the user's own use, never read by the engine"""
    site_rgba: NDArray[np.float32]
    """(nsite x 4) colour and opacity where no material gives them"""
    cam_mode: NDArray[np.int32]
    """(ncam) fixed to its body, following it, or aiming at another (CamLight)"""
    cam_bodyid: NDArray[np.int32]
    """(ncam) body it is attached to"""
    cam_targetbodyid: NDArray[np.int32]
    """(ncam) body it aims at; -1 for none"""
    cam_pos: NDArray[np.float64]
    """(ncam x 3) its origin in the frame of its body [m]"""
    cam_quat: NDArray[np.float64]
    """(ncam x 4) its rotation in the frame of its body; it looks along -z"""
    cam_poscom0: NDArray[np.float64]
    """(ncam x 3) offset from the centre of mass of the body's subtree at qpos0, world axes [m]"""
    cam_pos0: NDArray[np.float64]
    """(ncam x 3) offset from the body's origin at qpos0, world axes [m]"""
    cam_mat0: NDArray[np.float64]
    """(ncam x 9) rotation matrix in the world at qpos0"""
    cam_projection: NDArray[np.int32]
    """(ncam) perspective or orthographic (Projection)"""
    cam_fovy: NDArray[np.float64]
    """(ncam) vertical view angle, or visible height when orthographic [degree or m]"""
    cam_ipd: NDArray[np.float64]
    """(ncam) eye distance in stereo [m]"""
    cam_resolution: NDArray[np.int32]
    """(ncam x 2) image width and height [pixel]"""
    cam_output: NDArray[np.int32]
    """(ncam) kinds of image it delivers (CamOutBit)"""
    cam_sensorsize: NDArray[np.float32]
    """(ncam x 2) width and height of the image sensor; 0 when the view angle counts instead [m]"""
    cam_intrinsic: NDArray[np.float32]
    """(ncam x 4) focal lengths along x and y, then offset of the optical axis [m]"""
    cam_user: NDArray[np.float64]
    """(ncam x nuser_cam) values for the user's own use, never read by the engine"""
    light_mode: NDArray[np.int32]
    """(nlight) fixed to its body, following it, or aiming at another (CamLight)"""
    light_bodyid: NDArray[np.int32]
    """(nlight) body it is attached to"""
    light_targetbodyid: NDArray[np.int32]
    """(nlight) body it aims at; -1 for none"""
    light_type: NDArray[np.int32]
    """(nlight) spot, directional, point or image (LightType)"""
    light_texid: NDArray[np.int32]
    """(nlight) texture an image light shines with; -1 for none"""
    light_castshadow: NDArray[np.bool_]
    """(nlight) what it lights throws shadows"""
    light_bulbradius: NDArray[np.float32]
    """(nlight) size of the bulb; larger bulbs give softer shadows [m]"""
    light_intensity: NDArray[np.float32]
    """(nlight) luminous intensity for physically based renderers [cd]"""
    light_range: NDArray[np.float32]
    """(nlight) how far it reaches [m]"""
    light_active: NDArray[np.bool_]
    """(nlight) switched on"""
    light_pos: NDArray[np.float64]
    """(nlight x 3) its origin in the frame of its body [m]"""
    light_dir: NDArray[np.float64]
    """(nlight x 3) unit vector it shines along, in the frame of its body"""
    light_poscom0: NDArray[np.float64]
    """(nlight x 3) offset from the centre of mass of the body's subtree at qpos0, world axes [m]"""
    light_pos0: NDArray[np.float64]
    """(nlight x 3) offset from the body's origin at qpos0, world axes [m]"""
    light_dir0: NDArray[np.float64]
    """(nlight x 3) unit vector it shines along at qpos0, world axes"""
    light_attenuation: NDArray[np.float32]
    """(nlight x 3) constant, linear and quadratic fading with distance"""
    light_cutoff: NDArray[np.float32]
    """(nlight) half angle of a spot light's cone [degree]"""
    light_softness: NDArray[np.float32]
    """(nlight) how gradually the cone's rim fades"""
    light_exponent: NDArray[np.float32]
    """(nlight) how fast a spot light fades away from its axis"""
    light_ambient: NDArray[np.float32]
    """(nlight x 3) colour of its light from everywhere"""
    light_diffuse: NDArray[np.float32]
    """(nlight x 3) colour of its scattered light"""
    light_specular: NDArray[np.float32]
    """(nlight x 3) colour of its highlights"""
    flex_contype: NDArray[np.int32]
    """(nflex) bits of the collision types it has"""
    flex_conaffinity: NDArray[np.int32]
    """(nflex) bits of the collision types it reacts to"""
    flex_condim: NDArray[np.int32]
    """(nflex) 1: no friction, 3: sliding, 4: and torsional, 6: and rolling friction"""
    flex_priority: NDArray[np.int32]
    """(nflex) of two touching objects, the one with the higher number sets the contact's parameters"""
    flex_solmix: NDArray[np.float64]
    """(nflex) weight of its own solref and solimp when two objects of equal priority touch"""
    flex_solref: NDArray[np.float64]
    """(nflex x kNREF) contact: time constant (s) and damping ratio, or negative stiffness and damping"""
    flex_solimp: NDArray[np.float64]
    """(nflex x kNIMP) contact: impedance curve (lowest, highest, width, midpoint, power)"""
    flex_friction: NDArray[np.float64]
    """(nflex x 3) coefficients against sliding, twisting and rolling [1 and m and m]"""
    flex_margin: NDArray[np.float64]
    """(nflex) contacts push already at this distance [m]"""
    flex_gap: NDArray[np.float64]
    """(nflex) contacts within this distance beyond the margin are listed but exert no force [m]"""
    flex_selfcollide: NDArray[np.int32]
    """(nflex) how its elements are tested against one another (FlexSelf)"""
    flex_activelayers: NDArray[np.int32]
    """(nflex) how many layers of tetrahedra below the surface collide"""
    flex_passive: NDArray[np.int32]
    """(nflex) nonzero: contacts act as passive forces instead of constraints"""
    flex_dim: NDArray[np.int32]
    """(nflex) its elements are 1: segments, 2: triangles, 3: tetrahedra"""
    flex_matid: NDArray[np.int32]
    """(nflexelem) material each element is drawn with; -1 for none"""
    flex_group: NDArray[np.int32]
    """(nflex) viewers show and hide flexes by this number"""
    flex_interp: NDArray[np.int32]
    """(nflex) 0: vertices move by themselves, otherwise interpolation order between nodes; negative for shells"""
    flex_cellnum: NDArray[np.int32]
    """(nflex x 3) cells of the node grid along x, y and z"""
    flex_nodeadr: NDArray[np.int32]
    """(nflex) its first node"""
    flex_nodenum: NDArray[np.int32]
    """(nflex) how many nodes it has"""
    flex_vertadr: NDArray[np.int32]
    """(nflex) its first vertex"""
    flex_vertnum: NDArray[np.int32]
    """(nflex) how many vertices it has"""
    flex_edgeadr: NDArray[np.int32]
    """(nflex) its first edge"""
    flex_edgenum: NDArray[np.int32]
    """(nflex) how many edges it has"""
    flex_elemadr: NDArray[np.int32]
    """(nflex) its first element"""
    flex_elemnum: NDArray[np.int32]
    """(nflex) how many elements it has"""
    flex_elemdataadr: NDArray[np.int32]
    """(nflex) where its elements begin in flex_elem"""
    flex_stiffnessadr: NDArray[np.int32]
    """(nflex) where its numbers begin in flex_stiffness"""
    flex_elemedgeadr: NDArray[np.int32]
    """(nflex) where its elements begin in flex_elemedge"""
    flex_bendingadr: NDArray[np.int32]
    """(nflex) where its numbers begin in flex_bending"""
    flex_plasticadr: NDArray[np.int32]
    """(nflex) where its yielded rest shape begins in plastic; -1 when it never yields"""
    flex_plasticmode: NDArray[np.int32]
    """(nflex) what can yield: bit 0 bending, bit 1 stretching"""
    flex_shellnum: NDArray[np.int32]
    """(nflex) how many surface fragments it has"""
    flex_shelldataadr: NDArray[np.int32]
    """(nflex) where its surface begins in flex_shell"""
    flex_texcoordadr: NDArray[np.int32]
    """(nflex) where its texture positions begin; -1 when it has none"""
    flex_nodebodyid: NDArray[np.int32]
    """(nflexnode) body that carries each node"""
    flex_vertbodyid: NDArray[np.int32]
    """(nflexvert) body that carries each vertex; -1 where nodes do"""
    flex_vertcell: NDArray[np.int32]
    """(nflexvert) grid cell in which each vertex lies; -1 without a grid"""
    flex_edge: NDArray[np.int32]
    """(nflexedge x 2) the two ends of each edge"""
    flex_edgeflap: NDArray[np.int32]
    """(nflexedge x 2) the two vertices opposite each edge in the triangles beside it; -1 at the rim"""
    flex_elem: NDArray[np.int32]
    """(nflexelemdata) corners of each element"""
    flex_elemtexcoord: NDArray[np.int32]
    """(nflexelemdata) texture positions of each element's corners"""
    flex_elemedge: NDArray[np.int32]
    """(nflexelemedge) edges of each element"""
    flex_elemlayer: NDArray[np.int32]
    """(nflexelem) how many layers below the surface each tetrahedron lies"""
    flex_shell: NDArray[np.int32]
    """(nflexshelldata) corners of each surface fragment"""
    flex_vert: NDArray[np.float64]
    """(nflexvert x 3) vertices in the frames of their bodies [m]"""
    flex_vert0: NDArray[np.float64]
    """(nflexvert x 3) vertices at qpos0, scaled so that the flex's bounding box becomes the unit cube"""
    flex_node: NDArray[np.float64]
    """(nflexnode x 3) nodes in the frames of their bodies [m]"""
    flex_node0: NDArray[np.float64]
    """(nflexnode x 3) nodes at qpos0 in the world [m]"""
    flexedge_length0: NDArray[np.float64]
    """(nflexedge) length of each edge at qpos0 [m]"""
    flexedge_invweight0: NDArray[np.float64]
    """(nflexedge) acceleration of each edge's length by a unit force at qpos0 [1/kg]"""
    flex_radius: NDArray[np.float64]
    """(nflex) thickness of the skin around elements: collision happens at this distance [m]"""
    flex_size: NDArray[np.float64]
    """(nflex x 3) half the extent of its vertices along x, y and z at qpos0 [m]"""
    flex_stiffness: NDArray[np.float64]
    """(nflexstiffness) matrices of the elements' elastic energy"""
    flex_bending: NDArray[np.float64]
    """(nflexbending) coefficients of the bending energy across edges"""
    efm0_dofid: NDArray[np.int32]
    """(nefm0dof) dof of each row of the compile-time metric factor"""
    efm0_L_rownnz: NDArray[np.int32]
    """(nefm0dof) compile-time metric factor: entries per row"""
    efm0_L_rowadr: NDArray[np.int32]
    """(nefm0dof) compile-time metric factor: where each row begins"""
    efm0_L_colind: NDArray[np.int32]
    """(nefm0L) compile-time metric factor: column of each entry"""
    efm0_L: NDArray[np.float64]
    """(nefm0L) compile-time metric factor: triangle L of inertia plus constant bending stiffness"""
    efmC_perm: NDArray[np.int32]
    """(nefmCvert) vertex dof eliminated at each slot of the sparse metric factor; -1 for padding"""
    flex_damping: NDArray[np.float64]
    """(nflex) braking force as a share of the elastic forces (Rayleigh) [s]"""
    flex_yield: NDArray[np.float64]
    """(nflex x 2) strain from which stretching and bending become permanent; 0 for never"""
    flex_edgestiffness: NDArray[np.float64]
    """(nflex) spring constant of the edges [N/m]"""
    flex_edgedamping: NDArray[np.float64]
    """(nflex) braking of the edges per rate of length [N s/m]"""
    flex_edgeequality: NDArray[np.int32]
    """(nflex) equalities that hold its shape, 0: none, 1: on edges, 3: on strain"""
    flex_xpbd: NDArray[np.int32]
    """(nflex) whether constraints on its positions hold its shape, and how contacts see it (FlexXpbd)"""
    flex_xpbdsubsteps: NDArray[np.int32]
    """(nflex) into how many parts a step is cut to project its positions"""
    flex_xpbditerations: NDArray[np.int32]
    """(nflex) how often each part walks through its constraints"""
    flex_xpbdstrain: NDArray[np.float64]
    """(nflex) share by which its edges stretch before they tear; 0: they never do"""
    flex_xpbdrunadr: NDArray[np.int32]
    """(nflex) first run of its constraints on positions"""
    flex_xpbdrunnum: NDArray[np.int32]
    """(nflex) how many runs of them it has; they are walked in order"""
    xpbdrun_kind: NDArray[np.int32]
    """(nxpbdrun) what the constraints of a run hold (model/xpbd.h)"""
    xpbdrun_num: NDArray[np.int32]
    """(nxpbdrun) how many constraints a run has"""
    xpbdrun_vertadr: NDArray[np.int32]
    """(nxpbdrun) where their vertices begin in xpbd_vert, as many for each as the kind has"""
    xpbdrun_numberadr: NDArray[np.int32]
    """(nxpbdrun) where their numbers begin in xpbd_number, as many for each as the kind has"""
    xpbd_vert: NDArray[np.int32]
    """(nxpbdvert) vertices of the constraints on positions, counted over all flexes"""
    xpbd_number: NDArray[np.float64]
    """(nxpbdnumber) compliance of each constraint on positions, then what it rests at"""
    flex_rigid: NDArray[np.bool_]
    """(nflex) one body carries all its vertices"""
    flexedge_rigid: NDArray[np.bool_]
    """(nflexedge) one body carries both ends"""
    flex_centered: NDArray[np.bool_]
    """(nflex) every vertex sits at the origin of its body"""
    flex_flatskin: NDArray[np.bool_]
    """(nflex) shade each face evenly instead of smoothing over them"""
    flex_bvhadr: NDArray[np.int32]
    """(nflex) root of its bounding volume tree; -1 when it has none"""
    flex_bvhnum: NDArray[np.int32]
    """(nflex) how many nodes its bounding volume tree has"""
    flexedge_J_rownnz: NDArray[np.int32]
    """(nflexedge) edge Jacobian: entries per row"""
    flexedge_J_rowadr: NDArray[np.int32]
    """(nflexedge) edge Jacobian: where each row begins"""
    flexedge_J_colind: NDArray[np.int32]
    """(nJfe) edge Jacobian: dof of each entry"""
    flex_rgba: NDArray[np.float32]
    """(nflex x 4) colour and opacity where no material gives them"""
    flex_texcoord: NDArray[np.float32]
    """(nflextexcoord x 2) position of each vertex in the texture"""
    mesh_vertadr: NDArray[np.int32]
    """(nmesh) its first vertex"""
    mesh_vertnum: NDArray[np.int32]
    """(nmesh) how many vertices it has"""
    mesh_faceadr: NDArray[np.int32]
    """(nmesh) its first triangle"""
    mesh_facenum: NDArray[np.int32]
    """(nmesh) how many triangles it has"""
    mesh_bvhadr: NDArray[np.int32]
    """(nmesh) root of the bounding volume tree of its triangles"""
    mesh_bvhnum: NDArray[np.int32]
    """(nmesh) how many nodes the bounding volume tree of its triangles has"""
    mesh_convex: NDArray[np.bool_]
    """(nmesh) it collides with its convex hull, not with its triangles (an extension)"""
    mesh_octadr: NDArray[np.int32]
    """(nmesh) root of its octree; -1 when it has none"""
    mesh_octnum: NDArray[np.int32]
    """(nmesh) how many cells its octree has"""
    mesh_normaladr: NDArray[np.int32]
    """(nmesh) its first normal vector"""
    mesh_normalnum: NDArray[np.int32]
    """(nmesh) how many normal vectors it has"""
    mesh_texcoordadr: NDArray[np.int32]
    """(nmesh) its first texture position; -1 when it has none"""
    mesh_texcoordnum: NDArray[np.int32]
    """(nmesh) how many texture positions it has"""
    mesh_graphadr: NDArray[np.int32]
    """(nmesh) where its convex hull begins in mesh_graph; -1 when it has none"""
    mesh_extrema: NDArray[np.int32]
    """(nmesh x 27) farthest vertex in each of 27 directions, a start for support queries"""
    mesh_vert: NDArray[np.float32]
    """(nmeshvert x 3) corners, in the frame of their mesh [m]"""
    mesh_normal: NDArray[np.float32]
    """(nmeshnormal x 3) unit vectors for shading"""
    mesh_texcoord: NDArray[np.float32]
    """(nmeshtexcoord x 2) positions in the texture"""
    mesh_face: NDArray[np.int32]
    """(nmeshface x 3) three vertices of each triangle, counted from the mesh's first"""
    mesh_facenormal: NDArray[np.int32]
    """(nmeshface x 3) three normals of each triangle, counted from the mesh's first"""
    mesh_facetexcoord: NDArray[np.int32]
    """(nmeshface x 3) three texture positions of each triangle, counted from the mesh's first"""
    mesh_graph: NDArray[np.int32]
    """(nmeshgraph) convex hulls: their vertices, which of them are neighbours, and their triangles"""
    mesh_scale: NDArray[np.float64]
    """(nmesh x 3) factors by which the file's vertices were stretched"""
    mesh_pos: NDArray[np.float64]
    """(nmesh x 3) shift that moved the mesh's centre to its origin [m]"""
    mesh_quat: NDArray[np.float64]
    """(nmesh x 4) rotation that aligned the mesh with its principal axes"""
    mesh_pathadr: NDArray[np.int32]
    """(nmesh) where its file name begins in paths; -1 when it came from no file"""
    mesh_polynum: NDArray[np.int32]
    """(nmesh) how many flat polygons its hull has"""
    mesh_polyadr: NDArray[np.int32]
    """(nmesh) first polygon of its hull"""
    mesh_polynormal: NDArray[np.float64]
    """(nmeshpoly x 3) outward unit vector of each hull polygon"""
    mesh_polyvertadr: NDArray[np.int32]
    """(nmeshpoly) where the corners of each polygon begin in mesh_polyvert"""
    mesh_polyvertnum: NDArray[np.int32]
    """(nmeshpoly) how many corners each polygon has"""
    mesh_polyvert: NDArray[np.int32]
    """(nmeshpolyvert) corners of the hull polygons, in order around them"""
    mesh_polymapadr: NDArray[np.int32]
    """(nmeshvert) where the polygons around each vertex begin in mesh_polymap"""
    mesh_polymapnum: NDArray[np.int32]
    """(nmeshvert) how many hull polygons meet at each vertex"""
    mesh_polymap: NDArray[np.int32]
    """(nmeshpolymap) hull polygons around the vertices"""
    skin_matid: NDArray[np.int32]
    """(nskin) material it is drawn with; -1 for none"""
    skin_group: NDArray[np.int32]
    """(nskin) viewers show and hide skins by this number"""
    skin_rgba: NDArray[np.float32]
    """(nskin x 4) colour and opacity where no material gives them"""
    skin_inflate: NDArray[np.float32]
    """(nskin) distance by which vertices are moved outward [m]"""
    skin_blend: NDArray[np.int32]
    """(nskin) how the motions of bones are mixed (SkinBlend)"""
    skin_vertadr: NDArray[np.int32]
    """(nskin) its first vertex"""
    skin_vertnum: NDArray[np.int32]
    """(nskin) how many vertices it has"""
    skin_texcoordadr: NDArray[np.int32]
    """(nskin) its first texture position; -1 when it has none"""
    skin_faceadr: NDArray[np.int32]
    """(nskin) its first triangle"""
    skin_facenum: NDArray[np.int32]
    """(nskin) how many triangles it has"""
    skin_boneadr: NDArray[np.int32]
    """(nskin) its first bone"""
    skin_bonenum: NDArray[np.int32]
    """(nskin) how many bones move it"""
    skin_vert: NDArray[np.float32]
    """(nskinvert x 3) vertices in the pose in which the bones were bound [m]"""
    skin_texcoord: NDArray[np.float32]
    """(nskintexvert x 2) positions in the texture"""
    skin_face: NDArray[np.int32]
    """(nskinface x 3) three vertices of each triangle, counted from the skin's first"""
    skin_bonevertadr: NDArray[np.int32]
    """(nskinbone) where a bone's vertices begin in skin_bonevertid"""
    skin_bonevertnum: NDArray[np.int32]
    """(nskinbone) how many vertices a bone moves"""
    skin_bonebindpos: NDArray[np.float32]
    """(nskinbone x 3) place of the bone when the skin was bound to it [m]"""
    skin_bonebindquat: NDArray[np.float32]
    """(nskinbone x 4) rotation of the bone when the skin was bound to it"""
    skin_bonebodyid: NDArray[np.int32]
    """(nskinbone) body that a bone follows"""
    skin_bonevertid: NDArray[np.int32]
    """(nskinbonevert) vertices that a bone moves, counted from the skin's first"""
    skin_bonevertweight: NDArray[np.float32]
    """(nskinbonevert) how strongly a bone moves each of its vertices"""
    skin_pathadr: NDArray[np.int32]
    """(nskin) where its file name begins in paths; -1 when it came from no file"""
    hfield_size: NDArray[np.float64]
    """(nhfield x 4) half widths along x and y, height of the highest point, depth of the base below zero [m]"""
    hfield_nrow: NDArray[np.int32]
    """(nhfield) samples along y"""
    hfield_ncol: NDArray[np.int32]
    """(nhfield) samples along x"""
    hfield_adr: NDArray[np.int32]
    """(nhfield) where its heights begin in hfield_data"""
    hfield_data: NDArray[np.float32]
    """(nhfielddata) heights from 0 to 1, row by row"""
    hfield_pathadr: NDArray[np.int32]
    """(nhfield) where its file name begins in paths; -1 when it came from no file"""
    tex_type: NDArray[np.int32]
    """(ntex) flat image, cube or sky (TextureType)"""
    tex_colorspace: NDArray[np.int32]
    """(ntex) how pixel values translate to light (ColorSpace)"""
    tex_height: NDArray[np.int32]
    """(ntex) how many lines of pixels it has [pixel]"""
    tex_width: NDArray[np.int32]
    """(ntex) how many pixels a line has [pixel]"""
    tex_nchannel: NDArray[np.int32]
    """(ntex) bytes per pixel"""
    tex_adr: NDArray[np.int64]
    """(ntex) where its pixels begin in tex_data"""
    tex_data: NDArray[np.uint8]
    """(ntexdata) pixels of all textures, line by line"""
    tex_pathadr: NDArray[np.int32]
    """(ntex) where its file name begins in paths; -1 when it came from no file"""
    tex_contenttypeadr: NDArray[np.int32]
    """(ntex) where its media type begins in paths; -1 when none was given"""
    mat_texid: NDArray[np.int32]
    """(nmat x kNTEXROLE) texture for each role (TextureRole); -1 for none"""
    mat_texuniform: NDArray[np.bool_]
    """(nmat) cube textures are mapped before the shape is scaled, flat ones repeat per metre"""
    mat_texrepeat: NDArray[np.float32]
    """(nmat x 2) how often the texture repeats along its two directions"""
    mat_emission: NDArray[np.float32]
    """(nmat) share of its colour it emits by itself"""
    mat_specular: NDArray[np.float32]
    """(nmat) strength of highlights"""
    mat_shininess: NDArray[np.float32]
    """(nmat) sharpness of highlights"""
    mat_reflectance: NDArray[np.float32]
    """(nmat) strength of mirror images on flat surfaces; 0 for none"""
    mat_metallic: NDArray[np.float32]
    """(nmat) 0: insulator, 1: metal, for physically based renderers"""
    mat_roughness: NDArray[np.float32]
    """(nmat) 0: polished, 1: matt, for physically based renderers"""
    mat_rgba: NDArray[np.float32]
    """(nmat x 4) colour and opacity"""
    pair_dim: NDArray[np.int32]
    """(npair) 1: no friction, 3: sliding, 4: and torsional, 6: and rolling friction"""
    pair_geom1: NDArray[np.int32]
    """(npair) one geom of the pair"""
    pair_geom2: NDArray[np.int32]
    """(npair) the other geom of the pair"""
    pair_signature: NDArray[np.int32]
    """(npair) both bodies in one number for sorting: 65536 times the first plus the second"""
    pair_solref: NDArray[np.float64]
    """(npair x kNREF) normal direction: time constant (s) and damping ratio, or negative stiffness and damping"""
    pair_solreffriction: NDArray[np.float64]
    """(npair x kNREF) friction directions: like pair_solref; zeros repeat pair_solref"""
    pair_solimp: NDArray[np.float64]
    """(npair x kNIMP) impedance curve (lowest, highest, width, midpoint, power)"""
    pair_margin: NDArray[np.float64]
    """(npair) contacts push already at this distance [m]"""
    pair_gap: NDArray[np.float64]
    """(npair) contacts within this distance beyond the margin are listed but exert no force [m]"""
    pair_adhesion: NDArray[np.float64]
    """(npair) pull with which each contact of the pair sticks [N]"""
    pair_friction: NDArray[np.float64]
    """(npair x 5) coefficients: two for sliding, one for twisting, two for rolling [1 and m]"""
    exclude_signature: NDArray[np.int32]
    """(nexclude) both bodies in one number for sorting: 65536 times the first plus the second"""
    eq_type: NDArray[np.int32]
    """(neq) what it holds together and how (EqualityType)"""
    eq_obj1id: NDArray[np.int32]
    """(neq) the first body, site, joint, tendon or flex"""
    eq_obj2id: NDArray[np.int32]
    """(neq) the second one; -1 when there is only one"""
    eq_objtype: NDArray[np.int32]
    """(neq) what kind of objects it holds (ObjectType)"""
    eq_active0: NDArray[np.bool_]
    """(neq) whether it is enforced after a reset"""
    eq_solref: NDArray[np.float64]
    """(neq x kNREF) time constant (s) and damping ratio, or negative stiffness and damping"""
    eq_solimp: NDArray[np.float64]
    """(neq x kNIMP) impedance curve (lowest, highest, width, midpoint, power)"""
    eq_data: NDArray[np.float64]
    """(neq x kNEQDATA) anchors, relative pose or polynomial coefficients, depending on the type"""
    tendon_type: NDArray[np.int32]
    """(ntendon) a path through space or a weighted sum of joints (TendonType)"""
    tendon_adr: NDArray[np.int32]
    """(ntendon) where its path begins in the wrap_ arrays"""
    tendon_num: NDArray[np.int32]
    """(ntendon) how many items its path has"""
    tendon_matid: NDArray[np.int32]
    """(ntendon) material it is drawn with; -1 for none"""
    tendon_actuatorid: NDArray[np.int32]
    """(ntendon) actuator whose damping and armature act on it; -1 for none, -2 for several"""
    tendon_driver: NDArray[np.int32]
    """(ntendon) first actuator that acts on it; actuator_next leads to the others; -1 for none"""
    tendon_group: NDArray[np.int32]
    """(ntendon) viewers show and hide tendons by this number"""
    tendon_plasticadr: NDArray[np.int32]
    """(ntendon) where its spring's yielded rest length is in plastic; -1 when the spring never yields"""
    tendon_treenum: NDArray[np.int32]
    """(ntendon) how many kinematic trees it can pull on"""
    tendon_treeid: NDArray[np.int32]
    """(ntendon x 2) two of the kinematic trees it can pull on; -1 where there are fewer"""
    ten_J_rownnz: NDArray[np.int32]
    """(ntendon) tendon Jacobian: entries per row"""
    ten_J_rowadr: NDArray[np.int32]
    """(ntendon) tendon Jacobian: where each row begins"""
    ten_J_colind: NDArray[np.int32]
    """(nJten) tendon Jacobian: dof of each entry"""
    tendon_limited: NDArray[np.bool_]
    """(ntendon) tendon_range is enforced"""
    tendon_actfrclimited: NDArray[np.bool_]
    """(ntendon) tendon_actfrcrange is enforced"""
    tendon_width: NDArray[np.float64]
    """(ntendon) radius it is drawn with [m]"""
    tendon_solref_lim: NDArray[np.float64]
    """(ntendon x kNREF) limit: time constant (s) and damping ratio, or negative stiffness and damping"""
    tendon_solimp_lim: NDArray[np.float64]
    """(ntendon x kNIMP) limit: impedance curve (lowest, highest, width, midpoint, power)"""
    tendon_solref_fri: NDArray[np.float64]
    """(ntendon x kNREF) dry friction: time constant (s) and damping ratio, or negative stiffness and damping"""
    tendon_solimp_fri: NDArray[np.float64]
    """(ntendon x kNIMP) dry friction: impedance curve (lowest, highest, width, midpoint, power)"""
    tendon_range: NDArray[np.float64]
    """(ntendon x 2) shortest and longest it may become [m or rad]"""
    tendon_actfrcrange: NDArray[np.float64]
    """(ntendon x 2) least and greatest sum of actuator forces [N or N m]"""
    tendon_margin: NDArray[np.float64]
    """(ntendon) how close to the limit the limit constraint appears [m or rad]"""
    tendon_stiffness: NDArray[np.float64]
    """(ntendon) spring force per length beyond the rest length [N/m or N m/rad]"""
    tendon_stiffnesspoly: NDArray[np.float64]
    """(ntendon x kNPOLY) quadratic and cubic terms of the spring force"""
    tendon_damping: NDArray[np.float64]
    """(ntendon) force per rate of length that brakes it [N s/m or N m s/rad]"""
    tendon_dampingpoly: NDArray[np.float64]
    """(ntendon x kNPOLY) quadratic and cubic terms of the force that brakes it"""
    tendon_armature: NDArray[np.float64]
    """(ntendon) extra mass that moves as its length changes [kg or kg m^2]"""
    tendon_frictionloss: NDArray[np.float64]
    """(ntendon) largest dry friction that opposes its motion [N or N m]"""
    tendon_lengthspring: NDArray[np.float64]
    """(ntendon x 2) lengths between which the spring is slack [m or rad]"""
    tendon_springyield: NDArray[np.float64]
    """(ntendon) stretch beyond which the rest length gives way; 0 for never [m or rad]"""
    tendon_length0: NDArray[np.float64]
    """(ntendon) how long it is at qpos0 [m or rad]"""
    tendon_invweight0: NDArray[np.float64]
    """(ntendon) acceleration of its length by a unit force at qpos0 [1/kg or 1/(kg m^2)]"""
    tendon_user: NDArray[np.float64]
    """(ntendon x nuser_tendon) values for the user's own use, never read by the engine"""
    tendon_rgba: NDArray[np.float32]
    """(ntendon x 4) colour and opacity where no material gives them"""
    wrap_type: NDArray[np.int32]
    """(nwrap) what this item of the path is (WrapType)"""
    wrap_objid: NDArray[np.int32]
    """(nwrap) the joint, site or geom itself; -1 for a pulley"""
    wrap_prm: NDArray[np.float64]
    """(nwrap) joint: weight, pulley: divisor, geom: site that tells the side to pass (-1 for either)"""
    actuator_trntype: NDArray[np.int32]
    """(nactuator) what it acts on (Transmission)"""
    actuator_dyntype: NDArray[np.int32]
    """(nactuator) how control becomes activation (Dynamics)"""
    actuator_gaintype: NDArray[np.int32]
    """(nactuator) how the gain is computed; force = gain * input + bias (Gain)"""
    actuator_biastype: NDArray[np.int32]
    """(nactuator) how the bias is computed (Bias)"""
    actuator_ctrladr: NDArray[np.int32]
    """(nactuator) the first of its controls"""
    actuator_ctrlnum: NDArray[np.int32]
    """(nactuator) how many controls it reads"""
    actuator_ctrlspec: NDArray[np.int32]
    """(nactuator) what its controls mean: bits of CtrlInput, or a CtrlChart for orientation targets"""
    actuator_outadr: NDArray[np.int32]
    """(nactuator) the first of its forces"""
    actuator_next: NDArray[np.int32]
    """(nactuator) next actuator, a later one, that acts on the same joint or tendon; -1 at the end"""
    actuator_outnum: NDArray[np.int32]
    """(nactuator) how many forces it produces"""
    actuator_actadr: NDArray[np.int32]
    """(nactuator) the first of its activations; -1 when it has none"""
    actuator_actnum: NDArray[np.int32]
    """(nactuator) how many activations it has"""
    actuator_trnid: NDArray[np.int32]
    """(nactuator x 2) the joint, tendon, site or body it acts on, then a second one where needed; -1 for none"""
    actuator_cranklength: NDArray[np.float64]
    """(nactuator) length of the rod between crank and slider [m]"""
    actuator_dynprm: NDArray[np.float64]
    """(nactuator x kNDYN) numbers of the dynamics, such as a time constant"""
    actuator_gainprm: NDArray[np.float64]
    """(nactuator x kNGAIN) numbers of the gain, such as kp"""
    actuator_biasprm: NDArray[np.float64]
    """(nactuator x kNBIAS) numbers of the bias, such as -kp and -kv"""
    actuator_actlimited: NDArray[np.bool_]
    """(nactuator) actuator_actrange is enforced"""
    actuator_actrange: NDArray[np.float64]
    """(nactuator x 2) lowest and highest activation"""
    actuator_actearly: NDArray[np.bool_]
    """(nactuator) force uses the activation at the end of the step instead of its start"""
    actuator_history: NDArray[np.int32]
    """(nactuator x 2) past controls it keeps, and the order of interpolation between them"""
    actuator_historyadr: NDArray[np.int32]
    """(nactuator) where its past controls begin in history; -1 when it keeps none"""
    actuator_delay: NDArray[np.float64]
    """(nactuator) age of the control it acts on [s]"""
    actuator_damping: NDArray[np.float64]
    """(nactuator) braking force per velocity, added to its joint or tendon [N s/m or N m s/rad]"""
    actuator_dampingpoly: NDArray[np.float64]
    """(nactuator x kNPOLY) quadratic and cubic terms of the braking force"""
    actuator_armature: NDArray[np.float64]
    """(nactuator) rotor inertia, added to its joint or tendon [kg or kg m^2]"""
    actuator_group: NDArray[np.int32]
    """(nactuator) number by which viewers show it and opt.disableactuator switches it off"""
    actuator_user: NDArray[np.float64]
    """(nactuator x nuser_actuator) values for the user's own use, never read by the engine"""
    actuator_plugin: NDArray[np.int32]
    """(nactuator) plugin instance that computes it; -1 for none"""
    actuator_forcelimited: NDArray[np.bool_]
    """(nactuator) actuator_forcerange is enforced"""
    actuator_forcerange: NDArray[np.float64]
    """(nactuator x 2) least and greatest force [N or N m]"""
    actuator_ctrllimited: NDArray[np.bool_]
    """(nu) actuator_ctrlrange is enforced for this control"""
    actuator_ctrlrange: NDArray[np.float64]
    """(nu x 2) lowest and highest control"""
    actuator_gear: NDArray[np.float64]
    """(nout x 6) ratio of force at the target to force of the actuator: 3 linear, 3 angular components"""
    actuator_acc0: NDArray[np.float64]
    """(nout) size of the acceleration (norm of inv(M) * moment) by a unit force at qpos0"""
    actuator_length0: NDArray[np.float64]
    """(nout) how long its transmission is at qpos0 [m or rad]"""
    coupled_out: NDArray[np.int32]
    """(ncoupled) forces of actuators that may pull on several branches of a tree at once"""
    actuator_lengthrange: NDArray[np.float64]
    """(nout x 2) shortest and longest its transmission can become, for muscles [m or rad]"""
    sensor_type: NDArray[np.int32]
    """(nsensor) what it measures (SensorType)"""
    sensor_datatype: NDArray[np.int32]
    """(nsensor) whether its values are plain numbers, positive, a unit vector or a quaternion (DataType)"""
    sensor_needstage: NDArray[np.int32]
    """(nsensor) how far the step must have come before it can measure (Stage)"""
    sensor_objtype: NDArray[np.int32]
    """(nsensor) kind of object it measures (ObjectType)"""
    sensor_objid: NDArray[np.int32]
    """(nsensor) which object of the kind sensor_objtype"""
    sensor_reftype: NDArray[np.int32]
    """(nsensor) kind of object whose frame it measures in (ObjectType)"""
    sensor_refid: NDArray[np.int32]
    """(nsensor) which object of the kind sensor_reftype; -1 for the world"""
    sensor_intprm: NDArray[np.int32]
    """(nsensor x kNSENS) choices of the sensor, such as the fields a contact sensor reports"""
    sensor_dim: NDArray[np.int32]
    """(nsensor) how many numbers it delivers"""
    sensor_adr: NDArray[np.int32]
    """(nsensor) where its numbers begin in sensordata"""
    sensor_cutoff: NDArray[np.float64]
    """(nsensor) largest magnitude it reports; 0 for no limit"""
    sensor_noise: NDArray[np.float64]
    """(nsensor) size of its noise, for the user; the engine adds none"""
    sensor_history: NDArray[np.int32]
    """(nsensor x 2) past measurements it keeps, and the order of interpolation between them"""
    sensor_historyadr: NDArray[np.int32]
    """(nsensor) where its past measurements begin in history; -1 when it keeps none"""
    sensor_delay: NDArray[np.float64]
    """(nsensor) age of the measurement it reports [s]"""
    sensor_interval: NDArray[np.float64]
    """(nsensor x 2) period and phase of measuring; period 0 measures at every step [s]"""
    sensor_user: NDArray[np.float64]
    """(nsensor x nuser_sensor) values for the user's own use, never read by the engine"""
    sensor_plugin: NDArray[np.int32]
    """(nsensor) plugin instance that computes it; -1 for none"""
    plugin: NDArray[np.int32]
    """(nplugin) which registered plugin the instance is of"""
    plugin_stateadr: NDArray[np.int32]
    """(nplugin) where its state begins in plugin_state"""
    plugin_statenum: NDArray[np.int32]
    """(nplugin) how many values its state has"""
    plugin_attr: NDArray[np.int8]
    """(npluginattr) settings of all instances as zero-terminated texts"""
    plugin_attradr: NDArray[np.int32]
    """(nplugin) where an instance's settings begin in plugin_attr"""
    numeric_adr: NDArray[np.int32]
    """(nnumeric) where its values begin in numeric_data"""
    numeric_size: NDArray[np.int32]
    """(nnumeric) how many values it has"""
    numeric_data: NDArray[np.float64]
    """(nnumericdata) values of all named vectors"""
    text_adr: NDArray[np.int32]
    """(ntext) where it begins in text_data"""
    text_size: NDArray[np.int32]
    """(ntext) its bytes, the terminating zero included"""
    text_data: bytes
    """(ntextdata) all named texts, each ended by a zero"""
    tuple_adr: NDArray[np.int32]
    """(ntuple) where its entries begin in the tuple_obj arrays"""
    tuple_size: NDArray[np.int32]
    """(ntuple) how many entries it has"""
    tuple_objtype: NDArray[np.int32]
    """(ntupledata) kind of the listed object (ObjectType)"""
    tuple_objid: NDArray[np.int32]
    """(ntupledata) which object of the kind tuple_objtype"""
    tuple_objprm: NDArray[np.float64]
    """(ntupledata) a number the user attached to the entry"""
    key_time: NDArray[np.float64]
    """(nkey) clock of the stored state [s]"""
    key_qpos: NDArray[np.float64]
    """(nkey x nq) stored qpos [m or rad]"""
    key_qvel: NDArray[np.float64]
    """(nkey x nv) stored qvel [m/s or rad/s]"""
    key_act: NDArray[np.float64]
    """(nkey x na) stored act"""
    key_mpos: NDArray[np.float64]
    """(nkey x nmocap*3) stored mocap_pos [m]"""
    key_mquat: NDArray[np.float64]
    """(nkey x nmocap*4) stored mocap_quat"""
    key_ctrl: NDArray[np.float64]
    """(nkey x nu) stored ctrl"""
    key_plastic: NDArray[np.float64]
    """(nkey x nplastic) stored rest positions of what can yield"""
    name_bodyadr: NDArray[np.int32]
    """(nbody) where the names of bodies begin in names"""
    name_jntadr: NDArray[np.int32]
    """(njnt) where the names of joints begin in names"""
    name_geomadr: NDArray[np.int32]
    """(ngeom) where the names of geoms begin in names"""
    name_siteadr: NDArray[np.int32]
    """(nsite) where the names of sites begin in names"""
    name_camadr: NDArray[np.int32]
    """(ncam) where the names of cameras begin in names"""
    name_lightadr: NDArray[np.int32]
    """(nlight) where the names of lights begin in names"""
    name_flexadr: NDArray[np.int32]
    """(nflex) where the names of flexes begin in names"""
    name_meshadr: NDArray[np.int32]
    """(nmesh) where the names of meshes begin in names"""
    name_skinadr: NDArray[np.int32]
    """(nskin) where the names of skins begin in names"""
    name_hfieldadr: NDArray[np.int32]
    """(nhfield) where the names of height fields begin in names"""
    name_texadr: NDArray[np.int32]
    """(ntex) where the names of textures begin in names"""
    name_matadr: NDArray[np.int32]
    """(nmat) where the names of materials begin in names"""
    name_pairadr: NDArray[np.int32]
    """(npair) where the names of contact pairs begin in names"""
    name_excludeadr: NDArray[np.int32]
    """(nexclude) where the names of exclusions begin in names"""
    name_eqadr: NDArray[np.int32]
    """(neq) where the names of equalities begin in names"""
    name_tendonadr: NDArray[np.int32]
    """(ntendon) where the names of tendons begin in names"""
    name_actuatoradr: NDArray[np.int32]
    """(nactuator) where the names of actuators begin in names"""
    name_sensoradr: NDArray[np.int32]
    """(nsensor) where the names of sensors begin in names"""
    name_numericadr: NDArray[np.int32]
    """(nnumeric) where the names of named vectors begin in names"""
    name_textadr: NDArray[np.int32]
    """(ntext) where the names of named texts begin in names"""
    name_tupleadr: NDArray[np.int32]
    """(ntuple) where the names of named lists begin in names"""
    name_keyadr: NDArray[np.int32]
    """(nkey) where the names of keyframes begin in names"""
    name_pluginadr: NDArray[np.int32]
    """(nplugin) where the names of plugin instances begin in names"""
    names: bytes
    """(nnames) the model's name, then the name of every object, each ended by a zero"""
    names_map: NDArray[np.int32]
    """(nnames_map) hash table from names to objects"""
    paths: bytes
    """(npaths) file names of assets, each ended by a zero"""
    B_rownnz: NDArray[np.int32]
    """(nbody) dofs that move each body: how many"""
    B_rowadr: NDArray[np.int32]
    """(nbody) dofs that move each body: where they begin in B_colind"""
    B_colind: NDArray[np.int32]
    """(nB) dofs that move the bodies, body after body"""
    M_rownnz: NDArray[np.int32]
    """(nv) lower triangle of M: entries per row"""
    M_rowadr: NDArray[np.int32]
    """(nv) lower triangle of M: where each row begins"""
    M_colind: NDArray[np.int32]
    """(nC) lower triangle of M: column of each entry; the last of a row is its diagonal"""
    mapM2M: NDArray[np.int32]
    """(nC) for each entry of M, its place in the legacy inertia layout"""
    D_rownnz: NDArray[np.int32]
    """(nv) both triangles of M: entries per row"""
    D_rowadr: NDArray[np.int32]
    """(nv) both triangles of M: where each row begins"""
    D_diag: NDArray[np.int32]
    """(nv) both triangles of M: place of the diagonal within each row"""
    D_colind: NDArray[np.int32]
    """(nD) both triangles of M: column of each entry"""
    mapM2D: NDArray[np.int32]
    """(nD) for each entry of both triangles, its value's place in M"""
    group_tree: NDArray[np.int32]
    """(ngroup) kinematic tree that a group of four dofs belongs to"""
    group_tileadr: NDArray[np.int32]
    """(ngroup) lower triangle of M in tiles: where each row of tiles begins"""
    group_tilenum: NDArray[np.int32]
    """(ngroup) lower triangle of M in tiles: how many a row has; the last is on the diagonal"""
    tile_group: NDArray[np.int32]
    """(ntile) lower triangle of M in tiles: column of each tile, a group of dofs"""
    M_tile: NDArray[np.int32]
    """(nC) for each entry of M, its place in the tiles"""
    D_tile: NDArray[np.int32]
    """(nD) for each entry of both triangles, its place in the tiles; -1 in the upper one"""
    mapD2M: NDArray[np.int32]
    """(nC) for each entry of M, its place among both triangles"""

class MjData:
    """The state of a simulation and everything computed from it."""

    def __init__(self, model: MjModel) -> None: ...
    @property
    def model(self) -> MjModel: ...
    @property
    def signature(self) -> int: ...
    def bind(self, elements: Any) -> Any: ...
    def bind_scalar(self, element: Any) -> Any: ...
    nplugin: int
    pstack: int
    pbase: int
    parena: int
    threadpool: int
    @property
    def qM(self) -> NDArray[np.float64]: ...
    def body(self, name: str | int = ...) -> _MjDataBodyViews: ...
    def joint(self, name: str | int = ...) -> _MjDataJointViews: ...
    def jnt(self, name: str | int = ...) -> _MjDataJointViews: ...
    def geom(self, name: str | int = ...) -> _MjDataGeomViews: ...
    def site(self, name: str | int = ...) -> _MjDataSiteViews: ...
    def camera(self, name: str | int = ...) -> _MjDataCameraViews: ...
    def cam(self, name: str | int = ...) -> _MjDataCameraViews: ...
    def light(self, name: str | int = ...) -> _MjDataLightViews: ...
    def tendon(self, name: str | int = ...) -> _MjDataTendonViews: ...
    def ten(self, name: str | int = ...) -> _MjDataTendonViews: ...
    def actuator(self, name: str | int = ...) -> _MjDataActuatorViews: ...
    def sensor(self, name: str | int = ...) -> _MjDataSensorViews: ...
    @property
    def contact(self) -> _MjContactList: ...
    @property
    def warning(self) -> _MjWarningStatList: ...
    @property
    def timer(self) -> _MjTimerStatList: ...
    @property
    def solver(self) -> _MjSolverStatList: ...
    narena: int
    """bytes of memory for contacts, constraints and scratch"""
    nbuffer: int
    """bytes of all fixed arrays of the data"""
    maxuse_stack: int
    """most bytes of scratch ever in use"""
    maxuse_arena: int
    """most bytes ever in use for contacts, constraints and scratch"""
    maxuse_con: int
    """most contacts ever present at once"""
    maxuse_efc: int
    """most constraint rows ever present at once"""
    ncon: int
    """contacts found, those without force included"""
    ne: int
    """rows of equalities; they come first"""
    nf: int
    """rows of dry friction; they follow the equalities"""
    nl: int
    """rows of joint and tendon limits; they follow the friction, before the contacts"""
    nefc: int
    """constraint rows in total"""
    nJ: int
    """entries of the constraint Jacobian"""
    efm_active: int
    """whether inertia is augmented by implicit stiffness: 0 no, 1 yes, 2 yes with a matrix for flexes"""
    nefmK: int
    """entries of the stored stiffness matrix of flexes"""
    nefmcon: int
    """length of the packed list of contacts that add stiffness"""
    nefmT: int
    """tendons that add stiffness or damping"""
    nefmA: int
    """actuators that add stiffness or damping"""
    nefmdof: int
    """flex vertices with a 3x3 block of their own"""
    nefmL: int
    """length of efm_L"""
    nY: int
    """entries of efc_Y, once it is shown"""
    nA: int
    """entries of efc_AR, once it is shown"""
    nisland: int
    """groups of trees that constraints couple; each is solved by itself"""
    nidof: int
    """dofs of all islands together"""
    ntree_awake: int
    """kinematic trees that are not sleeping"""
    nbody_awake: int
    """bodies that are not sleeping, fixed ones included"""
    nparent_awake: int
    """bodies whose parent is not sleeping"""
    nv_awake: int
    """dofs that are not sleeping"""
    flg_energypos: bool
    """energy[0] is up to date"""
    flg_energyvel: bool
    """energy[1] is up to date"""
    flg_subtreevel: bool
    """subtree_linvel and subtree_angmom are up to date"""
    flg_rnepost: bool
    """cacc, cfrc_int and cfrc_ext are up to date"""
    time: float
    """simulated time since the reset (s)"""
    solver_niter: NDArray[np.int32]
    """(kNISLAND) iterations the solver took, per island"""
    solver_nnz: NDArray[np.int32]
    """(kNISLAND) entries of the matrix the solver worked with, per island"""
    solver_fwdinv: NDArray[np.float64]
    """(2) how far inverse dynamics is from forward dynamics: constraint forces, then applied forces"""
    solver_residual: NDArray[np.float64]
    """(kNISLAND) classic formulation: largest change of a contact force in the last iteration, as far as it moves something, per island [N or N m]"""
    solver_converged: NDArray[np.int32]
    """(kNISLAND) classic formulation: 1 where that was below the tolerance, per island"""
    solver_fallback: NDArray[np.int32]
    """(1) classic formulation: times that CG did not converge since the reset"""
    warning_number: NDArray[np.int32]
    """(kNWARNING) times each warning (Warning) occurred since the reset"""
    warning_lastinfo: NDArray[np.int32]
    """(kNWARNING) number that came with the latest warning of each kind: a dof, body or control"""
    timer_duration: NDArray[np.float64]
    """(kNTIMER) time spent in each part of the step (Timer), summed up [s]"""
    timer_number: NDArray[np.int32]
    """(kNTIMER) times each part of the step ran"""
    energy: NDArray[np.float64]
    """(2) potential energy, then kinetic energy [J]"""
    qpos: NDArray[np.float64]
    """(nq) where every joint is; quaternions for free and ball joints [m or rad]"""
    qvel: NDArray[np.float64]
    """(nv) how fast every dof moves; angular velocities for free and ball joints [m/s or rad/s]"""
    act: NDArray[np.float64]
    """(na) internal states of actuators, such as muscle activation"""
    history: NDArray[np.float64]
    """(nhistory) past controls and measurements for delayed actuators and sensors"""
    plastic: NDArray[np.float64]
    """(nplastic) rest positions of springs and flexes that can yield"""
    qacc_warmstart: NDArray[np.float64]
    """(nv) previous accelerations, from which the solver starts [m/s^2 or rad/s^2]"""
    contact_warmstart: NDArray[np.float64]
    """(nwarmstart x kNWARM) classic formulation: contacts of the last step, from whose forces the solver starts: two geoms, three numbers of a cell of 1 cm, dimension (0: none), six forces"""
    plugin_state: NDArray[np.float64]
    """(npluginstate) what plugins remember"""
    ctrl: NDArray[np.float64]
    """(nu) what the user asks of the actuators"""
    qfrc_applied: NDArray[np.float64]
    """(nv) forces the user applies to dofs [N or N m]"""
    xfrc_applied: NDArray[np.float64]
    """(nbody x 6) force and torque the user applies at the centre of mass of each body, world axes [N and N m]"""
    eq_active: NDArray[np.bool_]
    """(neq) which equalities are enforced"""
    mocap_pos: NDArray[np.float64]
    """(nmocap x 3) where the user puts mocap bodies [m]"""
    mocap_quat: NDArray[np.float64]
    """(nmocap x 4) how the user turns mocap bodies"""
    qacc: NDArray[np.float64]
    """(nv) how the dofs accelerate under all forces [m/s^2 or rad/s^2]"""
    act_dot: NDArray[np.float64]
    """(na) rate of change of act [1/s]"""
    userdata: NDArray[np.float64]
    """(nuserdata) room for the user's own values; the engine never touches it"""
    sensordata: NDArray[np.float64]
    """(nsensordata) measurements of all sensors, one after another"""
    tree_asleep: NDArray[np.int32]
    """(ntree) negative: awake (counts up to -1 while slow); else the next tree that sleeps with this one"""
    plugin: NDArray[np.int32]
    """(nplugin) which registered plugin each instance is of"""
    plugin_data: NDArray[np.int64]
    """(nplugin) address of memory that a plugin manages by itself"""
    xpos: NDArray[np.float64]
    """(nbody x 3) origin of each body's frame in the world [m]"""
    xquat: NDArray[np.float64]
    """(nbody x 4) rotation of each body's frame as a unit quaternion"""
    xmat: NDArray[np.float64]
    """(nbody x 9) rotation of each body's frame as a matrix, row by row"""
    xipos: NDArray[np.float64]
    """(nbody x 3) centre of mass of each body in the world [m]"""
    xiquat: NDArray[np.float64]
    """(nbody x 4) rotation of each body's principal axes as a unit quaternion"""
    ximat: NDArray[np.float64]
    """(nbody x 9) rotation of each body's principal axes as a matrix, row by row"""
    xanchor: NDArray[np.float64]
    """(njnt x 3) point about which each joint turns, in the world [m]"""
    xaxis: NDArray[np.float64]
    """(njnt x 3) unit vector of each joint, world axes"""
    geom_xpos: NDArray[np.float64]
    """(ngeom x 3) origin of each geom in the world [m]"""
    geom_xquat: NDArray[np.float64]
    """(ngeom x 4) rotation of each geom as a unit quaternion"""
    geom_xmat: NDArray[np.float64]
    """(ngeom x 9) rotation of each geom as a matrix, row by row"""
    site_xpos: NDArray[np.float64]
    """(nsite x 3) origin of each site in the world [m]"""
    site_xquat: NDArray[np.float64]
    """(nsite x 4) rotation of each site as a unit quaternion"""
    site_xmat: NDArray[np.float64]
    """(nsite x 9) rotation of each site as a matrix, row by row"""
    cam_xpos: NDArray[np.float64]
    """(ncam x 3) origin of each camera in the world [m]"""
    cam_xmat: NDArray[np.float64]
    """(ncam x 9) rotation of each camera as a matrix, row by row"""
    light_xpos: NDArray[np.float64]
    """(nlight x 3) origin of each light in the world [m]"""
    light_xdir: NDArray[np.float64]
    """(nlight x 3) unit vector along which each light shines, world axes"""
    subtree_com: NDArray[np.float64]
    """(nbody x 3) common centre of mass of each body and all bodies below it [m]"""
    cdof: NDArray[np.float64]
    """(nv x 6) motion of the body by a unit velocity of each dof: angular, then linear at the tree's centre of mass"""
    cinert: NDArray[np.float64]
    """(nbody x 10) inertia about the tree's centre of mass: 6 moments, mass times offset, mass [kg, kg m, kg m^2]"""
    flexvert_xpos: NDArray[np.float64]
    """(nflexvert x 3) vertices in the world [m]"""
    flexelem_aabb: NDArray[np.float64]
    """(nflexelem x 6) box around each element, world axes: centre and half sizes [m]"""
    flexelem_krot: NDArray[np.float64]
    """(nflexstiffness) element stiffness turned along with the element, for implicit integration [N/m]"""
    flex_hessian_valid: NDArray[np.bool_]
    """(nflex) flexvert_hessian and flexedge_hessian are up to date"""
    flexvert_hessian: NDArray[np.float64]
    """(nflexvert x 6) second derivatives of stretching energy at each vertex (symmetric 3x3) [N/m]"""
    flexedge_hessian: NDArray[np.float64]
    """(nflexedge x 9) second derivatives of stretching energy between the ends of each edge (3x3) [N/m]"""
    flexedge_J: NDArray[np.float64]
    """(nJfe) derivatives of edge lengths by the dofs"""
    flexedge_length: NDArray[np.float64]
    """(nflexedge) how long each edge is [m]"""
    bvh_aabb_dyn: NDArray[np.float64]
    """(nbvhdynamic x 6) boxes of the nodes that follow flexes, world axes: centre and half sizes [m]"""
    flexvert_lambda: NDArray[np.float64]
    """(nflexvert) contact force at each vertex, kept from step to step (flag ipc) [N]"""
    flexvert_conage: NDArray[np.int32]
    """(nflexvert) negative: the vertex carries contact force, positive: steps since it did (flag ipc)"""
    ten_wrapadr: NDArray[np.int32]
    """(ntendon) where the points of each tendon begin in wrap_xpos"""
    ten_wrapnum: NDArray[np.int32]
    """(ntendon) how many points each tendon runs through"""
    ten_J: NDArray[np.float64]
    """(nJten) derivatives of tendon lengths by the dofs"""
    ten_length: NDArray[np.float64]
    """(ntendon) how long each tendon is [m or rad]"""
    wrap_obj: NDArray[np.int32]
    """(nwrap x 2) what lies at each point: a geom it wraps around, -1 for a site, -2 for a pulley"""
    wrap_xpos: NDArray[np.float64]
    """(nwrap x 6) points of all tendons in the world, two per path item [m]"""
    actuator_length: NDArray[np.float64]
    """(nout) how long each transmission is, times its gear [m or rad]"""
    moment_rownnz: NDArray[np.int32]
    """(nout) moments: entries per row"""
    moment_rowadr: NDArray[np.int32]
    """(nout) moments: where each row begins"""
    moment_colind: NDArray[np.int32]
    """(nJmom) moments: dof of each entry"""
    actuator_moment: NDArray[np.float64]
    """(nJmom) derivatives of transmission lengths by the dofs; maps actuator forces to dofs"""
    crb: NDArray[np.float64]
    """(nbody x 10) inertia of each body with everything below it frozen, laid out like cinert [kg, kg m, kg m^2]"""
    M: NDArray[np.float64]
    """(nC) joint-space inertia matrix, lower triangle [kg or kg m^2]"""
    qLD: NDArray[np.float64]
    """(nC) factors of M = L' * D * L: D on the diagonal, L below it"""
    qLDiagInv: NDArray[np.float64]
    """(nv) reciprocals of D [1/kg or 1/(kg m^2)]"""
    bvh_active: NDArray[np.bool_]
    """(nbvh) which bounding volumes the search looked into, for viewers"""
    tree_awake: NDArray[np.int32]
    """(ntree) 1 when the tree moves, 0 when it sleeps"""
    body_awake: NDArray[np.int32]
    """(nbody) fixed, sleeping or awake (SleepState)"""
    body_awake_ind: NDArray[np.int32]
    """(nbody) the bodies that are not sleeping, in order"""
    parent_awake_ind: NDArray[np.int32]
    """(nbody) the bodies whose parent is not sleeping, in order"""
    dof_awake_ind: NDArray[np.int32]
    """(nv) the dofs that are not sleeping, in order"""
    flexedge_velocity: NDArray[np.float64]
    """(nflexedge) rate of change of each edge's length [m/s]"""
    ten_velocity: NDArray[np.float64]
    """(ntendon) rate of change of each tendon's length [m/s or rad/s]"""
    actuator_velocity: NDArray[np.float64]
    """(nout) rate of change of each transmission's length [m/s or rad/s]"""
    cvel: NDArray[np.float64]
    """(nbody x 6) velocity of each body: angular, then linear at the tree's centre of mass [rad/s and m/s]"""
    cdof_dot: NDArray[np.float64]
    """(nv x 6) rate of change of cdof"""
    qfrc_bias: NDArray[np.float64]
    """(nv) Coriolis, centrifugal and gravitational terms: M * qacc + bias = all other forces [N or N m]"""
    qfrc_spring: NDArray[np.float64]
    """(nv) forces of joint, tendon and flex springs [N or N m]"""
    qfrc_damper: NDArray[np.float64]
    """(nv) forces of joint, tendon and flex dampers [N or N m]"""
    qfrc_gravcomp: NDArray[np.float64]
    """(nv) forces that carry the weight of bodies with gravcomp [N or N m]"""
    qfrc_fluid: NDArray[np.float64]
    """(nv) drag and lift in the surrounding fluid [N or N m]"""
    qfrc_adhesion: NDArray[np.float64]
    """(nv) pull of sticky contacts [N or N m]"""
    qfrc_passive: NDArray[np.float64]
    """(nv) sum of the spring, damper, weight, fluid and sticky forces [N or N m]"""
    subtree_linvel: NDArray[np.float64]
    """(nbody x 3) velocity of the common centre of mass of each body and all below it [m/s]"""
    subtree_angmom: NDArray[np.float64]
    """(nbody x 3) spin of each body and all below it about their common centre of mass [kg m^2/s]"""
    qH: NDArray[np.float64]
    """(nC) factors of the inertia matrix with implicit damping, laid out like qLD"""
    qHDiagInv: NDArray[np.float64]
    """(nv) reciprocals of the D of qH [1/kg or 1/(kg m^2)]"""
    qDeriv: NDArray[np.float64]
    """(nD) derivatives of the smooth forces by velocities, both triangles [N s/m or N m s/rad]"""
    qLU: NDArray[np.float64]
    """(nD) kept for the name: the implicit integrators factor in working memory"""
    actuator_force: NDArray[np.float64]
    """(nout) each actuator's own force, before gear and moments [N or N m]"""
    qfrc_actuator: NDArray[np.float64]
    """(nv) what the actuators exert on the dofs [N or N m]"""
    qfrc_smooth: NDArray[np.float64]
    """(nv) sum of all forces except those of constraints [N or N m]"""
    qacc_smooth: NDArray[np.float64]
    """(nv) how the dofs would accelerate without constraints [m/s^2 or rad/s^2]"""
    qfrc_constraint: NDArray[np.float64]
    """(nv) what all constraints exert on the dofs; includes flex contact with ipc [N or N m]"""
    qfrc_inverse: NDArray[np.float64]
    """(nv) forces from outside (actuators included) that would cause the given qacc [N or N m]"""
    cacc: NDArray[np.float64]
    """(nbody x 6) acceleration of each body, gravity included: angular, then linear [rad/s^2 and m/s^2]"""
    cfrc_int: NDArray[np.float64]
    """(nbody x 6) what the parent exerts on each body: torque, then force [N m and N]"""
    cfrc_ext: NDArray[np.float64]
    """(nbody x 6) what contacts, equalities and the user exert: torque, then force [N m and N]"""
    efc_type: NDArray[np.int32]
    """(nefc) kind of the row (ConstraintType)"""
    efc_id: NDArray[np.int32]
    """(nefc) which equality, dof, joint, tendon or contact made it"""
    efc_J_rownnz: NDArray[np.int32]
    """(nefc) Jacobian: entries per row"""
    efc_J_rowadr: NDArray[np.int32]
    """(nefc) Jacobian: where each row begins"""
    efc_J_rowsuper: NDArray[np.int32]
    """(nefc) Jacobian: how many of the next rows have the same columns"""
    efc_J_colind: NDArray[np.int32]
    """(nJ) Jacobian: dof of each entry"""
    efc_J: NDArray[np.float64]
    """(nJ) derivatives of each row's position by the dofs"""
    efc_pos: NDArray[np.float64]
    """(nefc) violation of equalities, distance to the limit or between geoms [m or rad]"""
    efc_margin: NDArray[np.float64]
    """(nefc) distance at which the row begins to push [m or rad]"""
    efc_frictionloss: NDArray[np.float64]
    """(nefc) largest force of dry friction rows [N or N m]"""
    efc_diagA: NDArray[np.float64]
    """(nefc) diagonal of J * inv(M) * J', estimated or exact [1/kg or 1/(kg m^2)]"""
    efc_KBIP: NDArray[np.float64]
    """(nefc x 4) stiffness, damping, impedance and slope of the impedance"""
    efc_D: NDArray[np.float64]
    """(nefc) weight of the row in the solver's cost, 1 / R [kg or kg m^2]"""
    efc_R: NDArray[np.float64]
    """(nefc) softness of the row: acceleration that a unit force leaves unopposed [1/kg or 1/(kg m^2)]"""
    tendon_efcadr: NDArray[np.int32]
    """(ntendon) first row in which each tendon appears; -1 for none"""
    tree_island: NDArray[np.int32]
    """(ntree) group the tree is in; -1 when no constraint touches it"""
    island_ntree: NDArray[np.int32]
    """(nisland) how many trees it couples"""
    island_itreeadr: NDArray[np.int32]
    """(nisland) where its trees begin in map_itree2tree"""
    map_itree2tree: NDArray[np.int32]
    """(ntree) trees in the order of the islands"""
    dof_island: NDArray[np.int32]
    """(nv) group the dof is in; -1 when no constraint touches it"""
    island_nv: NDArray[np.int32]
    """(nisland) how many dofs it has"""
    island_idofadr: NDArray[np.int32]
    """(nisland) where its dofs begin in the island order"""
    island_dofadr: NDArray[np.int32]
    """(nisland) its first dof in the model's order"""
    map_dof2idof: NDArray[np.int32]
    """(nv) place of each dof in the island order"""
    map_idof2dof: NDArray[np.int32]
    """(nv) dofs in the island order; those from nidof on are in no island"""
    ifrc_smooth: NDArray[np.float64]
    """(nidof) qfrc_smooth in the island order [N or N m]"""
    iacc_smooth: NDArray[np.float64]
    """(nidof) qacc_smooth in the island order [m/s^2 or rad/s^2]"""
    iacc: NDArray[np.float64]
    """(nidof) qacc in the island order [m/s^2 or rad/s^2]"""
    efc_island: NDArray[np.int32]
    """(nefc) group the row is in"""
    island_ne: NDArray[np.int32]
    """(nisland) its rows of equalities"""
    island_nf: NDArray[np.int32]
    """(nisland) its rows of dry friction"""
    island_nefc: NDArray[np.int32]
    """(nisland) its rows in total"""
    island_iefcadr: NDArray[np.int32]
    """(nisland) where its rows begin in the island order"""
    map_efc2iefc: NDArray[np.int32]
    """(nefc) place of each row in the island order"""
    map_iefc2efc: NDArray[np.int32]
    """(nefc) rows in the island order"""
    iefc_type: NDArray[np.int32]
    """(nefc) efc_type in the island order"""
    iefc_id: NDArray[np.int32]
    """(nefc) efc_id in the island order"""
    iefc_frictionloss: NDArray[np.float64]
    """(nefc) efc_frictionloss in the island order [N or N m]"""
    iefc_D: NDArray[np.float64]
    """(nefc) efc_D in the island order [kg or kg m^2]"""
    iefc_R: NDArray[np.float64]
    """(nefc) efc_R in the island order [1/kg or 1/(kg m^2)]"""
    efc_Y_rownnz: NDArray[np.int32]
    """(nefc) Y: entries per row"""
    efc_Y_rowadr: NDArray[np.int32]
    """(nefc) Y: where each row begins"""
    efc_Y_colind: NDArray[np.int32]
    """(nY) Y: column of each entry"""
    efc_Y: NDArray[np.float64]
    """(nY) Jacobian scaled by a square root of the inverse inertia, so that Y * Y' = J * inv(M) * J'"""
    efc_AR_rownnz: NDArray[np.int32]
    """(nefc) A + R: entries per row"""
    efc_AR_rowadr: NDArray[np.int32]
    """(nefc) A + R: where each row begins"""
    efc_AR_colind: NDArray[np.int32]
    """(nA) A + R: column of each entry"""
    efc_AR: NDArray[np.float64]
    """(nA) how forces of the rows accelerate the rows, softness added [1/kg or 1/(kg m^2)]"""
    efc_vel: NDArray[np.float64]
    """(nefc) rate of change of each row's position [m/s or rad/s]"""
    efc_aref: NDArray[np.float64]
    """(nefc) acceleration by which the row's spring and damper would correct it [m/s^2 or rad/s^2]"""
    efm_c: NDArray[np.float64]
    """(nv) force that makes up for stiffness acting at the end of the step: h * K * qvel [N or N m]"""
    efm_diag: NDArray[np.float64]
    """(nv) what joint springs and dampers add to the diagonal [kg or kg m^2]"""
    efm_ck: NDArray[np.float64]
    """(nv) joint stiffness times h, for efm_c [N s/m or N m s/rad]"""
    efm_sdiag: NDArray[np.float64]
    """(nv) all that is added to the diagonal of M before it is factored [kg or kg m^2]"""
    efm_fluid: NDArray[np.float64]
    """(nC) what fluid drag adds, laid out like M [kg or kg m^2]"""
    efm_tid: NDArray[np.int32]
    """(ntendon) the tendons that add to the metric"""
    efm_ts: NDArray[np.float64]
    """(ntendon) weight of each tendon of efm_tid: h^2 stiffness plus h damping [kg or kg m^2]"""
    efm_tk: NDArray[np.float64]
    """(ntendon) stiffness of each tendon of efm_tid times h, for efm_c [N s/m or N m s/rad]"""
    efm_aid: NDArray[np.int32]
    """(nactuator) the actuators that add to the metric"""
    efm_as: NDArray[np.float64]
    """(nactuator) weight of each actuator of efm_aid: h^2 position gain plus h velocity gain [kg or kg m^2]"""
    efm_ak: NDArray[np.float64]
    """(nactuator) position gain of each actuator of efm_aid times h [N s/m or N m s/rad]"""
    efm_ca: NDArray[np.float64]
    """(nv) the part of efm_c that comes from actuators [N or N m]"""
    efm_K_rownnz: NDArray[np.int32]
    """(nv) flex stiffness matrix: entries per row"""
    efm_K_rowadr: NDArray[np.int32]
    """(nv) flex stiffness matrix: where each row begins"""
    efm_K_colind: NDArray[np.int32]
    """(nefmK) flex stiffness matrix: dof of each entry"""
    efm_K_val: NDArray[np.float64]
    """(nefmK) flex stiffness matrix: h^2 stiffness plus h damping [kg]"""
    efm_dofid: NDArray[np.int32]
    """(nefmdof) first dof of each flex vertex that has a block"""
    efm_con_ind: NDArray[np.int32]
    """(nefmcon) contacts that add stiffness: for each its entry count, its number and its dofs"""
    efm_con_val: NDArray[np.float64]
    """(nefmcon) contacts that add stiffness: for each its weight, its force and its Jacobian"""
    efm_L: NDArray[np.float64]
    """(nefmL) Cholesky factor of the metric, or lists per island where it is not factored"""
    efc_b: NDArray[np.float64]
    """(nefc) what each row lacks without constraint forces: J * qacc_smooth less the reference [m/s^2 or rad/s^2]"""
    iefc_aref: NDArray[np.float64]
    """(nefc) efc_aref in the island order [m/s^2 or rad/s^2]"""
    iefc_state: NDArray[np.int32]
    """(nefc) efc_state in the island order"""
    iefc_force: NDArray[np.float64]
    """(nefc) efc_force in the island order [N or N m]"""
    efc_state: NDArray[np.int32]
    """(nefc) satisfied, pushing, sliding or at a friction bound (ConstraintState)"""
    efc_force: NDArray[np.float64]
    """(nefc) what each row exerts along its own direction [N or N m]"""
    ifrc_constraint: NDArray[np.float64]
    """(nidof) qfrc_constraint in the island order [N or N m]"""

class MjSpec:
    """A model as it is written, which can be edited and compiled."""

    def __init__(self) -> None: ...
    def activate_plugin(self, name) -> Any: ...
    def actuator(self, name) -> Any: ...
    actuators: list[MjsActuator]
    def add_actuator(self, default=None, name=None, **values) -> MjsActuator: ...
    def add_default(self, name, parent=None) -> MjsDefault | None: ...
    def add_equality(self, default=None, name=None, **values) -> MjsEquality: ...
    def add_exclude(self, default=None, name=None, **values) -> MjsExclude: ...
    def add_flex(self, default=None, name=None, **values) -> MjsFlex: ...
    def add_hfield(self, default=None, name=None, **values) -> MjsHField: ...
    def add_key(self, default=None, name=None, **values) -> MjsKey: ...
    def add_material(self, default=None, name=None, **values) -> MjsMaterial: ...
    def add_mesh(self, default=None, name=None, **values) -> MjsMesh: ...
    def add_numeric(self, default=None, name=None, **values) -> MjsNumeric: ...
    def add_pair(self, default=None, name=None, **values) -> MjsPair: ...
    def add_plugin(self, default=None, name=None, **values) -> MjsPlugin: ...
    def add_sensor(self, default=None, name=None, **values) -> MjsSensor: ...
    def add_skin(self, default=None, name=None, **values) -> MjsSkin: ...
    def add_tendon(self, default=None, name=None, **values) -> MjsTendon: ...
    def add_text(self, default=None, name=None, **values) -> MjsText: ...
    def add_texture(self, default=None, name=None, **values) -> MjsTexture: ...
    def add_tuple(self, default=None, name=None, **values) -> MjsTuple: ...
    def adopt_inertial(self, body, vfs=None) -> Any: ...
    def attach(self, child, prefix=None, suffix=None, site=None, frame=None) -> MjsFrame: ...
    authored: MjsAuthored
    bodies: list[MjsBody]
    def body(self, name) -> Any: ...
    def camera(self, name) -> Any: ...
    cameras: list[MjsCamera]
    comment: str
    def compile(self, vfs=None) -> MjModel: ...
    compiler: MjsCompiler
    def copy(self) -> MjSpec: ...
    def copy_back(self, model) -> Any: ...
    def dedup_assets(self) -> Any: ...
    default: MjsDefault
    def delete(self, element) -> None: ...
    def discard_visual(self, vfs=None) -> Any: ...
    def encode(self, filename, model=None, content_type=None) -> Any: ...
    equalities: list[MjsEquality]
    def equality(self, name) -> Any: ...
    def exclude(self, name) -> Any: ...
    excludes: list[MjsExclude]
    def find_default(self, name) -> MjsDefault | None: ...
    def flex(self, name) -> Any: ...
    def flexcomp(self, name) -> Any: ...
    flexcomps: list[MjsFlexcomp]
    flexes: list[MjsFlex]
    def frame(self, name) -> Any: ...
    frames: list[MjsFrame]
    @classmethod
    def from_file(cls, filename, include=None, assets=None, vfs=None, *, limits=None) -> MjSpec: ...
    @classmethod
    def from_string(cls, xml, include=None, assets=None, vfs=None, *, limits=None) -> MjSpec: ...
    @classmethod
    def from_zip(cls, file, *, limits=None) -> MjSpec: ...
    def fuse_static(self, vfs=None) -> Any: ...
    def geom(self, name) -> Any: ...
    geoms: list[MjsGeom]
    def hfield(self, name) -> Any: ...
    hfields: list[MjsHField]
    def joint(self, name) -> Any: ...
    joints: list[MjsJoint]
    def key(self, name) -> Any: ...
    keys: list[MjsKey]
    def light(self, name) -> Any: ...
    lights: list[MjsLight]
    def material(self, name) -> Any: ...
    materials: list[MjsMaterial]
    memory: int
    def mesh(self, name) -> Any: ...
    meshdir: str
    meshes: list[MjsMesh]
    modelfiledir: str
    modelname: str
    nconmax: int
    njmax: int
    nkey: int
    nstack: int
    def numeric(self, name) -> Any: ...
    numerics: list[MjsNumeric]
    nuser_actuator: int
    nuser_body: int
    nuser_cam: int
    nuser_geom: int
    nuser_jnt: int
    nuser_sensor: int
    nuser_site: int
    nuser_tendon: int
    nuserdata: int
    option: MjOption
    def pair(self, name) -> Any: ...
    pairs: list[MjsPair]
    parent: MjsBody | None
    def plugin(self, name) -> Any: ...
    plugins: list[MjsPlugin]
    def recompile(self, model, data, vfs=None) -> tuple[MjModel, MjData]: ...
    @staticmethod
    def resolve_orientation(degree, sequence=None, orientation=None) -> Any: ...
    def sensor(self, name) -> Any: ...
    sensors: list[MjsSensor]
    def site(self, name) -> Any: ...
    sites: list[MjsSite]
    def skin(self, name) -> Any: ...
    skins: list[MjsSkin]
    stat: MjStatistic
    strippath: bool
    def tendon(self, name) -> Any: ...
    tendons: list[MjsTendon]
    def text(self, name) -> Any: ...
    texts: list[MjsText]
    def texture(self, name) -> Any: ...
    texturedir: str
    textures: list[MjsTexture]
    def to_file(self, filename) -> None: ...
    def to_xml(self) -> str: ...
    def to_zip(self, file) -> None: ...
    def tuple(self, name) -> Any: ...
    tuples: list[MjsTuple]
    visual: MjVisual
    worldbody: MjsBody
    assets: dict[str, str | bytes]
    copy_during_attach: bool
    hasImplicitPluginElem: bool
    limits: Any
    nemax: int
    override_assets: bool
    timer: NDArray[np.float64]

class MjsActuator:
    """A actuator of a spec."""

    actdim: int
    actearly: bool
    actlimited: mjtLimited
    actrange: NDArray[np.float64]
    armature: float
    biasprm: NDArray[np.float64]
    biastype: mjtBias
    classname: MjsDefault
    compiler: MjsCompiler
    cranklength: float
    ctrllimited: mjtLimited
    ctrlrange: NDArray[np.float64]
    ctrlspec: int
    damping: NDArray[np.float64]
    delay: float
    dynprm: NDArray[np.float64]
    dyntype: mjtDyn
    ffrange: NDArray[np.float64]
    forcelimited: mjtLimited
    forcerange: NDArray[np.float64]
    gainprm: NDArray[np.float64]
    gaintype: mjtGain
    gear: NDArray[np.float64]
    group: int
    id: int
    info: str
    inheritrange: float
    interp: int
    lengthrange: NDArray[np.float64]
    name: str
    nsample: int
    plugin: Any
    refsite: str
    def set_to_adhesion(self, *arguments, **keywords) -> None: ...
    def set_to_cylinder(self, *arguments, **keywords) -> None: ...
    def set_to_damper(self, *arguments, **keywords) -> None: ...
    def set_to_dcmotor(self, *arguments, **keywords) -> None: ...
    def set_to_intvelocity(self, *arguments, **keywords) -> None: ...
    def set_to_motor(self, *arguments, **keywords) -> None: ...
    def set_to_muscle(self, *arguments, **keywords) -> None: ...
    def set_to_orientation(self, *arguments, **keywords) -> None: ...
    def set_to_pid(self, *arguments, **keywords) -> None: ...
    def set_to_position(self, *arguments, **keywords) -> None: ...
    def set_to_velocity(self, *arguments, **keywords) -> None: ...
    signature: int
    slidersite: str
    target: str
    trntype: mjtTrn
    type: mjtActuator
    userdata: NDArray[np.float64]
    velrange: NDArray[np.float64]

class MjsAuthored:
    """Which options the file of a spec gave, as bits in the order of the structures."""

    disableactuator: int
    disableflags: int
    enableflags: int
    option: MjOption
    visual_global: int
    visual_headlight: int
    visual_map: int
    visual_quality: int
    visual_rgba: int
    visual_scale: int

class MjsBody:
    """A body of a spec."""

    def add_body(self, default=None, name=None, **values) -> MjsBody: ...
    def add_camera(self, default=None, name=None, **values) -> MjsCamera: ...
    def add_flexcomp(self, default=None, name=None, **values) -> MjsFlexcomp: ...
    def add_frame(self, default=None, name=None, **values) -> MjsFrame: ...
    def add_freejoint(self, **values) -> MjsJoint: ...
    def add_geom(self, default=None, name=None, **values) -> MjsGeom: ...
    def add_joint(self, default=None, name=None, **values) -> MjsJoint: ...
    def add_light(self, default=None, name=None, **values) -> MjsLight: ...
    def add_site(self, default=None, name=None, **values) -> MjsSite: ...
    alt: MjsOrientation
    def attach_frame(self, frame, prefix=None, suffix=None) -> Any: ...
    axisangle: NDArray[np.float64]
    bodies: list[Any]
    cameras: list[Any]
    childclass: str
    classname: MjsDefault
    compiler: MjsCompiler
    euler: NDArray[np.float64]
    explicitinertial: bool
    def find_all(self, kind) -> Any: ...
    def find_child(self, name) -> Any: ...
    def first_body(self) -> Any: ...
    def first_camera(self) -> Any: ...
    def first_flexcomp(self) -> Any: ...
    def first_frame(self) -> Any: ...
    def first_geom(self) -> Any: ...
    def first_joint(self) -> Any: ...
    def first_light(self) -> Any: ...
    def first_site(self) -> Any: ...
    flexcomps: list[Any]
    frame: MjsFrame | None
    frames: list[Any]
    fullinertia: NDArray[np.float64]
    fuse: bool
    geoms: list[Any]
    gravcomp: float
    ialt: MjsOrientation
    iaxisangle: NDArray[np.float64]
    id: int
    ieuler: NDArray[np.float64]
    inertia: NDArray[np.float64]
    info: str
    ipos: NDArray[np.float64]
    iquat: NDArray[np.float64]
    ixyaxes: NDArray[np.float64]
    izaxis: NDArray[np.float64]
    joints: list[Any]
    lights: list[Any]
    def make_flex(self, name, type=None, dim=3, dof=None, mesh=None, file=None, vfs=None, **values) -> None: ...
    mass: float
    mocap: bool
    name: str
    def next_body(self, element) -> Any: ...
    def next_camera(self, element) -> Any: ...
    def next_flexcomp(self, element) -> Any: ...
    def next_frame(self, element) -> Any: ...
    def next_geom(self, element) -> Any: ...
    def next_joint(self, element) -> Any: ...
    def next_light(self, element) -> Any: ...
    def next_site(self, element) -> Any: ...
    parent: MjsBody | None
    plugin: Any
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    def set_frame(self, frame) -> None: ...
    signature: int
    simple: bool
    sites: list[Any]
    sleep: mjtSleepPolicy
    def to_frame(self) -> Any: ...
    userdata: NDArray[np.float64]
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]

class MjsCamera:
    """A camera of a spec."""

    alt: MjsOrientation
    axisangle: NDArray[np.float64]
    classname: MjsDefault
    compiler: MjsCompiler
    euler: NDArray[np.float64]
    focal_length: NDArray[np.float32]
    focal_pixel: NDArray[np.float32]
    fovy: float
    frame: MjsFrame | None
    id: int
    info: str
    intrinsic: NDArray[np.float32]
    ipd: float
    mode: mjtCamLight
    name: str
    output: int
    parent: MjsBody | None
    pos: NDArray[np.float64]
    principal_length: NDArray[np.float32]
    principal_pixel: NDArray[np.float32]
    proj: mjtProjection
    quat: NDArray[np.float64]
    resolution: NDArray[np.int32]
    sensor_size: NDArray[np.float32]
    def set_frame(self, frame) -> None: ...
    signature: int
    targetbody: str
    userdata: NDArray[np.float64]
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]

class MjsCompiler:
    """How a spec is to be understood and compiled."""

    LRopt: MjsLengthRange
    alignfree: bool
    authored: int
    autolimits: bool
    balanceinertia: bool
    boundinertia: float
    boundmass: float
    conflict: mjtConflict
    degree: bool
    discardvisual: bool
    eulerseq: Any
    fitaabb: bool
    fusestatic: bool
    inertiafromgeom: mjtInertiaFromGeom
    inertiagrouprange: NDArray[np.int32]
    meshdir: str
    passthrough: mjtPassthrough
    savecanonical: bool
    savecompiled: bool
    saveinertial: bool
    settotalmass: float
    strippath: bool
    texturedir: str
    usethread: bool

class MjsDefault:
    """A default class: a prototype of each kind of element that has defaults."""

    actuator: MjsActuator
    camera: MjsCamera
    equality: MjsEquality
    flex: MjsFlex
    geom: MjsGeom
    joint: MjsJoint
    light: MjsLight
    material: MjsMaterial
    mesh: MjsMesh
    name: str
    pair: MjsPair
    site: MjsSite
    tendon: MjsTendon
    texture: MjsTexture

class MjsEquality:
    """A equality of a spec."""

    active: bool
    classname: MjsDefault
    compiler: MjsCompiler
    data: NDArray[np.float64]
    id: int
    info: str
    name: str
    name1: str
    name2: str
    objtype: mjtObj
    signature: int
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    type: mjtEq

class MjsExclude:
    """A exclude of a spec."""

    bodyname1: str
    bodyname2: str
    classname: MjsDefault
    compiler: MjsCompiler
    id: int
    info: str
    name: str
    signature: int

class MjsFlex:
    """A flex of a spec."""

    activelayers: int
    cellcount: NDArray[np.int32]
    classname: MjsDefault
    compiler: MjsCompiler
    conaffinity: int
    condim: int
    contype: int
    damping: float
    dim: int
    edgedamping: float
    edgestiffness: float
    elastic2d: int
    elastic3d: int
    elem: NDArray[np.int32]
    elemtexcoord: NDArray[np.int32]
    flatskin: bool
    friction: NDArray[np.float64]
    gap: float
    group: int
    id: int
    info: str
    margin: float
    material: list[Any]
    name: str
    node: NDArray[np.float64]
    nodebody: list[Any]
    order: int
    passive: bool
    poisson: float
    priority: int
    radius: float
    rgba: NDArray[np.float32]
    section: mjtFlexSection
    sectionsize: NDArray[np.float64]
    selfcollide: mjtFlexSelf
    shear: float
    signature: int
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: float
    solref: NDArray[np.float64]
    stressyield: NDArray[np.float64]
    texcoord: NDArray[np.float32]
    thickness: float
    vert: NDArray[np.float64]
    vertbody: list[Any]
    xpbd: Any
    young: float

class MjsFlexcomp:
    """A flexcomp of a spec."""

    activelayers: int
    alt: MjsOrientation
    axisangle: NDArray[np.float64]
    cellcount: NDArray[np.int32]
    classname: MjsDefault
    compiler: MjsCompiler
    conaffinity: int
    condim: int
    contype: int
    count: NDArray[np.int32]
    damping: float
    dim: int
    dof: int
    edgedamping: float
    edgesolimp: NDArray[np.float64]
    edgesolref: NDArray[np.float64]
    edgestiffness: float
    elastic2d: int
    elem: NDArray[np.int32]
    equality: int
    euler: NDArray[np.float64]
    file: str
    flatskin: bool
    frame: MjsFrame | None
    friction: NDArray[np.float64]
    gap: float
    group: int
    id: int
    inertiabox: float
    info: str
    margin: float
    mass: float
    material: list[Any]
    meshname: str
    name: str
    origin: NDArray[np.float64]
    parent: MjsBody | None
    passive: bool
    pingrid: NDArray[np.int32]
    pingridrange: NDArray[np.int32]
    pinid: NDArray[np.int32]
    pinrange: NDArray[np.int32]
    point: NDArray[np.float64]
    poisson: float
    pos: NDArray[np.float64]
    priority: int
    quat: NDArray[np.float64]
    radius: float
    rgba: NDArray[np.float32]
    rigid: bool
    scale: NDArray[np.float64]
    section: mjtFlexSection
    sectionsize: NDArray[np.float64]
    selfcollide: mjtFlexSelf
    def set_frame(self, frame) -> None: ...
    shear: float
    signature: int
    solimp: NDArray[np.float64]
    solmix: float
    solref: NDArray[np.float64]
    spacing: NDArray[np.float64]
    stressyield: NDArray[np.float64]
    texcoord: NDArray[np.float32]
    thickness: float
    type: int
    xpbd: Any
    xyaxes: NDArray[np.float64]
    young: float
    zaxis: NDArray[np.float64]

class MjsFrame:
    """A frame of a spec."""

    def add_body(self, default=None, name=None, **values) -> MjsBody: ...
    def add_camera(self, default=None, name=None, **values) -> MjsCamera: ...
    def add_flexcomp(self, default=None, name=None, **values) -> MjsFlexcomp: ...
    def add_frame(self, default=None, name=None, **values) -> MjsFrame: ...
    def add_geom(self, default=None, name=None, **values) -> MjsGeom: ...
    def add_joint(self, default=None, name=None, **values) -> MjsJoint: ...
    def add_light(self, default=None, name=None, **values) -> MjsLight: ...
    def add_site(self, default=None, name=None, **values) -> MjsSite: ...
    alt: MjsOrientation
    def attach_body(self, body, prefix=None, suffix=None) -> Any: ...
    axisangle: NDArray[np.float64]
    childclass: str
    classname: MjsDefault
    compiler: MjsCompiler
    euler: NDArray[np.float64]
    frame: MjsFrame | None
    id: int
    info: str
    massscale: float
    name: str
    parent: MjsBody | None
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    scale: NDArray[np.float64]
    scaling: mjtScaling
    def set_frame(self, frame) -> None: ...
    signature: int
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]

class MjsGeom:
    """A geom of a spec."""

    adhesion: float
    alt: MjsOrientation
    axisangle: NDArray[np.float64]
    castshadow: bool
    classname: MjsDefault
    compiler: MjsCompiler
    conaffinity: int
    condim: int
    contype: int
    density: float
    euler: NDArray[np.float64]
    fitscale: float
    fluid_coefs: NDArray[np.float64]
    fluid_ellipsoid: bool
    frame: MjsFrame | None
    friction: NDArray[np.float64]
    fromto: NDArray[np.float64]
    gap: float
    group: int
    hfieldname: str
    id: int
    info: str
    margin: float
    mass: float
    material: str
    meshname: str
    name: str
    parent: MjsBody | None
    plugin: Any
    pos: NDArray[np.float64]
    priority: int
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    def set_frame(self, frame) -> None: ...
    signature: int
    size: NDArray[np.float64]
    solimp: NDArray[np.float64]
    solmix: float
    solref: NDArray[np.float64]
    surfacevel: NDArray[np.float64]
    type: mjtGeom
    typeinertia: mjtGeomInertia
    userdata: NDArray[np.float64]
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]

class MjsHField:
    """A hfield of a spec."""

    classname: MjsDefault
    compiler: MjsCompiler
    content_type: str
    file: str
    id: int
    info: str
    name: str
    ncol: int
    nrow: int
    signature: int
    size: NDArray[np.float64]
    userdata: NDArray[np.float32]

class MjsJoint:
    """A joint of a spec."""

    actfrclimited: mjtLimited
    actfrcrange: NDArray[np.float64]
    actgravcomp: bool
    align: mjtAlignFree
    armature: float
    axis: NDArray[np.float64]
    classname: MjsDefault
    compiler: MjsCompiler
    damping: NDArray[np.float64]
    frame: MjsFrame | None
    frictionloss: float
    group: int
    id: int
    info: str
    limited: mjtLimited
    margin: float
    name: str
    parent: MjsBody | None
    pos: NDArray[np.float64]
    range: NDArray[np.float64]
    ref: float
    def set_frame(self, frame) -> None: ...
    signature: int
    solimp_friction: NDArray[np.float64]
    solimp_limit: NDArray[np.float64]
    solref_friction: NDArray[np.float64]
    solref_limit: NDArray[np.float64]
    springdamper: NDArray[np.float64]
    springref: float
    springyield: float
    stiffness: NDArray[np.float64]
    type: mjtJoint
    userdata: NDArray[np.float64]

class MjsKey:
    """A key of a spec."""

    act: NDArray[np.float64]
    classname: MjsDefault
    compiler: MjsCompiler
    ctrl: NDArray[np.float64]
    id: int
    info: str
    mpos: NDArray[np.float64]
    mquat: NDArray[np.float64]
    name: str
    plastic: NDArray[np.float64]
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    signature: int
    time: float

class MjsLengthRange:
    """How length ranges of actuators are computed."""

    accel: float
    interval: float
    inttotal: float
    maxforce: float
    mode: mjtLRMode
    timeconst: float
    timestep: float
    tolrange: float
    useexisting: bool
    uselimit: bool

class MjsLight:
    """A light of a spec."""

    active: bool
    ambient: NDArray[np.float32]
    attenuation: NDArray[np.float32]
    bulbradius: float
    castshadow: bool
    classname: MjsDefault
    compiler: MjsCompiler
    cutoff: float
    diffuse: NDArray[np.float32]
    dir: NDArray[np.float64]
    exponent: float
    frame: MjsFrame | None
    id: int
    info: str
    intensity: float
    mode: mjtCamLight
    name: str
    parent: MjsBody | None
    pos: NDArray[np.float64]
    range: float
    def set_frame(self, frame) -> None: ...
    signature: int
    softness: float
    specular: NDArray[np.float32]
    targetbody: str
    texture: str
    type: mjtLightType

class MjsMaterial:
    """A material of a spec."""

    classname: MjsDefault
    compiler: MjsCompiler
    emission: float
    id: int
    info: str
    metallic: float
    name: str
    reflectance: float
    rgba: NDArray[np.float32]
    roughness: float
    shininess: float
    signature: int
    specular: float
    texrepeat: NDArray[np.float32]
    textures: Any
    texuniform: bool

class MjsMesh:
    """A mesh of a spec."""

    classname: MjsDefault
    compiler: MjsCompiler
    content_type: str
    file: str
    id: int
    inertia: mjtMeshInertia
    info: str
    def make_box(self, *arguments, **keywords) -> None: ...
    def make_cone(self, *arguments, **keywords) -> None: ...
    def make_cylinder(self, *arguments, **keywords) -> None: ...
    def make_disc(self, *arguments, **keywords) -> None: ...
    def make_ellipsoid(self, *arguments, **keywords) -> None: ...
    def make_grid(self, *arguments, **keywords) -> None: ...
    def make_hemisphere(self, *arguments, **keywords) -> None: ...
    def make_plate(self, *arguments, **keywords) -> None: ...
    def make_sphere(self, *arguments, **keywords) -> None: ...
    def make_square(self, *arguments, **keywords) -> None: ...
    def make_supersphere(self, *arguments, **keywords) -> None: ...
    def make_supertorus(self, *arguments, **keywords) -> None: ...
    def make_wedge(self, *arguments, **keywords) -> None: ...
    material: str
    maxhullvert: int
    name: str
    needsdf: bool
    octree_maxdepth: int
    plugin: Any
    refpos: NDArray[np.float64]
    refquat: NDArray[np.float64]
    scale: NDArray[np.float64]
    signature: int
    smoothnormal: bool
    userface: NDArray[np.int32]
    userfacenormal: NDArray[np.int32]
    userfacetexcoord: NDArray[np.int32]
    usernode: NDArray[np.float64]
    usernormal: NDArray[np.float64]
    usertet: NDArray[np.int32]
    usertexcoord: NDArray[np.float64]
    uservert: NDArray[np.float64]

class MjsNumeric:
    """A numeric of a spec."""

    classname: MjsDefault
    compiler: MjsCompiler
    data: NDArray[np.float64]
    id: int
    info: str
    name: str
    signature: int
    size: int

class MjsOrientation:
    """The notations of a rotation beside the quaternion; `type` says which one holds."""

    axisangle: NDArray[np.float64]
    euler: NDArray[np.float64]
    type: mjtOrientation
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]

class MjsPair:
    """A pair of a spec."""

    adhesion: float
    classname: MjsDefault
    compiler: MjsCompiler
    condim: int
    friction: NDArray[np.float64]
    gap: float
    geomname1: str
    geomname2: str
    id: int
    info: str
    margin: float
    name: str
    signature: int
    solimp: NDArray[np.float64]
    solref: NDArray[np.float64]
    solreffriction: NDArray[np.float64]

class MjsPlugin:
    """A plugin of a spec."""

    active: bool
    classname: MjsDefault
    compiler: MjsCompiler
    config: Any
    id: int
    info: str
    name: str
    plugin_name: str
    signature: int

class MjsSensor:
    """A sensor of a spec."""

    classname: MjsDefault
    compiler: MjsCompiler
    cutoff: float
    datatype: mjtDataType
    delay: float
    dim: int
    def get_data_size(self) -> Any: ...
    id: int
    info: str
    interp: int
    interval: NDArray[np.float64]
    intprm: NDArray[np.int32]
    name: str
    needstage: mjtStage
    noise: float
    nsample: int
    objname: str
    objtype: mjtObj
    plugin: Any
    refname: str
    reftype: mjtObj
    signature: int
    type: mjtSensor
    userdata: NDArray[np.float64]

class MjsSite:
    """A site of a spec."""

    alt: MjsOrientation
    def attach_body(self, body, prefix=None, suffix=None) -> Any: ...
    axisangle: NDArray[np.float64]
    classname: MjsDefault
    compiler: MjsCompiler
    euler: NDArray[np.float64]
    frame: MjsFrame | None
    fromto: NDArray[np.float64]
    group: int
    id: int
    info: str
    material: str
    meshname: str
    name: str
    parent: MjsBody | None
    pos: NDArray[np.float64]
    quat: NDArray[np.float64]
    rgba: NDArray[np.float32]
    def set_frame(self, frame) -> None: ...
    signature: int
    size: NDArray[np.float64]
    type: mjtGeom
    userdata: NDArray[np.float64]
    xyaxes: NDArray[np.float64]
    zaxis: NDArray[np.float64]

class MjsSkin:
    """A skin of a spec."""

    bindpos: list[Any]
    bindquat: list[Any]
    blend: mjtSkinBlend
    bodyname: list[Any]
    classname: MjsDefault
    compiler: MjsCompiler
    face: NDArray[np.int32]
    file: str
    group: int
    id: int
    inflate: float
    info: str
    material: str
    name: str
    rgba: NDArray[np.float32]
    signature: int
    texcoord: NDArray[np.float32]
    vert: NDArray[np.float32]
    vertid: list[Any]
    vertweight: list[Any]

class MjsTendon:
    """A tendon of a spec."""

    actfrclimited: mjtLimited
    actfrcrange: NDArray[np.float64]
    armature: float
    classname: MjsDefault
    compiler: MjsCompiler
    damping: NDArray[np.float64]
    default: MjsDefault
    frictionloss: float
    group: int
    id: int
    info: str
    limited: mjtLimited
    margin: float
    material: str
    name: str
    path: MjsTendonPath
    range: NDArray[np.float64]
    rgba: NDArray[np.float32]
    signature: int
    solimp_friction: NDArray[np.float64]
    solimp_limit: NDArray[np.float64]
    solref_friction: NDArray[np.float64]
    solref_limit: NDArray[np.float64]
    springlength: NDArray[np.float64]
    springyield: float
    stiffness: NDArray[np.float64]
    userdata: NDArray[np.float64]
    width: float
    def wrap_geom(self, target='', second=None) -> MjsWrap: ...
    def wrap_joint(self, target='', second=None) -> MjsWrap: ...
    def wrap_pulley(self, target='', second=None) -> MjsWrap: ...
    def wrap_site(self, target='', second=None) -> MjsWrap: ...

class MjsTendonPath:
    """The path of a tendon."""


class MjsText:
    """A text of a spec."""

    classname: MjsDefault
    compiler: MjsCompiler
    data: str
    id: int
    info: str
    name: str
    signature: int

class MjsTexture:
    """A texture of a spec."""

    builtin: mjtBuiltin
    classname: MjsDefault
    colorspace: mjtColorSpace
    compiler: MjsCompiler
    content_type: str
    cubefiles: Any
    data: bytes
    embed: mjtEmbed
    file: str
    gridlayout: Any
    gridsize: NDArray[np.int32]
    height: int
    hflip: bool
    id: int
    info: str
    mark: mjtMark
    markrgb: NDArray[np.float64]
    name: str
    nchannel: int
    random: float
    rgb1: NDArray[np.float64]
    rgb2: NDArray[np.float64]
    signature: int
    type: mjtTexture
    vflip: bool
    width: int

class MjsTuple:
    """A tuple of a spec."""

    classname: MjsDefault
    compiler: MjsCompiler
    id: int
    info: str
    name: str
    objname: Any
    objprm: NDArray[np.float64]
    objtype: NDArray[np.float64]
    signature: int

class MjsWrap:
    """One part of the path of a tendon."""

    coef: float
    divisor: float
    info: str
    sidesite: Any
    target: Any
    type: mjtWrap

MjsElement = Any
MjStruct = Any

def from_zip(file):
    """Reads a zip archive with a model and its assets."""
def get_mjcb_act_bias() -> object:
    """The function that was set, or None."""
def get_mjcb_act_dyn() -> object:
    """The function that was set, or None."""
def get_mjcb_act_gain() -> object:
    """The function that was set, or None."""
def get_mjcb_contactfilter() -> object:
    """The function that was set, or None."""
def get_mjcb_control() -> object:
    """The function that was set, or None."""
def get_mjcb_passive() -> object:
    """The function that was set, or None."""
def get_mjcb_sensor() -> object:
    """The function that was set, or None."""
def get_mjcb_time() -> object:
    """The function that was set, or None."""
def get_mju_user_free():
    """What was set, or None."""
def get_mju_user_malloc():
    """What was set, or None."""
def get_mju_user_warning() -> Callable[[str], None] | None:
    """What was set, or None."""
def mj_Euler(m: MjModel, d: MjData) -> None:
    """Advances the state, semi-implicit in velocity."""
def mj_RungeKutta(m: MjModel, d: MjData, N: int) -> None:
    """Advances the state by Runge-Kutta of order N = 4."""
def mj_actuatorInputName(m: MjModel, id: int, input: int) -> str | None:
    """What an input of an actuator stands for; None where nothing says so."""
def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int:
    """Appends a contact to those of the data; 1 if there is no room for it."""
def mj_addM(m: MjModel, d: MjData, dst: NDArray[np.float64], rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> None:
    """Adds the lower triangle of M to a sparse matrix that has a place for each of its entries."""
def mj_angmomMat(m: MjModel, d: MjData, mat: NDArray[np.float64], body: int) -> None:
    """The matrix that gives a subtree's angular momentum from qvel."""
def mj_applyFT(m: MjModel, d: MjData, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: int, qfrc_target: NDArray[np.float64]) -> None:
    """Adds the generalised force of a force and torque at a point of a body."""
def mj_camlight(m: MjModel, d: MjData) -> None:
    """World poses of cameras and lights."""
def mj_checkAcc(m: MjModel, d: MjData) -> None:
    """Flags bad numbers in qacc and resets if there are any."""
def mj_checkPos(m: MjModel, d: MjData) -> None:
    """Flags bad numbers in qpos and resets if there are any."""
def mj_checkVel(m: MjModel, d: MjData) -> None:
    """Flags bad numbers in qvel and resets if there are any."""
def mj_clearCache(cache) -> None:
    """Forgets processed meshes and images."""
def mj_collision(m: MjModel, d: MjData) -> None:
    """Contacts between geoms."""
def mj_comPos(m: MjModel, d: MjData) -> None:
    """Subtree centres of mass, inertias and motion axes."""
def mj_comVel(m: MjModel, d: MjData) -> None:
    """Spatial velocities of the bodies."""
def mj_compareFwdInv(m: MjModel, d: MjData) -> None:
    """How far inverse dynamics is from forward dynamics: solver_fwdinv."""
def mj_constraintUpdate(m: MjModel, d: MjData, jar: ArrayLike, cost: NDArray[np.float64] | None, flg_coneHessian: int) -> None:
    """Forces, states and cost of the rows where J qacc - aref is jar."""
def mj_contactForce(m: MjModel, d: MjData, id: int, result: NDArray[np.float64]) -> None:
    """Force and torque of a contact in its frame."""
def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None:
    """Copies all of src into dest, in place."""
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: int) -> None:
    """Copies components from one data to another."""
def mj_crb(m: MjModel, d: MjData) -> None:
    """Composite inertias and the inertia matrix."""
def mj_defaultLROpt(opt: MjLROpt) -> None:
    """Sets the values that a model has unless it says otherwise."""
def mj_defaultOption(opt: MjOption) -> None:
    """Sets the options that a model has unless it says otherwise."""
def mj_defaultSolRefImp(solref: NDArray[np.float64] | None, solimp: NDArray[np.float64] | None) -> None:
    """Writes the default solver parameters; either may be None."""
def mj_defaultVisual(vis: MjVisual) -> None:
    """Sets what viewers need to the values that a model has unless it says otherwise."""
def mj_differentiatePos(m: MjModel, qvel: NDArray[np.float64], dt: float, qpos1: ArrayLike, qpos2: ArrayLike) -> None:
    """The velocity that leads from qpos1 to qpos2 in dt."""
def mj_embedAssets(m: MjModel):
    """A copy of a model that has the pixels of textures which stayed in their files."""
def mj_energyPos(m: MjModel, d: MjData) -> None:
    """Potential energy."""
def mj_energyVel(m: MjModel, d: MjData) -> None:
    """Kinetic energy."""
def mj_extractState(m: MjModel, src: ArrayLike, srcsig: int, dst: NDArray[np.float64], dstsig: int) -> None:
    """Copies some components out of a state vector."""
def mj_factorM(m: MjModel, d: MjData) -> None:
    """L' D L of the inertia matrix."""
def mj_flex(m: MjModel, d: MjData) -> None:
    """Vertices, boxes and edges of flexes."""
def mj_forward(m: MjModel, d: MjData) -> None:
    """Computes everything from the state."""
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    """mj_forward from a later stage (mjtStage) on."""
@overload
def mj_fullM(m: MjModel, d: MjData, dst: NDArray[np.float64]) -> None:
    """The inertia matrix as a dense one."""
@overload
def mj_fullM(m: MjModel, dst: NDArray[np.float64], M: ArrayLike) -> None:
    """The form before 3.11, from MjData.qM."""
def mj_fwdAcceleration(m: MjModel, d: MjData) -> None:
    """The unconstrained acceleration."""
def mj_fwdActuation(m: MjModel, d: MjData) -> None:
    """Actuator forces and activation rates."""
def mj_fwdConstraint(m: MjModel, d: MjData) -> None:
    """Constraint forces and the acceleration."""
def mj_fwdKinematics(m: MjModel, d: MjData) -> None:
    """Poses of everything, centres of mass, flexes and tendons: the first part of mj_fwdPosition."""
def mj_fwdPosition(m: MjModel, d: MjData) -> None:
    """Everything that depends on positions alone."""
def mj_fwdVelocity(m: MjModel, d: MjData) -> None:
    """Everything that depends on velocities."""
def mj_geomDistance(m: MjModel, d: MjData, geom1: int, geom2: int, distmax: float, fromto: NDArray[np.float64] | None) -> float:
    """Signed distance of two geoms, at most distmax, and the segment from geom1 to geom2."""
def mj_getCache() -> Any:
    """The cache of processed meshes and images."""
def mj_getCacheCapacity(cache) -> int:
    """Bytes that the cache may take."""
def mj_getCacheSize(cache) -> int:
    """Bytes in the cache."""
def mj_getState(m: MjModel, d: MjData, state: NDArray[np.float64], sig: int) -> None:
    """Copies components of the state out of d."""
def mj_getTotalmass(m: MjModel) -> float:
    """The sum of all body masses."""
def mj_id2name(m: MjModel, type: int, id: int) -> object:
    """The name of an object (mjtObj), or None."""
def mj_implicit(m: MjModel, d: MjData) -> None:
    """Advances the state, implicit in velocity."""
def mj_initCtrlHistory(m: MjModel, d: MjData, id: int, times: ArrayLike | None, values: ArrayLike) -> None:
    """Writes all past controls of an actuator, oldest first; None keeps the times."""
def mj_initSensorHistory(m: MjModel, d: MjData, id: int, times: ArrayLike | None, values: ArrayLike, phase: float) -> None:
    """Writes all past measurements of a sensor, oldest first; None keeps the times."""
def mj_insideSite(m: MjModel, d: MjData, siteid: int, point: ArrayLike) -> int:
    """1 if a point of the world is inside a site, else 0."""
def mj_integratePos(m: MjModel, qpos: NDArray[np.float64], qvel: ArrayLike, dt: float) -> None:
    """qpos moves with qvel for dt."""
def mj_invConstraint(m: MjModel, d: MjData) -> None:
    """Constraint forces from qacc."""
def mj_invPosition(m: MjModel, d: MjData) -> None:
    """The part of mj_inverse that needs positions."""
def mj_invVelocity(m: MjModel, d: MjData) -> None:
    """The part of mj_inverse that needs velocities."""
def mj_inverse(m: MjModel, d: MjData) -> None:
    """Computes qfrc_inverse, the force that produces qacc."""
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None:
    """mj_inverse from a later stage (mjtStage) on."""
def mj_isDual(m: MjModel) -> int:
    """Whether a dual solver runs."""
def mj_isPyramidal(m: MjModel) -> int:
    """Whether friction cones are pyramids."""
def mj_isSparse(m: MjModel) -> int:
    """Whether efc_J has only the entries that can differ from zero."""
def mj_island(m: MjModel, d: MjData) -> None:
    """The islands of the rows."""
def mj_jac(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, point: ArrayLike, body: int) -> None:
    """Jacobians of a point (in world coordinates) that is fixed to a body."""
def mj_jacBody(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, body: int) -> None:
    """Jacobians of the origin of a body."""
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, body: int) -> None:
    """Jacobians of the centre of mass of a body."""
def mj_jacDot(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, point: ArrayLike, body: int) -> None:
    """Their time derivatives."""
def mj_jacGeom(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, geom: int) -> None:
    """Jacobians of the centre of a geom."""
def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: NDArray[np.float64] | None, jacAxis: NDArray[np.float64] | None, point: ArrayLike, axis: ArrayLike, body: int) -> None:
    """Jacobians of a point and of an axis that are fixed to a body."""
def mj_jacSite(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, jacr: NDArray[np.float64] | None, site: int) -> None:
    """Jacobians of the centre of a site."""
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: NDArray[np.float64] | None, body: int) -> None:
    """Jacobian of the centre of mass of a subtree."""
def mj_kinematics(m: MjModel, d: MjData) -> None:
    """World poses of bodies, joints, geoms and sites."""
def mj_loadAllPluginLibraries(directory: str) -> None:
    """Raises NotImplementedError: Thew has no plugins from libraries."""
def mj_loadPluginLibrary(path: str) -> None:
    """Raises NotImplementedError: Thew has no plugins from libraries."""
def mj_loadTexture(m: MjModel, id: int) -> tuple[np.ndarray, int]:
    """The pixels of a texture, (height, width, channels), and its mjtColorSpace."""
def mj_local2Global(d: MjData, xpos: NDArray[np.float64], xmat: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, body: int, sameframe: int) -> None:
    """A pose in the frame of a body, in the world; mjtSameFrame says what is known to coincide."""
def mj_makeConstraint(m: MjModel, d: MjData) -> None:
    """The rows of all active constraints."""
def mj_makeM(m: MjModel, d: MjData) -> None:
    """The inertia matrix, with armature."""
def mj_maxContact(m: MjModel, g1: int, g2: int, has_margin: int) -> int:
    """The most contacts that two geoms can have, in MuJoCo."""
def mj_mulJacTVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res = J' vec"""
def mj_mulJacVec(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res = J vec"""
def mj_mulM(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res = M vec."""
def mj_mulM2(m: MjModel, d: MjData, res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res = M^1/2 vec, with M = L' D L."""
def mj_multiRay(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool | None, bodyexclude: int, geomid: NDArray[np.int32] | None, dist: NDArray[np.float64] | None, normal: NDArray[np.float64] | None, nray: int, cutoff: float) -> None:
    """mj_ray for many rays from one point; geoms farther than cutoff are left out."""
def mj_name2id(m: MjModel, type: int, name: str) -> int:
    """The number of a named object (mjtObj), or -1."""
def mj_normalizeQuat(m: MjModel, qpos: NDArray[np.float64]) -> None:
    """Normalises all quaternions in qpos."""
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: int, objid: int, res: NDArray[np.float64], flg_local: int) -> None:
    """(rotation, translation) acceleration of an object."""
def mj_objectVelocity(m: MjModel, d: MjData, objtype: int, objid: int, res: NDArray[np.float64], flg_local: int) -> None:
    """(rotation, translation) velocity of an object."""
def mj_passive(m: MjModel, d: MjData) -> None:
    """Forces of springs, dampers and gravity compensation."""
def mj_printData(m: MjModel, d: MjData, filename: str) -> None:
    """Writes all fields of a data to a text file."""
def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None:
    """Writes all fields of a data to a text file; numbers by a format as in printf."""
def mj_printFormattedModel(m: MjModel, filename: str, float_format: str) -> None:
    """Writes all fields of a model to a text file; numbers by a format as in printf."""
def mj_printFormattedScene(s: MjvScene, filename: str, float_format: str) -> None:
    """Writes what a scene shows to a text file; numbers by a format as in printf."""
def mj_printModel(m: MjModel, filename: str) -> None:
    """Writes all fields of a model to a text file."""
def mj_printScene(s: MjvScene, filename: str) -> None:
    """Writes what a scene shows to a text file."""
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """Elements and attributes of model files, as text or as a table in HTML."""
def mj_projectConstraint(m: MjModel, d: MjData) -> None:
    """What rows meet in the inertia: exact diagonals, and softness under the discrete integrator."""
def mj_ray(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool | None, bodyexclude: int, geomid: NDArray[np.int32] | None, normal: NDArray[np.float64] | None = None) -> float:
    """The distance x >= 0 at which the ray pnt + x vec meets the first visible geom, or -1."""
def mj_rayFlex(m: MjModel, d: MjData, flex_layer: int, flg_vert: bool, flg_edge: bool, flg_face: bool, flg_skin: bool, flexid: int, pnt: ArrayLike, vec: ArrayLike, vertid: NDArray[np.int32] | None = None, normal: NDArray[np.float64] | None = None) -> float:
    """The distance at which a ray meets what is drawn of a flex, or -1, and the nearest vertex."""
def mj_rayHfield(m: MjModel, d: MjData, geomid: int, pnt: ArrayLike, vec: ArrayLike, normal: NDArray[np.float64] | None = None) -> float:
    """The distance at which a ray meets a height field, or -1."""
def mj_rayMesh(m: MjModel, d: MjData, geomid: int, pnt: ArrayLike, vec: ArrayLike, normal: NDArray[np.float64] | None = None) -> float:
    """The distance at which a ray meets a mesh, or -1."""
def mj_readCtrl(m: MjModel, d: MjData, id: int, time: float, result: object, interp: int) -> object:
    """Writes the controls that arrive at an actuator at a time, and returns them."""
def mj_readSensor(m: MjModel, d: MjData, id: int, time: float, result: object, interp: int) -> object:
    """Writes the measurement that a sensor reports at a time, and returns it."""
def mj_referenceConstraint(m: MjModel, d: MjData) -> None:
    """Velocities and reference accelerations of the rows."""
def mj_resetCallbacks() -> None:
    """Removes all functions that the user has set."""
def mj_resetCtrl(m: MjModel, d: MjData) -> None:
    """Sets controls to zero, and those that are quaternions to no rotation."""
def mj_resetData(m: MjModel, d: MjData) -> None:
    """Sets the initial state and clears the rest."""
def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: int) -> None:
    """Resets a data, and fills numbers that are computed with a byte, to show what reads them."""
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: int) -> None:
    """Resets to a keyframe; to the initial state when there is no such keyframe."""
def mj_rne(m: MjModel, d: MjData, flg_acc: int, result: NDArray[np.float64]) -> None:
    """Recursive Newton-Euler: M qacc + c, or c alone."""
def mj_rnePostConstraint(m: MjModel, d: MjData) -> None:
    """Body accelerations and forces after the constraint solve."""
def mj_saveLastXML(filename: str, m: MjModel) -> None:
    """Writes the model that was loaded last as one MJCF file. Numbers of `m` that were changed since are not in it."""
def mj_saveModel(m: MjModel, filename: str | None = None, buffer: np.ndarray | None = None) -> None:
    """Writes a compiled model to memory or to a file: MuJoCo's binary form where the file ends with .mjb, else Thew's."""
def mj_sensorAcc(m: MjModel, d: MjData) -> None:
    """Sensors that need accelerations and forces."""
def mj_sensorPos(m: MjModel, d: MjData) -> None:
    """Sensors that need positions."""
def mj_sensorVel(m: MjModel, d: MjData) -> None:
    """Sensors that need velocities."""
def mj_setCacheCapacity(cache, size: int) -> int:
    """Bounds the cache; what was not used for the longest time is forgotten. Returns the new capacity."""
def mj_setConst(m: MjModel, d: MjData) -> None:
    """Computes again what compiling derived from numbers of the model; d goes to qpos_spring."""
def mj_setKeyframe(m: MjModel, d: MjData, k: int) -> None:
    """Makes the current state the k-th keyframe."""
def mj_setLengthRange(m: MjModel, d: MjData, index: int, opt: MjLROpt) -> None:
    """Finds the feasible lengths of an actuator and writes actuator_lengthrange."""
def mj_setState(m: MjModel, d: MjData, state: ArrayLike, sig: int) -> None:
    """Copies components of the state into d."""
def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scales masses and inertias to a total mass."""
def mj_sizeModel(m: MjModel) -> int:
    """How many bytes mj_saveModel writes."""
def mj_solveM(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike) -> None:
    """x = M^-1 y, for each row of y."""
def mj_solveM2(m: MjModel, d: MjData, x: NDArray[np.float64], y: ArrayLike, sqrtInvD: ArrayLike) -> None:
    """x = D^-1/2 L'^-1 y."""
def mj_stateSize(m: MjModel, sig: int) -> int:
    """How many values the components (mjtState) have."""
def mj_step(m: MjModel, d: MjData, nstep: int = 1) -> None:
    """Advances the simulation by nstep steps."""
def mj_step1(m: MjModel, d: MjData) -> None:
    """The first half of a step: up to the controls."""
def mj_step2(m: MjModel, d: MjData) -> None:
    """The second half of a step: from the controls on."""
def mj_subtreeVel(m: MjModel, d: MjData) -> None:
    """Velocities and momenta of subtrees."""
def mj_tendon(m: MjModel, d: MjData) -> None:
    """Tendon lengths and Jacobians."""
def mj_transmission(m: MjModel, d: MjData) -> None:
    """Actuator lengths and moment arms."""
def mj_version() -> int:
    """The version of MuJoCo whose interface this package has."""
def mj_versionString() -> str:
    """The same as text."""
def mjd_inverseFD(m: MjModel, d: MjData, eps: float, flg_actuation: bool, DfDq: NDArray[np.float64] | None, DfDv: NDArray[np.float64] | None, DfDa: NDArray[np.float64] | None, DsDq: NDArray[np.float64] | None, DsDv: NDArray[np.float64] | None, DsDa: NDArray[np.float64] | None, DmDq: NDArray[np.float64] | None) -> None:
    """Derivatives of inverse dynamics by finite differences; row i is by the i-th input."""
def mjd_quatIntegrate(vel: ArrayLike, scale: float, Dquat: NDArray[np.float64], Dvel: NDArray[np.float64], Dscale: NDArray[np.float64]) -> None:
    """Derivatives of mju_quatIntegrate by the quaternion (in its tangent), scale * vel, and scale."""
def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: NDArray[np.float64] | None, Db: NDArray[np.float64] | None) -> None:
    """Derivatives of mju_subQuat by both quaternions, in their tangents; either may be None."""
def mjd_transitionFD(m: MjModel, d: MjData, eps: float, flg_centered: bool, A: NDArray[np.float64] | None, B: NDArray[np.float64] | None, C: NDArray[np.float64] | None, D: NDArray[np.float64] | None) -> None:
    """Derivatives of a step by finite differences: x_next = A x + B u, sensors = C x + D u."""
def mjr_addAux(index: int, width: int, height: int, samples: int, con: MjrContext) -> None:
    """Makes a picture aside, from 0 to 9, in which parts can be prepared."""
def mjr_blitAux(index: int, src: MjrRect, left: int, bottom: int, con: MjrContext) -> None:
    """Copies colours of a picture aside into the picture; nothing where there is none."""
def mjr_blitBuffer(src: MjrRect, dst: MjrRect, flg_color: int, flg_depth: int, con: MjrContext) -> None:
    """Copies between the picture and the window: there is none, so nothing is done, as in MuJoCo."""
def mjr_changeFont(fontscale: int, con: MjrContext) -> None:
    """Letters keep the size with which the context was made."""
def mjr_defaultRendererInfo(info: MjrRendererInfo) -> None:
    """Sets the values that a new one has."""
def mjr_drawPixels(rgb, depth, viewport: MjrRect, con: MjrContext) -> None:
    """Copies colours into the picture, row by row from the bottom; depths stay as they are."""
def mjr_figure(viewport: MjrRect, fig: MjvFigure, con: MjrContext) -> None:
    """Draws a plot."""
def mjr_findRect(x: int, y: int, nrect: int, rect) -> int:
    """The number of the rectangle that holds a point, or -1."""
def mjr_finish() -> None:
    """Nothing to do: every call waits until OpenGL has done its work."""
def mjr_getError() -> int:
    """Always 0: what goes wrong is raised where it does."""
def mjr_getRendererInfo(info: MjrRendererInfo) -> None:
    """Which renderer draws."""
def mjr_label(viewport: MjrRect, font: int, txt: str, r: float, g: float, b: float, a: float, rt: float, gt: float, bt: float, con: MjrContext) -> None:
    """Draws a rectangle with text in its middle."""
def mjr_maxViewport(con: MjrContext) -> MjrRect:
    """The whole picture."""
def mjr_overlay(font: int, gridpos: int, viewport: MjrRect, overlay, overlay2, con: MjrContext) -> None:
    """Draws text, in one column or two, at a place of the viewport."""
def mjr_readPixels(rgb, depth, viewport: MjrRect, con: MjrContext) -> None:
    """Copies colours and depths out of the picture, row by row from the bottom. Depths are as
    con.readDepthMap says: 0 at the near plane and 1 at the far one, or the other way round."""
def mjr_rectangle(viewport: MjrRect, r: float, g: float, b: float, a: float) -> None:
    """Fills a rectangle of the context that was used last."""
def mjr_render(viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None:
    """Draws a scene, with a frame around it where the scene has one."""
def mjr_resizeOffscreen(width: int, height: int, con: MjrContext) -> None:
    """Gives the picture another size."""
def mjr_restoreBuffer(con: MjrContext) -> None:
    """Ends drawing into an aux buffer."""
def mjr_setAux(index: int, con: MjrContext) -> None:
    """What follows is drawn into a picture aside, until mjr_restoreBuffer."""
def mjr_setBuffer(framebuffer: int, con: MjrContext) -> None:
    """Chooses where is drawn: there is no window, so always the picture."""
def mjr_text(font: int, txt: str, con: MjrContext, x: float, y: float, r: float, g: float, b: float) -> None:
    """Draws text at a place given as parts of the picture's width and height."""
def mjr_uploadHField(m: MjModel, con: MjrContext, hfieldid: int) -> None:
    """Takes over a height field that has changed."""
def mjr_uploadMesh(m: MjModel, con: MjrContext, meshid: int) -> None:
    """Takes over a mesh that has changed."""
def mjr_uploadTexture(m: MjModel, con: MjrContext, texid: int) -> None:
    """Takes over a texture that has changed."""
def mju_Halton(index: int, base: int) -> float:
    """Element `index` of the Halton sequence of a base."""
def mju_L1(vec: ArrayLike) -> float:
    """The sum of the absolute values."""
def mju_add(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """res = vec1 + vec2."""
def mju_add3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """res = vec1 + vec2."""
def mju_addScl(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None:
    """res = vec1 + vec2 * scl."""
def mju_addScl3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None:
    """res = vec1 + vec2 * scl."""
def mju_addTo(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res += vec."""
def mju_addTo3(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res += vec."""
def mju_addToScl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """res += vec * scl."""
def mju_addToScl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """res += vec * scl."""
def mju_axisAngle2Quat(res: NDArray[np.float64], axis: ArrayLike, angle: float) -> None:
    """res = the rotation about a unit axis."""
def mju_band2Dense(res: NDArray[np.float64], mat: ArrayLike, ntotal: int, nband: int, ndense: int, flg_sym: bool) -> None:
    """res = the whole matrix; the upper triangle is zero unless flg_sym."""
def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Where the diagonal entry of row i is stored."""
def mju_bandMulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: int, nband: int, ndense: int, nvec: int, flg_sym: bool) -> None:
    """res = mat vec for each of nvec vectors; of mat only the lower triangle unless flg_sym."""
def mju_boxQP(res: NDArray[np.float64], R: NDArray[np.float64], index: NDArray[np.int32] | None, H: ArrayLike, g: ArrayLike, lower: ArrayLike | None, upper: ArrayLike | None) -> int:
    """Minimises x' H x / 2 + x' g between bounds, by projected Newton steps from `res`.

    R is the factor of H among the free coordinates `index`. Returns how many are free, or -1 where
    H is not positive definite.
    """
def mju_cholFactor(mat: NDArray[np.float64], mindiag: float) -> int:
    """mat = L with L L' = mat, in the lower triangle, and its rank.

    Where a pivot is below mindiag, mindiag takes its place, with zeros below.
    """
def mju_cholFactorBand(mat: NDArray[np.float64], ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float) -> float:
    """mat = L with L L' = mat + diagadd + diagmul diag(mat); the least diagonal of L, or 0 if there is none."""
def mju_cholSolve(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """Solves L L' res = vec with a factor L."""
def mju_cholSolveBand(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike, ntotal: int, nband: int, ndense: int) -> None:
    """Solves L L' res = vec with the factor that mju_cholFactorBand made."""
def mju_cholUpdate(mat: NDArray[np.float64], x: NDArray[np.float64], flg_plus: int) -> int:
    """Changes the factor of A to that of A + x x', or A - x x'; x is used up. The rank."""
def mju_clip(x: float, min: float, max: float) -> float:
    """The number of the interval that is nearest to x."""
def mju_copy(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res = vec."""
def mju_copy3(res: NDArray[np.float64], data: ArrayLike) -> None:
    """res = vec."""
def mju_copy4(res: NDArray[np.float64], data: ArrayLike) -> None:
    """res = vec."""
def mju_cross(res: NDArray[np.float64], a: ArrayLike, b: ArrayLike) -> None:
    """res = a x b."""
def mju_d2n(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies numbers."""
def mju_decodePyramid(force: NDArray[np.float64], pyramid: ArrayLike, mu: ArrayLike) -> None:
    """The force of a contact from those on the edges of its friction pyramid."""
def mju_dense2Band(res: NDArray[np.float64], mat: ArrayLike, ntotal: int, nband: int, ndense: int) -> None:
    """The inverse of mju_band2Dense; reads the lower triangle."""
def mju_dense2sparse(res: NDArray[np.float64], mat: ArrayLike, rownnz: NDArray[np.int32], rowadr: NDArray[np.int32], colind: NDArray[np.int32]) -> int:
    """The inverse of mju_sparse2dense; 1 when there is not enough room."""
def mju_derivQuat(res: NDArray[np.float64], quat: ArrayLike, vel: ArrayLike) -> None:
    """res = the time derivative of quat for an angular velocity in world axes."""
def mju_dist3(pos1: ArrayLike, pos2: ArrayLike) -> float:
    """The distance of two points."""
def mju_dot(vec1: ArrayLike, vec2: ArrayLike) -> float:
    """vec1 . vec2."""
def mju_dot3(vec1: ArrayLike, vec2: ArrayLike) -> float:
    """vec1 . vec2."""
def mju_eig3(eigval: NDArray[np.float64], eigvec: NDArray[np.float64], quat: NDArray[np.float64], mat: ArrayLike) -> int:
    """Eigenvalues of a symmetric matrix, largest first, and vectors as columns; Jacobi's iterations."""
def mju_encodePyramid(pyramid: NDArray[np.float64], force: ArrayLike, mu: ArrayLike) -> None:
    """The force of a contact on the edges of its friction pyramid."""
def mju_euler2Quat(quat: NDArray[np.float64], euler: ArrayLike, seq: str) -> None:
    """quat = rotations about three axes in turn: x y z move with the frame, X Y Z do not."""
def mju_eye(mat: NDArray[np.float64]) -> None:
    """mat = identity."""
def mju_f2n(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies numbers of single precision."""
def mju_fill(res: NDArray[np.float64], val: float) -> None:
    """res = val."""
def mju_getXMLDependencies(filename: str) -> list[str]:
    """A model file and all files that it names, and theirs."""
def mju_insertionSort(list: NDArray[np.float64]) -> None:
    """Sorts numbers in place."""
def mju_insertionSortInt(list: NDArray[np.int32]) -> None:
    """Sorts integers in place."""
def mju_isBad(x: float) -> int:
    """1 for numbers that no simulation survives."""
def mju_isZero(vec: ArrayLike) -> int:
    """1 when all numbers are 0."""
def mju_mat2Quat(quat: NDArray[np.float64], mat: ArrayLike) -> None:
    """quat = the rotation of a matrix; computed from its largest component."""
def mju_mat2Rot(quat: NDArray[np.float64], mat: ArrayLike) -> int:
    """Turns quat until it is the rotation nearest to a matrix; how many iterations that took.

    Mueller et al., 'A robust method to extract the rotational part of deformations' (2016).
    """
def mju_max(a: float, b: float) -> float:
    """The larger number."""
def mju_min(a: float, b: float) -> float:
    """The smaller number."""
def mju_mulMatMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """res = mat1 mat2."""
def mju_mulMatMatT(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """res = mat1 mat2'."""
def mju_mulMatTMat(res: NDArray[np.float64], mat1: ArrayLike, mat2: ArrayLike) -> None:
    """res = mat1' mat2."""
def mju_mulMatTVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat' vec."""
def mju_mulMatTVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat' vec, 3 x 3."""
def mju_mulMatVec(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat vec."""
def mju_mulMatVec3(res: NDArray[np.float64], mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat vec, 3 x 3."""
def mju_mulPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos1: ArrayLike, quat1: ArrayLike, pos2: ArrayLike, quat2: ArrayLike) -> None:
    """(posres, quatres) = pose 1 followed by pose 2 in its frame."""
def mju_mulQuat(res: NDArray[np.float64], quat1: ArrayLike, quat2: ArrayLike) -> None:
    """res = quat1 quat2."""
def mju_mulQuatAxis(res: NDArray[np.float64], quat: ArrayLike, axis: ArrayLike) -> None:
    """res = quat (0, axis)."""
def mju_mulVecMatVec(vec1: ArrayLike, mat: ArrayLike, vec2: ArrayLike) -> float:
    """vec1' mat vec2."""
def mju_muscleBias(len: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float:
    """Passive force of a muscle."""
def mju_muscleDynamics(ctrl: float, act: float, prm: ArrayLike) -> float:
    """Rate of a muscle's activation."""
def mju_muscleGain(len: float, vel: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float:
    """Active force of a muscle."""
def mju_n2d(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """Copies numbers."""
def mju_n2f(res: NDArray[np.float32], vec: ArrayLike) -> None:
    """Copies numbers to single precision."""
def mju_negPose(posres: NDArray[np.float64], quatres: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike) -> None:
    """(posres, quatres) = the inverse pose."""
def mju_negQuat(res: NDArray[np.float64], quat: ArrayLike) -> None:
    """res = the inverse rotation."""
def mju_norm(res: ArrayLike) -> float:
    """The length of the vector."""
def mju_norm3(vec: ArrayLike) -> float:
    """The length of the vector."""
def mju_normalize(res: NDArray[np.float64]) -> float:
    """Scales to length 1, gives the length it had; (1, 0, ...) when that was 0."""
def mju_normalize3(vec: NDArray[np.float64]) -> float:
    """Scales to length 1, gives the length it had; (1, 0, ...) when that was 0."""
def mju_normalize4(vec: NDArray[np.float64]) -> float:
    """Scales to length 1, gives the length it had; (1, 0, ...) when that was 0."""
def mju_printMat(mat: ArrayLike) -> None:
    """Prints a matrix."""
def mju_printMatSparse(mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None:
    """Prints the stored values of a sparse matrix with their rows and columns."""
def mju_quat2Mat(res: NDArray[np.float64], quat: ArrayLike) -> None:
    """res = the rotation matrix."""
def mju_quat2Vel(res: NDArray[np.float64], quat: ArrayLike, dt: float) -> None:
    """res = the angular velocity that makes this rotation in dt."""
def mju_quatIntegrate(quat: NDArray[np.float64], vel: ArrayLike, scale: float) -> None:
    """quat turns with an angular velocity in its own axes for the time `scale`."""
def mju_quatZ2Vec(quat: NDArray[np.float64], vec: ArrayLike) -> None:
    """quat = the shortest rotation from the z axis to vec."""
def mju_rayGeom(pos: ArrayLike, mat: ArrayLike, size: ArrayLike, pnt: ArrayLike, vec: ArrayLike, geomtype: int, normal: NDArray[np.float64] | None = None) -> float:
    """The distance at which a ray meets a primitive, or -1."""
def mju_raySkin(nface: int, nvert: int, face: ArrayLike, vert: ArrayLike, pnt: ArrayLike, vec: ArrayLike, vertid: NDArray[np.int32] | None) -> float:
    """The distance at which a ray meets triangles, or -1, and the nearest corner."""
def mju_rotVecQuat(res: NDArray[np.float64], vec: ArrayLike, quat: ArrayLike) -> None:
    """res = vec rotated by quat."""
def mju_round(x: float) -> int:
    """The nearest integer; halves go away from zero."""
def mju_scl(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """res = vec * scl."""
def mju_scl3(res: NDArray[np.float64], vec: ArrayLike, scl: float) -> None:
    """res = vec * scl."""
def mju_sigmoid(x: float) -> float:
    """From 0 at 0 to 1 at 1, with two continuous derivatives."""
def mju_sign(x: float) -> float:
    """-1, 0 or 1."""
def mju_sparse2dense(res: NDArray[np.float64], mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None:
    """res = the matrix whose rows have `rownnz` values from `rowadr` on, in columns `colind`."""
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Where a unit mass on a spring and damper is after dt."""
def mju_sqrMatTD(res: NDArray[np.float64], mat: ArrayLike, diag: ArrayLike | None) -> None:
    """res = mat' diag mat; no diagonal when diag is None."""
def mju_standardNormal(num2: float | None) -> float:
    """A random number of the normal distribution; num2 is there for MuJoCo's sake."""
def mju_str2Type(str: str | bytes) -> int:
    """The mjtObj with this name, or 0."""
def mju_sub(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """res = vec1 - vec2."""
def mju_sub3(res: NDArray[np.float64], vec1: ArrayLike, vec2: ArrayLike) -> None:
    """res = vec1 - vec2."""
def mju_subFrom(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res -= vec."""
def mju_subFrom3(res: NDArray[np.float64], vec: ArrayLike) -> None:
    """res -= vec."""
def mju_subQuat(res: NDArray[np.float64], qa: ArrayLike, qb: ArrayLike) -> None:
    """res = the rotation from qb to qa as a vector in the frame of qb."""
def mju_sum(vec: ArrayLike) -> float:
    """The sum of the numbers."""
def mju_sym2dense(res: NDArray[np.float64], mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None:
    """The same for a symmetric matrix of which the lower triangle is given."""
def mju_symmetrize(res: NDArray[np.float64], mat: ArrayLike) -> None:
    """res = (mat + mat') / 2."""
def mju_threadpool(d: MjData, nthread: int) -> None:
    """Lets so many threads, the calling one among them, share the work on a large world when d is stepped; the bits stay."""
def mju_transformSpatial(res: NDArray[np.float64], vec: ArrayLike, flg_force: int, newpos: ArrayLike, oldpos: ArrayLike, rotnew2old: ArrayLike | None) -> None:
    """A motion or a force (rotation first) seen from another place, in axes turned by rotnew2old."""
def mju_transpose(res: NDArray[np.float64], mat: ArrayLike) -> None:
    """res = mat'."""
def mju_trnVecPose(res: NDArray[np.float64], pos: ArrayLike, quat: ArrayLike, vec: ArrayLike) -> None:
    """res = a point of the pose's frame in the outer frame."""
def mju_type2Str(type: int) -> str | None:
    """The name of an mjtObj, or None."""
def mju_unit4(res: NDArray[np.float64]) -> None:
    """res = the quaternion of no rotation."""
def mju_warningText(warning: int, info: int) -> str:
    """What an mjtWarning means."""
def mju_writeLog(type: str, msg: str) -> None:
    """Appends a message to the log file."""
def mju_writeNumBytes(nbytes: int) -> str:
    """A number of bytes as a multiple of the largest power of 1024 that divides it."""
def mju_zero(res: NDArray[np.float64]) -> None:
    """res = 0."""
def mju_zero3(res: NDArray[np.float64]) -> None:
    """res = 0."""
def mju_zero4(res: NDArray[np.float64]) -> None:
    """res = 0."""
def mjv_addGeoms(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, catmask: int, scn: MjvScene) -> None:
    """Adds what is shown of a world behind the geoms that the scene has."""
def mjv_alignToCamera(res: NDArray[np.float64], vec: ArrayLike, forward: ArrayLike) -> None:
    """Turns a vector in the horizontal plane as a camera that looked along y is turned."""
def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Pulls and turns the selected body by a damped spring towards where the mouse holds it."""
def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: bool) -> None:
    """Puts the selected body where the mouse holds it: a mocap body, or a free tree when paused."""
def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The camera in the middle of two."""
def mjv_camera2GLCamera(m: MjModel, d: MjData, cam: MjvCamera) -> MjvGLCamera:
    """The camera as OpenGL has it."""
def mjv_cameraFrame(headpos: NDArray[np.float64], forward: NDArray[np.float64], up: NDArray[np.float64], right: NDArray[np.float64], d: MjData, cam: MjvCamera) -> None:
    """Where a camera is, and its axes."""
def mjv_cameraFrustum(zver: NDArray[np.float32], zhor: NDArray[np.float32], zclip: NDArray[np.float32], m: MjModel, cam: MjvCamera) -> None:
    """What a camera sees: extents at the near plane, distances of near and far plane."""
def mjv_cameraInModel(headpos: NDArray[np.float64], forward: NDArray[np.float64], up: NDArray[np.float64], scn: MjvScene) -> None:
    """The camera of a scene, in the frame of the model."""
def mjv_cameraInRoom(headpos: NDArray[np.float64], forward: NDArray[np.float64], up: NDArray[np.float64], scn: MjvScene) -> None:
    """The camera of a scene, in the room that the model stands in."""
def mjv_connector(geom: MjvGeom, type: int, width: float, from_: ArrayLike, to: ArrayLike) -> None:
    """Makes a geom reach from one point to another."""
def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Sets the values that a new camera has."""
def mjv_defaultFigure(fig: MjvFigure) -> None:
    """Sets the values that a new figure has."""
def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None:
    """Sets a free camera that sees the whole model."""
def mjv_defaultOption(opt: MjvOption) -> None:
    """Sets the values that new options have."""
def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Sets the values that a new perturbation has."""
def mjv_frustumHeight(scn: MjvScene) -> float:
    """How high the view is at a distance of 1 (or anywhere, of an orthographic camera)."""
def mjv_initGeom(geom: MjvGeom, type: int, size: ArrayLike | None, pos: ArrayLike | None, mat: ArrayLike | None, rgba: ArrayLike | None) -> None:
    """Sets a geom; what is not given has its default value."""
def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Takes hold of the selected body where it is; sets how far the mouse moves it."""
def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """The lights of a world."""
def mjv_model2room(roompos: NDArray[np.float64], roomquat: NDArray[np.float64], modelpos: ArrayLike, modelquat: ArrayLike, scn: MjvScene) -> None:
    """A pose of the model in the room."""
def mjv_moveCamera(m: MjModel, action: int, reldx: float, reldy: float, cam: MjvCamera) -> None:
    """Moves a camera with the mouse; dx and dy are parts of the height of the window."""
def mjv_moveModel(m: MjModel, action: int, reldx: float, reldy: float, roomup: ArrayLike, scn: MjvScene) -> None:
    """Moves the model in its room with the mouse."""
def mjv_movePerturb(m: MjModel, d: MjData, action: int, reldx: float, reldy: float, scn: MjvScene, pert: MjvPerturb) -> None:
    """Moves what the mouse holds the body at."""
def mjv_room2model(modelpos: NDArray[np.float64], modelquat: NDArray[np.float64], roompos: ArrayLike, roomquat: ArrayLike, scn: MjvScene) -> None:
    """A pose of the room in the model."""
def mjv_select(m: MjModel, d: MjData, vopt: MjvOption, aspectratio: float, relx: float, rely: float, scn: MjvScene, selpnt: NDArray[np.float64], geomid: NDArray[np.int32] | None, flexid: NDArray[np.int32] | None, skinid: NDArray[np.int32] | None) -> int:
    """The body at a point of the window, or -1."""
def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Puts the two eyes of a camera into a scene; a tracking one looks at its body."""
def mjv_updateScene(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, cam: MjvCamera, catmask: int, scn: MjvScene) -> None:
    """Fills a scene with all that is shown of a world."""
def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """The vertices of the skins."""
def rewrite_path(filename: object, assets: object | None = None, folder: object | None = None, *, vfs: object | None = None, ignore_unsupported: bool = False, package_paths: object = (), transmissions: bool = False) -> str:
    """A model file as one MJCF text; assets are named as seen from the folder, else from the working directory."""
def rewrite_string(xml: object, assets: object | None = None, folder: object | None = None, *, vfs: object | None = None, ignore_unsupported: bool = False, package_paths: object = (), transmissions: bool = False) -> str:
    """The same for the text of a model."""
def set_mjcb_act_bias(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mjcb_act_dyn(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mjcb_act_gain(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mjcb_contactfilter(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mjcb_control(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mjcb_passive(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mjcb_sensor(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mjcb_time(fn: object | None) -> None:
    """Sets a function that the engine calls; None removes it."""
def set_mju_user_free(fn) -> None:
    """Kept for programs that set it; Thew's memory is its own."""
def set_mju_user_malloc(fn) -> None:
    """Kept for programs that set it; Thew's memory is its own."""
def set_mju_user_warning(fn: Callable[[str], None] | None) -> None:
    """Calls it with the text of the first warning of each kind; None: warnings are only counted."""
def to_zip(spec, file):
    """Writes a zip archive with a model and its assets."""
