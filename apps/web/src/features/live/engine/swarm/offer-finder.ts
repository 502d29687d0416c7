/** Finds out whether and how a stream is exchanged, and finds it out again once its policy has changed. */
import type { Cancel, Clock } from '../media/environment.ts';

/** All viewers of a stream learn of another policy at the same moment. They ask the instance for it one after another. */
const SPREAD_MS = 3000;

export class OfferFinder<Offer> {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #find: () => Promise<Offer>;
  readonly #onOffer: (offer: Offer) => void;
  readonly #random: () => number;
  #cancel: Cancel = () => {};
  #isOver = false;

  constructor(
    clock: Pick<Clock, 'after'>,
    find: () => Promise<Offer>,
    onOffer: (offer: Offer) => void,
    random: () => number = Math.random,
  ) {
    this.#clock = clock;
    this.#find = find;
    this.#onOffer = onOffer;
    this.#random = random;
    void this.#ask();
  }

  /** The policy has changed. */
  findAgain(): void {
    this.#cancel();
    if (!this.#isOver) this.#cancel = this.#clock.after(this.#random() * SPREAD_MS, () => void this.#ask());
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel();
  }

  async #ask(): Promise<void> {
    try {
      const offer = await this.#find();
      if (!this.#isOver) this.#onOffer(offer);
    } catch {
      // Without an answer, the stream plays on over HTTP.
    }
  }
}
