import type { Chapter, Storyboard } from '@tributary/contracts/shared';
import { StoryboardTile } from '@/ui/media/storyboard-tile.tsx';
import { mediaAddress } from '../../engine/media/media-address.ts';

interface SeekPreviewProps {
  storyboard: Storyboard | null;
  chapters: readonly Chapter[];
  positionMs: number;
  /** The same by the wall clock of the recording; null where the stream is not recorded there. */
  recordedMs: number | null;
}

/** What a position of a recording shows, and the chapter that it is in. */
export function SeekPreview({ storyboard, chapters, positionMs, recordedMs }: SeekPreviewProps) {
  const shownMs = storyboard?.tiles === null ? recordedMs : positionMs;
  const chapter = chapters.findLast(({ startMs }) => startMs <= positionMs);
  return (
    <div className="grid max-w-36 justify-items-center overflow-hidden rounded-control sm:max-w-52 *:col-start-1 *:row-start-1">
      {storyboard && shownMs !== null && shownMs >= 0 && (
        <StoryboardTile
          storyboard={{ ...storyboard, url: mediaAddress(storyboard.url) }}
          positionMs={shownMs}
          className="w-36 bg-black sm:w-52"
        />
      )}
      {chapter && (
        // The tile has a position of its own, and would be drawn above it.
        <bdi className="relative max-w-full self-end truncate bg-media-shade px-2 py-0.5 text-sm">
          {chapter.title}
        </bdi>
      )}
    </div>
  );
}
