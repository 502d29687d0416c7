const WINDOW_SECONDS = 8;

/** The bitrate of media as it arrives, over the last seconds of it, whatever its request sizes. */
export class BitrateMeter {
  #chunks: { readonly end: number; readonly seconds: number; readonly bits: number }[] = [];

  /** A piece of `bytes` that holds the media of one track from `start` to `end`, in media seconds. */
  add(start: number, end: number, bytes: number): void {
    this.#chunks = this.#chunks.filter((chunk) => chunk.end > end - WINDOW_SECONDS && chunk.end < end);
    this.#chunks.push({ end, seconds: end - start, bits: bytes * 8 });
  }

  /** Kilobits per second, or null until a second of media is known. */
  get kbps(): number | null {
    let seconds = 0;
    let bits = 0;
    for (const chunk of this.#chunks) {
      seconds += chunk.seconds;
      bits += chunk.bits;
    }
    return seconds < 1 ? null : bits / seconds / 1000;
  }
}
