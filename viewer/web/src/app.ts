// What all panels share: the link, the model, the picture, and who wants to hear of what.

import { type Crowd, type Frame, SceneList } from "./net/frame";
import type { Link, Message } from "./net/link";
import type { Model } from "./net/model";
import type { Stage } from "./scene/stage";

type Handler = (message: Message) => void;

export class App {
  link!: Link;
  model: Model | null = null;
  list: SceneList | null = null;
  frame: Frame | null = null;
  role: "control" | "view" = "view";
  mode: "live" | "passive" = "live";
  /** Whether play, pause, speed and reset are understood. */
  paced = true;
  /** Of many worlds, the one that is looked at alone; -1 while all are seen. */
  opened = -1;
  paused = true;
  /** Many worlds as they came last, also while one is looked at alone. */
  crowd: Crowd | null = null;
  private readonly handlers = new Map<string, Handler[]>();

  constructor(readonly stage: Stage) {}

  /** Listens to messages of a type, or to "frame", "new-model" and "select", which the page adds. */
  on(type: string, handler: Handler): void {
    const list = this.handlers.get(type) ?? [];
    list.push(handler);
    this.handlers.set(type, list);
  }

  emit(message: Message): void {
    for (const handler of this.handlers.get(message.type) ?? []) handler(message);
  }

  get controls(): boolean {
    return this.role === "control";
  }

  /** Whether what is simulated can be changed: by a control link, and not in a recording. */
  get steers(): boolean {
    return this.controls && this.link.kind === "live";
  }

  send(message: Message): void {
    this.link.send(message);
  }

  note(text: string, level: "info" | "warning" = "info"): void {
    this.emit({ type: "note", text, level });
  }

  setModel(model: Model, name: string): void {
    this.model = model;
    this.list = new SceneList(model.bodyOf);
    this.frame = null;
    this.crowd = null;
    this.stage.selected = -1;
    this.stage.setModel(model, this.list);
    this.emit({ type: "new-model", name });
  }

  setFrame(buffer: ArrayBuffer): void {
    if (!this.list) return;
    const frame = this.list.apply(buffer);
    this.frame = frame;
    if (frame.crowd) this.crowd = frame.crowd;
    this.stage.setCrowd(this.opened < 0 ? this.crowd : null);
    this.stage.setFrame(frame);
    this.emit({ type: "frame", frame });
  }

  /** Selects an element of the model: it lights up and its properties follow. */
  select(kind: string, index: number): void {
    const body = kind === "body" ? index : kind === "geom" ? (this.model?.array("geom_bodyid")[index] ?? -1)
      : kind === "joint" ? (this.model?.array("jnt_bodyid")[index] ?? -1) : -1;
    this.stage.selected = body;
    this.stage.touch();
    this.send({ type: "select", kind: index < 0 ? "none" : kind, index });
    this.send({ type: "view", select: Math.max(0, body) });
    this.emit({ type: "select", kind: index < 0 ? "none" : kind, index });
  }
}
