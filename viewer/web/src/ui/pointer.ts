// Mouse and touch on the stage. A drag that begins on a body that can move pushes it (with Shift: turns it); any other drag
// moves the camera. A click selects. Two fingers move and zoom.

import { Matrix3, Plane, Quaternion, Ray, Vector3 } from "three";
import type { App } from "../app";
import { throttled } from "../dom";
import { quatToMat } from "../net/frame";
import { Category, GeomType, ObjType } from "../scene/shape";

const CLICK = 4; // pixels that a click may wander

interface Grip {
  body: number;
  turn: boolean;
  local: Vector3;
  plane: Plane;
  start: Quaternion;
  /** Where the gripped point is now; null where that is not known. */
  at: () => Vector3 | null;
}

const rotation = (mat: ArrayLike<number>) => new Matrix3().set(mat[0], mat[1], mat[2], mat[3], mat[4], mat[5], mat[6], mat[7], mat[8]);

export class Pointer {
  private readonly points = new Map<number, { x: number; y: number }>();
  private moved = 0;
  private pinch = 0;
  private mode: "none" | "orbit" | "pan" | "zoom" | "push" = "none";
  private grip: Grip | null = null;
  private readonly line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  private readonly perturb = throttled((message: Record<string, unknown>) => {
    if (this.grip) this.app.send({ type: "perturb", ...message });
  });

  constructor(private readonly app: App, private readonly canvas: HTMLCanvasElement, overlay: SVGSVGElement) {
    overlay.append(this.line);
    this.line.setAttribute("visibility", "hidden");
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", (e) => this.up(e));
    canvas.addEventListener("pointercancel", (e) => this.up(e));
    canvas.addEventListener("blur", () => canvas.classList.remove("touched"));
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      app.stage.camera.zoom(Math.max(-0.5, Math.min(0.5, e.deltaY * (e.deltaMode ? 0.05 : 0.0015))));
      app.stage.touch();
    }, { passive: false });
    app.on("frame", () => this.drawLine());
  }

  private down(e: PointerEvent): void {
    this.canvas.setPointerCapture(e.pointerId);
    this.canvas.classList.add("touched"); // no ring around what the mouse has chosen
    this.canvas.focus({ preventScroll: true });
    this.points.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.points.size === 2) {
      this.release();
      this.mode = "pan";
      this.pinch = this.spread();
      return;
    }
    this.moved = 0;
    this.mode = e.button === 2 ? "pan" : e.button === 1 ? "zoom" : "orbit";
    const one = !this.app.stage.crowd.crowd; // of many, none is pushed
    if (e.button === 0 && !e.altKey && one && this.app.steers && this.hold(e)) this.mode = "push";
  }

  /** Takes hold of the body under the pointer, where there is one that can move. */
  private hold(e: PointerEvent): boolean {
    const model = this.app.model;
    const hit = this.app.stage.pick(e.clientX, e.clientY, (s) => s.category !== Category.Decor);
    if (hit?.shape.objtype === ObjType.Flex && this.app.link.kind === "live") return this.holdFlex(e);
    if (!model || !hit || hit.shape.objtype !== ObjType.Geom || hit.shape.body <= 0) return false;
    const { shape, point } = hit;
    const body = shape.body;
    if (model.array("body_weldid")[body] === 0 && !(model.array("body_mocapid")[body] >= 0)) return false;
    // The body's pose from that of its geom: R_body = R_geom R_local', p_body = p_geom - R_body p_local.
    const local = new Float32Array(9);
    quatToMat(local, model.array("geom_quat"), 4 * shape.objid);
    const geom = rotation(shape.mat);
    const bodyMat = geom.clone().multiply(rotation(local).transpose());
    const at = model.array("geom_pos");
    const offset = new Vector3(at[3 * shape.objid], at[3 * shape.objid + 1], at[3 * shape.objid + 2]).applyMatrix3(bodyMat);
    const centre = new Vector3(shape.pos[0], shape.pos[1], shape.pos[2]);
    const bodyPos = centre.clone().sub(offset);
    const m = bodyMat.elements;
    const inShape = point.clone().sub(centre).applyMatrix3(geom.clone().transpose());
    const now = () => {
      const drawn = this.app.list?.shapes.find((s) => s && s.objtype === ObjType.Geom && s.objid === shape.objid && s.category !== Category.Decor);
      return drawn ? inShape.clone().applyMatrix3(rotation(drawn.mat)).add(new Vector3(drawn.pos[0], drawn.pos[1], drawn.pos[2])) : null;
    };
    this.grip = {
      body, turn: e.shiftKey, at: now, local: point.clone().sub(bodyPos).applyMatrix3(bodyMat.clone().transpose()),
      plane: this.across(point), start: quaternion(m),
    };
    return true;
  }

  /** The plane through a point in which the pointer moves. */
  private across(point: Vector3): Plane {
    return new Plane().setFromNormalAndCoplanarPoint(this.app.stage.camera.three.getWorldDirection(new Vector3()), point);
  }

  /** Which body carries the point of a flex under the pointer, the server knows. */
  private holdFlex(e: PointerEvent): boolean {
    const { origin, direction } = this.app.stage.rayAt(e.clientX, e.clientY);
    const link = this.app.link;
    if (link.kind !== "live") return false;
    const turn = e.shiftKey;
    link.ask({ type: "pick", origin: origin.toArray(), direction: direction.toArray() }).then((reply) => {
      if (this.mode !== "push" || this.grip || !(reply.body > 0)) return;
      const point = new Vector3(...(reply.point as [number, number, number]));
      const at = () => (reply.vertex >= 0 ? this.app.stage.flexVertex(reply.flex, reply.vertex) : point);
      this.grip = { body: reply.body, turn, at, local: new Vector3(...(reply.local as [number, number, number])), plane: this.across(point), start: new Quaternion() };
    }).catch((error: Error) => this.app.note(error.message, "warning"));
    return true;
  }

  private move(e: PointerEvent): void {
    const last = this.points.get(e.pointerId);
    if (!last) return this.hover(e);
    const dx = e.clientX - last.x, dy = e.clientY - last.y;
    this.points.set(e.pointerId, { x: e.clientX, y: e.clientY });
    this.moved += Math.abs(dx) + Math.abs(dy);
    if (this.moved < CLICK) return;
    const height = this.canvas.clientHeight;
    const { camera } = this.app.stage;
    if (this.points.size >= 2) {
      const spread = this.spread();
      camera.zoom(Math.log(this.pinch / Math.max(1, spread)));
      this.pinch = spread;
      camera.pan(dx / height / 2, dy / height / 2);
    } else if (this.mode === "orbit") camera.orbit(dx / height, dy / height);
    else if (this.mode === "pan") camera.pan(dx / height, dy / height);
    else if (this.mode === "zoom") camera.zoom((2 * dy) / height);
    else if (this.mode === "push") this.pull(e, dx / height, dy / height);
    this.app.stage.touch();
  }

  /** Of many worlds, which one is under the pointer. */
  private readonly hover = throttled((e: PointerEvent) => {
    if (this.app.stage.crowd.crowd) this.app.emit({ type: "hover-world", world: this.app.stage.pickWorld(e.clientX, e.clientY) });
  });

  private pull(e: PointerEvent, dx: number, dy: number): void {
    const grip = this.grip;
    if (!grip) return;
    if (grip.turn) {
      const forward = this.app.stage.camera.three.getWorldDirection(new Vector3());
      const right = new Vector3().crossVectors(forward, new Vector3(0, 0, 1)).normalize();
      const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 2 * Math.PI * dx)
        .multiply(new Quaternion().setFromAxisAngle(right, 2 * Math.PI * dy));
      grip.start.premultiply(turn).normalize();
      this.perturb({ body: grip.body, kind: "torque", target: [grip.start.w, grip.start.x, grip.start.y, grip.start.z] });
      return;
    }
    const { origin, direction } = this.app.stage.rayAt(e.clientX, e.clientY);
    const target = new Ray(origin, direction).intersectPlane(grip.plane, new Vector3());
    if (!target) return;
    this.perturb({ body: grip.body, kind: "push", local: grip.local.toArray(), target: target.toArray() });
    const box = this.canvas.getBoundingClientRect();
    this.line.setAttribute("x2", String(e.clientX - box.left));
    this.line.setAttribute("y2", String(e.clientY - box.top));
    this.line.setAttribute("visibility", "visible");
    this.drawLine();
  }

  /** From the gripped point, wherever it is now, to the pointer. */
  private drawLine(): void {
    const grip = this.grip;
    if (!grip || this.line.getAttribute("visibility") !== "visible") return;
    const p = grip.at();
    if (!p) return;
    p.project(this.app.stage.camera.three);
    this.line.setAttribute("x1", String(((p.x + 1) / 2) * this.canvas.clientWidth));
    this.line.setAttribute("y1", String(((1 - p.y) / 2) * this.canvas.clientHeight));
  }

  private release(): void {
    if (this.grip && this.moved >= CLICK) this.app.send({ type: "perturb", body: this.grip.body, kind: "none" });
    this.grip = null;
    this.line.setAttribute("visibility", "hidden");
  }

  private up(e: PointerEvent): void {
    if (!this.points.delete(e.pointerId)) return;
    const click = this.moved < CLICK && e.type === "pointerup" && e.button === 0;
    this.release();
    this.mode = "none";
    if (click) this.click(e);
  }

  private click(e: PointerEvent): void {
    const { app } = this;
    if (app.stage.crowd.crowd) {
      const world = app.stage.pickWorld(e.clientX, e.clientY);
      if (world >= 0) app.emit({ type: "open-world", world });
      return;
    }
    const hit = app.stage.pick(e.clientX, e.clientY);
    const { shape, point } = hit ?? {};
    // A contact is shown by a flat cylinder, its forces by arrows; neither belongs to an element.
    const contact = shape && shape.objtype === ObjType.Unknown && shape.category === Category.Decor && (shape.type === GeomType.Cylinder || shape.type >= GeomType.Arrow) && shape.body < 0;
    if (contact && app.link.kind === "live") {
      app.link.ask({ type: "contacts", point: point!.toArray() })
        .then((reply) => { if (reply.contacts[0]) app.emit({ type: "contact", contact: reply.contacts[0] }); })
        .catch((error: Error) => app.note(error.message, "warning"));
      return;
    }
    const body = shape?.body ?? -1;
    if (shape?.objtype === ObjType.Tendon) app.select("tendon", shape.objid);
    else if (shape?.objtype === ObjType.Equality) app.select("equality", shape.objid);
    else if (shape?.objtype === ObjType.Flex) app.select("flex", shape.objid);
    else if (shape?.objtype === ObjType.Skin) app.select("skin", shape.objid);
    else app.select("body", body > 0 ? body : -1);
  }

  private spread(): number {
    const [a, b] = [...this.points.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 1;
  }
}

/** Of a rotation in columns, as three.js keeps it. */
function quaternion(m: ArrayLike<number>): Quaternion {
  const x = new Vector3(m[0], m[1], m[2]), y = new Vector3(m[3], m[4], m[5]), z = new Vector3(m[6], m[7], m[8]);
  const trace = x.x + y.y + z.z;
  const q = new Quaternion();
  if (trace > 0) q.set(y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace);
  else if (x.x > y.y && x.x > z.z) q.set(1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y);
  else if (y.y > z.z) q.set(x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z);
  else q.set(z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x);
  return q.normalize();
}
