/** Encodes one rendition in segments, each of which begins with a keyframe and refers to no other. */
import type { Frame } from 'node-av/lib';
import { lengthPrefixed } from '../codecs/annex-b.ts';
import { readX264Header } from '../codecs/x264-header.ts';
import { type FragmentSample, fragmentHeaderSize, writeFragmentHeader } from '../containers/mp4/fragment.ts';
import { writeInitSection } from '../containers/mp4/init-section.ts';
import { Scaler } from '../transcoder/codecs/scaler.ts';
import { type VideoEncoder, x264 } from '../transcoder/codecs/video-encoders.ts';
import type { VideoRendition } from '../transcoder/index.ts';
import type { VideoTrack } from '../unit.ts';
import type { EncodedSegment } from './messages.ts';

type RenditionSegment = EncodedSegment['renditions'][number];

interface Sample {
  readonly pts: number;
  readonly keyframe: boolean;
  readonly payload: Uint8Array;
}

export class RenditionSegments {
  readonly #rendition: VideoRendition;
  readonly #frameRate: number | null;
  readonly #scaler: Scaler;
  #encoder: VideoEncoder | null = null;
  #track: VideoTrack | null = null;
  #init: Uint8Array = new Uint8Array();
  #samples: Sample[] = [];
  /** Frames of the source since the start of the segment. */
  #position = 0;

  /** @param frameRate of the source */
  constructor(rendition: VideoRendition, frameRate: number | null) {
    this.#rendition = rendition;
    this.#frameRate = frameRate && frameRate / rendition.frameRateDivisor;
    this.#scaler = new Scaler(rendition.width, rendition.height);
  }

  get size(): { readonly width: number; readonly height: number } {
    return this.#rendition;
  }

  /** Whether the rendition has this frame. Called once for each. */
  takes(): boolean {
    const takes = this.#position % this.#rendition.frameRateDivisor === 0;
    this.#position += 1;
    return takes;
  }

  scale(source: Frame): Frame {
    return this.#scaler.scale(source);
  }

  /** @param frame has the size of the rendition, and the type I where a segment begins */
  async encode(frame: Frame): Promise<void> {
    this.#encoder ??= this.#open(frame);
    for (const packet of await this.#encoder.encode(frame)) {
      using it = packet;
      const payload = lengthPrefixed(Buffer.from(it.data ?? []));
      this.#samples.push({ pts: Number(it.pts), keyframe: it.isKeyframe, payload });
    }
  }

  /** @returns null where no frame of the segment was decoded */
  finish(msn: number, endPts: number): RenditionSegment | null {
    const samples = this.#samples;
    this.#samples = [];
    this.#position = 0;
    const [first] = samples;
    if (first === undefined || this.#track === null) return null;
    if (!first.keyframe)
      throw new Error(`Segment ${msn} of ${this.#rendition.name} begins without a keyframe.`);
    const fragment: FragmentSample[] = samples.map(({ pts, keyframe, payload }, i) => ({
      keyframe,
      payload,
      compositionOffset: 0,
      duration: Math.max(1, (samples[i + 1]?.pts ?? endPts) - pts),
    }));
    const header = new Uint8Array(fragmentHeaderSize('video', fragment.length));
    const content = { sequence: msn + 1, baseDecodeTime: first.pts, samples: fragment };
    writeFragmentHeader('video', content, header);
    const { codecString, width, height } = this.#track;
    const bytes = Buffer.concat([header, ...fragment.map(({ payload }) => payload)]);
    return { name: this.#rendition.name, init: this.#init, codecString, width, height, bytes };
  }

  close(): void {
    this.#encoder?.close();
    this.#scaler.close();
  }

  #open(like: Frame): VideoEncoder {
    const { width, height, bitsPerSecond } = this.#rendition;
    const settings = { width, height, bitsPerSecond, frameRate: this.#frameRate, threads: 1 };
    const encoder = x264.open(settings, like);
    this.#track = { ...readX264Header(encoder.header), frameRate: this.#frameRate };
    this.#init = writeInitSection(this.#track);
    return encoder;
  }
}
