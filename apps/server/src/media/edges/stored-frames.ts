/** Reads the frames of stored segments. */
import type { RenditionName } from '../presentation/presentation.ts';
import { readFragmentTables } from '../recorder/movie/fragment-reader.ts';
import type { RecordedRun } from '../recorder/recorded-run.ts';
import { segmentPath } from '../recorder/recording-files.ts';

/** Reads a whole file of the recording. */
export type ReadFile = (path: string) => Promise<Buffer>;

/** A frame, with times in ticks of the track. */
export interface StoredFrame {
  readonly dts: number;
  readonly pts: number;
  readonly duration: number;
  readonly keyframe: boolean;
  readonly payload: Uint8Array;
}

/** The frames of consecutive segments, in the order of decoding; gaps have none. */
export async function readFrames(
  run: RecordedRun,
  name: RenditionName,
  rows: { readonly first: number; readonly last: number },
  read: ReadFile,
): Promise<StoredFrame[]> {
  const frames: StoredFrame[] = [];
  for (let row = Math.max(0, rows.first); row <= Math.min(rows.last, run.size - 1); row += 1) {
    const { msn, [name]: part } = run.at(row);
    if (part === null || part.byteLength === 0) continue;
    const bytes = await read(segmentPath(run, name, msn, part.seconds));
    for await (const { baseDecodeTime, mediaOffset, samples } of readFragmentTables(once(bytes))) {
      let [dts, offset] = [baseDecodeTime, mediaOffset];
      for (const { duration, size, compositionOffset, keyframe } of samples) {
        const payload = bytes.subarray(offset, offset + size);
        frames.push({ dts, pts: dts + compositionOffset, duration, keyframe, payload });
        dts += duration;
        offset += size;
      }
    }
  }
  return frames;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
