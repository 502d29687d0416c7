/** Small frames of recordings that grow, for the seek bars of running streams. */
import type { StreamId } from '@tributary/contracts/shared';
import { type Live, runningStoryboard } from '#features/live/index.ts';
import type { RecordingIndex } from '#media/recorder/index.ts';
import { readFirstFrame, segmentAt, type VideoSegment } from '#media/storyboard/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import { errors } from '../recordings.errors.ts';

/** Images of about 6 kB, which are rendered again where they are forgotten. */
const KEPT_IMAGES = 1_000;
const KEPT_MS = 60 * 60_000;

/** Rendering one takes 10 to 50 ms, and one is rendered at a time. */
const MAX_WAITING = 50;

export interface RunningTile {
  readonly image: Uint8Array;
  /** False where a frame will be stored that shows the tile better. */
  readonly isFinal: boolean;
}

/** Renders a tile when somebody first asks for it: most streams are never rewound, and cost nothing. */
export interface RunningTiles {
  /**
   * @returns null where there is no video, or none that can be decoded
   * @throws previews_busy
   */
  get(id: StreamId, index: RecordingIndex, tile: number): Promise<RunningTile | null>;
}

export function createRunningTiles(
  store: Pick<RecordingStore, 'read'>,
  thumbnails: Pick<Live['thumbnails'], 'renderTile'>,
): RunningTiles {
  const images = new ShortCache<Uint8Array | null>({ ttlMs: KEPT_MS, maxEntries: KEPT_IMAGES });
  let waiting = 0;

  async function render(id: StreamId, segment: VideoSegment): Promise<Uint8Array | null> {
    if (waiting >= MAX_WAITING) throw errors.previews_busy();
    waiting += 1;
    try {
      const keyframe = await readFirstFrame(segment, async (path, first, last) =>
        store.read(id, path, first, last),
      );
      return keyframe && (await thumbnails.renderTile(keyframe));
    } finally {
      waiting -= 1;
    }
  }

  return {
    async get(id, index, tile) {
      const segment = segmentAt(index, (tile + 0.5) * runningStoryboard(id).intervalMs);
      if (segment === null) return null;
      const image = await images.get(`${id}/${segment.path}`, () => render(id, segment));
      return image && { image, isFinal: segment.isFinal };
    },
  };
}
