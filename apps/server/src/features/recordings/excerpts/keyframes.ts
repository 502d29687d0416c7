/** Single frames of recordings, by the position that viewers see. */
import type { StreamId } from '@tributary/contracts/shared';
import { trimmedView } from '#media/recorder/index.ts';
import { type Keyframe, readFirstFrame, segmentPlayedAt } from '#media/storyboard/index.ts';
import type { RecordingStore } from '../files/recording-store.ts';
import type { ExcerptOptions } from './excerpts.ts';

/** @returns the last keyframe by a position; null where the recording shows no video, or its files are gone */
export type KeyframeAt = (id: StreamId, positionMs: number) => Promise<Keyframe | null>;

/** Also of a recording that grows, and of one that others may not watch: callers decide who sees it. */
export function createKeyframes({
  store,
  recorder,
  mediaOf,
}: Pick<ExcerptOptions, 'recorder' | 'mediaOf'> & {
  readonly store: Pick<RecordingStore, 'index' | 'read'>;
}): KeyframeAt {
  return async (id, positionMs) => {
    const { mediaId, trim } = (await mediaOf(id)) ?? { mediaId: id, trim: null };
    const index = recorder.indexOf(id)?.index ?? (await store.index(mediaId));
    const view = trim === null ? index : trimmedView(index, trim.segments);
    const segment = segmentPlayedAt(view, positionMs);
    return (
      segment && readFirstFrame(segment, async (path, first, last) => store.read(mediaId, path, first, last))
    );
  };
}
