/** A delay that grows is worse than a gap where playback is to be below a second behind. */
const MAX_LAG_MS = 500;

/** Leaves out the frames of a feed up to the next keyframe where this process falls behind. */
export class LateFrames {
  #isSkipping = false;

  /**
   * @param lagMs since the frame came from the encoder
   * @returns whether to send it; `begins` where it is the first one that is left out
   */
  judge(keyframe: boolean, lagMs: number): { readonly isSent: boolean; readonly begins: boolean } {
    const isLate = lagMs > MAX_LAG_MS;
    const begins = isLate && !this.#isSkipping;
    this.#isSkipping = isLate || (this.#isSkipping && !keyframe);
    return { isSent: !this.#isSkipping, begins };
  }
}
