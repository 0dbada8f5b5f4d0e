// The WebSocket of a running server: connects again by itself when it is lost.

import type { DroppedFile, Link, Listener, Message } from "./link";
import { Model } from "./model";

const REPLY_TIME = 10000; // ms

export class LiveLink implements Link {
  readonly kind = "live";
  private socket: WebSocket | null = null;
  private next = 1;
  private readonly waiting = new Map<number, { done: (m: Message) => void; fail: (e: Error) => void }>();
  private pause = 500;
  private opened = false;
  private closing = "";
  /** Frames of a new model wait here until the model itself has come. */
  private loading: ArrayBuffer[] | null = [];
  private hash = "";
  private received = -1;

  constructor(private readonly token: string, private readonly listener: Listener) {
    this.connect();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, ["thew.1", `token.${this.token}`]);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.opened = false;
    socket.onopen = () => {
      this.opened = true;
      this.pause = 500;
      this.listener.connection("open", "");
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => void this.lost(event.reason);
  }

  /** A refused handshake and a server that is gone look the same to a WebSocket: a request tells them apart. */
  private async lost(reason: string): Promise<void> {
    for (const { fail } of this.waiting.values()) fail(new Error("the connection was lost"));
    this.waiting.clear();
    if (!this.opened && this.closing === "") {
      const answer = await fetch(`/model/${this.hash || "0"}`, { headers: { Authorization: `Bearer ${this.token}` } }).catch(() => null);
      if (answer && (answer.status === 401 || answer.status === 403)) {
        this.listener.connection("refused", "This link is not valid. Use the link that the terminal shows.");
        return;
      }
    }
    this.listener.connection("lost", this.closing || reason || "The server cannot be reached.");
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(5000, 1.6 * this.pause);
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.received = new DataView(data).getUint32(4, true);
      if (this.loading) this.loading.push(data);
      else this.listener.frame(data);
      return;
    }
    const message = JSON.parse(data) as Message;
    if (message.type === "reply" || message.type === "refused") {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.type === "reply") waiting?.done(message);
      else if (waiting) waiting.fail(new Error(message.reason));
      else this.listener.message({ type: "note", level: "warning", text: [message.reason, message.hint].filter(Boolean).join(" ") });
      return;
    }
    if (message.type === "closing") this.closing = message.reason;
    if (message.type === "hello") {
      this.closing = "";
      this.received = -1; // numbers begin anew
      void this.load(message.model.hash, message.model.name);
    }
    if (message.type === "model") void this.load(message.hash, message.name);
    this.listener.message(message);
  }

  private async load(hash: string, name: string): Promise<void> {
    // Frames of the model before will not be drawn any more: the server must not wait for them.
    if (this.received >= 0) this.send({ type: "ack", frame: this.received });
    this.received = -1;
    this.loading = [];
    this.hash = hash;
    const answer = await fetch(`/model/${hash}`, { headers: { Authorization: `Bearer ${this.token}` } }).catch(() => null);
    if (hash !== this.hash) return; // a newer one is on its way
    if (!answer?.ok) {
      this.listener.message({ type: "note", level: "warning", text: `The model could not be fetched (${answer?.status ?? "no answer"}).` });
      return;
    }
    const model = new Model(await answer.arrayBuffer());
    if (hash !== this.hash) return;
    this.listener.model(model, name);
    const frames = this.loading;
    this.loading = null;
    for (const frame of frames) this.listener.frame(frame);
  }

  send(message: Message): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  ask(message: Message): Promise<Message> {
    const id = this.next++;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      setTimeout(() => {
        if (this.waiting.delete(id)) fail(new Error("no answer"));
      }, REPLY_TIME);
      this.send({ ...message, id });
    });
  }

  async drop(files: DroppedFile[], main?: string): Promise<void> {
    const head = new TextEncoder().encode(JSON.stringify(files.map(({ path, bytes }) => ({ path, bytes: bytes.length }))));
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, head.length, true);
    const query = main ? `?main=${encodeURIComponent(main)}` : "";
    const answer = await fetch(`/drop${query}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/x-thew-files" },
      body: new Blob([size, head, ...files.map((f) => f.bytes)] as BlobPart[]),
    });
    if (!answer.ok) throw new Error(answer.status === 413 ? "The files are too large." : `The server refused the files (${answer.status}).`);
  }
}
