/** Messages between the processes of one instance, for broadcasts that need no transaction. */
import type { Log } from '../log/log.ts';

/**
 * Every handler of a channel, in every process, gets each message once, and all processes get the messages of a channel
 * in the same order. Messages are not stored: a process that joins later has missed the earlier ones.
 */
export interface Bus {
  /**
   * Publishes a message and returns at once. While the other processes cannot be reached, the message is delivered in
   * this process only.
   * @param channel a name without spaces
   * @param message well-formed text without NUL characters, such as JSON
   */
  publish(channel: string, message: string): void;
  /** @returns a function that ends the subscription */
  subscribe(channel: string, handler: (message: string) => void): () => void;
  /**
   * Calls `handler` when messages between this process and another one may have been lost, so that dependent state must
   * be read again.
   * @returns a function that ends the subscription
   */
  onGap(handler: () => void): () => void;
  /** Idempotent. */
  close(): Promise<void>;
}

/** Delivers messages to the handlers of this process. */
export class BusHandlers {
  readonly #channels = new Map<string, Set<(message: string) => void>>();
  readonly #gaps = new Set<() => void>();
  readonly #log: Log;
  readonly #undelivered: { readonly channel: string; readonly message: string }[] = [];
  #delivering = false;

  constructor(log: Log) {
    this.#log = log;
  }

  subscribe(channel: string, handler: (message: string) => void): () => void {
    const handlers = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, handlers.add(handler));
    return () => void handlers.delete(handler);
  }

  onGap(handler: () => void): () => void {
    this.#gaps.add(handler);
    return () => void this.#gaps.delete(handler);
  }

  /** Delivers a message. Messages that handlers publish in the meantime follow, so that all handlers see one order. */
  deliver(channel: string, message: string): void {
    this.#undelivered.push({ channel, message });
    if (this.#delivering) return;
    this.#delivering = true;
    for (let next = this.#undelivered.shift(); next !== undefined; next = this.#undelivered.shift()) {
      const { channel, message } = next;
      for (const handler of this.#channels.get(channel) ?? []) this.#call(channel, () => handler(message));
    }
    this.#delivering = false;
  }

  reportGap(): void {
    for (const handler of this.#gaps) this.#call('gap', handler);
  }

  /** Calls one handler. If it throws, the others still get the message. */
  #call(channel: string, work: () => void): void {
    try {
      work();
    } catch (err) {
      this.#log.error({ err, channel }, 'A bus handler failed');
    }
  }
}
