// Panels of the program that launched the viewer: sliders, boxes, words, buttons, texts, and pages in the page.

import type { App } from "../app";
import { brief, h } from "../dom";
import type { Message } from "../net/link";

interface Part {
  element: HTMLElement;
  /** Shows the value that the program has now. */
  set: (value: never) => void;
}

export class ProgramPanel {
  readonly element = h("section", { class: "panel", id: "panel-program", "aria-label": "Program" });
  private readonly parts = new Map<number, Part>();
  private form = "";

  constructor(private readonly app: App) {
    app.on("panels", (m) => this.show(m.panels));
  }

  /** Builds anew where there are other parts; otherwise values alone change, also under the reader's hand. */
  private show(panels: Message[]): void {
    const parts = panels.flatMap((panel) => panel.parts as Message[]);
    const form = JSON.stringify(panels, (key, value) => (key === "value" ? undefined : value));
    if (form !== this.form) this.build(panels);
    this.form = form;
    for (const part of parts) this.parts.get(part.part)?.set(part.value as never);
  }

  private build(panels: Message[]): void {
    this.parts.clear();
    this.element.replaceChildren(...panels.map((panel) => h("div", { class: "group" }, h("h2", {}, panel.title), ...(panel.parts as Message[]).map((m) => {
      const part = this.make(m);
      this.parts.set(m.part, part);
      return part.element;
    }))));
    if (!this.app.controls) for (const control of this.element.querySelectorAll<HTMLInputElement>("input, select, button")) control.disabled = true;
  }

  private make(m: Message): Part {
    const use = (value: number | boolean) => this.app.send({ type: "panel", part: m.part, value });
    switch (m.kind) {
      case "slider": {
        const shown = h("output", {}, brief(m.value));
        const input = h("input", { type: "range", min: String(m.low), max: String(m.high), step: "any", value: String(m.value), "aria-label": m.label, onInput: () => {
          shown.textContent = brief(Number(input.value));
          use(Number(input.value));
        } });
        const set = (value: number) => {
          if (document.activeElement === input && input.matches(":active")) return; // the reader holds it
          input.value = String(value);
          shown.textContent = brief(value);
        };
        return { element: h("div", { class: "slider" }, h("span", {}, m.label), shown, input), set };
      }
      case "check": {
        const input = h("input", { type: "checkbox", onChange: () => use(input.checked) });
        return { element: h("label", { class: "check" }, input, h("span", {}, m.label)), set: (value: boolean) => { input.checked = value; } };
      }
      case "choice": {
        const select = h("select", { onChange: () => use(select.selectedIndex) }, ...(m.words as string[]).map((w) => h("option", { textContent: w })));
        return { element: h("label", { class: "row" }, h("span", {}, m.label), select), set: (value: number) => { select.selectedIndex = value; } };
      }
      case "button":
        return { element: h("button", { type: "button", onClick: () => use(true) }, m.label), set: () => {} };
      case "html": {
        const frame = h("iframe", { title: "Of the program", class: "of-program" });
        frame.setAttribute("sandbox", ""); // it can be looked at, and nothing else
        frame.style.height = `${m.height}px`;
        return { element: frame, set: (value: string) => { if (frame.srcdoc !== value) frame.srcdoc = value; } };
      }
      default: {
        const output = h("output");
        return { element: h("div", { class: "row" }, h("span", {}, m.label), output), set: (value: string) => { output.textContent = value; } };
      }
    }
  }
}
