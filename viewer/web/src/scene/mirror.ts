// What a plane, or the upper side of a box, reflects, as in MuJoCo: the first one that does. The scene is drawn once more from behind
// the mirror, and the mirror's surface adds what is seen there (surface.ts).

import { PerspectiveCamera, Plane, Vector3, type Scene, type WebGLRenderer, WebGLRenderTarget } from "three";
import { GeomType, type Shape } from "./shape";
import { reflection } from "./surface";

/** The shape of a list that is a mirror, or null. */
export function findMirror(shapes: Shape[]): Shape | null {
  return shapes.find((s) => s && s.reflectance > 0 && s.rgba[3] > 0.995 && (s.type === GeomType.Plane || s.type === GeomType.Box)) ?? null;
}

export class Mirror {
  private readonly target = new WebGLRenderTarget(1, 1);
  private readonly behind = new PerspectiveCamera();

  /** Draws what the mirror shows to this eye, as large as the picture; nothing where it is not seen. */
  draw(renderer: WebGLRenderer, scene: Scene, eye: PerspectiveCamera, shape: Shape | null, extent: number): void {
    reflection.strength.value = 0;
    reflection.map.value = null; // it cannot be read while it is drawn
    if (!shape) return;
    const m = shape.mat;
    const normal = new Vector3(m[2], m[5], m[8]);
    const place = new Vector3(shape.pos[0], shape.pos[1], shape.pos[2]).addScaledVector(normal, shape.type === GeomType.Box ? shape.size[2] : 0);
    const height = eye.position.clone().sub(place).dot(normal);
    if (height <= 0) return;
    const mirrored = (v: Vector3) => v.addScaledVector(normal, -2 * v.dot(normal));
    this.behind.position.copy(eye.position).addScaledVector(normal, -2 * height);
    this.behind.up.copy(mirrored(eye.up.clone().set(0, 1, 0).applyQuaternion(eye.quaternion)));
    this.behind.lookAt(mirrored(eye.getWorldDirection(new Vector3())).add(this.behind.position));
    this.behind.projectionMatrix.copy(eye.projectionMatrix);
    this.behind.projectionMatrixInverse.copy(eye.projectionMatrixInverse);
    this.behind.updateMatrixWorld();
    const { width, height: tall } = renderer.domElement;
    this.target.setSize(width, tall);
    // Only what is in front of the mirror is seen in it, and the mirror itself is not.
    renderer.clippingPlanes = [new Plane(normal, -place.dot(normal) - 1e-4 * extent)];
    // Nothing else is: neither sky nor fog. Shadows are drawn for the picture itself.
    const { background, fog } = scene;
    scene.background = scene.fog = null;
    renderer.shadowMap.autoUpdate = false;
    renderer.setRenderTarget(this.target);
    renderer.render(scene, this.behind);
    renderer.setRenderTarget(null);
    renderer.shadowMap.autoUpdate = true;
    Object.assign(scene, { background, fog });
    renderer.clippingPlanes = [];
    reflection.map.value = this.target.texture;
    reflection.size.value.set(width, tall);
    reflection.strength.value = 1;
  }
}
