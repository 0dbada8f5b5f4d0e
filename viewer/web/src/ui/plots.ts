// Time plots: any field, sensor, energy, momentum, solver and timing. One card per plot, one sample per step.

import uPlot from "uplot";
import type { App } from "../app";
import { h, iconButton, save } from "../dom";
import type { PlotSamples } from "../net/frame";
import { SceneList } from "../net/frame";
import type { Message } from "../net/link";
import type { RecordingLink } from "../net/recording";
import { Profile, STAGE_SIGNALS } from "./profile";

const KEEP = 20000; // samples per signal; older ones go
const DEFAULTS = [["energy.potential", "energy.kinetic", "energy.total"], ["ncon", "solver.iterations"], ["solver.residual"], ["momentum.x", "momentum.y", "momentum.z"]];
const COLORS = ["#3b82f6", "#e8743b", "#22a06b", "#a855f7", "#d6336c", "#0ea5b7"];
const HEIGHT = 132;

interface Card {
  signals: string[];
  element: HTMLElement;
  plot: uPlot | null;
}

export class Plots {
  readonly element = h("section", { class: "plots", "aria-label": "Plots", hidden: true });
  private readonly strip = h("div", { class: "strip" });
  private readonly choice = h("input", { type: "text", placeholder: "Add a signal: energy.total, qpos[2], sensor:NAME", "aria-label": "Signal to plot", list: "signals", spellcheck: false, autocomplete: "off" });
  private readonly offered = h("datalist", { id: "signals" });
  private cards: Card[] = [];
  private labels = new Map<string, { label: string; unit: string }>();
  private columns: string[] = [];
  private times: number[] = [];
  private series: number[][] = [];
  private stale = false;

  constructor(private readonly app: App) {
    const form = h("form", { class: "add", onSubmit: (e: Event) => { e.preventDefault(); this.addTyped(); } },
      this.choice, this.offered, h("button", { type: "submit" }, "Add plot"), h("button", { type: "button", onClick: () => this.csv() }, "Save CSV"));
    const profile = new Profile(app, () => {
      this.add(STAGE_SIGNALS);
      this.subscribe();
    });
    this.strip.append(profile.element); // it stays the last one
    this.element.append(form, this.strip);
    app.on("new-model", () => void this.reset());
    app.on("frame", (m) => { if (m.frame.plots && app.link.kind === "live") this.append(m.frame.plots); });
    app.on("frame", (m) => this.cursor(m.frame.time));
    new ResizeObserver(() => this.resize()).observe(this.strip);
    const paint = () => {
      if (this.stale && !this.element.hidden) this.paint();
      this.stale = false;
    };
    setInterval(paint, 100);
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden) {
      if (!this.cards.length) for (const signals of this.defaults()) this.add(signals);
      this.subscribe();
    } else if (this.app.link.kind === "live") {
      this.app.send({ type: "plot", signals: [] });
    }
  }

  private defaults(): string[][] {
    const recorded = this.app.model?.json.signals;
    if (this.app.link.kind === "live" || !recorded) return DEFAULTS;
    const has = (s: string) => recorded.some((r) => r.signal === s);
    return DEFAULTS.map((d) => d.filter(has)).filter((d) => d.length);
  }

  private async reset(): Promise<void> {
    this.labels.clear();
    this.clear();
    for (const card of this.cards.splice(0)) {
      card.plot?.destroy();
      card.element.remove();
    }
    if (this.app.link.kind === "recording") this.readRecording();
    else await this.offer();
    if (!this.element.hidden) {
      for (const signals of this.defaults()) this.add(signals);
      this.subscribe();
    }
  }

  private async offer(): Promise<void> {
    const model = this.app.model!;
    const names: string[] = [];
    try {
      const reply = await this.app.link.ask({ type: "signals" });
      names.push(...(reply.special as string[]));
      names.push(...model.names("sensor").map((n) => `sensor:${n}`));
      for (const field of reply.fields as Message[]) {
        for (let i = 0; i < Math.min(field.rows, 40); i++) {
          for (let j = 0; j < Math.min(field.columns, 9); j++) names.push(field.columns > 1 ? `${field.name}[${i},${j}]` : `${field.name}[${i}]`);
        }
      }
    } catch { /* the menu stays short, signals can still be typed */ }
    this.offered.replaceChildren(...names.slice(0, 3000).map((n) => h("option", { value: n })));
  }

  /** A recording holds all samples from the beginning. */
  private readRecording(): void {
    const signals = this.app.model!.json.signals ?? [];
    this.columns = signals.map((s) => s.signal);
    for (const s of signals) this.labels.set(s.signal, s);
    this.offered.replaceChildren(...this.columns.map((n) => h("option", { value: n })));
    const reader = new SceneList(() => -1);
    this.clear();
    for (const buffer of (this.app.link as RecordingLink).everyFrame()) {
      const { plots } = reader.apply(buffer);
      if (plots && plots.signals === this.columns.length && !(plots.times[0] <= this.times[this.times.length - 1])) this.append(plots);
    }
  }

  private clear(): void {
    this.times = [];
    this.series = this.columns.map(() => []);
    this.stale = true;
  }

  private addTyped(): void {
    const wanted = this.choice.value.split(/[\s;]+/).filter(Boolean);
    if (!wanted.length) return;
    this.add(wanted);
    this.subscribe();
    this.choice.value = "";
  }

  add(signals: string[]): void {
    const card: Card = { signals, plot: null, element: h("figure", { class: "card" }) };
    card.element.append(h("figcaption", {}, h("span", {}, signals.join(", ")), iconButton("close", `Remove the plot of ${signals.join(", ")}`, () => this.remove(card))));
    this.cards.push(card);
    this.strip.append(card.element);
    this.stale = true;
  }

  private remove(card: Card): void {
    card.plot?.destroy();
    card.element.remove();
    this.cards = this.cards.filter((c) => c !== card);
    this.subscribe();
  }

  /** Tells the server which signals to send, and learns what they are called. */
  private subscribe(): void {
    if (this.app.link.kind === "recording") return;
    const wanted = [...new Set(this.cards.flatMap((c) => c.signals))];
    this.app.link.ask({ type: "plot", signals: wanted }).then((reply) => {
      this.columns = (reply.signals as Message[]).map((s) => s.signal);
      for (const s of reply.signals as Message[]) this.labels.set(s.signal, { label: s.label, unit: s.unit });
      this.clear();
      this.rebuild();
    }).catch((error: Error) => {
      const last = this.cards[this.cards.length - 1];
      this.app.note(error.message, "warning");
      if (last && this.cards.length > 1) this.remove(last);
    });
  }

  private append(plots: PlotSamples): void {
    if (plots.signals !== this.columns.length) return;
    for (let i = 0; i < plots.times.length; i++) {
      const t = plots.times[i];
      if (this.times.length && t <= this.times[this.times.length - 1]) this.cut(t);
      this.times.push(t);
      for (let k = 0; k < plots.signals; k++) this.series[k].push(plots.values[i * plots.signals + k]);
    }
    if (this.times.length > 1.2 * KEEP) {
      const extra = this.times.length - KEEP;
      this.times.splice(0, extra);
      for (const s of this.series) s.splice(0, extra);
    }
    this.stale = true;
  }

  /** Time went back: what was after that moment is no longer so. */
  private cut(time: number): void {
    let keep = this.times.length;
    while (keep > 0 && this.times[keep - 1] >= time) keep--;
    this.times.length = keep;
    for (const s of this.series) s.length = keep;
  }

  private rebuild(): void {
    for (const card of this.cards) {
      card.plot?.destroy();
      card.plot = null;
    }
    this.stale = true;
  }

  private make(card: Card): uPlot {
    const style = getComputedStyle(this.element);
    const muted = style.getPropertyValue("--muted").trim(), grid = style.getPropertyValue("--line").trim();
    const axis = { stroke: muted, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: "11px system-ui", size: 44 };
    const units = [...new Set(card.signals.map((s) => this.labels.get(s)?.unit ?? ""))].filter(Boolean);
    (card.element.querySelector("figcaption span") as HTMLElement).textContent =
      card.signals.map((s) => this.labels.get(s)?.label || s).join(", ") + (units.length ? ` [${units.join(", ")}]` : "");
    return new uPlot({
      width: Math.max(160, card.element.clientWidth - 12), height: HEIGHT, legend: { show: card.signals.length > 1, live: false }, cursor: { y: false, drag: { x: true, y: false }, points: { show: false } },
      scales: { x: { time: false } }, axes: [{ ...axis, size: 22 }, axis],
      series: [{ label: "s" }, ...card.signals.map((s, i) => ({ label: this.labels.get(s)?.label || s, stroke: COLORS[i % COLORS.length], width: 1.5, points: { show: false } }))],
    }, [[], ...card.signals.map(() => [])] as uPlot.AlignedData, card.element);
  }

  private paint(): void {
    for (const card of this.cards) {
      card.plot ??= this.make(card);
      const data = card.signals.map((s) => this.series[this.columns.indexOf(s)] ?? []);
      card.plot.setData([this.times, ...data] as uPlot.AlignedData);
    }
  }

  /** The moment that the picture shows. */
  private cursor(time: number): void {
    if (this.element.hidden || !this.app.paused && this.app.link.kind === "live") return;
    for (const { plot } of this.cards) {
      if (plot && this.times.length) plot.setCursor({ left: plot.valToPos(time, "x"), top: 10 });
    }
  }

  private resize(): void {
    for (const card of this.cards) card.plot?.setSize({ width: Math.max(160, card.element.clientWidth - 12), height: HEIGHT });
  }

  /** New colours of the theme. */
  restyle(): void {
    this.rebuild();
  }

  private csv(): void {
    const lines = [["time", ...this.columns].join(",")];
    this.times.forEach((t, i) => lines.push([t, ...this.series.map((s) => s[i])].join(",")));
    save(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }), `${this.app.model?.json.name ?? "plots"}.csv`);
  }
}
