// What is shown: groups, flags, labels, frames, camera. Each reader has an own choice.

import type { App } from "../app";
import { h } from "../dom";

/** mjtVisFlag: name for readers, MuJoCo's key, on at first. */
export const FLAGS: [string, string, boolean][] = [
  ["Convex hull", "h", false], ["Texture", "x", true], ["Joints", "j", false], ["Cameras", "q", false], ["Actuators", "u", false], ["Activation", ",", false],
  ["Lights", "z", false], ["Tendons", "v", true], ["Rangefinders", "y", true], ["Equalities", "e", false], ["Inertia", "i", false], ["Scaled inertia", "'", false],
  ["Push force", "b", false], ["Pushed object", "o", true], ["Contact points", "c", false], ["Islands", "n", false], ["Contact forces", "f", false],
  ["Split forces", "p", false], ["Transparent", "t", false], ["Connections", "a", false], ["Centre of mass", "m", false], ["Selection point", "", false],
  ["Static bodies", "d", true], ["Skin", ";", true], ["Flex vertices", "", false], ["Flex edges", "", true], ["Flex faces", "", false], ["Flex skin", "", true],
  ["Body tree", "`", false], ["Mesh tree", "\\", false], ["SDF iterations", "", false],
];
/** What is shown besides MuJoCo's list: name for readers, and for the server. */
const MORE: [string, string][] = [["Friction cones", "cones"], ["Constraint forces", "forces"]];
const KINDS = ["geom", "site", "joint", "tendon", "actuator", "skin", "flex"];
const LABELS = ["none", "bodies", "joints", "geoms", "sites", "cameras", "lights", "tendons", "actuators", "constraints", "flexes", "skins", "selection", "selection point", "contact points", "contact forces", "islands"];
const FRAMES = ["none", "bodies", "geoms", "sites", "cameras", "lights", "contacts", "world"];

export class ViewPanel {
  readonly element = h("section", { class: "panel", id: "panel-view", "aria-label": "View" });
  private readonly flags = FLAGS.map(([, , on]) => on);
  private readonly groups: Record<string, boolean[]> = Object.fromEntries(KINDS.map((k) => [k, [true, true, true, false, false, false]]));
  private readonly boxes: HTMLInputElement[] = [];
  private readonly groupBoxes: Record<string, HTMLInputElement[]> = {};
  private readonly camera = h("select", { "aria-label": "Camera", onChange: () => this.chooseCamera(this.camera.value) });
  private readonly label = this.choice("Labels", LABELS, (value) => this.app.send({ type: "view", label: value }));
  private readonly frame = this.choice("Frames", FRAMES, (value) => this.app.send({ type: "view", frame: value }));
  private readonly shadow = h("input", { type: "checkbox", checked: true, onChange: () => this.app.stage.setShadows(this.shadow.checked) });
  private readonly reflection = h("input", { type: "checkbox", checked: true, onChange: () => this.app.stage.setReflections(this.reflection.checked) });
  private readonly more = MORE.map(([name, part]) => this.check(name, part));
  private fresh = true;
  private readonly sky = h("input", { type: "checkbox", onChange: () => this.app.stage.setSky(this.sky.checked) });
  private readonly skyRow = h("label", { class: "check", hidden: true }, this.sky, h("span", {}, "Sky of the model"));

  constructor(private readonly app: App) {
    const live = app.link.kind !== "recording";
    const flags = FLAGS.map(([name, key], i) => {
      const box = h("input", { type: "checkbox", checked: this.flags[i], onChange: () => this.setFlag(i, box.checked) });
      this.boxes.push(box);
      return h("label", { class: "check" }, box, h("span", {}, name), key ? h("kbd", {}, key.toUpperCase()) : null);
    });
    this.element.append(
      h("div", { class: "group" }, h("h2", {}, "Camera"), h("label", { class: "row" }, h("span", {}, "Look from"), this.camera),
        h("label", { class: "check" }, this.shadow, h("span", {}, "Shadows"), h("kbd", {}, "S")),
        h("label", { class: "check" }, this.reflection, h("span", {}, "Reflections")), this.skyRow));
    app.on("new-model", () => this.listCameras());
    // What walks by itself is followed, or it would soon be out of sight; many worlds are all seen.
    app.on("status", (m) => {
      if (this.fresh && m.controller && app.model && !app.crowd) this.chooseCamera("track");
      this.fresh = false;
    });
    if (!live) return; // a recording shows what was recorded
    this.element.append(
      h("div", { class: "group" }, h("h2", {}, "Overlays"), this.label.row, this.frame.row),
      h("div", { class: "group" }, h("h2", {}, "Show"), h("div", { class: "checks" }, ...flags, ...this.more.map((m) => m.row))),
      h("div", { class: "group" }, h("h2", {}, "Groups"), this.groupTable()));
    app.on("new-model", () => this.sendAll());
  }

  private choice(title: string, words: string[], act: (value: number) => void) {
    const select = h("select", { onChange: () => act(select.selectedIndex) }, ...words.map((w) => h("option", { textContent: w })));
    return { select, row: h("label", { class: "row" }, h("span", {}, title), select) };
  }

  private check(name: string, part: string) {
    const box = h("input", { type: "checkbox", onChange: () => this.app.send({ type: "view", [part]: box.checked }) });
    return { box, part, row: h("label", { class: "check" }, box, h("span", {}, name)) };
  }

  private groupTable(): HTMLElement {
    const rows = KINDS.map((kind) => {
      this.groupBoxes[kind] = [];
      return h("tr", {}, h("th", { scope: "row" }, `${kind}s`.replace("flexs", "flexes")), ...[0, 1, 2, 3, 4, 5].map((g) => {
        const box = h("input", { type: "checkbox", checked: g < 3, "aria-label": `${kind} group ${g}`, onChange: () => this.setGroup(kind, g, box.checked) });
        this.groupBoxes[kind].push(box);
        return h("td", {}, box);
      }));
    });
    const head = h("tr", {}, h("td"), ...[0, 1, 2, 3, 4, 5].map((g) => h("th", { scope: "col" }, String(g))));
    return h("table", { class: "groups" }, h("thead", {}, head), h("tbody", {}, ...rows));
  }

  private sendAll(): void {
    this.app.send({
      type: "view", flags: this.flags.map(Number), groups: Object.fromEntries(KINDS.map((k) => [k, this.groups[k].map(Number)])),
      label: this.label.select.selectedIndex, frame: this.frame.select.selectedIndex,
      ...Object.fromEntries(this.more.map((m) => [m.part, m.box.checked])),
    });
  }

  setFlag(index: number, on: boolean): void {
    this.flags[index] = this.boxes[index].checked = on;
    this.app.send({ type: "view", flags: { [index]: Number(on) } });
  }

  toggleFlag(index: number): void {
    this.setFlag(index, !this.flags[index]);
    this.app.note(`${FLAGS[index][0]}: ${this.flags[index] ? "on" : "off"}`);
  }

  toggleShadows(): void {
    this.shadow.checked = !this.shadow.checked;
    this.app.stage.setShadows(this.shadow.checked);
  }

  setGroup(kind: string, group: number, on: boolean): void {
    this.groups[kind][group] = on;
    this.groupBoxes[kind][group].checked = on;
    this.app.send({ type: "view", groups: { [kind]: this.groups[kind].map(Number) } });
  }

  toggleGroup(kind: string, group: number): void {
    this.setGroup(kind, group, !this.groups[kind][group]);
    this.app.note(`${kind} group ${group}: ${this.groups[kind][group] ? "shown" : "hidden"}`);
  }

  /** The next label or frame in the list, as F6 and F7 do. */
  cycle(what: "label" | "frame"): void {
    const { select } = this[what];
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    this.app.send({ type: "view", [what]: select.selectedIndex });
  }

  private listCameras(): void {
    const model = this.app.model!;
    this.fresh = true;
    this.skyRow.hidden = !this.app.stage.hasSky;
    this.camera.replaceChildren(h("option", { value: "free", textContent: "free" }), h("option", { value: "track", textContent: "follow the selected body" }),
      ...model.names("camera").map((name, i) => h("option", { value: `fixed:${i}`, textContent: name })));
    this.app.send({ type: "view", track: -1 });
  }

  cycleCamera(by: number): void {
    const n = this.camera.options.length;
    this.camera.selectedIndex = (this.camera.selectedIndex + by + n) % n;
    this.chooseCamera(this.camera.value);
    this.app.note(`Camera: ${this.camera.selectedOptions[0].textContent}`);
  }

  chooseCamera(value: string): void {
    const { stage } = this.app;
    this.camera.value = value;
    if (value.startsWith("fixed:")) stage.camera.mode = { kind: "fixed", camera: Number(value.slice(6)) };
    else if (value === "track") this.track();
    else stage.camera.mode = { kind: "free" };
    stage.touch();
  }

  /** Follows a body: that one, the selected one, or the first that moves. */
  track(wanted = this.app.stage.selected): void {
    const weld = this.app.model!.array("body_weldid");
    const body = wanted > 0 ? wanted : Math.max(1, Array.from(weld).findIndex((w) => w > 0));
    this.camera.value = "track";
    this.app.send({ type: "view", track: body });
    this.app.stage.camera.track(body, this.app.frame?.centre ?? [0, 0, 0]);
  }
}
