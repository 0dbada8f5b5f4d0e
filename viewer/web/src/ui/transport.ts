// Play, step, speed, and the time line over the whole run.

import type { App } from "../app";
import { bytes, h, iconButton, setIcon, throttled } from "../dom";
import type { Message } from "../net/link";

const SPEEDS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];
const speedText = (s: number) => (s >= 1 ? `${s}×` : `1/${Math.round(1 / s)}×`);

export class Transport {
  readonly element: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly speedChoice: HTMLSelectElement;
  private readonly line: HTMLInputElement;
  private readonly track: HTMLCanvasElement;
  private readonly clock: HTMLElement;
  private readonly factor: HTMLElement;
  private readonly memory: HTMLElement;
  private readonly resume: HTMLButtonElement;
  private timeline: Message | null = null;
  private dragging = false;

  constructor(private readonly app: App) {
    this.playButton = iconButton("play", "Play (Space)", () => this.toggle(), { class: "icon primary" });
    this.speedChoice = h("select", { "aria-label": "Speed", title: "Speed (− and +)", onChange: () => this.setSpeed(Number(this.speedChoice.value)) },
      ...SPEEDS.map((s) => h("option", { value: String(s), textContent: speedText(s) })));
    this.speedChoice.value = "1";
    const seek = throttled((step: number) => app.send({ type: "seek", step }));
    this.line = h("input", {
      type: "range", min: "0", max: "0", step: "1", value: "0", "aria-label": "Time line", class: "timeline",
      onInput: () => { this.dragging = true; seek(Number(this.line.value)); },
      onChange: () => { this.dragging = false; },
    });
    this.track = h("canvas", { class: "track", "aria-hidden": "true" });
    this.clock = h("output", { class: "clock", "aria-label": "Simulated time" }, "0.00 s");
    this.factor = h("output", { class: "factor", title: "Real-time factor: simulated seconds per second", "aria-label": "Real-time factor" }, "");
    this.memory = h("span", { class: "memory" });
    this.resume = h("button", { type: "button", class: "resume", hidden: true, onClick: () => app.send({ type: "continue" }) }, "Continue from here");
    this.element = h("footer", { class: "transport", "aria-label": "Simulation" },
      h("div", { class: "buttons", role: "group", "aria-label": "Playback" },
        iconButton("reset", "Reset (Backspace)", () => app.send({ type: "reset" })),
        iconButton("back", "Step back (←)", () => this.step(-1), { class: "icon step" }), this.playButton,
        iconButton("forward", "Step forward (→)", () => this.step(1), { class: "icon step" }), this.speedChoice),
      h("div", { class: "line" }, this.track, this.line, h("div", { class: "under" }, this.clock, this.factor, this.memory)),
      this.resume);
    app.on("status", (m) => this.status(m));
    app.on("timeline", (m) => this.show(m));
    app.on("frame", (m) => { this.clock.textContent = `${m.frame.time.toFixed(2)} s`; });
    app.on("hello", () => this.enable());
    new ResizeObserver(() => this.paint()).observe(this.track);
  }

  private enable(): void {
    const usable = this.app.controls && this.app.paced;
    this.element.classList.toggle("passive", this.app.mode === "passive");
    this.element.classList.toggle("paced", this.app.paced);
    for (const control of this.element.querySelectorAll<HTMLButtonElement | HTMLInputElement | HTMLSelectElement>("button, input, select")) control.disabled = !usable;
  }

  toggle(): void {
    this.app.send({ type: this.app.paused ? "play" : "pause" });
  }

  step(count: number): void {
    this.app.send({ type: "step", count });
  }

  /** One step slower or faster. */
  shiftSpeed(by: number): void {
    const at = SPEEDS.findIndex((s) => s >= Number(this.speedChoice.value) - 1e-9);
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))]);
  }

  private setSpeed(value: number): void {
    this.speedChoice.value = String(value);
    this.app.send({ type: "speed", value });
  }

  private status(m: Message): void {
    this.app.paused = m.paused;
    setIcon(this.playButton, m.paused ? "play" : "pause", m.paused ? "Play (Space)" : "Pause (Space)");
    if (document.activeElement !== this.speedChoice) this.speedChoice.value = String(SPEEDS.find((s) => Math.abs(s - m.speed) < 1e-6) ?? 1);
    this.factor.textContent = m.paused ? "paused" : `${m.factor.toFixed(2)}× real time`;
    this.factor.classList.toggle("behind", !m.paused && this.app.paced && m.factor < 0.9 * m.speed);
  }

  private show(m: Message): void {
    this.timeline = m;
    this.line.min = String(m.first);
    this.line.max = String(m.last);
    if (!this.dragging) this.line.value = String(m.now);
    this.line.setAttribute("aria-valuetext", `${m.times[2].toFixed(2)} of ${m.times[1].toFixed(2)} seconds`);
    const past = m.now < m.last;
    this.resume.hidden = !past || this.app.link.kind === "recording" || !this.app.controls;
    const span = `${m.times[0].toFixed(1)} to ${m.times[1].toFixed(1)} s`;
    this.memory.textContent = m.cap ? `${span}, ${bytes(m.bytes)} of ${bytes(m.cap)}` : span;
    this.paint();
  }

  /** The run, the part before the moment shown, marks of what was done, and the ghost. */
  private paint(): void {
    const m = this.timeline;
    const box = this.track.getBoundingClientRect();
    if (!m || !box.width) return;
    const ratio = window.devicePixelRatio || 1;
    this.track.width = box.width * ratio;
    this.track.height = box.height * ratio;
    const g = this.track.getContext("2d")!;
    const style = getComputedStyle(this.element);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const edge = 8 * ratio;
    const width = this.track.width - 2 * edge, height = this.track.height, middle = height / 2;
    const ghosts = (m.branches as Message[]).filter((b) => b.id !== m.branch && b.ghost);
    const first = m.first, last = Math.max(m.last, first + 1);
    const x = (step: number) => edge + (width * (Math.max(first, Math.min(last, step)) - first)) / (last - first);
    const bar = (from: number, to: number, y: number, thick: number, fill: string) => {
      g.fillStyle = fill;
      g.beginPath();
      g.roundRect(x(from), y - thick / 2, Math.max(1, x(to) - x(from)), thick, thick / 2);
      g.fill();
    };
    bar(first, last, middle, 4 * ratio, color("--line"));
    bar(first, m.now, middle, 4 * ratio, color("--accent"));
    for (const ghost of ghosts) bar(ghost.from ?? ghost.first, ghost.last, middle - 6 * ratio, 2 * ratio, color("--ghost"));
    g.fillStyle = color("--muted");
    for (const mark of m.marks as Message[]) g.fillRect(x(mark.step) - ratio / 2, middle + 4 * ratio, ratio, 4 * ratio);
  }
}
