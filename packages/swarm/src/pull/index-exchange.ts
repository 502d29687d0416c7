/** Asks neighbours for the indexes of segments, and answers them. The session verifies what comes. */
import type { SwarmClock } from '../clock.ts';
import { type AddressKey, addressKey, WHOLE_SEGMENT } from '../media-address.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import type { IndexAnswer, IndexRequest } from '../protocol/messages.ts';

/** Neighbours that are asked for one index: each that answers has the segment, and sends a share of it. */
const ASKED = 4;
/** Answers are longer than requests, so that each neighbour gets few of them. */
const ANSWERS_PER_SECOND = 4;
const ANSWER_BURST = 16;

/** The index of a segment as it is sent, and the parts that it covers. */
export interface OfferedIndex {
  readonly bytes: Uint8Array;
  readonly keys: readonly AddressKey[];
}

export interface IndexExchangeParts {
  readonly clock: SwarmClock;
  readonly neighbours: Neighbours;
  /** Whether this peer can give a part. */
  readonly has: (key: AddressKey) => boolean;
  /** @returns null where this peer does not know what the segment consists of */
  readonly find: (rendition: number, sequence: number) => OfferedIndex | null;
  readonly received: (peer: string, answer: IndexAnswer) => void;
}

interface Want {
  readonly asked: Set<Neighbour>;
  readonly onNone: () => void;
}

export class IndexExchange {
  readonly #parts: IndexExchangeParts;
  readonly #wants = new Map<AddressKey, Want>();
  readonly #budgets = new WeakMap<Neighbour, { answers: number; atMs: number }>();

  constructor(parts: IndexExchangeParts) {
    this.#parts = parts;
  }

  /** @param onNone no neighbour has the segment */
  want(rendition: number, sequence: number, onNone: () => void): void {
    const key = addressKey({ rendition, sequence, part: WHOLE_SEGMENT });
    const first = addressKey({ rendition, sequence, part: 0 });
    const rank = (neighbour: Neighbour) =>
      neighbour.roundTripMs - (neighbour.has(first) || neighbour.has(key) ? 1e6 : 0);
    const ready = [...this.#parts.neighbours].filter(
      ({ hello, revision }) => hello !== null && revision >= 2,
    );
    const asked = new Set(ready.sort((a, b) => rank(a) - rank(b)).slice(0, ASKED));
    if (asked.size === 0) return void onNone();
    this.#wants.set(key, { asked, onNone });
    for (const neighbour of asked) neighbour.send({ type: 'want-index', rendition, sequence });
  }

  unwant(rendition: number, sequence: number): void {
    this.#wants.delete(addressKey({ rendition, sequence, part: WHOLE_SEGMENT }));
  }

  wanted(neighbour: Neighbour, { rendition, sequence }: IndexRequest): void {
    const found = this.#mayAnswer(neighbour) ? this.#parts.find(rendition, sequence) : null;
    if (found?.keys.every((key) => this.#parts.has(key)))
      neighbour.send({ type: 'index', rendition, sequence, bytes: found.bytes });
    else neighbour.send({ type: 'decline', address: { rendition, sequence, part: WHOLE_SEGMENT } });
  }

  received(neighbour: Neighbour, answer: IndexAnswer): void {
    const key = addressKey({ ...answer, part: WHOLE_SEGMENT });
    // An index may cross the end of the wait for it, and each neighbour answers once.
    if (this.#wants.get(key)?.asked.delete(neighbour) === true) this.#parts.received(neighbour.id, answer);
  }

  declined(neighbour: Neighbour, key: AddressKey): void {
    const want = this.#wants.get(key);
    if (want?.asked.delete(neighbour) !== true || want.asked.size > 0) return;
    this.#wants.delete(key);
    want.onNone();
  }

  removed(neighbour: Neighbour): void {
    for (const key of [...this.#wants.keys()]) this.declined(neighbour, key);
  }

  #mayAnswer(neighbour: Neighbour): boolean {
    const nowMs = this.#parts.clock.now();
    const budget = this.#budgets.get(neighbour) ?? { answers: ANSWER_BURST, atMs: nowMs };
    this.#budgets.set(neighbour, budget);
    const earned = ((nowMs - budget.atMs) / 1000) * ANSWERS_PER_SECOND;
    budget.answers = Math.min(ANSWER_BURST, budget.answers + earned) - 1;
    budget.atMs = nowMs;
    if (budget.answers >= 0) return true;
    budget.answers = 0;
    return false;
  }
}
