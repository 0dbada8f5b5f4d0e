// The tree of bodies, and all that is known of what is selected: an element of the model or a contact.

import type { App } from "../app";
import { brief, h } from "../dom";
import type { Message } from "../net/link";

type Value = number | string | boolean | null | Value[];

/** A number, a list, or rows of a matrix, as text. */
function text(value: Value): string {
  if (Array.isArray(value)) return Array.isArray(value[0]) ? value.map(text).join("\n") : value.map(text).join("  ");
  return typeof value === "number" ? brief(value) : String(value);
}

export class InspectPanel {
  readonly element = h("section", { class: "panel", id: "panel-inspect", "aria-label": "Inspect" });
  private readonly tree = h("div", { class: "group tree" });
  private readonly details = h("div", { class: "group details", "aria-live": "off" });
  private readonly find = h("input", { type: "search", placeholder: "Find a body, joint or geom", "aria-label": "Find an element", onInput: () => this.filter() });
  private rows: { element: HTMLElement; name: string; kind: string; index: number }[] = [];
  private shown = "";
  private cells: HTMLElement[] = [];

  constructor(private readonly app: App) {
    this.element.append(this.details, h("div", { class: "group" }, h("h2", {}, "Model"), this.find), this.tree);
    app.on("new-model", () => this.build());
    app.on("properties", (m) => this.show(m));
    app.on("select", (m) => this.mark(m.kind, m.index));
    app.on("contact", (m) => this.showContact(m));
    this.hint();
  }

  private hint(): void {
    this.shown = "";
    this.details.replaceChildren(h("p", { class: "quiet" }, "Click a body, or a contact when contact points are shown (C), to see all of its numbers."));
  }

  private build(): void {
    const model = this.app.model!;
    this.rows = [];
    const parent = model.array("body_parentid");
    const depth: number[] = [];
    const of = (array: string) => {
      const owner = model.array(array);
      const lists = new Map<number, number[]>();
      for (let i = 0; i < owner.length; i++) lists.set(owner[i], [...(lists.get(owner[i]) ?? []), i]);
      return lists;
    };
    const joints = of("jnt_bodyid"), geoms = of("geom_bodyid");
    const row = (kind: string, index: number, level: number) => {
      const name = model.name(kind, index);
      const element = h("button", { type: "button", class: `node ${kind}`, onClick: () => this.app.select(kind, index) }, h("small", {}, kind), name);
      element.style.paddingLeft = `${8 + 10 * Math.min(level, 12)}px`;
      this.rows.push({ element, name: name.toLowerCase(), kind, index });
    };
    model.names("body").forEach((_, b) => {
      depth[b] = b === 0 ? 0 : depth[parent[b]] + 1;
      row("body", b, depth[b]);
      for (const j of joints.get(b) ?? []) row("joint", j, depth[b] + 1);
      for (const g of geoms.get(b) ?? []) row("geom", g, depth[b] + 1);
    });
    for (const kind of ["tendon", "actuator", "sensor", "equality"]) model.names(kind).forEach((_, i) => row(kind, i, 0));
    this.filter();
    this.hint();
  }

  private filter(): void {
    const wanted = this.find.value.trim().toLowerCase();
    // Without a search only bodies are listed: geoms would bury them.
    const rows = this.rows.filter((r) => (wanted ? r.name.includes(wanted) : r.kind !== "geom" && r.kind !== "joint"));
    this.tree.replaceChildren(...rows.slice(0, 500).map((r) => r.element));
  }

  private mark(kind: string, index: number): void {
    for (const r of this.rows) r.element.setAttribute("aria-pressed", String(r.kind === kind && r.index === index));
    if (index < 0 || kind === "none") this.hint();
  }

  /** Live: only the values are written anew while the selection stays. */
  private show(m: Message): void {
    const key = `${m.kind} ${m.index}`;
    if (key !== this.shown) {
      this.shown = key;
      this.cells = [];
      const rows = (m.fields as Message[]).map((f) => {
        const cell = h("td");
        this.cells.push(cell);
        return h("tr", { title: f.description ?? "" }, h("th", { scope: "row" }, f.name, f.unit ? h("small", {}, ` ${f.unit}`) : null), cell);
      });
      const parent = m.parent ? h("button", { type: "button", class: "small", onClick: () => this.app.select(m.parent.kind, m.parent.index) }, `↑ ${m.parent.name || m.parent.kind}`) : null;
      const close = h("button", { type: "button", class: "small", onClick: () => this.app.select("none", -1) }, "Clear");
      this.details.replaceChildren(h("h2", {}, `${m.name || m.index}`, h("small", {}, ` ${m.kind} ${m.index}`), parent, close),
        h("table", { class: "values" }, h("tbody", {}, ...rows)));
    }
    (m.fields as Message[]).forEach((f, i) => {
      const words = f.words ? ` ${Array.isArray(f.words) ? f.words.join(" ") : f.words}` : "";
      const now = text(f.value) + words;
      if (this.cells[i] && this.cells[i].textContent !== now) this.cells[i].textContent = now;
    });
  }

  private showContact(m: Message): void {
    this.shown = "contact";
    const c = m.contact as Message;
    const rows: [string, Value][] = [
      ["normal force N", c.normal_force], ["friction force N", c.friction_force], ["slack of the cone", c.slack], ["cone", `${c.cone}, dim ${c.dim}`],
      ["distance m", c.dist], ["position m", c.pos], ["force (normal, tangents, torques)", c.force], ["friction", c.friction], ["solref", c.solref],
      ["solimp", c.solimp], ["residual", c.residual], ["frame", [c.frame.slice(0, 3), c.frame.slice(3, 6), c.frame.slice(6, 9)]], ["first row", c.row],
    ];
    const geom = (i: number) => h("button", { type: "button", class: "small", onClick: () => this.app.select("geom", c.geom[i]) }, c.names[i] || `geom ${c.geom[i]} of ${this.app.model?.name("body", c.bodies[i])}`);
    this.details.replaceChildren(h("h2", {}, `Contact ${c.index}`), h("p", { class: "row" }, geom(0), h("span", {}, "on"), geom(1)),
      h("table", { class: "values" }, h("tbody", {}, ...rows.filter(([, v]) => v !== undefined && v !== null)
        .map(([name, v]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, text(v)))))));
  }
}
