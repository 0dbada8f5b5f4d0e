// Many worlds: what their colours mean, how they stand, and which one is open.

import type { App } from "../app";
import { brief, h } from "../dom";
import type { Message } from "../net/link";
import { GRADIENT } from "../scene/scale";

const BINS = 32;

export class WorldsPanel {
  readonly element = h("section", { class: "panel", id: "panel-worlds", "aria-label": "Worlds" });
  private readonly label = h("h2", { class: "plain" }, "Value");
  private readonly bars = h("canvas", { "aria-hidden": "true" });
  private readonly low = h("button", { type: "button", title: "Open the world with the lowest value", onClick: () => this.open(this.extreme(-1)) });
  private readonly middle = h("span");
  private readonly high = h("button", { type: "button", title: "Open the world with the highest value", onClick: () => this.open(this.extreme(1)) });
  private readonly failed = h("p", { class: "failed", role: "status" });
  private readonly under = h("output", { class: "quiet", "aria-label": "World under the mouse" }, "Click a world to open it alone.");
  private readonly number = h("input", { type: "number", min: "0", value: "0", "aria-label": "Number of the world", onChange: () => this.open(Number(this.number.value)) });
  private readonly back = h("button", { type: "button", onClick: () => this.open(-1) }, "Back to all worlds");
  private readonly title = h("h2", {}, "World");
  private readonly overlay = h("input", { type: "checkbox", onChange: () => this.arrange() });
  private readonly spacing = h("input", { type: "range", min: "-1", max: "1", step: "0.05", value: "0", "aria-label": "Distance of neighbours", onInput: () => this.arrange() });
  private count = 0;
  private fresh = true;

  constructor(private readonly app: App, private readonly home: () => void) {
    const legend = h("div", { class: "legend" }, this.bars, h("div", { class: "colours" }), h("div", { class: "ticks" }, this.low, this.middle, this.high));
    (legend.children[1] as HTMLElement).style.background = GRADIENT;
    this.element.append(
      h("div", { class: "group" }, this.label, legend, this.failed, this.under),
      h("div", { class: "group" }, this.title, h("label", { class: "row" }, h("span", {}, "Number"), this.number), h("p", { class: "row buttons" }, this.back)),
      h("div", { class: "group" }, h("h2", {}, "Arrangement"), h("label", { class: "check" }, this.overlay, h("span", {}, "One over the other")),
        h("label", { class: "slider" }, h("span", {}, "Distance of neighbours"), this.spacing)));
    app.on("worlds", (m) => this.set(m));
    app.on("frame", (m) => { if (m.frame.crowd) this.show(); });
    app.on("open-world", (m) => this.open(m.world));
    app.on("hover-world", (m) => this.hover(m.world));
    app.on("new-model", () => { this.fresh = true; });
  }

  private set(m: Message): void {
    const { app } = this;
    const changed = app.opened !== m.opened;
    app.opened = m.opened;
    this.count = m.count;
    app.stage.crowd.setBodies(m.bodies);
    app.stage.crowd.fixed = m.range;
    this.label.textContent = m.label;
    this.number.max = String(m.count - 1);
    this.number.disabled = this.back.disabled = !app.controls;
    this.back.hidden = m.opened < 0;
    this.title.textContent = m.opened < 0 ? `${m.count} worlds` : `World ${m.opened} of ${m.count}`;
    if (m.opened >= 0) this.number.value = String(m.opened);
    app.stage.setCrowd(m.opened < 0 ? app.crowd : null);
    if (changed) this.home();
  }

  private open(world: number): void {
    if (!this.app.steers || world < -1 || world >= this.count || !Number.isInteger(world)) return;
    this.app.send({ type: "world", index: world });
  }

  private arrange(): void {
    const { crowd } = this.app.stage;
    crowd.layout = this.overlay.checked ? "overlay" : "grid";
    crowd.spacing = 0;
    crowd.spacing = crowd.step * 4 ** Number(this.spacing.value);
    this.spacing.disabled = this.overlay.checked;
    this.home();
  }

  /** The world with the lowest (-1) or highest (1) value that has not failed. */
  private extreme(sign: number): number {
    const { values, failed } = this.app.crowd ?? { values: new Float32Array(), failed: new Uint8Array() };
    let best = -1;
    values.forEach((v, i) => { if (!failed[i] && (best < 0 || sign * v > sign * values[best])) best = i; });
    return best;
  }

  private hover(world: number): void {
    const value = this.app.crowd?.values[world];
    this.under.textContent = world < 0 ? "Click a world to open it alone." : `World ${world}${value === undefined ? "" : `: ${brief(value)}`}${this.app.crowd?.failed[world] ? ", failed" : ""}`;
    this.app.stage.canvas.style.cursor = world < 0 ? "" : "pointer";
  }

  private show(): void {
    const { crowd } = this.app.stage;
    if (this.fresh && crowd.crowd) {
      this.fresh = false;
      this.app.stage.draw(); // how much room a world takes is known now
      this.home();
    }
    const { values, failed } = this.app.crowd!;
    const { low, high } = crowd.range;
    this.low.textContent = brief(low, 3);
    this.middle.textContent = brief((low + high) / 2, 3);
    this.high.textContent = brief(high, 3);
    const lost = failed.reduce((sum, f) => sum + f, 0);
    this.failed.textContent = lost ? `${lost} of ${failed.length} failed (red, with a ring)` : "";
    this.paint(values, failed, low, high);
  }

  /** How many worlds have which value. */
  private paint(values: Float32Array, failed: Uint8Array, low: number, high: number): void {
    const box = this.bars.getBoundingClientRect();
    if (!box.width) return;
    const bins = new Float64Array(BINS);
    values.forEach((v, i) => { if (!failed[i]) bins[Math.max(0, Math.min(BINS - 1, Math.floor((BINS * (v - low)) / Math.max(high - low, 1e-30))))]++; });
    const ratio = window.devicePixelRatio || 1;
    this.bars.width = box.width * ratio;
    this.bars.height = box.height * ratio;
    const g = this.bars.getContext("2d")!;
    g.fillStyle = getComputedStyle(this.element).getPropertyValue("--muted");
    const most = Math.max(1, ...bins), wide = this.bars.width / BINS;
    bins.forEach((n, i) => { if (n) g.fillRect(i * wide, this.bars.height * (1 - n / most), wide - ratio, (this.bars.height * n) / most); });
  }
}
