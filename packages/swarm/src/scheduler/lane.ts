/** One stripe of one rendition as this peer receives it. */
import type { Neighbour } from '../neighbours/neighbour.ts';
import { LAG_STEP_MS, NO_HOPS, type StripeState } from '../protocol/messages.ts';

const INITIAL_LAG_MS = 300;
const MAX_LAG_MS = 254 * LAG_STEP_MS;

export class Lane {
  readonly number: number;
  readonly rendition: number;
  readonly stripe: number;
  parent: Neighbour | null = null;
  parentSinceMs = 0;
  /** A neighbour that was asked and has not answered. */
  candidate: Neighbour | null = null;
  candidateSinceMs = 0;
  isSeed = false;
  hops = NO_HOPS;
  orphanSinceMs: number;
  /** Parts in a row that did not come from the parent in time. */
  missed = 0;
  improvedAtMs: number;
  seedChosenMs = Number.NEGATIVE_INFINITY;
  #lagMs = INITIAL_LAG_MS;
  #deviationMs = INITIAL_LAG_MS / 2;

  constructor(number: number, stripes: number, nowMs: number) {
    this.number = number;
    this.rendition = Math.floor(number / stripes);
    this.stripe = number % stripes;
    this.orphanSinceMs = nowMs;
    this.improvedAtMs = nowMs;
  }

  get isReceived(): boolean {
    return this.isSeed || this.parent !== null;
  }

  get lagMs(): number {
    return this.#lagMs;
  }

  /** The time within which a part nearly always comes from the parent. */
  get expectedMs(): number {
    return this.#lagMs + 3 * this.#deviationMs;
  }

  /** @param spare further children that it may have */
  state(spare: number): StripeState {
    return {
      rendition: this.rendition,
      stripe: this.stripe,
      hops: this.isReceived ? this.hops : NO_HOPS,
      lag: this.isReceived ? Math.round(Math.min(MAX_LAG_MS, this.#lagMs) / LAG_STEP_MS) : 255,
      spare: this.isReceived ? Math.min(255, spare) : 0,
    };
  }

  arrived(lagMs: number, hops: number): void {
    this.hops = hops;
    this.missed = 0;
    const difference = lagMs - this.#lagMs;
    this.#lagMs += difference / 4;
    this.#deviationMs += (Math.abs(difference) - this.#deviationMs) / 4;
  }

  setParent(neighbour: Neighbour, nowMs: number): void {
    this.parent = neighbour;
    this.parentSinceMs = nowMs;
    this.hops = Math.min(NO_HOPS, neighbour.hopsOf(this.rendition, this.stripe) + 1);
    this.missed = 0;
  }

  loseParent(nowMs: number): void {
    this.parent = null;
    this.orphanSinceMs = nowMs;
    this.missed = 0;
  }
}
