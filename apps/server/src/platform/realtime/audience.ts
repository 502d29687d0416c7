import { REALTIME_CLOSE, type UserId } from '@tributary/contracts';
import type { Connection } from './connection.ts';

/** Listeners that a message is meant for, of one person or of one socket. */
export type Recipient = { readonly userId: UserId } | { readonly connectionId: string };

export interface Delivery {
  readonly bytes: Buffer;
  /** Absent: everybody who listens. */
  readonly to?: Recipient | undefined;
}

export interface AudienceOptions {
  /** Null where there is nothing of that key. */
  readSnapshot(): Promise<Buffer | null>;
  onError(error: unknown): void;
  /** There is nothing to listen to any more. */
  onMissing(connection: Connection): void;
  onSlow(): void;
}

/** A snapshot that is being read, shared by all who join meanwhile. */
interface Reading {
  /** They receive the snapshot before anything else. */
  readonly waiting: Set<Connection>;
  /** Patches and appends since the reading began: the snapshot may lack them. */
  readonly missed: Delivery[];
  /** The state has changed since the reading began. */
  stale: boolean;
  readonly done: Promise<boolean>;
}

/** The connections of this process that listen to one key of a topic. */
export class Audience {
  readonly #options: AudienceOptions;
  /** Whether each has received a state to patch and append to. */
  readonly #listeners = new Map<Connection, boolean>();
  #reading: Reading | null = null;

  constructor(options: AudienceOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** The connection receives a snapshot first. */
  join(connection: Connection): void {
    this.#listeners.set(connection, false);
    if (this.#reading === null) this.#read([connection]);
    else this.#reading.waiting.add(connection);
  }

  /** The connection has the state of an earlier one, and receives what followed. */
  resume(connection: Connection, missed: readonly Buffer[]): void {
    this.#listeners.set(connection, true);
    for (const bytes of missed) this.#send(connection, { bytes });
  }

  leave(connection: Connection): void {
    this.#listeners.delete(connection);
    this.#reading?.waiting.delete(connection);
  }

  /** Reads the snapshot again for all. @returns false where it could not be read, which has been reported */
  refresh(): Promise<boolean> {
    if (this.#reading === null) return this.#read(this.#listeners.keys()).done;
    this.#reading.stale = true;
    return this.#reading.done;
  }

  /** Sends a published state, also to those who wait for one. */
  deliverSnapshot(bytes: Buffer): void {
    // What is being read is older.
    this.#reading = null;
    for (const connection of this.#listeners.keys()) {
      this.#listeners.set(connection, true);
      this.#send(connection, { bytes });
    }
  }

  /** A patch, an append, or anything for one recipient. */
  deliver(delivery: Delivery): void {
    this.#reading?.missed.push(delivery);
    for (const connection of this.#listeners.keys()) {
      if (!this.#reading?.waiting.has(connection)) this.#send(connection, delivery);
    }
  }

  #read(connections: Iterable<Connection>): Reading {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const reading = { waiting: new Set(connections), missed: [], stale: false, done: promise };
    this.#reading = reading;
    void this.#finish(reading).then(resolve);
    return reading;
  }

  async #finish(reading: Reading): Promise<boolean> {
    let bytes: Buffer | null | undefined;
    try {
      bytes = await this.#options.readSnapshot();
    } catch (error) {
      this.#options.onError(error);
    }
    // A snapshot that was published meanwhile has replaced it.
    if (this.#reading !== reading) return true;
    this.#reading = null;
    for (const connection of reading.waiting) {
      if (bytes === null) {
        this.#options.onMissing(connection);
        continue;
      }
      if (bytes !== undefined) {
        this.#listeners.set(connection, true);
        this.#send(connection, { bytes });
      } else if (!this.#listeners.get(connection)) {
        // It reconnects and asks again; by then the cause may be gone.
        connection.close(REALTIME_CLOSE.restarting);
        continue;
      }
      for (const delivery of reading.missed) this.#send(connection, delivery);
    }
    return reading.stale ? this.refresh() : bytes !== undefined;
  }

  #send(connection: Connection, { bytes, to }: Delivery): void {
    const meant =
      to === undefined ||
      ('userId' in to ? connection.principal?.userId === to.userId : connection.id === to.connectionId);
    if (meant && !connection.sendBytes(bytes)) this.#options.onSlow();
  }
}
