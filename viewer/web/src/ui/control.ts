// Sliders for controls and joints, keyframes, and who controls.

import type { App } from "../app";
import { brief, h, throttled } from "../dom";
import type { Message } from "../net/link";

const JOINT = ["free", "ball", "slide", "hinge"];
const SPAN = { 2: 1, 3: Math.PI } as Record<number, number>; // [m], [rad] either way where a joint has no range

const MOST = 120; // sliders of a kind: soft bodies have thousands of joints

interface Slider {
  input: HTMLInputElement;
  output: HTMLOutputElement;
  index: number;
}

export class ControlPanel {
  readonly element = h("section", { class: "panel", id: "panel-control", "aria-label": "Control" });
  private ctrl: Slider[] = [];
  private qpos: Slider[] = [];
  private readonly keys = h("select", { "aria-label": "Keyframe" });
  private readonly who = h("select", { "aria-label": "Controller", onChange: () => this.app.send({ type: "controller", name: this.who.value || null }) });
  private readonly whoRow = h("label", { class: "row", hidden: true }, h("span", {}, "Controller"), this.who);

  constructor(private readonly app: App) {
    app.on("new-model", () => this.build());
    app.on("frame", (m) => this.follow(m.frame.watched));
    app.on("keyframes", (m) => this.showKeys(m.keyframes));
    app.on("status", (m) => this.showControllers(m));
  }

  private build(): void {
    const model = this.app.model!;
    const names = model.names("actuator"), range = model.array("actuator_ctrlrange"), limited = model.array("actuator_ctrllimited");
    this.ctrl = names.slice(0, MOST).map((_, i) => {
      const [low, high] = limited[i] ? [range[2 * i], range[2 * i + 1]] : [-1, 1];
      return this.slider("ctrl", i, names[i], low, high);
    });
    const joints = model.names("joint"), type = model.array("jnt_type"), adr = model.array("jnt_qposadr");
    const jntRange = model.array("jnt_range"), jntLimited = model.array("jnt_limited"), home = model.array("qpos0");
    // Points of flexes have slides without names, by the hundred.
    const points = new Set([...model.array("flex_vertbodyid"), ...model.array("flex_nodebodyid")]), body = model.array("jnt_bodyid");
    this.qpos = [];
    joints.forEach((name, i) => {
      if (type[i] < 2 || this.qpos.length >= MOST || (points.has(body[i]) && !model.json.names.joint[i])) return;
      const middle = home[adr[i]] ?? 0;
      const [low, high] = jntLimited[i] ? [jntRange[2 * i], jntRange[2 * i + 1]] : [middle - SPAN[type[i]], middle + SPAN[type[i]]];
      this.qpos.push(this.slider("qpos", adr[i], name, low, high, JOINT[type[i]] === "hinge" ? "rad" : "m"));
    });
    this.element.replaceChildren(this.keyframes(), this.whoRow,
      this.group("Controls", this.ctrl, "This model has no actuators.", () => this.app.send({ type: "set", field: "ctrl", index: 0, value: this.ctrl.map(() => 0) })),
      this.group("Joints", this.qpos, "This model has no hinge or slide joints."));
    this.showKeys(model.names("key").map((name, index) => ({ index, name })));
    this.app.send({ type: "watch", fields: ["ctrl", "qpos"] });
  }

  private group(title: string, sliders: Slider[], empty: string, zero?: () => void): HTMLElement {
    const body = sliders.length ? sliders.map((s) => s.input.parentElement!) : [h("p", { class: "quiet" }, empty)];
    const head = h("h2", {}, title);
    if (zero && sliders.length && this.app.steers) head.append(h("button", { type: "button", class: "small", onClick: zero }, "All to 0"));
    return h("div", { class: "group" }, head, ...body);
  }

  private slider(field: string, index: number, name: string, low: number, high: number, unit = ""): Slider {
    const output = h("output", {}, "0");
    const write = throttled((value: number) => this.app.send({ type: "set", field, index, value }));
    const input = h("input", {
      type: "range", "aria-label": unit ? `${name} [${unit}]` : name, min: String(low), max: String(high), step: String((high - low) / 1000 || 0.001), value: "0", disabled: !this.app.steers,
      onInput: () => { output.textContent = brief(Number(input.value), 3); write(Number(input.value)); },
    });
    input.dataset.field = `${field}[${index}]`;
    h("div", { class: "slider" }, h("span", { title: name }, name), output, h("small", {}, unit), input);
    return { input, output, index };
  }

  /** Sliders show what is so, except for the one that is held. */
  private follow(watched: Float32Array[] | null): void {
    if (!watched || !this.element.offsetParent) return;
    const apply = (sliders: Slider[], values: Float32Array | undefined) => {
      for (const { input, output, index } of sliders) {
        if (!values || input.matches(":active") || index >= values.length) continue;
        input.value = String(values[index]);
        output.textContent = brief(values[index], 3);
      }
    };
    apply(this.ctrl, watched[0]);
    apply(this.qpos, watched[1]);
  }

  private keyframes(): HTMLElement {
    const act = (label: string, tip: string, action: () => void) =>
      h("button", { type: "button", title: tip, onClick: action, disabled: !this.app.steers }, label);
    const { app } = this;
    return h("div", { class: "group" }, h("h2", {}, "Keyframes"), h("div", { class: "row buttons" }, this.keys,
      act("Load", "Go to this keyframe", () => app.send({ type: "keyframe", action: "load", index: Number(this.keys.value) })),
      act("Save", "Keep the present state as a keyframe", () => app.send({ type: "keyframe", action: "save", name: `saved ${this.keys.options.length}` })),
      act("Copy", "Copy the present state as MJCF", () => void this.copy())));
  }

  private async copy(): Promise<void> {
    try {
      const { text } = await this.app.link.ask({ type: "keyframe", action: "copy" });
      await navigator.clipboard.writeText(text);
      this.app.note("Copied as <key …/>.");
    } catch (error) {
      this.app.note((error as Error).message, "warning");
    }
  }

  private showKeys(list: { index: number; name: string }[]): void {
    this.keys.replaceChildren(...list.map((k) => h("option", { value: String(k.index), textContent: k.name || `key ${k.index}` })));
    this.keys.disabled = list.length === 0;
    if (!list.length) this.keys.append(h("option", { textContent: "none" }));
  }

  private showControllers(m: Message): void {
    const names = (m.controllers ?? []) as string[];
    this.whoRow.hidden = names.length === 0;
    if (this.who.options.length !== names.length + 1) {
      this.who.replaceChildren(h("option", { value: "", textContent: "none: sliders" }), ...names.map((n) => h("option", { value: n, textContent: n })));
    }
    this.who.disabled = !this.app.steers;
    this.who.value = m.controller ?? "";
  }
}
