import { initPath, segmentPath } from '../recorder/recording-files.ts';
import { durationMsOf, type RecordingView } from '../recorder/recording-view.ts';
import { BLACK_TILE, TILE_BYTES, TILES_PER_SHEET } from '../thumbnailer/tiles.ts';
import { WorkerProcess } from '../thumbnailer/worker-process.ts';
import {
  type ReadRange,
  readKeyframe,
  readVideoDescription,
  type VideoDescription,
  type VideoSegment,
} from './keyframe-reader.ts';
import { layoutOf, middleOf, type StoryboardLayout } from './layout.ts';

interface StoryboardFiles {
  /** Reads files of the recording. */
  readonly read: ReadRange;
  /** Stores a sheet, a WebP image. */
  putSheet(sheet: number, bytes: Uint8Array): Promise<void>;
}

/** The process has a low priority, and no viewer waits for it. */
const HANG_MS = 60_000;

export type StoryboardWorker = Pick<WorkerProcess, 'run' | 'close'>;

/**
 * The number of failures after which the rest is not tried, since a recording whose first keyframes cannot be decoded
 * has no other ones.
 */
const MAX_FAILURES = 10;

/**
 * Makes the storyboard of a complete recording from one keyframe for each tile. If a tile has none that can be decoded,
 * the previous tile is repeated.
 * @returns null if the recording has no video that can be decoded
 * @throws the errors of `files`, and the signal's reason
 */
export async function makeStoryboard(
  index: RecordingView,
  { read, putSheet }: StoryboardFiles,
  signal: AbortSignal,
  worker: StoryboardWorker = new WorkerProcess(undefined, HANG_MS),
): Promise<StoryboardLayout | null> {
  const durationMs = durationMsOf(index);
  const layout = layoutOf(durationMs);
  const descriptions = new Map<string, VideoDescription | null>();
  let [sheets, failures, tile] = [0, 0, BLACK_TILE];
  let sheet: Uint8Array[] = [];

  async function draw({ init, path }: VideoSegment): Promise<Uint8Array | null> {
    if (!descriptions.has(init)) descriptions.set(init, await readVideoDescription(init, read));
    const description = descriptions.get(init) ?? null;
    const payload = description && (await readKeyframe(path, read));
    if (description === null || payload === null) return null;
    const reply = await worker.run({ type: 'tile', ...description, payload });
    return 'image' in reply && reply.image.byteLength === TILE_BYTES ? reply.image : null;
  }

  async function storeSheet(): Promise<void> {
    signal.throwIfAborted();
    const reply = await worker.run({ type: 'sheet', tiles: sheet });
    if ('failure' in reply) throw new Error(`Sheet ${sheets} of a storyboard was not made: ${reply.failure}`);
    await putSheet(sheets, reply.image);
    sheets += 1;
    sheet = [];
  }

  try {
    for (const segment of segmentsAt(index, layout, durationMs)) {
      signal.throwIfAborted();
      const drawn = segment && (await draw(segment));
      if (segment !== null && drawn === null) failures += 1;
      tile = drawn ?? tile;
      if (tile === BLACK_TILE && failures === MAX_FAILURES) return null;
      sheet.push(tile);
      if (sheet.length === TILES_PER_SHEET) await storeSheet();
    }
    if (tile === BLACK_TILE) return null;
    if (sheet.length > 0) await storeSheet();
    return layout;
  } finally {
    worker.close();
  }
}

/** Yields the segment in the middle of each tile; null if no video was recorded there. */
function* segmentsAt(
  index: RecordingView,
  layout: StoryboardLayout,
  durationMs: number,
): Generator<VideoSegment | null> {
  let [tile, endMs] = [0, 0];
  for (const { run, start, end } of index.listed) {
    for (let row = start; row < end; row += 1) {
      const { msn, video, audio } = run.at(row);
      endMs += ((video ?? audio)?.seconds ?? 0) * 1000;
      for (; tile < layout.tiles && middleOf(layout, tile, durationMs) < endMs; tile += 1) {
        const isRecorded = video !== null && video.byteLength > 0;
        yield isRecorded
          ? { init: initPath(run.path, 'video'), path: segmentPath(run, 'video', msn, video.seconds) }
          : null;
      }
    }
  }
}
