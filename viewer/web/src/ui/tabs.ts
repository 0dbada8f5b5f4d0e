// Panels behind tabs, by the rules for keyboards: arrows move, Tab leaves.

import { h } from "../dom";

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(private readonly panels: [string, HTMLElement][]) {
    this.buttons = panels.map(([name, panel], i) => h("button", {
      type: "button", role: "tab", "aria-controls": panel.id, onClick: () => this.show(i),
      onKeydown: (e: KeyboardEvent) => {
        const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
        if (!by) return;
        e.preventDefault();
        e.stopPropagation();
        let next = i;
        do next = (next + by + panels.length) % panels.length; while (this.buttons[next].hidden);
        this.show(next);
        this.buttons[next].focus();
      },
    }, name));
    for (const [, panel] of panels) panel.setAttribute("role", "tabpanel");
    this.element = h("aside", { class: "side" }, h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" }, ...this.buttons), ...panels.map(([, p]) => p));
    this.show(0);
  }

  /** The panel of that name, where there is one. */
  open(name: string): void {
    const index = this.panels.findIndex(([n]) => n === name);
    if (index >= 0) this.show(index);
  }

  /** Says whether a panel can be opened; if not, the first one that can is shown instead of it. True where that is news. */
  offer(name: string, on: boolean): boolean {
    const index = this.panels.findIndex(([n]) => n === name);
    if (index < 0 || this.buttons[index].hidden === !on) return false;
    this.buttons[index].hidden = !on;
    if (!on && !this.panels[index][1].hidden) this.show(this.buttons.findIndex((b) => !b.hidden));
    return true;
  }

  private show(index: number): void {
    this.panels.forEach(([, panel], i) => {
      panel.hidden = i !== index;
      this.buttons[i].setAttribute("aria-selected", String(i === index));
      this.buttons[i].tabIndex = i === index ? 0 : -1;
    });
  }
}
