// Pictures and films of the stage.

import type { App } from "../app";
import { iconButton, save, setIcon } from "../dom";

export class Capture {
  readonly photo = iconButton("photo", "Save a picture (PNG)", () => void this.picture());
  readonly film = iconButton("film", "Record a film (WebM)", () => this.toggle());
  private recorder: MediaRecorder | null = null;

  constructor(private readonly app: App) {
    if (typeof MediaRecorder === "undefined") this.film.hidden = true;
  }

  private name(ending: string): string {
    return `${this.app.model?.json.name || "thew"}.${ending}`;
  }

  private async picture(): Promise<void> {
    save(await this.app.stage.png(), this.name("png"));
  }

  private toggle(): void {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((t) => MediaRecorder.isTypeSupported(t));
    if (!type) {
      this.app.note("This browser records no WebM.", "warning");
      return;
    }
    const chunks: Blob[] = [];
    const recorder = new MediaRecorder(this.app.stage.canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 8e6 });
    recorder.ondataavailable = (e) => chunks.push(e.data);
    recorder.onstop = () => {
      this.recorder = null;
      this.film.classList.remove("recording");
      setIcon(this.film, "film", "Record a film (WebM)");
      save(new Blob(chunks, { type: "video/webm" }), this.name("webm"));
    };
    recorder.start(500);
    this.recorder = recorder;
    this.film.classList.add("recording");
    setIcon(this.film, "stop", "Stop the film and save it");
    this.app.stage.touch();
  }
}
