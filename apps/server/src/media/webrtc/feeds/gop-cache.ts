/**
 * The frames since the newest keyframe, so that a new viewer sees a picture at once. A group of pictures that exceeds
 * the limit is not kept: its viewers wait for the next keyframe, since sending it would take longer.
 */
export class GopCache<Frame extends { readonly keyframe: boolean }> {
  readonly #maxBytes: number;
  readonly #bytesOf: (frame: Frame) => number;
  #frames: Frame[] = [];
  #bytes = 0;

  constructor(maxBytes: number, bytesOf: (frame: Frame) => number) {
    this.#maxBytes = maxBytes;
    this.#bytesOf = bytesOf;
  }

  /** Empty, or beginning with a keyframe. */
  get frames(): readonly Frame[] {
    return this.#frames;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(frame: Frame): void {
    if (frame.keyframe) this.clear();
    else if (this.#frames.length === 0) return;
    this.#frames.push(frame);
    this.#bytes += this.#bytesOf(frame);
    if (this.#bytes > this.#maxBytes) this.clear();
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}
