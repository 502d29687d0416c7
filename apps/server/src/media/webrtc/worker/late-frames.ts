/** Leaves out the frames of a feed up to the next keyframe where this process falls behind. */
export class LateFrames {
  readonly #maxLagMs: number;
  #isSkipping = false;

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs;
  }

  /**
   * @param lagMs since the frame came from the encoder
   * @returns whether to send it; `begins` where it is the first one that is left out
   */
  judge(keyframe: boolean, lagMs: number): { readonly isSent: boolean; readonly begins: boolean } {
    const isLate = lagMs > this.#maxLagMs;
    const begins = isLate && !this.#isSkipping;
    this.#isSkipping = isLate || (this.#isSkipping && !keyframe);
    return { isSent: !this.#isSkipping, begins };
  }
}
