// Skins and flexes: triangles whose vertices come with each frame.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, Mesh, MeshPhongMaterial, SRGBColorSpace } from "three";
import type { Model } from "../net/model";
import { GeomType, type Shape } from "./shape";

interface Part {
  object: Mesh | LineSegments;
  first: number;
  count: number;
  kind: number;
  id: number;
}

function colour(model: Model, prefix: string, id: number): { color: Color; opacity: number } {
  const material = model.array(`${prefix}_matid`)[id] ?? -1;
  const own = material >= 0 ? model.array("mat_rgba").slice(4 * material, 4 * material + 4) : model.array(`${prefix}_rgba`).slice(4 * id, 4 * id + 4);
  return { color: new Color().setRGB(own[0] ?? 0.5, own[1] ?? 0.5, own[2] ?? 0.5, SRGBColorSpace), opacity: own[3] ?? 1 };
}

function dynamic(vertices: number, index: ArrayLike<number>): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const name of ["position", "normal"]) {
    const attribute = new BufferAttribute(new Float32Array(3 * vertices), 3);
    attribute.setUsage(DynamicDrawUsage);
    geometry.setAttribute(name, attribute);
  }
  geometry.setIndex(new BufferAttribute(Uint32Array.from(index), 1));
  return geometry;
}

export class SoftBodies {
  readonly group = new Group();
  private readonly parts: Part[] = [];

  constructor(model: Model) {
    for (let i = 0; i < model.size("nskin"); i++) {
      const at = model.array("skin_faceadr")[i], count = model.array("skin_facenum")[i];
      this.add(model, GeomType.Skin, "skin", i, model.array("skin_vertadr")[i], model.array("skin_vertnum")[i],
        model.array("skin_face").slice(3 * at, 3 * (at + count)));
    }
    for (let i = 0; i < model.size("nflex"); i++) {
      const dim = model.array("flex_dim")[i];
      const list = dim === 3 ? "shell" : "elem";
      const at = model.array(`flex_${list}dataadr`)[i], count = model.array(`flex_${list}num`)[i] * (dim === 3 ? 3 : dim + 1);
      this.add(model, GeomType.Flex, "flex", i, model.array("flex_vertadr")[i], model.array("flex_vertnum")[i],
        model.array(`flex_${list}`).slice(at, at + count), dim === 1);
    }
  }

  private add(model: Model, kind: number, prefix: string, id: number, first: number, count: number, index: ArrayLike<number>, lines = false): void {
    const { color, opacity } = colour(model, prefix, id);
    const geometry = dynamic(count, index);
    const object = lines
      ? new LineSegments(geometry, new LineBasicMaterial({ color }))
      : new Mesh(geometry, new MeshPhongMaterial({ color, opacity, transparent: opacity < 1, side: DoubleSide, shininess: 20, specular: 0x222222 }));
    object.frustumCulled = false;
    object.castShadow = !lines;
    object.receiveShadow = !lines;
    object.visible = false;
    this.parts.push({ object, first, count, kind, id });
    this.group.add(object);
  }

  /** Those in the list of shapes are shown. */
  show(shapes: Shape[]): void {
    for (const part of this.parts) {
      part.object.visible = shapes.some((s) => s && s.type === part.kind && s.objid === part.id);
    }
  }

  move(kind: number, positions: Float32Array, normals: Float32Array | null): void {
    for (const part of this.parts) {
      if (part.kind !== kind) continue;
      const { geometry } = part.object;
      const range = [3 * part.first, 3 * (part.first + part.count)] as const;
      geometry.getAttribute("position").array.set(positions.subarray(...range));
      geometry.getAttribute("position").needsUpdate = true;
      if (normals) geometry.getAttribute("normal").array.set(normals.subarray(...range));
      else geometry.computeVertexNormals();
      geometry.getAttribute("normal").needsUpdate = true;
    }
  }

  dispose(): void {
    for (const { object } of this.parts) object.geometry.dispose();
  }
}
