import type { ServerMessage } from '@tributary/contracts/realtime';

/** The number of messages after a snapshot that are kept for listeners that join later. */
const MAX_REPLAYED = 50;

/** A message that a topic's listeners receive. */
export type TopicMessage =
  | { readonly kind: 'snapshot' | 'patch'; readonly data: unknown }
  | { readonly kind: 'append'; readonly id: string; readonly data: unknown }
  | { readonly kind: 'refused'; readonly code: string };

export type Listener = (message: TopicMessage) => void;

/** A topic that the tab is subscribed to, across connections. */
export class Subscription {
  readonly listeners = new Set<Listener>();
  /** The id of the newest append, also from an earlier connection: the server resumes after it. */
  lastId: string | undefined;
  /** The id of the newest append in the snapshot. Appends up to it are repetitions. */
  #snapshotId = '';
  /** The newest snapshot and the messages after it; empty if they are unknown. */
  #replayed: TopicMessage[] = [];
  #awaitsSnapshot = true;

  /**
   * Adds a listener, and gives it the state from memory.
   * @returns false if the server must send a snapshot for it
   */
  join(listener: Listener): boolean {
    this.listeners.add(listener);
    for (const message of this.#replayed) listener(message);
    if (this.#replayed.length > 0 || this.#awaitsSnapshot) return true;
    // The other listeners do not need the snapshot.
    this.lastId = undefined;
    return false;
  }

  /** Records that the request was sent to the server, with `lastId` if there is one. */
  requested(): void {
    this.#awaitsSnapshot = this.lastId === undefined;
  }

  receive(message: Extract<ServerMessage, { type: 'message' | 'refused' }>): void {
    const received = this.#read(message);
    if (received === null) return;
    this.#awaitsSnapshot = false;
    const follows = this.#replayed.length > 0 && this.#replayed.length <= MAX_REPLAYED;
    if (received.kind === 'snapshot') this.#replayed = [received];
    else this.#replayed = follows && received.kind !== 'refused' ? [...this.#replayed, received] : [];
    for (const listener of [...this.listeners]) listener(received);
  }

  /** Null for a repetition. */
  #read(message: Extract<ServerMessage, { type: 'message' | 'refused' }>): TopicMessage | null {
    if (message.type === 'refused') {
      this.lastId = undefined;
      return { kind: 'refused', code: message.code };
    }
    const { kind, data, id } = message;
    if (kind === 'patch') return { kind, data };
    if (kind === 'append') {
      if (id === undefined || id <= this.#snapshotId) return null;
      this.lastId = id;
      return { kind, id, data };
    }
    this.lastId = id;
    this.#snapshotId = id ?? '';
    return { kind, data };
  }

  /**
   * Handles a lost connection: a listener that joins in the meantime waits for the next one, since the state may
   * change.
   */
  disconnected(): void {
    this.#replayed = [];
  }

  /** Drops the state, which belonged to another user. */
  forget(): void {
    this.lastId = undefined;
    this.#awaitsSnapshot = true;
    this.#replayed = [];
  }
}
