import type { TranscoderOutput } from '../../../src/media/ports.ts';
import type { Unit, VideoTrack } from '../../../src/media/unit.ts';

/** Passes the source's frames on like a transcoder: in the order of display, without B-frames, some frames later. */
export class LaggingTranscoder {
  readonly #output: TranscoderOutput<VideoTrack>;
  readonly #lag: number;
  #waiting: Unit[] = [];

  /** @param lag the number of frames by which it is late */
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

  /** Passes the remaining frames on, as at a break of the source. */
  flush(): void {
    while (this.#waiting.length > 0) this.#pass();
  }

  /** Loses the remaining frames, like a process that was killed. */
  lose(): void {
    this.#waiting = [];
    this.#output.onBreak();
  }

  #pass(): void {
    const unit = this.#waiting.shift();
    if (unit !== undefined) this.#output.onUnit(unit);
  }
}
