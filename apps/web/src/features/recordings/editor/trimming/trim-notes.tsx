import {
  type MediaRange,
  type Recording,
  type RecordingTrim,
  restoreChapters,
  snapRanges,
  trimChapters,
} from '@tributary/contracts/recordings';
import { clockOf, durationOf, exactClockOf, summaryOf, type TrimDraft } from './trim-draft.ts';

interface TrimNotesProps {
  draft: TrimDraft;
  isExact: boolean;
  kept: readonly MediaRange[];
  trim: RecordingTrim;
  recording: Recording;
}

/** What becomes of a recording when a draft is saved. */
export function TrimNotes({ draft, isExact, kept, trim, recording }: TrimNotesProps) {
  const { boundariesMs } = trim;
  const isTooShort = !isExact && draft.cuts.some((cut) => snapRanges([cut], boundariesMs).length === 0);
  const segmentSeconds = durationOf(trim) / 1000 / Math.max(1, boundariesMs.length - 1);
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="font-semibold tabular-nums">
        {summaryOf(kept, durationOf(trim), isExact ? exactClockOf : clockOf)}
      </p>
      <p className="text-muted text-sm">
        {isExact
          ? recording.hasVideo &&
            'The video between each cut and the next keyframe is encoded again, which takes a while.'
          : `Times move to the nearest ${recording.hasVideo ? 'keyframe' : 'segment'}. This recording has one about every ${segmentSeconds.toFixed(1)} seconds.`}
        {isTooShort && ' One of the cuts is shorter than that, so it removes nothing.'}
      </p>
      <p className="text-muted text-sm">Clips that show what is cut are hidden as long as it is cut.</p>
      <ul className="flex flex-col gap-1 text-muted text-sm empty:hidden">
        {chapterChanges(kept, trim, recording).map(({ from, title, to }) => (
          <li key={from} className="[overflow-wrap:anywhere]">
            Chapter “<bdi>{title}</bdi>”{' '}
            {to === null ? 'is removed' : `moves from ${clockOf(from)} to ${clockOf(to)}`}.
          </li>
        ))}
      </ul>
    </div>
  );
}

function chapterChanges(kept: readonly MediaRange[], trim: RecordingTrim, { chapters }: Recording) {
  const now = restoreChapters(trim.kept, [], chapters);
  return trimChapters(kept, now)
    .map(({ trimmed }, i) => ({
      from: chapters[i]?.startMs ?? 0,
      title: chapters[i]?.title ?? '',
      to: trimmed?.startMs ?? null,
    }))
    .filter(({ from, to }) => from !== to);
}
