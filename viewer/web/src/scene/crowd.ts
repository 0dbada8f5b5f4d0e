// Many worlds of one model: each shape of the list is drawn once for every world, as instances. Where a shape is within its
// body is known from world 0, whose shapes are the list; where bodies are comes with each frame.

import { DynamicDrawUsage, Group, InstancedMesh, Matrix4, Quaternion, Ray, RingGeometry, MeshBasicMaterial, Vector3 } from "three";
import type { Crowd } from "../net/frame";
import type { DrawList, Look } from "./drawlist";
import { colourAt, FAILED, Range } from "./scale";
import { Category, GeomType, type Shape } from "./shape";
import { instanced, shadowSurface, surface } from "./surface";

export type Layout = "grid" | "overlay";

const COARSE = 400; // instances from which on shapes have fewer corners
const OVERLAID = 0.35; // opacity of worlds that lie over one another
const COLOUR = 0.85; // how much of a shape's colour its value is

/** A shape of the list, drawn in every world. */
interface Part {
  mesh: InstancedMesh;
  /** Which of the moving bodies carries it; -1: it stands still. */
  body: number;
  /** In its body, times its size. */
  local: Matrix4;
  radius: number;
  tint: number[];
}

/** The pose of a body that begins there in the array. */
function bodyMatrix(poses: Float32Array, at: number, out: Matrix4): Matrix4 {
  const p = poses;
  return out.compose(new Vector3(p[at], p[at + 1], p[at + 2]), new Quaternion(p[at + 4], p[at + 5], p[at + 6], p[at + 3]), new Vector3(1, 1, 1));
}

export class CrowdDraw {
  readonly group = new Group();
  readonly range = new Range();
  crowd: Crowd | null = null;
  layout: Layout = "grid";
  /** Between neighbours [m]; 0: as the model needs. */
  spacing = 0;
  /** The size of the model [m]. */
  extent = 1;
  fixed: [number, number] | null = null;
  private parts: Part[] = [];
  private key = "";
  private ring: InstancedMesh | null = null;
  private bodies: number[] = [];

  /** Which bodies the poses are of. */
  setBodies(bodies: number[]): void {
    this.bodies = bodies;
    this.key = "";
  }

  /** Where a world stands. World 0 is where the model is. */
  offset(world: number, spacing = this.step): [number, number] {
    if (this.layout === "overlay" || !this.crowd) return [0, 0];
    const columns = Math.ceil(Math.sqrt(this.crowd.worlds));
    return [spacing * (world % columns), spacing * Math.floor(world / columns)];
  }

  /** The middle of all, and how far it is from there to the edge [m]. */
  get area(): { middle: [number, number]; half: number } {
    if (!this.crowd || this.layout === "overlay") return { middle: [0, 0], half: 0 };
    const columns = Math.ceil(Math.sqrt(this.crowd.worlds)), rows = Math.ceil(this.crowd.worlds / columns);
    return { middle: [(this.step * (columns - 1)) / 2, (this.step * (rows - 1)) / 2], half: (this.step * Math.max(columns, rows)) / 2 };
  }

  private needed = 1;
  get step(): number {
    return this.spacing || this.needed;
  }

  /** A floor reaches beyond its world: one for all will do. Floors of all worlds, one over the other, would cost more than all the rest. */
  private isFloor(shape: Shape): boolean {
    return shape.type === GeomType.Plane && shape.category === Category.Static && !(shape.size[0] > 0 && shape.size[0] < this.extent);
  }

  /** What of the list is drawn in every world: what moves with a body, and what stands still but for the floor. */
  private wanted(shape: Shape): boolean {
    if (!shape || shape.type === GeomType.None || shape.rgba[3] <= 0) return false;
    if (shape.category === Category.Static) return this.layout === "grid" && !this.isFloor(shape);
    return shape.category === Category.Dynamic && this.bodies.includes(shape.body);
  }

  /** Shapes of the list that are still drawn once: the floor, and what MuJoCo adds for world 0. */
  rest(shapes: Shape[]): Shape[] {
    const once = shapes.filter((s) => s && !this.wanted(s) && (s.category !== Category.Dynamic || s.body <= 0));
    return once.map((s) => (this.isFloor(s) ? { ...s, size: [0, 0, s.size[2]] } : s)); // endless, below all of them
  }

  private build(shapes: Shape[], list: DrawList, look: Look): void {
    this.clear();
    const { worlds } = this.crowd!;
    const chosen = shapes.filter((s) => this.wanted(s));
    const detail = worlds * chosen.length > COARSE ? "coarse" : "fine";
    const fades = this.layout === "overlay";
    for (const shape of chosen) {
      const geometry = list.geometry(shape, detail);
      if (!geometry) continue;
      const mesh = new InstancedMesh(instanced(geometry, worlds), surface(list.mapping(shape, geometry), list.texture(shape.texid), fades), worlds);
      mesh.frustumCulled = false;
      mesh.castShadow = !fades && shape.type !== GeomType.Plane;
      mesh.receiveShadow = !fades;
      mesh.customDepthMaterial = shadowSurface();
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      const [tint, gloss, extra] = list.attributes(shape, look);
      for (let w = 0; w < worlds; w++) {
        mesh.geometry.getAttribute("tint").array.set(tint, 4 * w);
        mesh.geometry.getAttribute("gloss").array.set(gloss, 4 * w);
        mesh.geometry.getAttribute("extra").array.set(extra, 4 * w);
      }
      const local = list.place(shape, look, new Matrix4());
      const body = this.bodies.indexOf(shape.body);
      if (body >= 0) local.premultiply(bodyMatrix(this.crowd!.poses, 7 * body, new Matrix4()).invert());
      geometry.computeBoundingSphere();
      const s = list.scale(shape, look);
      const radius = Math.max(...s) * geometry.boundingSphere!.radius + (shape.type === GeomType.Capsule ? shape.size[2] : 0);
      this.parts.push({ mesh, body, local, radius, tint });
      this.group.add(mesh);
    }
    this.measure();
    const ring = new RingGeometry(0.36, 0.44, 32);
    this.ring = new InstancedMesh(ring, new MeshBasicMaterial({ color: 0xd81b33, depthWrite: false }), worlds);
    this.ring.frustumCulled = false;
    this.group.add(this.ring);
  }

  /** Neighbours need as much room as world 0 takes. */
  private measure(): void {
    const { poses } = this.crowd!;
    const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
    const m = new Matrix4(), p = new Vector3();
    for (const part of this.parts) {
      if (part.body < 0) continue;
      p.setFromMatrixPosition(bodyMatrix(poses, 7 * part.body, m).multiply(part.local));
      [p.x, p.y].forEach((x, i) => {
        low[i] = Math.min(low[i], x - part.radius);
        high[i] = Math.max(high[i], x + part.radius);
      });
    }
    const wide = Math.max(high[0] - low[0], high[1] - low[1]);
    this.needed = Number.isFinite(wide) && wide > 0 ? 1.5 * wide : 1;
  }

  /** Draws the crowd as it is now; `shapes` is the list of world 0. */
  update(shapes: Shape[], list: DrawList, look: Look): void {
    const { crowd } = this;
    this.group.visible = crowd !== null;
    if (!crowd) return;
    const looks = shapes.filter((s) => this.wanted(s)).map((s) => `${s.type},${s.dataid},${s.objid},${s.texid},${Array.from(s.rgba).join()}`);
    const key = `${crowd.worlds}|${this.layout}|${look.floor}|${looks.join("|")}`;
    if (key !== this.key) {
      this.build(shapes, list, look);
      this.key = key;
    }
    this.place(crowd);
    this.colour(crowd);
  }

  private place({ worlds, bodies, poses }: Crowd): void {
    const frames = new Float32Array(12 * worlds * (bodies + 1)); // rotation by rows and position of each body, and of what stands still
    const m = new Matrix4();
    for (let w = 0; w < worlds; w++) {
      const [x, y] = this.offset(w);
      for (let b = 0; b <= bodies; b++) {
        if (b < bodies) bodyMatrix(poses, 7 * (w * bodies + b), m);
        else m.identity();
        const e = m.elements;
        frames.set([e[0], e[4], e[8], e[12] + x, e[1], e[5], e[9], e[13] + y, e[2], e[6], e[10], e[14]], 12 * (w * (bodies + 1) + b));
      }
    }
    for (const part of this.parts) {
      const out = part.mesh.instanceMatrix.array as Float32Array;
      const l = part.local.elements;
      const body = part.body < 0 ? bodies : part.body;
      for (let w = 0; w < worlds; w++) {
        const f = 12 * (w * (bodies + 1) + body);
        for (let r = 0; r < 3; r++) {
          const a = frames[f + 4 * r], b = frames[f + 4 * r + 1], c = frames[f + 4 * r + 2];
          for (let k = 0; k < 4; k++) out[16 * w + 4 * k + r] = a * l[4 * k] + b * l[4 * k + 1] + c * l[4 * k + 2] + (k === 3 ? frames[f + 4 * r + 3] : 0);
        }
        out[16 * w + 3] = out[16 * w + 7] = out[16 * w + 11] = 0;
        out[16 * w + 15] = 1;
      }
      part.mesh.instanceMatrix.needsUpdate = true;
    }
  }

  private colour({ worlds, values, failed }: Crowd): void {
    if (this.fixed) [this.range.low, this.range.high] = this.fixed;
    else this.range.follow(values, (i) => !failed[i]);
    const opacity = this.layout === "overlay" ? OVERLAID : 1;
    const colours = Array.from({ length: worlds }, (_, w) => (failed[w] ? FAILED : values.length ? colourAt(this.range.place(values[w])) : null));
    for (const { mesh, tint, body } of this.parts) {
      const attribute = mesh.geometry.getAttribute("tint");
      colours.forEach((c, w) => {
        const mix = c && body >= 0 ? COLOUR : 0;
        for (let k = 0; k < 3; k++) attribute.array[4 * w + k] = (1 - mix) * tint[k] + mix * (c?.[k] ?? 0);
        attribute.array[4 * w + 3] = tint[3] * opacity;
      });
      attribute.needsUpdate = true;
    }
    const ring = this.ring!;
    const m = new Matrix4();
    ring.count = 0;
    for (let w = 0; w < worlds; w++) {
      if (!failed[w]) continue;
      const [x, y] = this.offset(w);
      ring.setMatrixAt(ring.count++, m.makeScale(this.step, this.step, 1).setPosition(x, y, 0.004 * this.step));
    }
    ring.visible = ring.count > 0;
    ring.instanceMatrix.needsUpdate = true;
  }

  /** The world that a ray meets first, or -1. Shapes are as good as their bounding spheres here. */
  pick(ray: Ray): number {
    if (!this.crowd) return -1;
    const m = new Matrix4(), p = new Vector3();
    let best = -1, nearest = Infinity;
    for (const { mesh, body, radius } of this.parts) {
      if (body < 0) continue;
      for (let w = 0; w < this.crowd.worlds; w++) {
        mesh.getMatrixAt(w, m);
        p.setFromMatrixPosition(m);
        const along = p.clone().sub(ray.origin).dot(ray.direction);
        if (along > 0 && along < nearest && ray.distanceSqToPoint(p) < radius * radius) {
          nearest = along;
          best = w;
        }
      }
    }
    return best;
  }

  clear(): void {
    for (const { mesh } of this.parts) {
      this.group.remove(mesh);
      (mesh.material as { dispose(): void }).dispose();
      mesh.geometry.dispose();
      mesh.dispose();
    }
    if (this.ring) this.group.remove(this.ring);
    this.ring?.dispose();
    this.ring = null;
    this.parts = [];
    this.key = "";
  }
}
