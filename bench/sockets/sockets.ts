/** How the bench speaks to the instance (server.ts) and to the sockets (clients.ts) in their processes. */

/** Answered with `InstanceAddress`. */
export interface ServerOrder {
  readonly type: 'start';
}

export interface InstanceAddress {
  readonly port: number;
  /** The stream to watch. */
  readonly streamId: string;
}

export type ClientsOrder =
  /** Answered once all are open, have the stream before them and say that they watch it. */
  | { readonly type: 'open'; readonly address: InstanceAddress; readonly sockets: number }
  /** One more socket comes and goes, so that each second tells everybody another count; `null` on an end to it. */
  | { readonly type: 'change'; readonly everyMs: number | null }
  /** Answered with `Heard`. */
  | { readonly type: 'heard' };

/** Since it was last asked. */
export interface Heard {
  readonly counts: number;
  /** The newest count that every socket has heard. */
  readonly viewers: number;
  readonly open: number;
}
