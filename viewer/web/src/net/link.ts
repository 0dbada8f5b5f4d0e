// What the page talks to: a running server, or a recording inside the page. Both speak the messages of viewer/PROTOCOL.md.

import type { Model } from "./model";

export type Message = { type: string } & Record<string, any>;

export interface DroppedFile {
  path: string;
  bytes: Uint8Array;
}

export interface Listener {
  message(message: Message): void;
  model(model: Model, name: string): void;
  frame(buffer: ArrayBuffer): void;
  connection(state: "open" | "lost" | "refused", text: string): void;
}

export interface Link {
  readonly kind: "live" | "recording";
  send(message: Message): void;
  /** Resolves with the reply, rejects with what the server says against it. */
  ask(message: Message): Promise<Message>;
  drop(files: DroppedFile[], main?: string): Promise<void>;
}
