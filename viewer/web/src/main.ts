// Puts the page together.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { App } from "./app";
import { h, icon, iconButton } from "./dom";
import type { Listener } from "./net/link";
import { LiveLink } from "./net/live";
import { RecordingLink } from "./net/recording";
import { Stage } from "./scene/stage";
import { Capture } from "./ui/capture";
import { ComparePanel } from "./ui/compare";
import { ControlPanel } from "./ui/control";
import { Drop } from "./ui/drop";
import { InspectPanel } from "./ui/inspect";
import { Keys } from "./ui/keys";
import { PhysicsPanel } from "./ui/physics";
import { Plots } from "./ui/plots";
import { Pointer } from "./ui/pointer";
import { ProgramPanel } from "./ui/program";
import { SharedCamera } from "./ui/shared_camera";
import { Tabs } from "./ui/tabs";
import { Transport } from "./ui/transport";
import { Trouble } from "./ui/trouble";
import { ViewPanel } from "./ui/view";
import { WorldsPanel } from "./ui/worlds";

const canvas = h("canvas", { class: "scene", tabIndex: 0, "aria-label": "The simulated scene. Press the question mark for keys." });
const labels = h("div", { class: "labels", "aria-hidden": "true" });
const overlay = document.createElementNS("http://www.w3.org/2000/svg", "svg");
overlay.setAttribute("class", "overlay");
overlay.setAttribute("aria-hidden", "true");
const box = h("div", { class: "box" }, canvas, labels);
box.append(overlay);
document.body.append(box); // the stage measures its canvas

const stage = new Stage(canvas, labels);
const app = new App(stage);
const notes = h("div", { class: "notes", role: "status", "aria-live": "polite" });
const connection = h("div", { class: "connection", role: "alert", hidden: true });

const listener: Listener = {
  message(message) {
    if (message.type === "hello") {
      app.role = message.role;
      app.mode = message.mode ?? "live";
      app.paced = message.paced ?? true;
    }
    app.emit(message);
  },
  model: (model, name) => app.setModel(model, name),
  frame: (buffer) => app.setFrame(buffer),
  connection(state, text) {
    connection.hidden = state === "open";
    connection.textContent = state === "lost" ? `${text} Trying again…` : text;
    document.body.classList.toggle("lost", state !== "open");
  },
};

/** Acknowledged when it is drawn, so that a slow page is sent fewer frames, not older ones. */
let acknowledged = -1;
let camera: SharedCamera | null = null;
stage.onDrawn = () => {
  const number = app.frame?.number ?? -1;
  if (number >= 0 && number !== acknowledged) {
    acknowledged = number;
    app.send({ type: "ack", frame: number });
  }
  camera?.drawn();
};
app.on("hello", () => { acknowledged = -1; });
app.on("new-model", () => { acknowledged = -1; });

const recording = document.getElementById("recording");
app.link = recording ? new RecordingLink(recording.textContent ?? "", listener) : new LiveLink(location.hash.slice(1), listener);

const plots = new Plots(app);
const transport = new Transport(app);
const view = new ViewPanel(app);
camera = new SharedCamera(app, view);
const control = new ControlPanel(app);
const inspect = new InspectPanel(app);
const physics = new PhysicsPanel(app);
// A recording cannot be steered or asked.
const worlds = new WorldsPanel(app, home);
const tabs = new Tabs(recording ? [["View", view.element]]
  : [["Worlds", worlds.element], ["Compare", new ComparePanel(app).element], ["Program", new ProgramPanel(app).element], ["Control", control.element], ["View", view.element], ["Physics", physics.element], ["Inspect", inspect.element]]);
const hideRare = () => ["Worlds", "Compare", "Program"].forEach((name) => tabs.offer(name, false)); // until there is something to see there
hideRare();
app.on("hello", hideRare);
app.on("comparison", () => { if (tabs.offer("Compare", true)) tabs.open("Compare"); });
app.on("panels", () => { if (tabs.offer("Program", true)) tabs.open("Program"); });
app.on("worlds", (m) => {
  tabs.offer("Worlds", true);
  if (m.opened < 0) tabs.open("Worlds");
});
const drop = new Drop(app);
const capture = new Capture(app);
const trouble = new Trouble(app);
new Pointer(app, canvas, overlay);

function home(): void {
  if (!app.model) return;
  view.chooseCamera("free");
  stage.home();
}
const keys = new Keys(app, transport, view, home);

const title = h("h1", {}, "thew");
const models = h("select", { "aria-label": "Built-in model", onChange: () => app.send({ type: "open", name: models.value }) });
const rate = h("span", { class: "rate", title: "Pictures per second" });
const role = h("span", { class: "role", hidden: true }, "view only");
const plotButton = iconButton("plot", "Plots", () => {
  plots.toggle();
  plotButton.setAttribute("aria-pressed", String(!plots.element.hidden));
}, { "aria-pressed": "false" });

const openButton = iconButton("open", "Open a model (or drop it on the page)", () => drop.choose());
openButton.hidden = app.link.kind === "recording";

app.on("hello", (m) => {
  const names = (m.builtins ?? []) as string[];
  models.replaceChildren(...names.map((n) => h("option", { value: n, textContent: n })));
  models.disabled = !app.controls;
  models.hidden = names.length === 0;
  role.hidden = app.controls;
  openButton.hidden = app.link.kind === "recording" || app.mode === "passive";
});
app.on("new-model", () => { if (recording && innerWidth > 760 && app.model?.json.signals?.length && plots.element.hidden) plotButton.click(); });
app.on("new-model", (m) => {
  const known = Array.from(models.options).some((o) => o.value === m.name);
  if (!known && models.options.length) models.append(h("option", { value: m.name, textContent: m.name }));
  models.value = m.name;
  title.title = m.name;
  document.title = `${m.name} · thew`;
});
app.on("note", (m) => {
  const note = h("p", { class: m.level ?? "info" }, m.text);
  notes.append(note);
  while (notes.childElementCount > 3) notes.firstElementChild!.remove();
  setTimeout(() => note.remove(), 1000 * (m.seconds ?? (m.level === "warning" ? 8 : 2.5)));
});
let greeted = false;
app.on("new-model", () => {
  if (!greeted && app.steers) app.emit({ type: "note", text: "Drag a body to push it, drag elsewhere to look around, press ? for all keys.", seconds: 7 });
  greeted = true;
});
app.on("contact", () => tabs.open("Inspect"));
app.on("select", (m) => { if (m.index >= 0) tabs.open("Inspect"); });
let counted = 0;
setInterval(() => {
  rate.textContent = app.paused ? "" : `${stage.pictures - counted} fps`;
  counted = stage.pictures;
}, 1000);

/** Light or dark: as the system wants, until the reader chooses. */
function applyTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  stage.background(getComputedStyle(document.documentElement).getPropertyValue("--stage").trim(), dark ? 0.42 : 1);
  plots.restyle();
}
const wantsDark = matchMedia("(prefers-color-scheme: dark)");
let chosen: string | null = null;
try { chosen = localStorage.getItem("thew-theme"); } catch { /* storage may be forbidden */ }
applyTheme(chosen ? chosen === "dark" : wantsDark.matches);
wantsDark.addEventListener("change", () => { if (!chosen) applyTheme(wantsDark.matches); });
function toggleTheme(): void {
  chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem("thew-theme", chosen); } catch { /* then it holds for this visit */ }
  applyTheme(chosen === "dark");
}

document.body.append(
  h("header", { class: "bar" }, h("span", { class: "mark", "aria-hidden": "true" }, icon("branch")), title, models, openButton, role, h("span", { class: "space" }), rate,
    iconButton("home", "Whole model (Ctrl+A)", home), plotButton, capture.photo, capture.film, iconButton("theme", "Light or dark", toggleTheme),
    iconButton("help", "Keys and mouse (?)", () => keys.help())),
  h("main", {}, trouble.element, h("div", { class: "stage" }, box, connection, notes), plots.element),
  tabs.element, transport.element, drop.element, keys.dialog);

// For tests and for the curious.
Object.assign(window, { thew: { app, stage } });
