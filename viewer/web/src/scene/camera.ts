// The camera of the reader: MuJoCo's lookat, distance, azimuth and elevation, moved by mouse, touch and keys. Never by the server.

import { PerspectiveCamera, Vector3 } from "three";

const DEGREE = Math.PI / 180;

export type Mode = { kind: "free" } | { kind: "track"; body: number } | { kind: "fixed"; camera: number };

export class Camera {
  readonly three = new PerspectiveCamera(45, 1, 0.01, 100);
  readonly lookat = new Vector3();
  distance = 3;
  azimuth = 90;
  elevation = -20;
  fovy = 45;
  mode: Mode = { kind: "free" };
  /** Where the lookat was when tracking began, seen from what is tracked. */
  private readonly follow = new Vector3();

  constructor() {
    this.three.up.set(0, 0, 1);
  }

  /** Unit vector of the view. */
  forward(): Vector3 {
    const a = this.azimuth * DEGREE, e = this.elevation * DEGREE;
    return new Vector3(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
  }

  /** Degrees for a drag of one window height: half a turn. */
  orbit(dx: number, dy: number): void {
    this.mode = this.mode.kind === "fixed" ? { kind: "free" } : this.mode;
    this.azimuth -= 180 * dx;
    this.elevation = Math.max(-89.9, Math.min(89.9, this.elevation - 180 * dy));
  }

  /** Moves the lookat so that the point under the mouse stays there; fractions of the window's height. */
  pan(dx: number, dy: number): void {
    this.mode = this.mode.kind === "fixed" ? { kind: "free" } : this.mode;
    const span = 2 * this.distance * Math.tan((this.fovy * DEGREE) / 2);
    const forward = this.forward();
    const right = new Vector3().crossVectors(forward, this.three.up).normalize();
    const up = new Vector3().crossVectors(right, forward);
    const move = right.multiplyScalar(-dx * span).add(up.multiplyScalar(dy * span));
    this.lookat.add(move);
    this.follow.add(move);
  }

  zoom(steps: number): void {
    this.distance = Math.max(1e-3, Math.min(1e5, this.distance * Math.exp(steps)));
  }

  track(body: number, centre: ArrayLike<number>): void {
    this.mode = { kind: "track", body };
    this.follow.set(0, 0, 0);
    this.lookat.set(centre[0], centre[1], centre[2]);
  }

  /** Puts the camera where it is now. `pose` of a camera of the model is pos and quaternion w x y z. */
  apply(centre: ArrayLike<number>, extent: number, aspect: number, poses: Float32Array | null, fovys: Float32Array | null): void {
    const camera = this.three;
    if (this.mode.kind === "track") this.lookat.set(centre[0], centre[1], centre[2]).add(this.follow);
    camera.fov = this.fovy;
    const at = this.mode.kind === "fixed" ? 7 * this.mode.camera : -1;
    if (at >= 0 && poses && at + 7 <= poses.length) {
      camera.position.set(poses[at], poses[at + 1], poses[at + 2]);
      camera.quaternion.set(poses[at + 4], poses[at + 5], poses[at + 6], poses[at + 3]);
      camera.fov = fovys?.[at / 7] || this.fovy;
    } else {
      camera.position.copy(this.lookat).addScaledVector(this.forward(), -this.distance);
      camera.lookAt(this.lookat);
    }
    camera.near = Math.max(1e-4, 0.01 * Math.min(extent, this.distance));
    camera.far = 60 * extent + 10 * this.distance;
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
