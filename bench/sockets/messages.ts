/** Messages between the bench and its child processes: the instance (server.ts) and the sockets (clients.ts). */

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
  /** Answered once all sockets are open, have received the stream and report that they watch it. */
  | { readonly type: 'open'; readonly address: InstanceAddress; readonly sockets: number }
  /** Connects and disconnects one more socket by turns, so that the count changes; `null` stops that. */
  | { readonly type: 'change'; readonly everyMs: number | null }
  /** Answered with `ClientsReport`. */
  | { readonly type: 'report' };

/** What the sockets have received since the last report. */
export interface ClientsReport {
  /** Messages with a viewer count. */
  readonly counts: number;
  /** The lowest of the counts that the sockets received last. */
  readonly viewers: number;
  readonly open: number;
}
