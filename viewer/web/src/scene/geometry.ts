// Unit geometries of the shapes, z up. A shape is one of them times its size; only capsules cannot be had by scaling: their
// vertices carry in `cap` the direction in which the shader moves them by half the length.

import { BoxGeometry, BufferAttribute, BufferGeometry, ConeGeometry, CylinderGeometry, PlaneGeometry, SphereGeometry } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { HFieldAsset, MeshAsset } from "./shape";

const QUARTER = Math.PI / 2;

function capsule(segments: number): BufferGeometry {
  // An even number of rings splits the sphere exactly at its equator; the two equator rings make the cylinder.
  const sphere = new SphereGeometry(1, segments, segments / 2).rotateX(QUARTER);
  const position = sphere.getAttribute("position");
  const rings = segments / 2;
  const ring = segments + 1;
  const half = (rings / 2) * ring;
  const source = position.array as Float32Array;
  const normal = sphere.getAttribute("normal").array as Float32Array;
  const points: number[] = [];
  const normals: number[] = [];
  const caps: number[] = [];
  const take = (from: number, to: number, cap: number) => {
    for (let i = from; i < to; i++) {
      points.push(source[3 * i], source[3 * i + 1], source[3 * i + 2]);
      normals.push(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
      caps.push(cap);
    }
  };
  const firstUp = source[2] > 0 ? 1 : -1;
  take(0, half + ring, firstUp);
  take(half, position.count, -firstUp);
  const index: number[] = [];
  for (let row = 0; row < rings + 1; row++) {
    for (let i = 0; i < segments; i++) {
      const a = row * ring + i;
      index.push(a, a + ring, a + 1, a + 1, a + ring, a + ring + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("cap", new BufferAttribute(new Float32Array(caps), 1));
  geometry.setIndex(index);
  return geometry;
}

/** From z = 0 to z = 1, a head of 30 % at the end; `both` has a head at the beginning too. */
function arrow(both: boolean): BufferGeometry {
  const from = both ? 0.15 : 0;
  const to = both ? 0.85 : 0.8;
  const head = 1 - to;
  const shaft = new CylinderGeometry(1, 1, to - from, 16).rotateX(QUARTER).translate(0, 0, (from + to) / 2);
  const parts = [shaft, new ConeGeometry(1.75, head, 16).rotateX(QUARTER).translate(0, 0, to + head / 2)];
  if (both) parts.push(new ConeGeometry(1.75, head, 16).rotateX(-QUARTER).translate(0, 0, head / 2));
  return mergeGeometries(parts);
}

function triangle(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), 3));
  return geometry;
}

export function meshGeometry(mesh: MeshAsset): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(mesh.positions, 3));
  if (mesh.uvs) geometry.setAttribute("uv", new BufferAttribute(mesh.uvs, 2));
  geometry.setIndex(new BufferAttribute(mesh.indices, 1));
  if (mesh.normals) geometry.setAttribute("normal", new BufferAttribute(mesh.normals, 3));
  else geometry.computeVertexNormals();
  return geometry;
}

/** The surface of a height field, in metres. */
export function hfieldGeometry(field: HFieldAsset): BufferGeometry {
  const { rows, columns, size, heights } = field;
  const positions = new Float32Array(rows * columns * 3);
  for (let r = 0, i = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++, i++) {
      positions[3 * i] = size[0] * ((2 * c) / (columns - 1) - 1);
      positions[3 * i + 1] = size[1] * ((2 * r) / (rows - 1) - 1);
      positions[3 * i + 2] = size[2] * heights[i];
    }
  }
  const index: number[] = [];
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const a = r * columns + c;
      index.push(a, a + 1, a + columns, a + 1, a + columns + 1, a + columns);
    }
  }
  return meshGeometry({ positions, normals: null, uvs: null, indices: new Uint32Array(index) });
}

/** Far away, and many at once: fewer corners do. */
export type Detail = "fine" | "coarse";

const makers: Record<string, (coarse: boolean) => BufferGeometry> = {
  plane: () => new PlaneGeometry(2, 2),
  sphere: (coarse) => (coarse ? new SphereGeometry(1, 10, 7) : new SphereGeometry(1, 32, 20)).rotateX(QUARTER),
  capsule: (coarse) => capsule(coarse ? 8 : 24),
  cylinder: (coarse) => new CylinderGeometry(1, 1, 2, coarse ? 10 : 32).rotateX(QUARTER),
  box: () => new BoxGeometry(2, 2, 2),
  arrow: () => arrow(false),
  arrow1: () => new CylinderGeometry(1, 1, 1, 12).rotateX(QUARTER).translate(0, 0, 0.5),
  arrow2: () => arrow(true),
  triangle,
};

const made = new Map<string, BufferGeometry>();

/** The unit geometry of that name, made once. */
export function unitGeometry(name: string, detail: Detail = "fine"): BufferGeometry {
  const key = `${name} ${detail}`;
  let geometry = made.get(key);
  if (!geometry) made.set(key, (geometry = makers[name](detail === "coarse")));
  return geometry;
}
