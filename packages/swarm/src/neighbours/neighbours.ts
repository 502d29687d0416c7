/** The peers that this one is connected to. */
import type { SwarmClock } from '../clock.ts';
import type { Misconduct } from './conduct-monitor.ts';
import { Neighbour, type PeerChannel } from './neighbour.ts';

/** Peers that send nothing for so long have vanished: each sends a status every second. */
const SILENT_MS = 4000;
const PING_MS = 2000;
/** A peer that did not deliver may have been busy: it is connected again after this time. */
const UNDELIVERED_MS = 60_000;

export class Neighbours {
  readonly #clock: SwarmClock;
  readonly #maxAnnounced: number;
  readonly #all = new Map<string, Neighbour>();
  /** Peers that were dropped for misconduct, and until when they stay away. */
  readonly #banned = new Map<string, number>();
  readonly #onRemoved: (neighbour: Neighbour, misconduct: Misconduct | null) => void;

  constructor(
    clock: SwarmClock,
    maxAnnounced: number,
    onRemoved: (neighbour: Neighbour, misconduct: Misconduct | null) => void,
  ) {
    this.#clock = clock;
    this.#maxAnnounced = maxAnnounced;
    this.#onRemoved = onRemoved;
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): Iterator<Neighbour> {
    return this.#all.values();
  }

  get(id: string): Neighbour | undefined {
    return this.#all.get(id);
  }

  /** Whether the peer was dropped for misconduct, and gets no second connection yet. */
  isBanned(id: string): boolean {
    return (this.#banned.get(id) ?? 0) > this.#clock.now();
  }

  add(id: string, channel: PeerChannel): Neighbour {
    const neighbour = new Neighbour(id, channel, this.#clock.now(), this.#maxAnnounced);
    this.#all.set(id, neighbour);
    return neighbour;
  }

  remove(neighbour: Neighbour, misconduct: Misconduct | null): void {
    if (this.#all.get(neighbour.id) !== neighbour) return;
    this.#all.delete(neighbour.id);
    if (misconduct !== null) this.#banned.set(neighbour.id, this.#bannedUntilMs(misconduct));
    neighbour.channel.close();
    this.#onRemoved(neighbour, misconduct);
  }

  #bannedUntilMs(misconduct: Misconduct): number {
    return misconduct === 'undelivered' ? this.#clock.now() + UNDELIVERED_MS : Number.POSITIVE_INFINITY;
  }

  /** Measures round trips, and removes peers that have vanished. */
  check(): void {
    const nowMs = this.#clock.now();
    for (const neighbour of [...this.#all.values()]) {
      if (nowMs - neighbour.lastMessageMs > SILENT_MS) this.remove(neighbour, null);
      else if (neighbour.hello !== null && nowMs - neighbour.pingSentMs > PING_MS) {
        neighbour.pingSentMs = nowMs;
        neighbour.send({ type: 'ping', nonce: Math.floor(nowMs) >>> 0 });
      }
    }
  }
}
