// Options of the physics, live.

import type { App } from "../app";
import { brief, h } from "../dom";

/** Those with a unit or a name of their own; all others appear under "More" by their MuJoCo name. */
const FIRST: [string, string, string][] = [
  ["timestep", "Time step", "s"], ["gravity", "Gravity", "m/s²"], ["wind", "Wind", "m/s"], ["density", "Density of the medium", "kg/m³"],
  ["viscosity", "Viscosity of the medium", "Pa·s"], ["iterations", "Solver iterations", ""], ["tolerance", "Solver tolerance", ""],
];
const CHOICES: [string, string, string][] = [["integrator", "Integrator", "mjtIntegrator"], ["solver", "Solver", "mjtSolver"], ["cone", "Friction cone", "mjtCone"]];
const BITS: [string, string, string][] = [["disableflags", "Switched off", "mjtDisableBit"], ["enableflags", "Switched on", "mjtEnableBit"]];

export class PhysicsPanel {
  readonly element = h("section", { class: "panel", id: "panel-physics", "aria-label": "Physics" });
  private values: Record<string, number | number[]> = {};

  constructor(private readonly app: App) {
    app.on("new-model", () => {
      this.values = { ...app.model!.json.opt };
      this.build();
    });
    app.on("option", (m) => {
      Object.assign(this.values, m.opt ?? {});
      if (!this.element.contains(document.activeElement) || !(document.activeElement instanceof HTMLInputElement)) this.build();
    });
  }

  private set(name: string, value: number | number[]): void {
    this.values[name] = value;
    this.app.send({ type: "set", field: `opt.${name}`, value });
  }

  private build(): void {
    const known = new Set([...FIRST, ...CHOICES, ...BITS].map(([name]) => name));
    const present = (list: [string, string, string][]) => list.filter(([name]) => this.values[name] !== undefined);
    const rest = Object.keys(this.values).filter((name) => !known.has(name));
    this.element.replaceChildren(
      h("div", { class: "group" }, h("h2", {}, "Options"), ...present(FIRST).map(([name, label, unit]) => this.numbers(name, label, unit)),
        ...present(CHOICES).map(([name, label, type]) => this.words(name, label, type))),
      ...present(BITS).map(([name, label, type]) => this.bits(name, label, type)),
      rest.length ? h("details", { class: "group" }, h("summary", {}, "More"), ...rest.map((name) => this.numbers(name, name, ""))) : "");
    if (!this.app.steers) {
      for (const control of this.element.querySelectorAll<HTMLInputElement>("input, select")) control.disabled = true;
    }
  }

  private numbers(name: string, label: string, unit: string): HTMLElement {
    const value = this.values[name];
    const list = Array.isArray(value) ? value : [value];
    const inputs = list.map((v, i) => {
      const input = h("input", {
        type: "text", inputMode: "decimal", value: brief(v, 6), "aria-label": list.length > 1 ? `${label} ${"xyz"[i] ?? i}` : label,
        onChange: () => {
          const now = inputs.map((x) => Number(x.value));
          const good = now.every(Number.isFinite);
          input.setAttribute("aria-invalid", String(!good));
          if (good) this.set(name, Array.isArray(value) ? now : now[0]);
        },
      });
      return input;
    });
    return h("div", { class: "row numbers" }, h("span", {}, label, unit ? h("small", {}, ` ${unit}`) : null), h("span", { class: "inputs" }, ...inputs));
  }

  private words(name: string, label: string, type: string): HTMLElement {
    const words = (this.app.model!.json.enums[type] ?? []) as string[];
    const select = h("select", { onChange: () => this.set(name, select.selectedIndex) }, ...words.map((w) => h("option", { textContent: w })));
    select.selectedIndex = Number(this.values[name]);
    return h("label", { class: "row" }, h("span", {}, label), select);
  }

  private bits(name: string, label: string, type: string): HTMLElement {
    const bits = (this.app.model!.json.enums[type] ?? {}) as Record<string, number>;
    const boxes = Object.entries(bits).map(([word, bit]) => {
      const box = h("input", {
        type: "checkbox", checked: (Number(this.values[name]) & bit) !== 0,
        onChange: () => this.set(name, box.checked ? Number(this.values[name]) | bit : Number(this.values[name]) & ~bit),
      });
      return h("label", { class: "check" }, box, h("span", {}, word));
    });
    return h("div", { class: "group" }, h("h2", {}, label), h("div", { class: "checks" }, ...boxes));
  }
}
