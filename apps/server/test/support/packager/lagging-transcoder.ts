import type { TranscoderOutput } from '../../../src/media/ports.ts';
import type { Unit, VideoTrack } from '../../../src/media/unit.ts';

/** Passes the source's frames on as a transcoder does: in the order of display, without B-frames, some frames later. */
export class LaggingTranscoder {
  readonly #output: TranscoderOutput<VideoTrack>;
  readonly #lag: number;
  #waiting: Unit[] = [];

  /** @param lag how many frames later */
  constructor(output: TranscoderOutput<VideoTrack>, track: VideoTrack, lag = 6) {
    this.#output = output;
    this.#lag = lag;
    output.onTrack(track);
  }

  take(unit: Unit): void {
    if (unit.kind !== 'video') return;
    this.#waiting.push({ ...unit, dts: unit.pts });
    this.#waiting.sort((a, b) => a.pts - b.pts);
    if (this.#waiting.length > this.#lag) this.#pass();
  }

  /** Passes on what is left, as at a break of the source. */
  flush(): void {
    while (this.#waiting.length > 0) this.#pass();
  }

  /** Loses what it has not passed on, as a process that was killed. */
  lose(): void {
    this.#waiting = [];
    this.#output.onBreak();
  }

  #pass(): void {
    const unit = this.#waiting.shift();
    if (unit !== undefined) this.#output.onUnit(unit);
  }
}
