// Where the time of a step goes, which equation the solver has left worst, and what the engine warns of.

import type { App } from "../app";
import { brief, h } from "../dom";
import type { Message } from "../net/link";

/** Names of the server, and for readers. */
const STAGES: [string, string][] = [
  ["position", "positions and contacts"], ["velocity", "velocities"], ["actuation", "actuators"], ["constraint", "constraint solver"], ["advance", "integration"],
];
export const STAGE_SIGNALS = STAGES.map(([name]) => `time.${name}`);

const micro = (seconds: number) => `${brief(1e6 * seconds, 3)} µs`;

export class Profile {
  readonly element = h("figure", { class: "card profile", hidden: true });
  private readonly total = h("span");
  private readonly rows = h("tbody");
  private readonly worst = h("p", { class: "quiet worst" });
  private warned: Record<string, number> = {};

  /** `plot` is called when the reader wants to see the stages over time. */
  constructor(private readonly app: App, plot: () => void) {
    this.element.append(
      h("figcaption", {}, this.total, h("button", { type: "button", class: "small", onClick: plot }, "Plot over time")),
      h("table", { class: "stages", "aria-label": "Step time by stage" }, this.rows), this.worst);
    app.on("status", (m) => this.show(m));
    app.on("new-model", () => { this.warned = {}; });
  }

  private show(m: Message): void {
    this.warn(m.warnings ?? {});
    const stage = (m.stage ?? {}) as Record<string, number>;
    if (stage.step > 0) {
      this.element.hidden = false;
      const rest = stage.step - STAGES.reduce((sum, [name]) => sum + (stage[name] ?? 0), 0);
      this.total.textContent = `A step takes ${micro(stage.step)}`;
      this.rows.replaceChildren(...STAGES.map(([name, words]) => this.row(words, stage[name] ?? 0, stage.step)), this.row("other", Math.max(0, rest), stage.step));
    }
    this.worst.textContent = m.worst ? `Largest residual: ${m.worst} (of ${brief(m.residual)} in all)` : "Nothing is left to solve.";
  }

  private row(words: string, seconds: number, whole: number): HTMLElement {
    const share = h("div", { class: "share" });
    share.style.width = `${Math.min(100, (100 * seconds) / whole)}%`;
    return h("tr", {}, h("th", { scope: "row" }, words), h("td", {}, share), h("td", {}, micro(seconds)));
  }

  /** A warning is told when it is new. */
  private warn(counts: Record<string, number>): void {
    for (const [name, count] of Object.entries(counts)) {
      if (!this.warned[name]) this.app.note(`The engine warns: ${WORDS[name] ?? name}`, "warning");
      this.warned[name] = count;
    }
    for (const name of Object.keys(this.warned)) if (!counts[name]) delete this.warned[name];
  }
}

const WORDS: Record<string, string> = {
  inertia: "the inertia matrix is near singular", contactfull: "too many contacts", cnstrfull: "too many constraints", badqpos: "a position is not a number, or huge",
  badqvel: "a velocity is not a number, or huge", badqacc: "an acceleration is not a number, or huge", badctrl: "a control is not a number, or huge", vgeomfull: "too many shapes to draw",
};
