/** Messages between the bench and its child processes: the instance (server.ts), the bare server and the sockets. */

export interface ServerOrder {
  readonly type: 'start';
  readonly dataDir: string;
  readonly speakers: number;
  /** The number of messages in the chat of a past stream. */
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

/** Starts the bare server, which answers with its port. */
export interface BareOrder {
  /** The frame that it sends to all sockets for each received message, except for the time in it. */
  readonly frame: string;
}

export type ClientsOrder =
  /** Answered once all sockets are open and listen. */
  | { readonly type: 'open'; readonly room: Omit<Room, 'archiveId'>; readonly viewers: number }
  /** The people write in turns. */
  | { readonly type: 'talk'; readonly perSecond: number }
  /** Stops writing. */
  | { readonly type: 'hush' }
  | { readonly type: 'close' }
  /** Answered with `ClientsReport`. */
  | { readonly type: 'report' };

/** The figures since the last report. */
export interface ClientsReport {
  readonly sent: number;
  readonly refused: number;
  /** The number of viewers who are still connected: the server ends the sockets of clients that fall behind. */
  readonly viewers: number;
  /** The number of messages that viewers received. */
  readonly deliveries: number;
  /** The time from sending a message to its receipt by some of the viewers, in milliseconds. */
  readonly latenciesMs: readonly number[];
  /** A message in the form that viewers receive. */
  readonly frame: string;
}
