// Lights of the scene as three.js has them. MuJoCo's intensities are relative, those of three.js are divided by pi.

import { AmbientLight, Color, DirectionalLight, Group, HemisphereLight, type PerspectiveCamera, SpotLight, SRGBColorSpace, Vector3 } from "three";
import type { Light } from "./shape";

const MAX = 3; // each costs time in every pixel

const strength = (c: ArrayLike<number>) => Math.max(c[0], c[1], c[2]);
const hue = (c: ArrayLike<number>) => {
  const s = strength(c) || 1;
  return new Color().setRGB(c[0] / s, c[1] / s, c[2] / s, SRGBColorSpace);
};

export class Lights {
  /** Lamps light everything, however far away. */
  wide = false;
  readonly group = new Group();
  private readonly ambient = new AmbientLight(0xffffff, 0);
  private readonly sky = new HemisphereLight(0xffffff, 0x9a9ea6, 0.5 * Math.PI);
  private readonly head = new DirectionalLight(0xffffff, 0);
  /** Of the picture of the light, along each side. */
  shadowPixels = 2048;
  private readonly lamps: (DirectionalLight | SpotLight)[] = [];
  private shadows = false;
  private readonly centre = new Vector3();
  private extent = 1;

  constructor() {
    this.sky.position.set(0, 0, 1);
    this.group.add(this.ambient, this.sky, this.head, this.head.target);
  }

  /** The lights of a frame; `extent` is the size of the model [m]. */
  set(lights: Light[], centre: ArrayLike<number>, extent: number): void {
    this.centre.set(centre[0], centre[1], centre[2]);
    this.extent = extent;
    for (const lamp of this.lamps.splice(0)) {
      this.group.remove(lamp, lamp.target);
      lamp.dispose();
    }
    const head = lights.find((l) => l.headlight);
    this.head.visible = head !== undefined;
    if (head) {
      this.head.color.copy(hue(head.diffuse));
      this.head.intensity = 0.9 * Math.PI * strength(head.diffuse);
    }
    const shown = lights.filter((l) => !l.headlight && strength(l.diffuse) > 0).slice(0, MAX);
    if (!shown.length) shown.push(this.key());
    const total = shown.reduce((sum, l) => sum + strength(l.diffuse), 0);
    for (const light of shown) this.add(light, (strength(light.diffuse) / total) * Math.min(1, Math.max(0.6, total)));
    this.cast(this.shadows);
  }

  /** Models without lamps have a sun, so that there are shadows. */
  private key(): Light {
    const { x, y, z } = this.centre;
    const away = 3 * this.extent;
    return {
      pos: [x + 0.4 * away, y - 0.6 * away, z + away], dir: [-0.4, 0.6, -1], type: 1, cutoff: 45, ambient: [0, 0, 0], diffuse: [0.8, 0.8, 0.8],
      specular: [0.3, 0.3, 0.3], headlight: false, castshadow: true,
    };
  }

  private add(light: Light, power: number): void {
    const color = hue(light.diffuse);
    const spot = light.type === 0 && light.cutoff < 90 && !this.wide;
    const lamp = spot ? new SpotLight(color, 0, 0, Math.min(1.5, (light.cutoff * Math.PI) / 180), 0.35, 0) : new DirectionalLight(color);
    lamp.intensity = 0.75 * Math.PI * power;
    const direction = new Vector3(light.dir[0], light.dir[1], light.dir[2]).normalize();
    if (spot) {
      lamp.position.set(light.pos[0], light.pos[1], light.pos[2]);
      lamp.target.position.copy(lamp.position).add(direction);
    } else {
      lamp.target.position.copy(this.centre);
      lamp.position.copy(this.centre).addScaledVector(direction, -3 * this.extent);
    }
    lamp.castShadow = false;
    lamp.userData.casts = light.castshadow;
    lamp.shadow.mapSize.set(this.shadowPixels, this.shadowPixels);
    lamp.shadow.bias = -0.0004;
    lamp.shadow.normalBias = 0.004 * this.extent;
    lamp.shadow.radius = 3;
    if (lamp instanceof DirectionalLight) {
      const box = lamp.shadow.camera;
      box.near = 0.1 * this.extent;
      box.far = 8 * this.extent;
    }
    this.lamps.push(lamp);
    this.group.add(lamp, lamp.target);
  }

  /** Only the first lamp that may throws a shadow: each costs a drawing of the whole scene. `fine` is for still pictures. */
  cast(on: boolean, fine = false): void {
    this.shadows = on;
    const first = this.lamps.find((l) => l.userData.casts) ?? this.lamps[0];
    const pixels = fine ? 2 * this.shadowPixels : this.shadowPixels;
    for (const lamp of this.lamps) {
      lamp.castShadow = on && lamp === first;
      if (lamp.shadow.mapSize.x === pixels) continue;
      lamp.shadow.mapSize.set(pixels, pixels);
      lamp.shadow.map?.dispose();
      lamp.shadow.map = null;
    }
  }

  /** The headlight shines from the reader's eye; the sun follows what is looked at and reaches as far as one sees well, so that shadows are sharp. */
  follow(camera: PerspectiveCamera, lookat: Vector3, distance: number): void {
    const reach = Math.min(2 * this.extent, 1.3 * distance);
    this.head.position.copy(camera.position);
    this.head.target.position.copy(lookat);
    for (const lamp of this.lamps) {
      if (!(lamp instanceof DirectionalLight)) continue;
      const offset = lamp.position.clone().sub(lamp.target.position);
      lamp.target.position.copy(lookat);
      lamp.position.copy(lookat).add(offset);
      const box = lamp.shadow.camera;
      box.left = box.bottom = -reach;
      box.right = box.top = reach;
      box.updateProjectionMatrix();
    }
  }
}
