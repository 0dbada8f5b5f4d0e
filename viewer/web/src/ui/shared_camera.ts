// The camera where a program steps: what the program writes moves the view, and where the reader moves it the program is told.

import type { App } from "../app";
import type { Message } from "../net/link";
import type { ViewPanel } from "./view";

const FREE = 0, TRACKING = 1, FIXED = 2; // mjtCamera

export class SharedCamera {
  private known = "";

  constructor(private readonly app: App, private readonly view: ViewPanel) {
    app.on("camera", (m) => this.take(m));
    app.on("new-model", () => { this.known = ""; });
  }

  private take(m: Message): void {
    const { stage } = this.app;
    const { camera } = stage;
    if (m.kind === FIXED) this.view.chooseCamera(`fixed:${m.camera}`);
    else if (m.kind === TRACKING && m.body > 0) this.view.track(m.body);
    else {
      this.view.chooseCamera("free");
      camera.lookat.set(m.lookat[0], m.lookat[1], m.lookat[2]);
    }
    Object.assign(camera, { distance: m.distance, azimuth: m.azimuth, elevation: m.elevation });
    this.known = JSON.stringify(this.present());
    stage.touch();
  }

  private present(): Message {
    const { mode, lookat, distance, azimuth, elevation } = this.app.stage.camera;
    return {
      type: "camera", kind: mode.kind === "fixed" ? FIXED : mode.kind === "track" ? TRACKING : FREE,
      camera: mode.kind === "fixed" ? mode.camera : -1, body: mode.kind === "track" ? mode.body : -1,
      lookat: mode.kind === "free" ? lookat.toArray() : [0, 0, 0], pose: [distance, azimuth, elevation],
    };
  }

  /** Called after each picture. The first one, and what the program asked for, is no news to it. */
  drawn(): void {
    if (this.app.mode !== "passive" || !this.app.steers || !this.app.model) return;
    const now = this.present(), text = JSON.stringify(now);
    if (this.known && text !== this.known) this.app.send(now);
    this.known = text;
  }
}
