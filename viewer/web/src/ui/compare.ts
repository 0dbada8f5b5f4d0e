// How the world compares with another engine's: the first stage that differs, and all others.

import type { App } from "../app";
import { brief, h } from "../dom";
import type { Message } from "../net/link";

const entry = (m: Message) => `${m.field}${m.element ? `, ${m.element}` : ""}`;

export class ComparePanel {
  readonly element = h("section", { class: "panel", id: "panel-compare", "aria-label": "Compare" });
  private readonly verdict = h("h2", { class: "plain", role: "status" });
  private readonly place = h("p");
  private readonly numbers = h("p", { class: "quiet" });
  private readonly apart = h("p");
  private readonly rows = h("tbody");

  constructor(app: App) {
    this.element.append(
      h("div", { class: "group verdict" }, this.verdict, this.place, this.numbers),
      h("div", { class: "group" }, h("h2", {}, "The two runs"), this.apart, h("p", { class: "quiet" }, "The ghost is the other engine's run. Small differences grow where motion is chaotic: the stages say whether there is one to begin with.")),
      h("div", { class: "group" }, h("h2", {}, "Stages, from the same state"), h("table", { class: "values stages" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "stage"), h("th", { scope: "col" }, "worst entry"), h("th", { scope: "col" }, "error"))), this.rows)));
    app.on("comparison", (m) => this.show(m));
  }

  private show(m: Message): void {
    const first = m.first as Message | null;
    this.verdict.textContent = first ? `First difference to ${m.with}: ${first.stage}` : `All stages agree with ${m.with}`;
    this.verdict.classList.toggle("failed", first !== null);
    this.place.textContent = first ? entry(first) : "";
    this.numbers.textContent = first ? `${brief(first.here, 8)} here, ${brief(first.there, 8)} there: ${brief(first.error)} apart, ${brief(first.limit)} allowed` : "";
    this.apart.textContent = m.apart.error === 0 ? "The runs have the same bits." : `${brief(m.apart.error)} apart at most: ${entry(m.apart)}`;
    this.rows.replaceChildren(...(m.stages as Message[]).map((s) => h("tr", { class: s.agrees ? "" : "failed" },
      h("th", { scope: "row" }, s.stage), h("td", {}, entry(s)), h("td", {}, `${s.agrees ? "✓" : "✗"} ${brief(s.error)}`))));
  }
}
