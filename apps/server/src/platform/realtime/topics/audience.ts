import { REALTIME_CLOSE, type TransportRefusal } from '@tributary/contracts/realtime';
import type { UserId } from '@tributary/contracts/shared';
import type { Connection } from '../sockets/connection.ts';
import { FramePacer, frameOf, gapMs } from '../sockets/frame-pacer.ts';
import { textFrame } from '../sockets/text-frame.ts';
import type { Seeker } from './snapshot-reader.ts';

/** The listeners that a message is for: those of one person, or one socket. */
export type Recipient = { readonly userId: UserId } | { readonly connectionId: string };

export interface Delivery {
  readonly bytes: Buffer;
  /** Absent: all listeners. */
  readonly to?: Recipient | undefined;
}

export interface AudienceOptions {
  /**
   * Reads a snapshot for a new listener.
   * @param seeker the first of the new listeners of a key that is not known to exist; else null
   * @returns null if the key does not exist
   */
  readSnapshot(seeker: Seeker | null): Promise<Buffer | null | 'limited'>;
  /** Reads without limits, for existing listeners. */
  refreshSnapshot(): Promise<Buffer | null>;
  onError(error: unknown): void;
  /** Called when the connection may not listen, or no longer. */
  onRefused(connection: Connection, code: TransportRefusal): void;
  onSlow(): void;
  /** The milliseconds between frames to this many listeners. */
  readonly gapMs?: (listeners: number) => number;
}

/** A snapshot that is being read, shared by all listeners who join in the meantime. */
interface Reading {
  /** The connections that receive the snapshot before any other message. */
  readonly waiting: Set<Connection>;
  /** The patches and appends since the read began, which the snapshot may lack. */
  readonly missed: Delivery[];
  /** Whether the state has changed since the read began. */
  stale: boolean;
  readonly done: Promise<boolean>;
  /** The network of the listener for whom it began; null for a refresh. */
  readonly network: string | null;
}

/** The connections of this process that listen to one key of a topic. */
export class Audience {
  readonly #options: AudienceOptions;
  /** Whether each listener has received a state, to which patches and appends apply. */
  readonly #listeners = new Map<Connection, boolean>();
  /**
   * The frames for all listeners. They are flushed before messages that must follow them, and before the listeners
   * change.
   */
  readonly #frames: FramePacer;
  #reading: Reading | null = null;
  /** Whether a snapshot of the key has been read, or a message published on it. */
  #isKnown = false;

  constructor(options: AudienceOptions) {
    this.#options = options;
    const { gapMs: gap = gapMs } = options;
    this.#frames = new FramePacer(
      (bytes) => this.#sendToReady({ bytes }),
      () => gap(this.size),
    );
  }

  get size(): number {
    return this.#listeners.size;
  }

  listeners(): Connection[] {
    return [...this.#listeners.keys()];
  }

  /** Adds a connection that receives a snapshot first. */
  join(connection: Connection): void {
    this.#listeners.set(connection, false);
    if (this.#reading === null) this.#seek([connection], connection);
    else this.#reading.waiting.add(connection);
  }

  /** Adds a connection that has the state of an earlier one, and receives the messages that followed. */
  resume(connection: Connection, missed: readonly Buffer[]): void {
    this.#frames.flush();
    this.#listeners.set(connection, true);
    const [first, ...others] = missed;
    if (first !== undefined) this.#send(connection, textFrame(frameOf([first, ...others])));
  }

  leave(connection: Connection): void {
    this.#listeners.delete(connection);
    this.#reading?.waiting.delete(connection);
  }

  /**
   * Reads the snapshot again for all listeners.
   * @returns false if it could not be read, which has been reported
   */
  refresh(): Promise<boolean> {
    if (this.#reading === null) {
      return this.#read(this.#listeners.keys(), null, () => this.#options.refreshSnapshot()).done;
    }
    this.#reading.stale = true;
    return this.#reading.done;
  }

  /** Sends a published state, also to the connections that wait for one. */
  deliverSnapshot(bytes: Buffer): void {
    this.#frames.flush();
    // A snapshot that is being read is older.
    this.#reading = null;
    this.#isKnown = true;
    const frame = textFrame(bytes);
    for (const connection of this.#listeners.keys()) {
      this.#listeners.set(connection, true);
      this.#send(connection, frame);
    }
  }

  /** Delivers a patch, an append, or any message for one recipient. */
  deliver(delivery: Delivery): void {
    this.#reading?.missed.push(delivery);
    if (delivery.to === undefined) this.#frames.add(delivery.bytes);
    else {
      this.#frames.flush();
      this.#sendToReady(delivery);
    }
  }

  #sendToReady({ bytes, to }: Delivery): void {
    const frame = textFrame(bytes);
    for (const connection of this.#listeners.keys()) {
      if (!this.#reading?.waiting.has(connection)) this.#send(connection, frame, to);
    }
  }

  #seek(connections: Iterable<Connection>, { network }: Connection): void {
    const seeker = this.#isKnown ? null : { network };
    this.#read(connections, network, () => this.#options.readSnapshot(seeker));
  }

  #read(
    connections: Iterable<Connection>,
    network: string | null,
    load: () => Promise<Buffer | null | 'limited'>,
  ): Reading {
    this.#frames.flush();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const reading = { waiting: new Set(connections), missed: [], stale: false, done: promise, network };
    this.#reading = reading;
    void this.#finish(reading, load).then(resolve);
    return reading;
  }

  async #finish(reading: Reading, load: () => Promise<Buffer | null | 'limited'>): Promise<boolean> {
    let bytes: Buffer | null | 'limited' | undefined;
    try {
      bytes = await load();
    } catch (error) {
      this.#options.onError(error);
    }
    // A snapshot that was published in the meantime has replaced this one.
    if (this.#reading !== reading) return true;
    this.#frames.flush();
    this.#reading = null;
    if (bytes === 'limited') return this.#limit(reading);
    this.#isKnown = bytes !== null && (this.#isKnown || bytes !== undefined);
    const snapshot = bytes && textFrame(bytes);
    const missed = reading.missed.map((delivery) => ({ ...delivery, frame: textFrame(delivery.bytes) }));
    for (const connection of reading.waiting) {
      if (snapshot === null) {
        this.#options.onRefused(connection, 'unknown_topic');
        continue;
      }
      if (snapshot !== undefined) {
        this.#listeners.set(connection, true);
        this.#send(connection, snapshot);
      } else if (!this.#listeners.get(connection)) {
        // The client reconnects and subscribes again, when the cause may have been resolved.
        connection.close(REALTIME_CLOSE.restarting);
        continue;
      }
      for (const { frame, to } of missed) this.#send(connection, frame, to);
    }
    return reading.stale ? this.refresh() : bytes !== undefined;
  }

  /** Refuses the network whose limit is reached. Waiting clients of other networks have limits of their own. */
  #limit({ waiting, network }: Reading): boolean {
    const others = [...waiting].filter((connection) => connection.network !== network);
    for (const connection of waiting) {
      if (connection.network === network) this.#options.onRefused(connection, 'limited');
    }
    const [next] = others;
    if (next !== undefined) this.#seek(others, next);
    return false;
  }

  #send(connection: Connection, frame: Buffer, to?: Recipient): void {
    const meant =
      to === undefined ||
      ('userId' in to ? connection.principal?.userId === to.userId : connection.id === to.connectionId);
    if (meant && !connection.sendFrame(frame)) this.#options.onSlow();
  }
}
