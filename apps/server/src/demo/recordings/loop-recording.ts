import { type RecordingFileSink, RecordingWriter } from '#media/importer/index.ts';
import { TIMESCALE } from '#media/unit.ts';
import type { Clip } from '../content/clip.ts';

export interface LoopRecording {
  readonly durationMs: number;
  /** The wall time at which it begins. */
  readonly startMs: number;
  /** Part of the name of its run. */
  readonly epoch: string;
}

/** Writes the files of a recording that repeats a clip, with continuous timestamps. Holds one segment in memory. */
export async function writeLoop(
  { units, tracks, duration }: Clip,
  { durationMs, startMs, epoch }: LoopRecording,
  sink: RecordingFileSink,
): Promise<void> {
  const { video, audio } = tracks;
  if (video === null) throw new RangeError('A clip without video cannot become a recording');
  const writer = new RecordingWriter({ video, audio }, startMs, epoch, sink);
  await writer.begin();
  const end = (durationMs * TIMESCALE) / 1000;
  for (let begin = 0; begin < end; begin += duration) {
    for (const unit of units) {
      const dts = begin + unit.dts;
      if (dts >= end) break;
      await writer.push({ ...unit, dts, pts: dts });
    }
  }
  await writer.end();
}
