// A recording inside the page (viewer/PROTOCOL.md, "Recordings"): plays, scrubs and plots without a server.

import type { Link, Listener, Message } from "./link";
import { BEGIN } from "./frame";
import { Model } from "./model";

async function unpack(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export class RecordingLink implements Link {
  readonly kind = "recording";
  private frames: ArrayBuffer[] = [];
  private times: number[] = [];
  private at = -1;
  private playing = true;
  private speed = 1;
  private time = 0;
  private last = 0;
  private shown = true;

  constructor(text: string, private readonly listener: Listener) {
    void this.load(text).catch((error: Error) => listener.connection("refused", `The recording cannot be read: ${error.message}`));
  }

  private async load(text: string): Promise<void> {
    const buffer = await unpack(text);
    const view = new DataView(buffer);
    const bytes = view.getUint32(0, true);
    const model = new Model(buffer.slice(4, 4 + bytes));
    let at = 4 + bytes;
    const count = view.getUint32(at, true);
    at += 4;
    for (let i = 0; i < count; i++) {
      const size = view.getUint32(at, true);
      this.frames.push(buffer.slice(at + 4, at + 4 + size));
      this.times.push(new DataView(this.frames[i]).getFloat64(16, true));
      at += 4 + size;
    }
    this.listener.connection("open", "");
    this.listener.message({ type: "hello", protocol: 1, role: "control", mode: "live", builtins: [], model: { name: model.json.name } });
    this.listener.model(model, model.json.name);
    this.time = this.times[0];
    this.go(0);
    this.report();
    requestAnimationFrame((now) => this.tick(now));
  }

  /** Frames are differences: forward one by one, back from the last whole one before. */
  private go(target: number): void {
    if (target === this.at) return;
    const whole = (i: number) => i === 0 || (new DataView(this.frames[i]).getUint32(8, true) & BEGIN) !== 0;
    let from = this.at + 1;
    if (target < this.at || target > this.at + 60) {
      from = target;
      while (!whole(from)) from--;
    }
    for (let i = from; i <= target; i++) this.listener.frame(this.frames[i]);
    this.at = target;
    this.timeline();
  }

  private timeline(): void {
    const last = this.times.length - 1;
    this.listener.message({
      type: "timeline", first: 0, last, now: this.at, times: [this.times[0], this.times[last], this.times[this.at]], live: this.playing,
      bytes: 0, cap: 0, branches: [], branch: 0, marks: [],
    });
  }

  private report(): void {
    this.listener.message({ type: "status", paused: !this.playing, speed: this.speed, factor: this.playing ? this.speed : 0, clients: [] });
  }

  private tick(now: number): void {
    requestAnimationFrame((t) => this.tick(t));
    const gap = Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    if (!this.playing || !this.shown) return;
    this.time += gap * this.speed;
    const end = this.times.length - 1;
    if (this.time > this.times[end] + 0.5) this.time = this.times[0]; // begins again after a moment
    let next = this.at;
    if (this.times[next] > this.time) next = 0;
    while (next < end && this.times[next + 1] <= this.time) next++;
    if (next !== this.at) {
      this.shown = false;
      this.go(next);
    }
  }

  send(message: Message): void {
    const end = this.times.length - 1;
    switch (message.type) {
      case "ack": this.shown = true; return;
      case "play": this.playing = true; break;
      case "pause": this.playing = false; break;
      case "continue": this.playing = true; break;
      case "speed": this.speed = message.value; break;
      case "reset": this.time = this.times[0]; this.go(0); break;
      case "step":
      case "seek": {
        this.playing = false;
        let target = message.type === "step" ? this.at + message.count : message.step;
        if (target === undefined) target = this.times.findIndex((t) => t >= message.time);
        target = Math.max(0, Math.min(end, Math.round(target)));
        this.time = this.times[target];
        this.go(target);
        break;
      }
      default: return;
    }
    this.report();
    this.timeline();
  }

  ask(message: Message): Promise<Message> {
    return Promise.reject(new Error(`a recording cannot answer "${message.type}"`));
  }

  drop(): Promise<void> {
    return Promise.reject(new Error("This page is a recording. Start `thew view` to look at another model."));
  }

  /** Every value of every plotted signal, from all frames. */
  everyFrame(): ArrayBuffer[] {
    return this.frames;
  }
}
