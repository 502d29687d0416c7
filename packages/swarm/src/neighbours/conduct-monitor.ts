/** Decides when a peer has broken the rules often enough to be dropped. */

/** Why a peer was dropped. */
export type Misconduct =
  | 'wrong-bytes'
  | 'forged-playlist'
  | 'forged-manifest'
  | 'protocol-error'
  | 'message-flood'
  | 'unsolicited-media'
  | 'undelivered';

const MESSAGES_PER_SECOND = 60;
const MESSAGE_BURST = 240;
/** Pushes that cross a cancellation or the end of a subscription are unsolicited without malice. */
const UNSOLICITED_PER_SECOND = 2;
const UNSOLICITED_BURST = 128;
/** Broken subscriptions in a row. A peer that has never delivered anything gets less patience. */
const MAX_UNDELIVERED = 6;
const MAX_UNDELIVERED_AT_FIRST = 2;

export class ConductMonitor {
  #messages = MESSAGE_BURST;
  #unsolicited = UNSOLICITED_BURST;
  #undelivered = 0;
  #hasDelivered = false;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Counts a message without media. */
  message(nowMs: number): Misconduct | null {
    this.#refill(nowMs);
    this.#messages -= 1;
    return this.#messages < 0 ? 'message-flood' : null;
  }

  /** Counts a chunk that was neither subscribed nor requested. */
  unsolicited(nowMs: number): Misconduct | null {
    this.#refill(nowMs);
    this.#unsolicited -= 1;
    return this.#unsolicited < 0 ? 'unsolicited-media' : null;
  }

  /** Counts a subscription that was ended since parts did not come in time. */
  undelivered(): Misconduct | null {
    this.#undelivered += 1;
    const limit = this.#hasDelivered ? MAX_UNDELIVERED : MAX_UNDELIVERED_AT_FIRST;
    return this.#undelivered >= limit ? 'undelivered' : null;
  }

  /** Whether nothing was promised in vain since the last part that came. */
  get isReliable(): boolean {
    return this.#undelivered === 0;
  }

  delivered(): void {
    this.#hasDelivered = true;
    this.#undelivered = 0;
  }

  #refill(nowMs: number): void {
    const seconds = (nowMs - this.#atMs) / 1000;
    this.#atMs = nowMs;
    this.#messages = Math.min(MESSAGE_BURST, this.#messages + seconds * MESSAGES_PER_SECOND);
    this.#unsolicited = Math.min(UNSOLICITED_BURST, this.#unsolicited + seconds * UNSOLICITED_PER_SECOND);
  }
}
