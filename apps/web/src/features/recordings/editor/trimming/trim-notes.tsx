import {
  type MediaRange,
  type Recording,
  type RecordingTrim,
  restoreChapters,
  snapRanges,
  trimChapters,
} from '@tributary/contracts/recordings';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
          ? recording.hasVideo && t('recordings.trim.reencoded')
          : t(recording.hasVideo ? 'recordings.trim.nearestKeyframe' : 'recordings.trim.nearestSegment', {
              seconds: segmentSeconds,
            })}
        {isTooShort && ` ${t('recordings.trim.tooShort')}`}
      </p>
      <p className="text-muted text-sm">{t('recordings.trim.clipsHidden')}</p>
      <ul className="flex flex-col gap-1 text-muted text-sm empty:hidden">
        {chapterChanges(kept, trim, recording).map(({ from, title, to }) => (
          <li key={from} className="[overflow-wrap:anywhere]">
            {to === null ? (
              <Text k="recordings.trim.chapterRemoved" values={{ name: () => <bdi>{title}</bdi> }} />
            ) : (
              <Text
                k="recordings.trim.chapterMoves"
                values={{ name: () => <bdi>{title}</bdi>, from: clockOf(from), to: clockOf(to) }}
              />
            )}
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
