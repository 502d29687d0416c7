/** Messages between the bench and its child processes: the instance (server.ts), the bare server and the sockets. */

export interface ServerOrder {
  readonly type: 'start';
  readonly dataDir: string;
  readonly speakers: number;
  /** Messages in the chat of a past stream. */
  readonly archived: number;
}

export interface Room {
  readonly port: number;
  /** The stream that people write in. */
  readonly streamId: string;
  /** The past stream. */
  readonly archiveId: string;
  /** Cookie headers of people who write. */
  readonly cookies: readonly string[];
}

/** Answered with its port. */
export interface BareOrder {
  /** What it sends to all sockets for each message that it receives, but for the time in it. */
  readonly frame: string;
}

export type ClientsOrder =
  /** Answered once all sockets are open and listen. */
  | { readonly type: 'open'; readonly room: Omit<Room, 'archiveId'>; readonly viewers: number }
  /** People write by turns. */
  | { readonly type: 'talk'; readonly perSecond: number }
  /** Writing has stopped. */
  | { readonly type: 'hush' }
  | { readonly type: 'close' }
  /** Answered with `ClientsReport`. */
  | { readonly type: 'report' };

/** Since the last report. */
export interface ClientsReport {
  readonly sent: number;
  readonly refused: number;
  /** Those who are still connected: the server ends the sockets of clients that fall behind. */
  readonly viewers: number;
  /** Messages that viewers received. */
  readonly deliveries: number;
  /** From sending a message to its receipt by some of the viewers, in milliseconds. */
  readonly latenciesMs: readonly number[];
  /** A message as viewers receive it. */
  readonly frame: string;
}
