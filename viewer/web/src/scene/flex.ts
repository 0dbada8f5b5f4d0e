// The triangles of a flex: of its elements, or of a skin around them, in the order of MuJoCo's scene, so that shapes of the list may
// name a part of them. Only vertices come with a frame; this is what follows from them (src/scene/flex_faces.cc does the same).

import type { Model, Numbers } from "../net/model";

/** How flexes are shown, as bits. */
export const VERTICES = 1, EDGES = 2, FACES = 4, SKIN = 8;

/** Adds what is between the corners of a triangle: twice its area, along its normal. */
function normalOf(vert: Float32Array, a: number, b: number, c: number, out: number[]): void {
  const ux = vert[3 * b] - vert[3 * a], uy = vert[3 * b + 1] - vert[3 * a + 1], uz = vert[3 * b + 2] - vert[3 * a + 2];
  const vx = vert[3 * c] - vert[3 * a], vy = vert[3 * c + 1] - vert[3 * a + 1], vz = vert[3 * c + 2] - vert[3 * a + 2];
  unit(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, out);
}

function unit(x: number, y: number, z: number, out: number[]): void {
  const length = Math.hypot(x, y, z);
  out[0] = length > 1e-15 ? x / length : 1;
  out[1] = length > 1e-15 ? y / length : 0;
  out[2] = length > 1e-15 ? z / length : 0;
}

export class Flex {
  readonly radius: number;
  /** How many triangles there are. */
  used = 0;
  positions = new Float32Array(0);
  normals = new Float32Array(0);
  places = new Float32Array(0);
  /** Positions of its vertices. */
  vert = new Float32Array(0);
  readonly edges: Numbers;
  private readonly dim: number;
  private readonly flat: boolean;
  private readonly first: number;
  private readonly count: number;
  private readonly elements: Numbers;
  private readonly fragments: Numbers;
  private readonly elementPlaces: Numbers;
  private readonly layers: Numbers;
  private readonly texcoord: Numbers | null;
  private readonly materials: number[];
  private readonly elementMaterial: Numbers;
  private readonly fragmentMaterial: number[];
  private readonly smooth: Float32Array;
  private readonly own = [0, 0, 0];

  constructor(model: Model, id: number) {
    const at = (name: string) => model.array(`flex_${name}`)[id];
    const part = (name: string, from: number, count: number) => model.array(`flex_${name}`).slice(from, from + count);
    this.dim = at("dim");
    this.radius = at("radius");
    this.flat = at("flatskin") !== 0;
    this.first = at("vertadr");
    this.count = at("vertnum");
    const elements = at("elemnum"), corners = this.dim + 1;
    this.elements = part("elem", at("elemdataadr"), elements * corners);
    this.elementPlaces = part("elemtexcoord", at("elemdataadr"), elements * corners);
    this.fragments = part("shell", at("shelldataadr"), at("shellnum") * this.dim);
    this.layers = part("elemlayer", at("elemadr"), elements);
    this.elementMaterial = part("matid", at("elemadr"), elements);
    this.edges = part("edge", 2 * at("edgeadr"), 2 * at("edgenum"));
    this.texcoord = at("texcoordadr") >= 0 ? model.array("flex_texcoord").slice(2 * at("texcoordadr")) : null;
    this.materials = [...new Set(Array.from(this.elementMaterial))];
    this.fragmentMaterial = this.materialsOfFragments();
    this.smooth = new Float32Array(3 * this.count);
  }

  /** A fragment has the material of the first element that it is a side of. */
  private materialsOfFragments(): number[] {
    const { dim } = this, count = this.fragments.length / dim;
    if (this.materials.length <= 1) return new Array(count).fill(this.materials[0] ?? -1);
    const owner = new Map<string, number>();
    const key = (corners: number[]) => corners.sort((a, b) => a - b).join();
    for (let e = 0; e < this.elementMaterial.length; e++) {
      const corners = Array.from(this.elements.slice(e * (dim + 1), (e + 1) * (dim + 1)));
      for (let out = 0; out <= dim; out++) {
        const side = key(corners.filter((_, k) => k !== out));
        if (!owner.has(side)) owner.set(side, this.elementMaterial[e]);
      }
    }
    return Array.from({ length: count }, (_, s) => owner.get(key(Array.from(this.fragments.slice(s * dim, (s + 1) * dim)))) ?? this.materials[0]);
  }

  /** Takes the vertices of all flexes. */
  update(all: Float32Array, shown: number, layer: number): void {
    this.vert = all.subarray(3 * this.first, 3 * (this.first + this.count));
    this.used = 0;
    if (this.dim === 1 || !(shown & (FACES | SKIN))) return;
    const elements = this.elementMaterial.length, fragments = this.fragments.length / this.dim;
    this.reserve(this.dim === 2 ? 2 * (elements + fragments) : Math.max(fragments, 4 * elements));
    if (shown & SKIN) this.smoothNormals();
    for (const material of this.materials) {
      if (shown & SKIN) this.addSkin(material);
      else this.addElements(material, layer);
    }
  }

  private reserve(faces: number): void {
    if (this.positions.length === 9 * faces) return;
    this.positions = new Float32Array(9 * faces);
    this.normals = new Float32Array(9 * faces);
    this.places = new Float32Array(6 * faces);
  }

  private smoothNormals(): void {
    const { smooth, own } = this;
    const list = this.dim === 2 ? this.elements : this.fragments;
    smooth.fill(0);
    for (let k = 0; k + 2 < list.length; k += 3) {
      normalOf(this.vert, list[k], list[k + 1], list[k + 2], own);
      for (let r = 0; r < 3; r++) for (let i = 0; i < 3; i++) smooth[3 * list[k + r] + i] += own[i];
    }
    for (let v = 0; v < this.count; v++) {
      unit(smooth[3 * v], smooth[3 * v + 1], smooth[3 * v + 2], own);
      smooth.set(own, 3 * v);
    }
  }

  /** One corner, moved out from a vertex along a direction by `far`. */
  private put(corner: number, v: number, out: ArrayLike<number>, from: number, far: number, normal: ArrayLike<number>, at: number, sign: number, place: number): void {
    const to = 9 * this.used + 3 * corner;
    for (let i = 0; i < 3; i++) {
      this.positions[to + i] = this.vert[3 * v + i] + far * out[from + i];
      this.normals[to + i] = sign * normal[at + i];
    }
    if (!this.texcoord) return;
    this.places[6 * this.used + 2 * corner] = this.texcoord[2 * place];
    this.places[6 * this.used + 2 * corner + 1] = this.texcoord[2 * place + 1];
  }

  /** A triangle moved out by the radius, with its own normal. */
  private addFlat(e: number, ...order: number[]): void {
    const at = e * (this.dim + 1), v = order.map((k) => this.elements[at + k]);
    normalOf(this.vert, v[0], v[1], v[2], this.own);
    for (let k = 0; k < 3; k++) this.put(k, v[k], this.own, 0, this.radius, this.own, 0, 1, this.elementPlaces[at + order[k]]);
    this.used++;
  }

  private addElements(material: number, layer: number): void {
    for (let e = 0; e < this.elementMaterial.length; e++) {
      if (this.elementMaterial[e] !== material) continue;
      if (this.dim === 2) {
        this.addFlat(e, 0, 1, 2);
        this.addFlat(e, 0, 2, 1);
      } else if (this.layers[e] === layer) {
        this.addFlat(e, 0, 1, 2);
        this.addFlat(e, 0, 2, 3);
        this.addFlat(e, 0, 3, 1);
        this.addFlat(e, 1, 3, 2);
      }
    }
  }

  /** A triangle of the skin, on one side (1) or the other (-1). */
  private addSmooth(corners: Numbers, places: Numbers, at: number, side: number, ...order: number[]): void {
    const v = order.map((k) => corners[at + k]);
    const far = side * this.radius;
    if (this.flat) normalOf(this.vert, v[0], v[1], v[2], this.own);
    for (let k = 0; k < 3; k++) {
      const place = places[at + order[k]];
      if (this.flat) this.put(k, v[k], this.smooth, 3 * v[k], far, this.own, 0, 1, place);
      else this.put(k, v[k], this.smooth, 3 * v[k], far, this.smooth, 3 * v[k], far > 0 ? 1 : -1, place);
    }
    this.used++;
  }

  /** Half of the strip that closes a sheet along an edge of its border. */
  private addBorder(a: number, b: number, side: number): void {
    const { vert, smooth } = this, far = side * this.radius, sign = far < 0 ? -1 : 1;
    const x = vert[3 * b] - vert[3 * a], y = vert[3 * b + 1] - vert[3 * a + 1], z = vert[3 * b + 2] - vert[3 * a + 2];
    const nx = sign * smooth[3 * b], ny = sign * smooth[3 * b + 1], nz = sign * smooth[3 * b + 2];
    unit(y * nz - z * ny, z * nx - x * nz, x * ny - y * nx, this.own);
    this.put(0, a, smooth, 3 * a, far, this.own, 0, 1, a);
    this.put(1, b, smooth, 3 * b, -far, this.own, 0, 1, b);
    this.put(2, b, smooth, 3 * b, far, this.own, 0, 1, b);
    this.used++;
  }

  private addSkin(material: number): void {
    for (let e = 0; this.dim === 2 && e < this.elementMaterial.length; e++) {
      if (this.elementMaterial[e] !== material) continue;
      this.addSmooth(this.elements, this.elementPlaces, 3 * e, 1, 0, 1, 2);
      this.addSmooth(this.elements, this.elementPlaces, 3 * e, -1, 0, 2, 1);
    }
    for (let s = 0; s < this.fragmentMaterial.length; s++) {
      if (this.fragmentMaterial[s] !== material) continue;
      if (this.dim === 2) {
        const a = this.fragments[2 * s], b = this.fragments[2 * s + 1];
        this.addBorder(a, b, 1);
        this.addBorder(b, a, -1);
      } else {
        this.addSmooth(this.fragments, this.fragments, 3 * s, 1, 0, 1, 2);
      }
    }
  }
}
