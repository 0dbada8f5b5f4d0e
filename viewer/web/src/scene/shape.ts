// The records that the page draws: MuJoCo's abstract scene, with its names and numbers.

export const enum GeomType {
  Plane = 0, HField = 1, Sphere = 2, Capsule = 3, Ellipsoid = 4, Cylinder = 5, Box = 6, Mesh = 7, Sdf = 8,
  Arrow = 100, Arrow1 = 101, Arrow2 = 102, Line = 103, LineBox = 104, Flex = 105, Skin = 106, Label = 107, Triangle = 108,
  None = 1001,
}

export const enum ObjType {
  Unknown = 0, Body = 1, XBody = 2, Joint = 3, Dof = 4, Geom = 5, Site = 6, Camera = 7, Light = 8, Flex = 9, Mesh = 10,
  Skin = 11, HField = 12, Texture = 13, Material = 14, Pair = 15, Exclude = 16, Equality = 17, Tendon = 18, Actuator = 19,
  Sensor = 20,
}

export const enum Category { Static = 1, Dynamic = 2, Decor = 4 }

/** One thing to draw. Rotations are row-major 3x3 matrices; lengths in metres. */
export interface Shape {
  type: number;
  dataid: number;
  objtype: number;
  objid: number;
  category: number;
  texid: number;
  texuniform: number;
  texcoord: number;
  size: ArrayLike<number>;
  pos: ArrayLike<number>;
  mat: ArrayLike<number>;
  rgba: ArrayLike<number>;
  emission: number;
  specular: number;
  shininess: number;
  reflectance: number;
  texrepeat: ArrayLike<number>;
  castshadow: boolean;
  label: string;
  /** The body that it belongs to; 0 is the world, -1 none. */
  body: number;
}

export interface Light {
  pos: ArrayLike<number>;
  dir: ArrayLike<number>;
  /** 0 spot, 1 directional, 2 point, 3 image */
  type: number;
  cutoff: number;
  ambient: ArrayLike<number>;
  diffuse: ArrayLike<number>;
  specular: ArrayLike<number>;
  headlight: boolean;
  castshadow: boolean;
}

/** Triangles with one index for position, normal and texture coordinate. */
export interface MeshAsset {
  positions: Float32Array;
  normals: Float32Array | null;
  uvs: Float32Array | null;
  indices: Uint32Array;
}

/** size: half extents in x and y, height above zero, thickness below [m]; heights in 0..1, row by row. */
export interface HFieldAsset {
  rows: number;
  columns: number;
  size: number[];
  heights: Float32Array;
}

/** type 0: 2D, 1: cube, 2: skybox; a cube is six square faces, one below the other. */
export interface TextureAsset {
  type: number;
  width: number;
  height: number;
  channels: number;
  bytes: Uint8Array;
}

/** Where shapes find what they refer to by number. Missing ones are drawn as nothing. */
export interface Assets {
  mesh(dataid: number): MeshAsset | null;
  hfield(id: number): HFieldAsset | null;
  texture(id: number): TextureAsset | null;
}
