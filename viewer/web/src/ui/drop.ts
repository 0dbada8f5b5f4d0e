// Models by drag and drop, or chosen from a dialog: files, folders, zip archives.

import type { App } from "../app";
import { h } from "../dom";
import type { DroppedFile } from "../net/link";
import { unzip } from "../net/zip";

async function read(file: File, path: string): Promise<DroppedFile[]> {
  const buffer = await file.arrayBuffer();
  return /\.zip$/i.test(path) ? unzip(buffer) : [{ path, bytes: new Uint8Array(buffer) }];
}

/** A folder gives all that is in it. */
async function walk(entry: FileSystemEntry): Promise<DroppedFile[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return read(file, path);
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: DroppedFile[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return found;
    for (const inner of some) found.push(...(await walk(inner)));
  }
}

export class Drop {
  readonly element = h("div", { class: "dropzone", hidden: true }, h("p", {}, "Drop a model here", h("small", {}, "MJCF or URDF with its meshes, a folder, or a zip")));
  private readonly chooser = h("input", { type: "file", multiple: true, hidden: true, onChange: () => void this.chosen() });

  constructor(private readonly app: App) {
    this.element.append(this.chooser);
    let inside = 0;
    const show = (on: boolean) => { this.element.hidden = !on; };
    window.addEventListener("dragenter", () => show(++inside > 0 && app.steers));
    window.addEventListener("dragleave", () => show(--inside > 0 && app.steers));
    window.addEventListener("dragover", (e) => e.preventDefault());
    window.addEventListener("drop", (e) => {
      e.preventDefault();
      inside = 0;
      show(false);
      void this.dropped(e.dataTransfer!);
    });
  }

  choose(): void {
    this.chooser.click();
  }

  private async chosen(): Promise<void> {
    await this.send(async () => (await Promise.all(Array.from(this.chooser.files ?? [], (f) => read(f, f.webkitRelativePath || f.name)))).flat());
    this.chooser.value = "";
  }

  private async dropped(data: DataTransfer): Promise<void> {
    const entries = Array.from(data.items, (item) => item.webkitGetAsEntry?.()).filter((e): e is FileSystemEntry => !!e);
    const files = Array.from(data.files);
    await this.send(async () => (await Promise.all(entries.length ? entries.map(walk) : files.map((f) => read(f, f.name)))).flat());
  }

  private async send(collect: () => Promise<DroppedFile[]>): Promise<void> {
    try {
      if (!this.app.controls) throw new Error("This link only looks: it cannot load models.");
      const files = await collect();
      if (files.length) await this.app.link.drop(files);
    } catch (error) {
      this.app.note((error as Error).message, "warning");
    }
  }
}
