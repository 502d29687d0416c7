/**
 * The frames since the newest keyframe, so that a new viewer sees a picture at once. A group of pictures that exceeds
 * the limit is not kept: its viewers wait for the next keyframe, since sending it would take longer.
 */
export class GopCache<Frame extends { readonly keyframe: boolean; readonly payload: Uint8Array }> {
  readonly #maxBytes: number;
  #frames: Frame[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
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
    this.#bytes += frame.payload.byteLength;
    if (this.#bytes > this.#maxBytes) this.clear();
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}
