// The picture: renderer, lights, shapes, labels. Draws only when something has changed.

import { BasicShadowMap, Color, type CubeTexture, Fog, Matrix4, Mesh, PCFSoftShadowMap, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";
import type { Crowd, Frame, SceneList } from "../net/frame";
import type { Model } from "../net/model";
import { Camera } from "./camera";
import { CrowdDraw } from "./crowd";
import { DrawList, type Look } from "./drawlist";
import { Lights } from "./lights";
import { findMirror, Mirror } from "./mirror";
import { drawsInSoftware, Governor } from "./quality";
import { GeomType, type Light, type Shape } from "./shape";
import { SoftBodies } from "./soft";
import { makeTexture } from "./surface";

export interface Hit {
  shape: Shape;
  point: Vector3;
}

const MAX_LABELS = 300;
const STILL = 300; // ms without a change, after which one picture may cost more
const MANY = 300; // shapes from which on, where the processor draws, what is round has fewer corners while it moves
const FINE = 1.5; // its pixels per pixel of the page, where the processor draws: they are averaged

export class Stage {
  readonly camera = new Camera();
  readonly governor: Governor;
  readonly renderer: WebGLRenderer;
  selected = -1;
  dimmed = false;
  shadows = true;
  reflections = true;
  /** Called after each picture. */
  onDrawn: () => void = () => {};
  pictures = 0;

  /** Many worlds; drawn instead of the one where there is a crowd. */
  readonly crowd = new CrowdDraw();
  private readonly scene = new Scene();
  private readonly lights = new Lights();
  private readonly mirror = new Mirror();
  private mirrors = false;
  private list: DrawList | null = null;
  private ghosts: DrawList | null = null;
  private soft: SoftBodies | null = null;
  private ghostSoft: SoftBodies | null = null;
  private source: SceneList | null = null;
  private model: Model | null = null;
  private lamps: Light[] = [];
  private centre: [number, number, number] = [0, 0, 0];
  private extent = 1;
  private floor = 1;
  private plain = new Color();
  private sky: CubeTexture | null = null;
  private skyOn = false;
  private cameraPoses: Float32Array | null = null;
  private cameraFovy: Float32Array | null = null;
  private dirty = true;
  private resized = true;
  private refined = false;
  private drawnAt = 0;
  private tick = 0;
  private readonly ray = new Raycaster();

  constructor(readonly canvas: HTMLCanvasElement, private readonly labels: HTMLElement) {
    this.governor = new Governor(drawsInSoftware());
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.governor.software, powerPreference: "high-performance" });
    this.renderer.shadowMap.type = this.governor.software ? BasicShadowMap : PCFSoftShadowMap;
    if (this.governor.software) this.lights.shadowPixels = 1024;
    this.scene.add(this.lights.group, this.crowd.group);
    this.applyQuality();
    new ResizeObserver(() => this.touch(true)).observe(canvas.parentElement!);
    // The browser asks for the next picture when the last one is out: that is what it has cost.
    const loop = (now: number) => {
      requestAnimationFrame(loop);
      if (this.drawnAt > this.tick && this.governor.drawn(now - this.tick)) this.applyQuality();
      this.tick = now;
      if (this.dirty) this.draw();
      else if (!this.refined && performance.now() - this.drawnAt > STILL) this.refine();
    };
    requestAnimationFrame(loop);
  }

  /** Colours of the page's theme; `floor` darkens the ground of a dark one. */
  background(color: string, floor: number): void {
    this.plain = new Color(color);
    this.floor = floor;
    this.setSky(this.skyOn);
  }

  /** The sky of the model, where it has one, or the colour of the page. A cube of the sky has its top at +y. */
  setSky(on: boolean): void {
    this.skyOn = on;
    const sky = on ? this.sky : null;
    this.scene.background = sky ?? this.plain;
    this.scene.fog = sky ? null : new Fog(this.plain, 1, 2); // place() says from where to where
    this.scene.backgroundRotation.set(Math.PI / 2, 0, 0);
    this.touch();
  }

  get hasSky(): boolean {
    return this.sky !== null;
  }

  /** Something has changed, perhaps the size too: the next picture is due. */
  touch(resized = false): void {
    this.dirty = true;
    this.resized ||= resized;
  }

  setModel(model: Model, source: SceneList): void {
    for (const old of [this.list, this.ghosts]) {
      if (old) this.scene.remove(old.group);
      old?.dispose();
    }
    this.soft?.dispose();
    this.ghostSoft?.dispose();
    this.source = source;
    this.crowd.clear();
    this.crowd.crowd = null;
    this.extent = this.crowd.extent = model.json.stat.extent || 1;
    this.soft = new SoftBodies(model);
    this.ghostSoft = new SoftBodies(model);
    this.list = new DrawList(model, this.soft);
    this.ghosts = new DrawList(model, this.ghostSoft);
    this.scene.add(this.list.group, this.ghosts.group);
    this.model = model;
    this.home();
    this.camera.fovy = Number(model.json.vis.global?.fovy ?? 45);
    this.cameraPoses = this.cameraFovy = null;
    this.sky?.dispose();
    const sky = Array.from(model.array("tex_type")).indexOf(2);
    const asset = sky >= 0 ? model.texture(sky) : null;
    this.sky = asset ? (makeTexture(asset) as CubeTexture) : null;
    this.setSky(this.skyOn);
    this.lamps = [];
    this.light();
  }

  /** Takes what a frame has brought, beyond the list of shapes itself. */
  setFrame(frame: Frame): void {
    this.centre = frame.centre;
    if (frame.lights) {
      this.lamps = frame.lights;
      this.light();
    }
    if (frame.cameras) {
      this.cameraPoses = frame.cameras.poses;
      this.cameraFovy = frame.cameras.fovy;
    }
    this.soft?.move(frame.skin, frame.flex);
    this.ghostSoft?.move(frame.ghostSkin, frame.ghostFlex);
    this.touch();
  }

  /** Shows a crowd, or one world alone. */
  setCrowd(crowd: Crowd | null): void {
    const other = (crowd === null) !== (this.crowd.crowd === null);
    this.crowd.crowd = crowd;
    if (other) this.light();
    this.touch();
  }

  /** One world has spots; many share the same sun. */
  private light(): void {
    this.lights.wide = this.crowd.crowd !== null;
    this.lights.set(this.lamps, this.camera.lookat.toArray(), this.extent + this.crowd.area.half);
    this.applyQuality();
  }

  /** Looks at all worlds, or at the one that is open, as the model's author wants it to be seen. */
  home(): void {
    const { camera } = this.model!.json;
    const { middle, half } = this.crowd.area;
    this.camera.mode = { kind: "free" };
    Object.assign(this.camera, { distance: camera.distance + 2.5 * half, azimuth: camera.azimuth, elevation: half ? Math.min(-35, camera.elevation) : camera.elevation });
    this.camera.lookat.set(camera.lookat[0] + middle[0], camera.lookat[1] + middle[1], camera.lookat[2]);
    this.touch();
  }

  private applyQuality(): void {
    const { ratio, shadows, mirrors } = this.governor.quality;
    // Where the processor draws, the shadows of a crowd would cost more than the crowd.
    const affordable = shadows && !(this.governor.software && this.crowd.crowd);
    this.setPixels(Math.min(window.devicePixelRatio || 1, ratio), affordable && this.shadows, mirrors && !this.crowd.crowd);
    this.touch(true);
  }

  private setPixels(ratio: number, shadows: boolean, mirrors: boolean, fine = false): void {
    this.mirrors = mirrors;
    this.renderer.setPixelRatio(ratio);
    this.renderer.shadowMap.enabled = shadows;
    this.lights.cast(shadows, fine);
    this.resized = true;
  }

  /** Called when the reader turns shadows on or off. */
  setShadows(on: boolean): void {
    this.shadows = on;
    this.applyQuality();
  }

  /** Called when the reader turns reflections on or off. */
  setReflections(on: boolean): void {
    this.reflections = on;
    this.touch();
  }

  /** Empties the canvas, so only right before a picture. */
  private resize(): void {
    this.resized = false;
    const box = this.canvas.parentElement!.getBoundingClientRect();
    this.renderer.setSize(Math.max(1, Math.floor(box.width)), Math.max(1, Math.floor(box.height)), false);
  }

  private look(opacity: number): Look {
    const { lookat, distance } = this.camera;
    return {
      selected: this.selected, opacity, reach: 30 * Math.max(this.extent, distance), centre: lookat,
      extent: this.extent, floor: this.floor, grid: 10 ** Math.floor(Math.log10(this.extent)),
      mirror: this.mirrors && this.reflections && this.source ? findMirror(this.source.shapes) : null,
    };
  }

  private place(): void {
    const aspect = this.canvas.width / this.canvas.height;
    this.camera.apply(this.centre, this.extent, aspect, this.cameraPoses, this.cameraFovy);
    const fog = this.scene.fog as Fog | null;
    if (fog) {
      const span = Math.max(this.extent, this.camera.distance);
      fog.near = 2.5 * span;
      fog.far = 10 * span;
    }
    this.lights.follow(this.camera.three, this.camera.lookat, this.camera.distance);
  }

  /** What stands still is drawn once more, as well as can be. */
  private refine(): void {
    this.refined = true;
    if (!this.governor.software || !this.source || this.crowd.crowd) return;
    this.setPixels((window.devicePixelRatio || 1) * FINE, this.shadows, true, true);
    this.render(true);
  }

  draw(): void {
    if (this.refined) this.applyQuality();
    this.refined = false;
    this.render();
    this.pictures++;
    this.drawnAt = performance.now();
    this.onDrawn();
  }

  private render(fine = false): void {
    this.dirty = false;
    if (this.resized) this.resize();
    this.place();
    const eye = this.camera.three.position;
    const look = this.look(this.dimmed ? 0.35 : 1);
    if (this.source) {
      const shapes = this.crowd.crowd ? this.crowd.rest(this.source.shapes) : this.source.shapes;
      const drawn = this.soft?.expand(shapes) ?? shapes;
      if (this.list) this.list.detail = this.governor.software && !fine && drawn.length > MANY ? "coarse" : "fine";
      this.list?.update(drawn, look, eye);
      if (this.list) this.crowd.update(this.source.shapes, this.list, this.look(1));
      this.ghosts?.update(this.ghostSoft?.expand(this.source.ghost) ?? this.source.ghost, this.look(0.25), eye);
    }
    this.mirror.draw(this.renderer, this.scene, this.camera.three, look.mirror, this.extent);
    this.renderer.render(this.scene, this.camera.three);
    this.drawLabels();
  }

  /** Labels are text of the page: sharp at any quality, and selectable. */
  private drawLabels(): void {
    const shown = (this.source?.shapes ?? []).filter((s) => s && s.label).slice(0, MAX_LABELS);
    while (this.labels.childElementCount > shown.length) this.labels.lastElementChild!.remove();
    while (this.labels.childElementCount < shown.length) this.labels.append(document.createElement("span"));
    const box = this.canvas.getBoundingClientRect();
    const p = new Vector3();
    shown.forEach((shape, i) => {
      const span = this.labels.children[i] as HTMLElement;
      p.set(shape.pos[0], shape.pos[1], shape.pos[2]).project(this.camera.three);
      span.hidden = p.z > 1;
      if (span.textContent !== shape.label) span.textContent = shape.label;
      span.style.transform = `translate(${((p.x + 1) / 2) * box.width}px, ${((1 - p.y) / 2) * box.height}px)`;
    });
  }

  /** The ray of a point of the page. */
  rayAt(clientX: number, clientY: number): { origin: Vector3; direction: Vector3 } {
    this.place();
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height);
    this.ray.setFromCamera(at, this.camera.three);
    return { origin: this.ray.ray.origin.clone(), direction: this.ray.ray.direction.clone() };
  }

  /** The world of a crowd at a point of the page, or -1. */
  pickWorld(clientX: number, clientY: number): number {
    this.rayAt(clientX, clientY);
    return this.crowd.pick(this.ray.ray);
  }

  /** What is seen at a point of the page: the nearest shape. */
  pick(clientX: number, clientY: number, wanted: (shape: Shape) => boolean = () => true): Hit | null {
    if (!this.list || !this.source) return null;
    this.rayAt(clientX, clientY);
    const look = this.look(1);
    const matrix = new Matrix4();
    let best: Hit | null = null;
    let nearest = Infinity;
    for (const shape of this.soft?.expand(this.source.shapes) ?? this.source.shapes) {
      if (!shape || shape.rgba[3] <= 0 || !wanted(shape)) continue;
      const source = this.list.geometry(shape);
      if (!source) continue;
      let geometry = source;
      if (shape.type === GeomType.Capsule) {
        geometry = source.clone();
        const position = geometry.getAttribute("position"), cap = geometry.getAttribute("cap");
        const stretch = shape.size[2] / Math.max(shape.size[0], 1e-9);
        for (let i = 0; i < position.count; i++) position.setZ(i, position.getZ(i) + cap.getX(i) * stretch);
        geometry.computeBoundingSphere();
      }
      const mesh = new Mesh(geometry);
      mesh.matrixWorld.copy(this.list.place(shape, look, matrix));
      for (const hit of this.ray.intersectObject(mesh, false)) {
        if (hit.distance < nearest) {
          nearest = hit.distance;
          best = { shape, point: hit.point };
        }
      }
      if (geometry !== source) geometry.dispose();
    }
    return best;
  }

  /** Where a vertex of a flex is now. */
  flexVertex(flex: number, vertex: number): Vector3 | null {
    const at = this.soft?.vertex(flex, vertex);
    return at ? new Vector3(at[0], at[1], at[2]) : null;
  }

  /** A picture of the present moment in full quality. */
  async png(): Promise<Blob> {
    this.setPixels(Math.max(1, window.devicePixelRatio || 1), this.shadows, !this.crowd.crowd);
    this.render(true);
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, "image/png"));
    this.applyQuality();
    if (!blob) throw new Error("the browser gave no picture");
    return blob;
  }
}
