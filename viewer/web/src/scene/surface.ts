// Materials. Colour, gloss and the length of capsules belong to each instance, so that one material per texture is enough.

import {
  type BufferGeometry, ClampToEdgeWrapping, CubeTexture, DataTexture, InstancedBufferAttribute, LinearFilter,
  LinearMipmapLinearFilter, MeshDepthMaterial, MeshPhongMaterial, RepeatWrapping, RGBADepthPacking, RGBAFormat, SRGBColorSpace,
  type Texture, Vector2,
} from "three";
import type { TextureAsset } from "./shape";

/** What the mirror of the scene shows (mirror.ts), for all surfaces; strength 0: nothing. */
export const reflection = { map: { value: null as Texture | null }, size: { value: new Vector2(1, 1) }, strength: { value: 0 } };

/** What an instance has besides its place, four numbers each: colour; emission, specular, shininess, reflectance; the length of a
 * capsule, repetitions of the texture and whether they count in metres. */
export const COPIED = ["tint", "gloss", "extra"] as const;

/** How a texture reaches a surface: by coordinates of the mesh, by position (as MuJoCo does for shapes without), or by
 * direction. A plain floor has a grid, which shows size and motion. */
export type Mapping = "none" | "uv" | "object" | "cube" | "grid";

const vertexHead = /* glsl */ `
attribute float cap;
attribute vec4 tint;
attribute vec4 gloss;
attribute vec4 extra;
varying vec4 vTint;
varying vec4 vGloss;
varying vec3 vObject;
varying vec2 vRepeat;
`;
const stretch = /* glsl */ `transformed.z += cap * extra.x;`;
const vertexBody = /* glsl */ `
${stretch}
// Colours of models are meant for the screen; light is added up linearly.
vTint = vec4(pow(tint.rgb, vec3(2.2)), tint.a);
vGloss = gloss;
vObject = transformed;
#ifdef TEXTURE_CUBE
if (extra.w > 0.0) vObject *= vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
#endif
vRepeat = extra.yz;
`;
const fragmentHead = /* glsl */ `
varying vec4 vTint;
varying vec4 vGloss;
varying vec3 vObject;
varying vec2 vRepeat;
#ifdef TEXTURE_CUBE
uniform samplerCube cubeMap;
#endif
uniform sampler2D mirrorMap;
uniform vec2 mirrorSize;
uniform float mirrorStrength;
#if defined(TEXTURE_OBJECT) || defined(TEXTURE_UV)
uniform sampler2D flatMap;
#endif
#ifdef TEXTURE_UV
varying vec2 vCoordinate;
#endif
`;
const fragmentColor = /* glsl */ `
diffuseColor *= vTint;
#ifdef TEXTURE_CUBE
diffuseColor.rgb *= textureCube(cubeMap, vObject).rgb;
#endif
#ifdef TEXTURE_OBJECT
diffuseColor *= texture2D(flatMap, vObject.xy * vRepeat - 0.5);
#endif
#ifdef TEXTURE_GRID
vec2 cell = vObject.xy * vRepeat;
vec2 wide = max(fwidth(cell), 1e-6);
vec2 near = 1.0 - min(abs(fract(cell - 0.5) - 0.5) / wide, 1.0);
// Lines vanish where they would be closer than a few pixels.
diffuseColor.rgb *= 1.0 - 0.3 * max(near.x * (1.0 - smoothstep(0.1, 0.4, wide.x)), near.y * (1.0 - smoothstep(0.1, 0.4, wide.y)));
#endif
#ifdef TEXTURE_UV
diffuseColor *= texture2D(flatMap, vCoordinate * vec2(2.0, -2.0) * vRepeat);
#endif
totalEmissiveRadiance = diffuseColor.rgb * vGloss.x;
// A mirror's picture is seen from behind, left is right there.
if (vGloss.w * mirrorStrength > 0.0) {
  vec2 at = gl_FragCoord.xy / mirrorSize;
  totalEmissiveRadiance += vGloss.w * texture2D(mirrorMap, vec2(1.0 - at.x, at.y)).rgb;
}
`;

/** A material for instances; `fades` is for what one can see through. */
export function surface(mapping: Mapping, texture: Texture | null, fades: boolean): MeshPhongMaterial {
  const material = new MeshPhongMaterial({ transparent: fades, depthWrite: !fades, dithering: true });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { mirrorMap: reflection.map, mirrorSize: reflection.size, mirrorStrength: reflection.strength });
    if (mapping === "cube") shader.uniforms.cubeMap = { value: texture };
    if (mapping === "uv" || mapping === "object") shader.uniforms.flatMap = { value: texture };
    const coordinate = mapping === "uv" ? "varying vec2 vCoordinate;\n" : "";
    shader.vertexShader = (vertexHead + (mapping === "uv" ? "attribute vec2 coordinate;\n" : "") + coordinate + shader.vertexShader)
      .replace("#include <begin_vertex>", `#include <begin_vertex>\n${vertexBody}${mapping === "uv" ? "vCoordinate = coordinate;" : ""}`);
    shader.fragmentShader = (fragmentHead + shader.fragmentShader)
      .replace("#include <color_fragment>", fragmentColor)
      .replace("#include <lights_phong_fragment>",
        `#include <lights_phong_fragment>
material.specularColor = vec3(0.3 * vGloss.y);
material.specularShininess = max(1.0, 128.0 * vGloss.z);`);
  };
  material.defines = mapping === "none" ? {} : { [`TEXTURE_${mapping.toUpperCase()}`]: "" };
  material.customProgramCacheKey = () => mapping;
  return material;
}

/** What casts shadows must be stretched as what is seen. */
export function shadowSurface(): MeshDepthMaterial {
  const material = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `attribute float cap;\nattribute vec4 extra;\n${shader.vertexShader}`
      .replace("#include <begin_vertex>", `#include <begin_vertex>\n${stretch}`);
  };
  return material;
}

/** A geometry that shares the vertices of another one and has room for so many instances. */
export function instanced(source: BufferGeometry, capacity: number): BufferGeometry {
  const geometry = source.clone();
  for (const [name, attribute] of Object.entries(source.attributes)) geometry.setAttribute(name, attribute);
  if (source.index) geometry.setIndex(source.index);
  if (!geometry.getAttribute("cap")) {
    geometry.setAttribute("cap", new InstancedBufferAttribute(new Float32Array(capacity), 1));
  }
  const uv = source.getAttribute("uv");
  if (uv) geometry.setAttribute("coordinate", uv);
  for (const name of COPIED) geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(4 * capacity), 4));
  return geometry;
}

function rgba(asset: TextureAsset, from: number, count: number): Uint8ClampedArray {
  const out = new Uint8ClampedArray(4 * count);
  const n = asset.channels;
  for (let i = 0; i < count; i++) {
    const at = (from + i) * n;
    const grey = n < 3;
    out[4 * i] = asset.bytes[at];
    out[4 * i + 1] = asset.bytes[grey ? at : at + 1];
    out[4 * i + 2] = asset.bytes[grey ? at : at + 2];
    out[4 * i + 3] = n === 4 ? asset.bytes[at + 3] : 255;
  }
  return out;
}

/** A texture of the model, ready for the graphics card. */
export function makeTexture(asset: TextureAsset): Texture {
  const { width, height } = asset;
  if (asset.type === 0) {
    const texture = new DataTexture(new Uint8Array(rgba(asset, 0, width * height).buffer), width, height, RGBAFormat);
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.magFilter = LinearFilter;
    texture.generateMipmaps = true;
    texture.anisotropy = 4;
    texture.colorSpace = SRGBColorSpace;
    texture.needsUpdate = true;
    return texture;
  }
  const faces = Array.from({ length: 6 }, (_, i) => new ImageData(rgba(asset, i * width * width, width * width), width, width));
  const canvases = faces.map((face) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = width;
    canvas.getContext("2d")!.putImageData(face, 0, 0);
    return canvas;
  });
  const cube = new CubeTexture(canvases);
  cube.wrapS = cube.wrapT = ClampToEdgeWrapping;
  cube.colorSpace = SRGBColorSpace;
  cube.needsUpdate = true;
  return cube;
}
