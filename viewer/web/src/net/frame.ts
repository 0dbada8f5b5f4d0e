// Binary frames (viewer/PROTOCOL.md, "Frames"): what moves, as differences to the frame before.

import type { Light, Shape } from "../scene/shape";

export const PAUSED = 1;
export const PAST = 2;
export const GHOST = 4;
export const BEGIN = 8;

export interface PlotSamples {
  times: Float64Array;
  values: Float32Array;
  signals: number;
  lost: number;
}

/** Many worlds of the model: where their moving bodies are, what they are worth, which have failed. */
export interface Crowd {
  worlds: number;
  bodies: number;
  /** [worlds][bodies][7]: position, then orientation w x y z. */
  poses: Float32Array;
  values: Float32Array;
  failed: Uint8Array;
}

/** Vertices of all flexes, and how they are shown: bits of scene/flex.ts, and which layer of tetrahedra. */
export interface FlexVertices {
  positions: Float32Array;
  shown: number;
  layer: number;
}

/** Vertices of all skins. */
export interface SkinVertices {
  positions: Float32Array;
  normals: Float32Array;
}

/** What one message says; sections that were left out are null. */
export interface Frame {
  number: number;
  flags: number;
  time: number;
  step: number;
  factor: number;
  centre: [number, number, number];
  geoms: boolean;
  lights: Light[] | null;
  skin: SkinVertices | null;
  plots: PlotSamples | null;
  watched: Float32Array[] | null;
  cameras: { poses: Float32Array; fovy: Float32Array } | null;
  flex: FlexVertices | null;
  ghostSkin: SkinVertices | null;
  ghostFlex: FlexVertices | null;
  crowd: Crowd | null;
}

const RECORD_WORDS = 28;
const LIGHT_WORDS = 27;

/** Rotation matrix, by rows, of a quaternion w x y z. */
export function quatToMat(out: Float32Array, q: ArrayLike<number>, at = 0): void {
  const w = q[at], x = q[at + 1], y = q[at + 2], z = q[at + 3];
  out[0] = w * w + x * x - y * y - z * z;
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = w * w - x * x + y * y - z * z;
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = w * w - x * x - y * y + z * z;
}

class Reader {
  at = 0;
  private readonly view: DataView;

  constructor(private readonly buffer: ArrayBuffer) {
    this.view = new DataView(buffer);
  }
  u32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  f32(): number {
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }
  f64(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  uints(count: number): Uint32Array {
    this.at += 4 * count;
    return new Uint32Array(this.buffer, this.at - 4 * count, count);
  }
  ints(count: number): Int32Array {
    this.at += 4 * count;
    return new Int32Array(this.buffer, this.at - 4 * count, count);
  }
  floats(count: number): Float32Array {
    this.at += 4 * count;
    return new Float32Array(this.buffer, this.at - 4 * count, count);
  }
  bytes(count: number): Uint8Array {
    this.at += count;
    return new Uint8Array(this.buffer, this.at - count, count);
  }
  /** Doubles are aligned to 4 bytes only, so they are copied. */
  doubles(count: number): Float64Array {
    this.at += 8 * count;
    return new Float64Array(this.buffer.slice(this.at - 8 * count, this.at));
  }
  text(bytes: number): string {
    const text = new TextDecoder().decode(new Uint8Array(this.buffer, this.at, bytes));
    this.at += (bytes + 3) & ~3;
    return text;
  }
}

function readShape(reader: Reader, bodyOf: BodyOf): Shape {
  const i = reader.ints(8);
  const f = reader.floats(RECORD_WORDS - 8);
  const mat = new Float32Array(9);
  quatToMat(mat, f, 16);
  return {
    type: i[0], dataid: i[1], objtype: i[2], objid: i[3], category: i[4],
    texid: i[5] >= 0 ? i[6] : -1, // without a material there is no texture
    texuniform: i[7] & 1, texcoord: i[7] & 2, castshadow: (i[7] & 8) !== 0,
    size: f.slice(0, 3), rgba: f.slice(3, 7), emission: f[7], specular: f[8], shininess: f[9], reflectance: f[10],
    texrepeat: f.slice(11, 13), pos: f.slice(13, 16), mat, label: "", body: bodyOf(i[2], i[3]),
  };
}

function readLight(reader: Reader): Light {
  const i = reader.ints(4);
  const f = reader.floats(LIGHT_WORDS - 4);
  return {
    type: i[1], headlight: (i[3] & 1) !== 0, castshadow: (i[3] & 2) !== 0,
    pos: f.slice(0, 3), dir: f.slice(3, 6), cutoff: f[9], ambient: f.slice(11, 14), diffuse: f.slice(14, 17), specular: f.slice(17, 20),
  };
}

function readSkin(reader: Reader): SkinVertices {
  const count = reader.u32();
  return { positions: reader.floats(3 * count), normals: reader.floats(3 * count) };
}

function readFlex(reader: Reader): FlexVertices {
  const count = reader.u32(), shown = reader.u32(), layer = reader.u32();
  reader.u32();
  return { positions: reader.floats(3 * count), shown, layer };
}

/** The body that an object of the model belongs to, -1 for none. */
export type BodyOf = (objtype: number, objid: number) => number;

/** The lists of shapes as they stand after all frames so far. */
export class SceneList {
  shapes: Shape[] = [];
  ghost: Shape[] = [];

  constructor(private readonly bodyOf: BodyOf) {}

  /** Applies a message; throws RangeError where it is cut short. */
  apply(buffer: ArrayBuffer): Frame {
    const reader = new Reader(buffer);
    if (reader.u32() !== 1) throw new RangeError("not a frame");
    const number = reader.u32();
    const flags = reader.u32();
    const sections = reader.u32();
    const frame: Frame = {
      number, flags, time: reader.f64(), step: reader.f64(), factor: reader.f32(),
      centre: [reader.f32(), reader.f32(), reader.f32()],
      geoms: false, lights: null, skin: null, plots: null, watched: null, cameras: null, flex: null, ghostSkin: null, ghostFlex: null, crowd: null,
    };
    if (flags & BEGIN) this.shapes = [];
    if (!(flags & GHOST)) this.ghost = [];
    for (let i = 0; i < sections; i++) {
      const tag = reader.u32();
      const bytes = reader.u32();
      const end = reader.at + bytes;
      this.section(tag, bytes, reader, frame);
      reader.at = end;
    }
    return frame;
  }

  private section(tag: number, bytes: number, reader: Reader, frame: Frame): void {
    switch (tag) {
      case 1:
        this.shapes = this.patch(this.shapes, reader);
        frame.geoms = true;
        break;
      case 2: {
        const count = reader.u32();
        reader.u32();
        frame.lights = Array.from({ length: count }, () => readLight(reader));
        break;
      }
      case 3:
        frame.skin = readSkin(reader);
        break;
      case 4:
        this.labels(reader);
        break;
      case 5: {
        const samples = reader.u32();
        const signals = reader.u32();
        const lost = reader.u32();
        reader.u32();
        frame.plots = { signals, lost, times: reader.doubles(samples), values: reader.floats(samples * signals) };
        break;
      }
      case 6: {
        const fields = reader.u32();
        frame.watched = Array.from({ length: fields }, () => reader.floats(reader.u32()));
        break;
      }
      case 7:
        this.ghost = this.patch(this.ghost, reader);
        break;
      case 8: {
        const count = bytes / 32;
        frame.cameras = { poses: reader.floats(7 * count), fovy: reader.floats(count) };
        break;
      }
      case 9:
        frame.flex = readFlex(reader);
        break;
      case 10: {
        const worlds = reader.u32(), bodies = reader.u32(), values = reader.u32();
        reader.u32();
        frame.crowd = { worlds, bodies, poses: reader.floats(7 * worlds * bodies), values: reader.floats(values), failed: reader.bytes(worlds) };
        break;
      }
      case 11:
        frame.ghostSkin = readSkin(reader);
        break;
      case 12:
        frame.ghostFlex = readFlex(reader);
        break;
    }
  }

  private patch(list: Shape[], reader: Reader): Shape[] {
    const count = reader.u32();
    const records = reader.u32();
    const moves = reader.u32();
    reader.u32();
    const out = list.slice(0, count);
    const whole = reader.uints(records);
    for (let i = 0; i < records; i++) {
      const shape = readShape(reader, this.bodyOf);
      shape.label = out[whole[i]]?.label ?? "";
      out[whole[i]] = shape;
    }
    const moved = reader.uints(moves);
    const poses = reader.floats(7 * moves);
    for (let i = 0; i < moves; i++) {
      const shape = out[moved[i]];
      if (!shape) continue;
      shape.pos = poses.subarray(7 * i, 7 * i + 3);
      quatToMat(shape.mat as Float32Array, poses, 7 * i + 3);
    }
    return out;
  }

  private labels(reader: Reader): void {
    for (const shape of this.shapes) shape.label = "";
    const count = reader.u32();
    for (let i = 0; i < count; i++) {
      const index = reader.u32();
      const text = reader.text(reader.u32());
      if (this.shapes[index]) this.shapes[index].label = text;
    }
  }
}
