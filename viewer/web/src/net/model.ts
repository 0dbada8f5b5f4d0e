// A model as the server gives it (viewer/PROTOCOL.md, "A model"): names, options, and the arrays that pictures need.

import { type Assets, type HFieldAsset, type MeshAsset, ObjType, type TextureAsset } from "../scene/shape";

export type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array | number[];

export interface SignalLabel {
  signal: string;
  label: string;
  unit: string;
}

export interface ModelJson {
  name: string;
  sizes: Record<string, number>;
  names: Record<string, string[]>;
  opt: Record<string, number | number[]>;
  vis: Record<string, Record<string, number | number[]>>;
  stat: { extent: number; center: number[]; meansize: number };
  enums: Record<string, string[] | Record<string, number>>;
  camera: { lookat: number[]; distance: number; azimuth: number; elevation: number };
  source: string;
  arrays: Record<string, { type: string; rows: number; columns: number; offset: number }>;
  /** Of recordings alone: what the plotted columns are. */
  signals?: SignalLabel[];
}

function typed(buffer: ArrayBuffer, type: string, offset: number, count: number): Numbers {
  switch (type) {
    case "f64": return new Float64Array(buffer, offset, count);
    case "f32": return new Float32Array(buffer, offset, count);
    case "i32": return new Int32Array(buffer, offset, count);
    case "i64": return Array.from(new BigInt64Array(buffer, offset, count), Number);
    default: return new Uint8Array(buffer, offset, count);
  }
}

const SHARP = 0.5; // cosine of the angle between the normals of a corner and of its face

/** The unit normal of the face whose corners begin at `at`; zero where it has no area. */
function faceNormalOf(vert: Numbers, face: Numbers, at: number, vertAdr: number): number[] {
  const [a, b, c] = [0, 1, 2].map((i) => 3 * (vertAdr + face[at + i]));
  const u = [0, 1, 2].map((i) => vert[b + i] - vert[a + i]), w = [0, 1, 2].map((i) => vert[c + i] - vert[a + i]);
  const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
  const length = Math.hypot(n[0], n[1], n[2]);
  return length > 0 ? n.map((x) => x / length) : [0, 0, 0];
}

export class Model implements Assets {
  readonly json: ModelJson;
  private readonly base: number;
  private readonly kept = new Map<string, Numbers>();

  constructor(private readonly buffer: ArrayBuffer) {
    const head = new DataView(buffer);
    if (head.getUint32(0, true) !== 0x4f4d4854) throw new RangeError("not a model");
    const bytes = head.getUint32(8, true);
    this.json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, bytes)));
    this.base = (16 + bytes + 7) & ~7;
  }

  size(name: string): number {
    return this.json.sizes[name] ?? 0;
  }

  /** The array of that name; empty where the model has none. */
  array(name: string): Numbers {
    let found = this.kept.get(name);
    if (!found) {
      const entry = this.json.arrays[name];
      found = entry ? typed(this.buffer, entry.type, this.base + entry.offset, entry.rows * entry.columns) : [];
      this.kept.set(name, found);
    }
    return found;
  }

  /** What to call an element: its name, or its kind and number. */
  name(kind: string, index: number): string {
    return this.json.names[kind]?.[index] || `${kind} ${index}`;
  }

  names(kind: string): string[] {
    return (this.json.names[kind] ?? []).map((_, i) => this.name(kind, i));
  }

  bodyOf = (objtype: number, objid: number): number => {
    switch (objtype) {
      case ObjType.Body:
      case ObjType.XBody: return objid;
      case ObjType.Geom: return this.array("geom_bodyid")[objid] ?? -1;
      case ObjType.Site: return this.array("site_bodyid")[objid] ?? -1;
      case ObjType.Joint: return this.array("jnt_bodyid")[objid] ?? -1;
      case ObjType.Camera: return this.array("cam_bodyid")[objid] ?? -1;
      default: return -1;
    }
  };

  mesh(dataid: number): MeshAsset | null {
    const id = dataid >> 1;
    if (id < 0 || id >= this.size("nmesh")) return null;
    return dataid & 1 ? (this.hull(id) ?? this.triangles(id)) : this.triangles(id);
  }

  /** Corners that differ in normal or texture coordinate become vertices of their own. */
  private triangles(id: number): MeshAsset {
    const vertAdr = this.array("mesh_vertadr")[id];
    const faceAdr = this.array("mesh_faceadr")[id];
    const faces = this.array("mesh_facenum")[id];
    const normalAdr = this.array("mesh_normaladr")[id];
    const uvAdr = this.array("mesh_texcoordadr")[id] ?? -1;
    const vert = this.array("mesh_vert"), normal = this.array("mesh_normal"), uv = this.array("mesh_texcoord");
    const face = this.array("mesh_face"), faceNormal = this.array("mesh_facenormal"), faceUv = this.array("mesh_facetexcoord");
    const hasUv = uvAdr >= 0 && uv.length > 0;
    const hasNormal = faceNormal.length > 0 && normal.length > 0;
    const known = new Map<string, number>();
    const positions: number[] = [], normals: number[] = [], uvs: number[] = [];
    const indices = new Uint32Array(3 * faces);
    for (let k = 0; k < 3 * faces; k++) {
      const corner = 3 * faceAdr + k;
      const v = face[corner], n = hasNormal ? faceNormal[corner] : v, t = hasUv ? faceUv[corner] : 0;
      // Where all edges are sharp MuJoCo's normals mean nothing: a corner whose normal is far from its face has that of the face.
      const flat = hasNormal ? faceNormalOf(vert, face, 3 * faceAdr + 3 * Math.floor(k / 3), vertAdr) : [0, 0, 0];
      const own = 3 * (normalAdr + n);
      const sharp = hasNormal && flat[0] * normal[own] + flat[1] * normal[own + 1] + flat[2] * normal[own + 2] < SHARP;
      const key = sharp ? `${v},f${Math.floor(k / 3)},${t}` : `${v},${n},${t}`;
      let index = known.get(key);
      if (index === undefined) {
        index = known.size;
        known.set(key, index);
        const p = 3 * (vertAdr + v);
        positions.push(vert[p], vert[p + 1], vert[p + 2]);
        if (sharp) normals.push(...flat);
        else if (hasNormal) normals.push(normal[own], normal[own + 1], normal[own + 2]);
        if (hasUv) uvs.push(uv[2 * (uvAdr + t)], uv[2 * (uvAdr + t) + 1]);
      }
      indices[k] = index;
    }
    return {
      positions: new Float32Array(positions), normals: hasNormal ? new Float32Array(normals) : null,
      uvs: hasUv ? new Float32Array(uvs) : null, indices,
    };
  }

  /** mesh_graph: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert], edge_localid[numvert + 3 numface], face_globalid[3 numface]. */
  private hull(id: number): MeshAsset | null {
    const at = this.array("mesh_graphadr")[id] ?? -1;
    const graph = this.array("mesh_graph");
    if (at < 0 || !graph.length) return null;
    const verts = graph[at], faces = graph[at + 1];
    const from = at + 2 + 3 * verts + 3 * faces;
    const vertAdr = this.array("mesh_vertadr")[id];
    const vert = this.array("mesh_vert");
    const positions = new Float32Array(9 * faces);
    for (let k = 0; k < 3 * faces; k++) {
      const v = 3 * (vertAdr + graph[from + k]);
      positions.set([vert[v], vert[v + 1], vert[v + 2]], 3 * k);
    }
    return { positions, normals: null, uvs: null, indices: Uint32Array.from({ length: 3 * faces }, (_, i) => i) };
  }

  hfield(id: number): HFieldAsset | null {
    if (id < 0 || id >= this.size("nhfield")) return null;
    const rows = this.array("hfield_nrow")[id], columns = this.array("hfield_ncol")[id], at = this.array("hfield_adr")[id];
    return {
      rows, columns, size: Array.from(this.array("hfield_size").slice(4 * id, 4 * id + 4)),
      heights: Float32Array.from(this.array("hfield_data").slice(at, at + rows * columns)),
    };
  }

  texture(id: number): TextureAsset | null {
    if (id < 0 || id >= this.size("ntex")) return null;
    const width = this.array("tex_width")[id], height = this.array("tex_height")[id];
    const channels = this.array("tex_nchannel")[id], at = this.array("tex_adr")[id];
    const bytes = this.array("tex_data").slice(at, at + width * height * channels) as Uint8Array;
    return { type: this.array("tex_type")[id], width, height, channels, bytes };
  }
}
