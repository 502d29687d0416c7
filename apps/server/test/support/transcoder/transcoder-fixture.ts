/** A transcoder with its real process, and outputs that keep their units. */
import { expect, onTestFinished } from 'vitest';
import {
  createTranscoder,
  type OutputRequest,
  type Transcoder,
  type TranscoderOptions,
  type TranscoderOutput,
  type VideoRendition,
} from '../../../src/media/transcoder/index.ts';
import type { Track, Unit } from '../../../src/media/unit.ts';
import { silentLog } from '../rtmp/silent-log.ts';
import type { EncodedSource } from './encoded-source.ts';

/** Longer than any step takes on a busy machine, but shorter than a test may last. */
export const PATIENCE = { timeout: 25_000, interval: 5 };

export const RENDITION: VideoRendition = {
  name: '90p',
  width: 160,
  height: 90,
  frameRateDivisor: 1,
  bitsPerSecond: 300_000,
};

export type OutputEvent =
  | { readonly type: 'track'; readonly track: Track }
  | { readonly type: 'unit'; readonly unit: Unit }
  | { readonly type: 'break' };

/** An output that keeps its tracks, units and breaks. */
export class RecordingOutput implements TranscoderOutput {
  readonly events: OutputEvent[] = [];

  get units(): readonly Unit[] {
    return this.events.flatMap((event) => (event.type === 'unit' ? [event.unit] : []));
  }

  get tracks(): readonly Track[] {
    return this.events.flatMap((event) => (event.type === 'track' ? [event.track] : []));
  }

  get times(): readonly number[] {
    return this.units.map(({ pts }) => pts);
  }

  get keyframes(): readonly number[] {
    return keyframesOf(this.units);
  }

  /** The kinds of events before the units, without the units that follow a unit. */
  get outline(): string {
    const types = this.events.map((event) =>
      event.type === 'unit' ? (event.unit.keyframe ? 'keyframe' : 'unit') : event.type,
    );
    return types.filter((type, i) => type === 'break' || type === 'track' || !isUnit(types[i - 1])).join(' ');
  }

  onTrack(track: Track): void {
    this.events.push({ type: 'track', track });
  }

  onUnit(unit: Unit): void {
    this.events.push({ type: 'unit', unit });
  }

  onBreak(): void {
    this.events.push({ type: 'break' });
  }

  /** Resolves when a unit of this time, or a later one, has arrived. */
  async reached(pts: number): Promise<void> {
    await expect.poll(() => this.times.at(-1) ?? 0, PATIENCE).toBeGreaterThanOrEqual(pts);
  }
}

const isUnit = (type: string | undefined) => type === 'unit' || type === 'keyframe';

export function keyframesOf(units: readonly Unit[]): number[] {
  return units.filter(({ keyframe }) => keyframe).map(({ pts }) => pts);
}

/** The presentation times of video, in order. */
export function timesOf(units: readonly Unit[]): number[] {
  return units
    .filter(({ kind }) => kind === 'video')
    .map(({ pts }) => pts)
    .sort((a, b) => a - b);
}

export const videoRequest = (
  output: RecordingOutput,
  rendition: Partial<VideoRendition> = {},
): OutputRequest => ({ kind: 'video', rendition: { ...RENDITION, ...rendition }, output });

export const opusRequest = (output: RecordingOutput): OutputRequest => ({ kind: 'opus', output });

/** Starts a transcoder that drops no units because the test feeds it faster than real time. Closed after the test. */
export function startTranscoder(options: Partial<TranscoderOptions> = {}): Transcoder {
  const { limits, ...others } = options;
  const transcoder = createTranscoder({
    log: silentLog,
    // Processes of tests share the machine with those of other tests.
    limits: { queueSeconds: 1e6, hangMs: 20_000, startMs: 25_000, ...limits },
    ...others,
  });
  onTestFinished(() => transcoder.close());
  return transcoder;
}

export async function running(transcoder: Transcoder): Promise<void> {
  await expect.poll(() => transcoder.statistics.state, PATIENCE).toBe('running');
}

export function feed(transcoder: Transcoder, { video, audio, units }: EncodedSource): void {
  transcoder.onTracks({ video, audio });
  for (const unit of units) transcoder.onUnit(unit);
}
