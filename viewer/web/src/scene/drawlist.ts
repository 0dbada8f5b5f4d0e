// Draws a list of shapes with as few calls as there are pairs of geometry and texture: all shapes of a pair are instances.

import { type BufferGeometry, Group, InstancedBufferAttribute, InstancedMesh, Matrix4, type Texture, type Vector3 } from "three";
import { type Detail, hfieldGeometry, meshGeometry, unitGeometry } from "./geometry";
import type { SoftBodies } from "./soft";
import { type Assets, Category, GeomType, type Shape } from "./shape";
import { COPIED, instanced, makeTexture, type Mapping, shadowSurface, surface } from "./surface";

const UNIT: Record<number, string> = {
  [GeomType.Plane]: "plane", [GeomType.Sphere]: "sphere", [GeomType.Ellipsoid]: "sphere", [GeomType.Capsule]: "capsule",
  [GeomType.Cylinder]: "cylinder", [GeomType.Box]: "box", [GeomType.Arrow]: "arrow", [GeomType.Arrow1]: "arrow1",
  [GeomType.Arrow2]: "arrow2", [GeomType.Line]: "arrow1", [GeomType.Triangle]: "triangle",
};
const LINE_WIDTH = 0.002; // of the extent: lines are thin rods, since WebGL draws all lines one pixel wide

/** Vertices of skins and flexes are in the world. */
const isSoft = (shape: Shape): boolean => shape.type === GeomType.Skin || shape.type === GeomType.Flex;

export interface Look {
  /** Selected body, or -1: it is drawn lighter. */
  selected: number;
  /** Factor on the opacity of everything. */
  opacity: number;
  /** How far infinite planes reach, and around what. */
  reach: number;
  centre: Vector3;
  extent: number;
  /** Factor on the colour of floors, and the distance of the lines of plain ones [m]. */
  floor: number;
  grid: number;
  /** What reflects; there is one at most. */
  mirror: Shape | null;
}

class Bucket {
  mesh: InstancedMesh;
  count = 0;
  private capacity = 0;

  constructor(private readonly group: Group, private readonly source: BufferGeometry, mapping: Mapping, texture: Texture | null,
              private readonly fades: boolean, private readonly casts: boolean) {
    this.material = surface(mapping, texture, fades);
    this.mesh = this.grow(8);
  }
  private readonly material;

  private grow(capacity: number): InstancedMesh {
    this.capacity = capacity;
    const old = this.mesh as InstancedMesh | undefined;
    const mesh = new InstancedMesh(instanced(this.source, capacity), this.material, capacity);
    mesh.frustumCulled = false;
    mesh.castShadow = this.casts && !this.fades;
    mesh.receiveShadow = !this.fades;
    mesh.renderOrder = this.fades ? 1 : 0;
    mesh.customDepthMaterial = shadowSurface();
    if (old) {
      mesh.instanceMatrix.copyArray(old.instanceMatrix.array);
      for (const name of COPIED) {
        (mesh.geometry.getAttribute(name) as InstancedBufferAttribute).copyArray(old.geometry.getAttribute(name).array);
      }
      this.group.remove(old);
      old.dispose();
    }
    this.group.add(mesh);
    return mesh;
  }

  add(matrix: Matrix4, tint: number[], gloss: number[], extra: number[]): void {
    if (this.count === this.capacity) this.mesh = this.grow(2 * this.capacity);
    const { geometry } = this.mesh;
    this.mesh.setMatrixAt(this.count, matrix);
    geometry.getAttribute("tint").array.set(tint, 4 * this.count);
    geometry.getAttribute("gloss").array.set(gloss, 4 * this.count);
    geometry.getAttribute("extra").array.set(extra, 4 * this.count);
    this.count++;
  }

  finish(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    for (const name of COPIED) this.mesh.geometry.getAttribute(name).needsUpdate = true;
  }

  dispose(): void {
    this.group.remove(this.mesh);
    this.mesh.dispose();
    this.material.dispose();
  }
}

/** Everything that shapes of one model share, and the instances of one list of them. */
export class DrawList {
  readonly group = new Group();
  /** Of round shapes. */
  detail: Detail = "fine";
  private readonly buckets = new Map<string, Bucket>();
  private readonly geometries = new Map<string, BufferGeometry | null>();
  private readonly textures = new Map<number, Texture | null>();
  private readonly matrix = new Matrix4();

  /** `soft` has what skins and flexes are made of. */
  constructor(private readonly assets: Assets, private readonly soft: SoftBodies) {}

  /** The geometry of a shape in its own frame, before its size; null where there is nothing to draw. */
  geometry(shape: Shape, detail: Detail = "fine"): BufferGeometry | null {
    const unit = UNIT[shape.type];
    if (unit) return unitGeometry(unit, detail);
    if (isSoft(shape)) return this.soft.geometry(shape);
    const key = `${shape.type}:${shape.dataid}`;
    let geometry = this.geometries.get(key);
    if (geometry === undefined) {
      geometry = null;
      if (shape.type === GeomType.Mesh || shape.type === GeomType.Sdf) {
        const mesh = this.assets.mesh(shape.dataid);
        if (mesh && mesh.indices.length) geometry = meshGeometry(mesh);
      } else if (shape.type === GeomType.HField) {
        const field = this.assets.hfield(shape.dataid);
        if (field) geometry = hfieldGeometry(field);
      }
      this.geometries.set(key, geometry);
    }
    return geometry;
  }

  texture(id: number): Texture | null {
    let texture = this.textures.get(id);
    if (texture === undefined) {
      const asset = id >= 0 ? this.assets.texture(id) : null;
      texture = asset ? makeTexture(asset) : null;
      this.textures.set(id, texture);
    }
    return texture;
  }

  /** How the texture of a shape, where it has one, reaches its surface. */
  mapping(shape: Shape, geometry: BufferGeometry): Mapping {
    if (!this.texture(shape.texid)) return shape.type === GeomType.Plane ? "grid" : "none";
    if (this.assets.texture(shape.texid)!.type !== 0) return "cube";
    return shape.texcoord && geometry.getAttribute("uv") ? "uv" : "object";
  }

  private bucket(shape: Shape, geometry: BufferGeometry, fades: boolean): Bucket {
    const texture = this.texture(shape.texid);
    const mapping = this.mapping(shape, geometry);
    const casts = shape.type !== GeomType.Plane && shape.category !== Category.Decor;
    const key = `${geometry.id}|${texture ? shape.texid : -1}|${mapping}|${fades}|${casts}`;
    let bucket = this.buckets.get(key);
    if (!bucket) this.buckets.set(key, (bucket = new Bucket(this.group, geometry, mapping, texture, fades, casts)));
    return bucket;
  }

  /** The lengths by which the unit geometry is stretched along its axes. */
  scale(shape: Shape, look: Look): [number, number, number] {
    const s = shape.size;
    if (isSoft(shape)) return [1, 1, 1];
    switch (shape.type) {
      case GeomType.Plane: return [s[0] > 0 ? s[0] : look.reach, s[1] > 0 ? s[1] : look.reach, 1];
      case GeomType.HField:
      case GeomType.Mesh:
      case GeomType.Sdf: return [1, 1, 1];
      case GeomType.Capsule: return [s[0], s[0], s[0]];
      case GeomType.Line: return [LINE_WIDTH * look.extent, LINE_WIDTH * look.extent, s[2]];
      case GeomType.Sphere:
      case GeomType.Ellipsoid:
      case GeomType.Cylinder:
      case GeomType.Box:
      default: return [s[0], s[1] || s[0], s[2] || s[0]];
    }
  }

  /** The pose of a shape times its size. Infinite planes follow the camera by whole periods of their texture. */
  place(shape: Shape, look: Look, out: Matrix4): Matrix4 {
    if (isSoft(shape)) return out.identity();
    const [a, b, c] = this.scale(shape, look);
    const m = shape.mat, p = shape.pos;
    let x = p[0], y = p[1], z = p[2];
    if (shape.type === GeomType.Plane && !(shape.size[0] > 0)) {
      const period = (r: number) => (shape.texid < 0 ? look.grid : r > 0 ? 2 / r : 1);
      const d = [look.centre.x - x, look.centre.y - y, look.centre.z - z];
      const along = (k: number, r: number) => Math.round((m[k] * d[0] + m[3 + k] * d[1] + m[6 + k] * d[2]) / period(r)) * period(r);
      const u = along(0, shape.texrepeat[0]), v = along(1, shape.texrepeat[1]);
      x += u * m[0] + v * m[1];
      y += u * m[3] + v * m[4];
      z += u * m[6] + v * m[7];
    }
    return out.set(m[0] * a, m[1] * b, m[2] * c, x, m[3] * a, m[4] * b, m[5] * c, y, m[6] * a, m[7] * b, m[8] * c, z, 0, 0, 0, 1);
  }

  update(shapes: Shape[], look: Look, eye: Vector3): void {
    for (const bucket of this.buckets.values()) bucket.count = 0;
    const clear: Shape[] = [];
    for (const shape of shapes) {
      if (!shape || shape.type === GeomType.None) continue;
      if (shape.rgba[3] * look.opacity < 0.999) clear.push(shape);
      else this.add(shape, look, false);
    }
    const distance = (s: Shape) => (s.pos[0] - eye.x) ** 2 + (s.pos[1] - eye.y) ** 2 + (s.pos[2] - eye.z) ** 2;
    clear.sort((a, b) => distance(b) - distance(a));
    for (const shape of clear) this.add(shape, look, true);
    for (const bucket of this.buckets.values()) bucket.finish();
  }

  /** The attributes of an instance: tint, gloss, extra (surface.ts). */
  attributes(shape: Shape, look: Look): [number[], number[], number[]] {
    const [a, b] = this.scale(shape, look);
    const floor = shape.type === GeomType.Plane;
    const plain = floor && shape.texid < 0;
    const uniform = shape.texuniform || (floor && !(shape.size[0] > 0));
    const rx = plain ? a / look.grid : 0.5 * (shape.texrepeat[0] || 1) * (uniform ? a : 1);
    const ry = plain ? b / look.grid : -0.5 * (shape.texrepeat[1] || 1) * (uniform ? b : 1);
    const tone = floor ? look.floor : 1;
    const lift = shape.body > 0 && shape.body === look.selected ? 0.35 : 0;
    const c = shape.rgba;
    const stretch = shape.type === GeomType.Capsule ? shape.size[2] / Math.max(shape.size[0], 1e-9) : 0;
    return [[tone * c[0], tone * c[1], tone * c[2], c[3] * look.opacity],
      [shape.emission + lift, floor ? 0.2 * shape.specular : shape.specular, shape.shininess, shape === look.mirror ? shape.reflectance : 0], [stretch, rx, ry, shape.texuniform ? 1 : 0]];
  }

  private add(shape: Shape, look: Look, fades: boolean): void {
    const geometry = this.geometry(shape, this.detail);
    if (!geometry || shape.rgba[3] <= 0) return;
    this.bucket(shape, geometry, fades).add(this.place(shape, look, this.matrix), ...this.attributes(shape, look));
  }

  dispose(): void {
    for (const bucket of this.buckets.values()) bucket.dispose();
    for (const geometry of this.geometries.values()) geometry?.dispose();
    for (const texture of this.textures.values()) texture?.dispose();
    this.buckets.clear();
  }
}
