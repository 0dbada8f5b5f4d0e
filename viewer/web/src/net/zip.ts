// Reads zip files: the central directory at the end, entries stored or deflated.

import type { DroppedFile } from "./link";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LIMIT = 256 * 1024 * 1024; // bytes in all: what the server takes

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The files of an archive. Throws where it is damaged or too large. */
export async function unzip(buffer: ArrayBuffer): Promise<DroppedFile[]> {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error("This is not a zip file.");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const files: DroppedFile[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("The zip file is damaged.");
    const method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true), size = view.getUint32(at + 24, true);
    const name = view.getUint16(at + 28, true), more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const path = new TextDecoder().decode(new Uint8Array(buffer, at + 46, name));
    at += 46 + name + more;
    if (path.endsWith("/") || path.startsWith("__MACOSX/")) continue;
    if ((total += size) > LIMIT) throw new Error("The zip file holds more than 256 MB.");
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = new Uint8Array(buffer, from, packed);
    if (method !== 0 && method !== 8) throw new Error(`${path} is packed in a way that is not read here.`);
    files.push({ path, bytes: method === 8 ? await inflate(bytes) : bytes });
  }
  return files;
}
