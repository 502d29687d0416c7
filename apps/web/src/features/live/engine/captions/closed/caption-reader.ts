import { CaptionDecoder, type ChannelNumber } from './caption-decoder.ts';

/** The captions of a frame, at its time in the element. */
export interface CaptionSample {
  readonly pts: number;
  readonly bytes?: Uint8Array;
}

/** The segment that samples are in, as hls.js numbers it. */
interface SegmentNumbers {
  readonly sn: number | 'initSegment';
  readonly cc: number;
}

/** As many frames may be decoded before one that is shown earlier. */
const REORDERED_FRAMES = 4;
/** Frames further back than this are loaded again, after a seek. */
const REORDERED_SECONDS = 0.5;

/**
 * Reads the closed captions of a video as it is loaded. hls.js has a decoder, too, but it begins again with each part of
 * a low-latency stream, and knows a caption only once it has ended.
 */
export class CaptionReader {
  readonly #onText: (channel: ChannelNumber, seconds: number, text: string) => void;
  #decoder = new CaptionDecoder();
  /** By the time at which their frames are shown. */
  #waiting: { readonly pts: number; readonly bytes: Uint8Array }[] = [];
  #last: SegmentNumbers | null = null;
  #decodedTo = Number.NEGATIVE_INFINITY;
  readonly #texts = new Map<ChannelNumber, string>();

  /** @param onText called with what a channel displays from a time on, whenever that changes */
  constructor(onText: (channel: ChannelNumber, seconds: number, text: string) => void) {
    this.#onText = onText;
  }

  /** @param samples of a part of a segment, or all of it */
  add({ sn, cc }: SegmentNumbers, samples: readonly CaptionSample[]): void {
    const last = this.#last;
    const isNext = last !== null && cc === last.cc && (sn === last.sn || sn === Number(last.sn) + 1);
    const isAgain = samples.some(({ pts }) => pts < this.#decodedTo - REORDERED_SECONDS);
    if (!isNext || isAgain) this.#restart();
    this.#last = { sn, cc };
    for (const { pts, bytes } of samples) if (bytes !== undefined) this.#waiting.push({ pts, bytes });
    this.#waiting.sort((a, b) => a.pts - b.pts);
    this.#decode(Math.max(0, this.#waiting.length - REORDERED_FRAMES));
  }

  /** After a seek or a discontinuity. */
  #restart(): void {
    this.#decode(this.#waiting.length);
    this.#decoder = new CaptionDecoder();
    this.#decodedTo = Number.NEGATIVE_INFINITY;
    this.#texts.clear();
  }

  #decode(count: number): void {
    for (const { pts, bytes } of this.#waiting.splice(0, count)) {
      this.#decoder.add(bytes);
      this.#decodedTo = pts;
      for (const [channel, text] of this.#decoder.texts) {
        if ((this.#texts.get(channel) ?? '') === text) continue;
        this.#texts.set(channel, text);
        this.#onText(channel, pts, text);
      }
    }
  }
}
