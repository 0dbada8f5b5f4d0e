// Skins and flexes: shapes whose vertices come with each frame. Their triangles are geometries in world coordinates; edges and vertices of
// flexes, and boxes of lines, are drawn as shapes of their own.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from "three";
import type { FlexVertices, SkinVertices } from "../net/frame";
import type { Model } from "../net/model";
import { EDGES, Flex, SKIN, VERTICES } from "./flex";
import { GeomType, type Shape } from "./shape";

interface Skin {
  geometry: BufferGeometry;
  first: number;
  count: number;
}

/** A part of the triangles of a flex, as a shape of the list names it. */
interface Slice {
  geometry: BufferGeometry;
  source: Float32Array;
  from: number;
  count: number;
}

function attribute(values: Float32Array, size: number): BufferAttribute {
  return new BufferAttribute(values, size).setUsage(DynamicDrawUsage);
}

function moved(geometry: BufferGeometry): void {
  for (const name of ["position", "normal"]) geometry.getAttribute(name).needsUpdate = true;
  geometry.boundingSphere = null; // whoever needs it makes it anew
}

/** A rotation, by rows, whose z axis is this unit vector. */
function turned(x: number, y: number, z: number): number[] {
  const [ax, ay, az] = Math.abs(x) < 0.5 ? [0, -z, y] : [z, 0, -x]; // across: the vector times an axis that is far from it
  const length = Math.hypot(ax, ay, az);
  const [ux, uy, uz] = [ax / length, ay / length, az / length];
  return [ux, y * uz - z * uy, x, uy, z * ux - x * uz, y, uz, x * uy - y * ux, z];
}

/** A rod between two points, in the colour of a shape. */
function rod(shape: Shape, vert: Float32Array, a: number, b: number, radius: number): Shape {
  const d = [0, 1, 2].map((i) => vert[3 * b + i] - vert[3 * a + i]);
  const length = Math.hypot(d[0], d[1], d[2]) || 1e-9;
  return {
    ...shape, type: GeomType.Cylinder, dataid: -1, texid: -1, label: "", size: [radius, radius, length / 2],
    pos: [0, 1, 2].map((i) => (vert[3 * a + i] + vert[3 * b + i]) / 2), mat: turned(d[0] / length, d[1] / length, d[2] / length),
  };
}

const BOX = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];

/** The twelve edges of a box, as lines. */
function edges(shape: Shape): Shape[] {
  const { size, mat, pos } = shape;
  return BOX.flatMap((axes) => [[-1, -1], [-1, 1], [1, -1], [1, 1]].map(([u, v]) => {
    const at = [0, 0, 0];
    at[axes[0]] = u * size[axes[0]];
    at[axes[1]] = v * size[axes[1]];
    at[axes[2]] = -size[axes[2]];
    return {
      ...shape, type: GeomType.Line, label: "", size: [1, 1, 2 * size[axes[2]]],
      pos: [0, 1, 2].map((i) => pos[i] + mat[3 * i] * at[0] + mat[3 * i + 1] * at[1] + mat[3 * i + 2] * at[2]),
      mat: [0, 1, 2].flatMap((i) => axes.map((k) => mat[3 * i + k])),
    };
  }));
}

export class SoftBodies {
  private readonly skins: Skin[] = [];
  private readonly flexes: Flex[] = [];
  private readonly slices = new Map<string, Slice>();
  private shown = 0;

  constructor(model: Model) {
    for (let i = 0; i < model.size("nskin"); i++) {
      const part = (name: string) => model.array(`skin_${name}`)[i];
      const geometry = new BufferGeometry(), count = part("vertnum");
      for (const name of ["position", "normal"]) geometry.setAttribute(name, attribute(new Float32Array(3 * count), 3));
      if (part("texcoordadr") >= 0) {
        const from = 2 * part("texcoordadr");
        geometry.setAttribute("uv", new BufferAttribute(Float32Array.from(model.array("skin_texcoord").slice(from, from + 2 * count)), 2));
      }
      const faces = model.array("skin_face").slice(3 * part("faceadr"), 3 * (part("faceadr") + part("facenum")));
      geometry.setIndex(new BufferAttribute(Uint32Array.from(faces), 1));
      this.skins.push({ geometry, first: part("vertadr"), count });
    }
    for (let i = 0; i < model.size("nflex"); i++) this.flexes.push(new Flex(model, i));
  }

  /** The triangles of a shape of the list; null where there are none. */
  geometry(shape: Shape): BufferGeometry | null {
    if (shape.type === GeomType.Skin) return this.skins[shape.objid]?.geometry ?? null;
    const flex = this.flexes[shape.objid];
    if (!flex?.used) return null;
    const from = shape.dataid >= 0 ? shape.size[1] : 0;
    const count = Math.min(shape.dataid >= 0 ? shape.size[2] : flex.used, flex.used - from);
    if (!(count > 0)) return null;
    const key = `${shape.objid}:${shape.dataid}`;
    const known = this.slices.get(key);
    if (known && known.source === flex.positions && known.from === from && known.count === count) return known.geometry;
    known?.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", attribute(flex.positions.subarray(9 * from, 9 * (from + count)), 3));
    geometry.setAttribute("normal", attribute(flex.normals.subarray(9 * from, 9 * (from + count)), 3));
    geometry.setAttribute("uv", attribute(flex.places.subarray(6 * from, 6 * (from + count)), 2));
    this.slices.set(key, { geometry, source: flex.positions, from, count });
    return geometry;
  }

  /** The list as it is drawn: besides flexes their edges and vertices, and instead of boxes of lines the lines. */
  expand(shapes: Shape[]): Shape[] {
    if (!shapes.some((s) => s && (s.type === GeomType.Flex || s.type === GeomType.LineBox))) return shapes;
    return shapes.flatMap((s) => (s?.type === GeomType.LineBox ? edges(s) : s?.type === GeomType.Flex ? [s, ...this.rods(s)] : [s]));
  }

  private rods(shape: Shape): Shape[] {
    const flex = this.flexes[shape.objid], radius = shape.size[0];
    // A skin covers them.
    if (!flex?.vert.length || !(radius > 0) || (this.shown & SKIN && flex.used)) return [];
    const list: Shape[] = [];
    const { edges: ends, vert } = flex;
    for (let e = 0; this.shown & EDGES && e < ends.length; e += 2) list.push(rod(shape, vert, ends[e], ends[e + 1], radius));
    for (let v = 0; this.shown & VERTICES && v < vert.length / 3; v++) {
      list.push({ ...shape, type: GeomType.Sphere, dataid: -1, texid: -1, label: "", size: [radius, radius, radius], pos: vert.subarray(3 * v, 3 * v + 3) });
    }
    return list;
  }

  /** Takes what a frame has brought of them. */
  move(skin: SkinVertices | null, flex: FlexVertices | null): void {
    if (skin) this.moveSkins(skin);
    if (flex) this.moveFlexes(flex);
  }

  private moveSkins({ positions, normals }: SkinVertices): void {
    for (const { geometry, first, count } of this.skins) {
      geometry.getAttribute("position").array.set(positions.subarray(3 * first, 3 * (first + count)));
      geometry.getAttribute("normal").array.set(normals.subarray(3 * first, 3 * (first + count)));
      moved(geometry);
    }
  }

  private moveFlexes({ positions, shown, layer }: FlexVertices): void {
    this.shown = shown;
    for (const flex of this.flexes) flex.update(positions, shown, layer);
    for (const { geometry } of this.slices.values()) {
      moved(geometry);
      geometry.getAttribute("uv").needsUpdate = true;
    }
  }

  /** Where a vertex of a flex is. */
  vertex(flex: number, vertex: number): ArrayLike<number> | null {
    const vert = this.flexes[flex]?.vert;
    return vert && 3 * vertex + 2 < vert.length ? vert.subarray(3 * vertex, 3 * vertex + 3) : null;
  }

  dispose(): void {
    for (const { geometry } of [...this.skins, ...this.slices.values()]) geometry.dispose();
  }
}
