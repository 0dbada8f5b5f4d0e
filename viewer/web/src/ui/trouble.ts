// A model that cannot be read: where, what, and what was perhaps meant. The last good one stays on the stage, dimmed.

import type { App } from "../app";
import { h, iconButton } from "../dom";
import type { Message } from "../net/link";

export class Trouble {
  readonly element = h("section", { class: "trouble", role: "alert", hidden: true, "aria-label": "Error in the model" });

  constructor(private readonly app: App) {
    app.on("trouble", (m) => this.show(m));
    app.on("settled", () => this.hide());
    app.on("new-model", () => this.hide());
    app.on("status", (m) => {
      if (m.dimmed !== undefined && app.stage.dimmed !== m.dimmed && (m.dimmed || this.element.hidden)) this.dim(m.dimmed);
    });
  }

  private dim(on: boolean): void {
    this.app.stage.dimmed = on;
    this.app.stage.touch();
  }

  private show(m: Message): void {
    const place = [m.file, m.line || null, m.line && m.column ? m.column : null].filter(Boolean).join(":");
    const caret = m.caret >= 0 ? `\n${" ".repeat(m.caret)}^` : "";
    const code = m.excerpt ? h("pre", { tabIndex: 0, "aria-label": "The line in the file" }, `${m.excerpt}${caret}`) : null;
    this.element.replaceChildren(...[
      h("header", {}, h("strong", {}, "This model cannot be read"), iconButton("close", "Dismiss", () => this.hide())),
      h("code", { class: "place" }, place), h("p", {}, m.fault), code, m.hint ? h("p", { class: "hint" }, m.hint) : null,
      h("p", { class: "quiet" }, "The last good model keeps running."),
    ].filter((e): e is HTMLElement => e !== null));
    this.element.hidden = false;
    this.dim(true);
  }

  private hide(): void {
    this.element.hidden = true;
    this.dim(false);
  }
}
