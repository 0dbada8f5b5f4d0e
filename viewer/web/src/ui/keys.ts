// The keyboard: MuJoCo's keys where it has them.

import type { App } from "../app";
import { h, iconButton } from "../dom";
import type { Transport } from "./transport";
import { FLAGS, type ViewPanel } from "./view";

const HELP: [string, string][] = [
  ["Space", "play or pause"], ["← →", "one step back or forward (Shift: ten)"], ["− +", "slower, faster"], ["Backspace", "reset"],
  ["drag a body", "push it (Shift: turn it)"], ["drag elsewhere, or Alt", "look around"], ["right drag, two fingers", "move the view"], ["wheel, pinch", "zoom"],
  ["click", "select a body or a contact"], ["Esc", "free camera, no selection; all worlds"], ["[ ]", "camera before, next"], ["Ctrl A", "whole model"],
  ["0 … 5", "geom groups (Shift: sites)"], ["F6 F7", "frames, labels"], ["S", "shadows"], ["Tab", "next control"], ["?", "this page"],
];

export class Keys {
  readonly dialog: HTMLDialogElement;

  constructor(private readonly app: App, private readonly transport: Transport, private readonly view: ViewPanel, private readonly home: () => void) {
    const rows = [...HELP, ...FLAGS.filter(([, key]) => key).map(([name, key]) => [key.toUpperCase(), name.toLowerCase()] as [string, string])];
    this.dialog = h("dialog", { class: "help", "aria-label": "Keys and mouse" },
      h("header", {}, h("h2", {}, "Keys and mouse"), iconButton("close", "Close", () => this.dialog.close())),
      h("dl", {}, ...rows.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])));
    window.addEventListener("keydown", (e) => this.press(e));
  }

  help(): void {
    this.dialog.showModal();
  }

  private press(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    const writes = target.matches("input:not([type=checkbox]):not([type=range]), select, textarea");
    if (writes || this.dialog.open) return;
    // Controls keep the keys that work them.
    if ((e.key === " " || e.key === "Enter") && target.matches("button, input, summary")) return;
    if (e.key.startsWith("Arrow") && target.matches("input[type=range]")) return;
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "a") this.home();
    else if (e.ctrlKey || e.metaKey || e.altKey || !this.act(e)) return;
    e.preventDefault();
  }

  private act(e: KeyboardEvent): boolean {
    const { app, transport, view } = this;
    const count = e.shiftKey ? 10 : 1;
    switch (e.key) {
      case " ": transport.toggle(); return true;
      case "ArrowRight": transport.step(count); return true;
      case "ArrowLeft": transport.step(-count); return true;
      case "-": transport.shiftSpeed(-1); return true;
      case "+": case "=": transport.shiftSpeed(1); return true;
      case "Backspace": app.send({ type: "reset" }); return true;
      case "Escape":
        if (app.opened >= 0) app.emit({ type: "open-world", world: -1 });
        view.chooseCamera("free");
        app.select("none", -1);
        return true;
      case "[": view.cycleCamera(-1); return true;
      case "]": view.cycleCamera(1); return true;
      case "F6": view.cycle("frame"); return true;
      case "F7": view.cycle("label"); return true;
      case "?": this.help(); return true;
    }
    if (e.key.toLowerCase() === "s") {
      view.toggleShadows();
      return true;
    }
    if (app.link.kind === "recording") return false;
    const digit = /^Digit([0-5])$/.exec(e.code);
    if (digit) {
      view.toggleGroup(e.shiftKey ? "site" : "geom", Number(digit[1]));
      return true;
    }
    const flag = FLAGS.findIndex(([, key]) => key !== "" && key === e.key.toLowerCase());
    if (flag >= 0) view.toggleFlag(flag);
    return flag >= 0;
  }
}
