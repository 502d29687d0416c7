import type { Recording } from '@tributary/contracts/recordings';
import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, type Chapter } from '@tributary/contracts/shared';
import { X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useEditRecording } from '../queries.ts';
import { chaptersIn, parseClock } from './clock-text.ts';
import type { Preview } from './editor-preview.tsx';

/** A chapter as it is typed. */
interface Row {
  readonly key: number;
  readonly clock: string;
  readonly title: string;
}

let made = 0;
const rowOf = ({ startMs, title }: Chapter): Row => ({
  key: ++made,
  clock: formatClock(startMs / 1000),
  title,
});

/** Milliseconds below a second, which the clock does not show, are kept for chapters that are not changed. */
const startOf = ({ clock }: Row, before: readonly Chapter[]): number | null => {
  const startMs = parseClock(clock);
  return before.find((one) => formatClock(one.startMs / 1000) === clock.trim())?.startMs ?? startMs;
};

interface ChaptersEditorProps {
  recording: Recording;
  preview: RefObject<Preview | null>;
}

export function ChaptersEditor({ recording, preview }: ChaptersEditorProps) {
  const { streamId: id, description, chapters: saved, durationMs } = recording;
  const edit = useEditRecording();
  const [rows, setRows] = useState<readonly Row[]>(() => saved.map(rowOf));
  // What is wrong is said once somebody wants to save it, not while they type.
  const [isChecked, setChecked] = useState(false);
  const chapters = rows.map((row) => ({ startMs: startOf(row, saved), title: row.title.trim() }));
  const problem = problemOf(chapters, durationMs);
  const isChanged = JSON.stringify(chapters) !== JSON.stringify(saved);
  const listed = chaptersIn(description, CHAPTER_TITLE_MAX).filter(({ startMs }) => startMs < durationMs);
  const change = (key: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const save = () => {
    setChecked(problem !== null);
    if (problem !== null) return;
    const complete = chapters.flatMap(({ startMs, title }) => (startMs === null ? [] : [{ startMs, title }]));
    edit.mutate(
      { id, edit: { chapters: complete } },
      {
        onSuccess: () => {
          setRows(complete.toSorted((a, b) => a.startMs - b.startMs).map(rowOf));
          toast.success(t('recordings.chapters.saved'));
        },
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {rows.length > 0 && (
        <ul className="flex flex-col gap-2">
          {rows.map(({ key, clock, title }, i) => (
            <li key={key} className="flex gap-2">
              <Input
                aria-label={t('recordings.chapters.start', { number: i + 1 })}
                value={clock}
                onChange={({ target }) => change(key, { clock: target.value })}
                className="max-w-24 tabular-nums"
              />
              <Input
                aria-label={t('recordings.chapters.titleOf', { number: i + 1 })}
                dir="auto"
                maxLength={CHAPTER_TITLE_MAX}
                value={title}
                onChange={({ target }) => change(key, { title: target.value })}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('recordings.chapters.remove', { number: i + 1 })}
                onClick={() => setRows(rows.filter((row) => row.key !== key))}
              >
                <X size={18} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={rows.length >= CHAPTERS_MAX}
          onClick={() => {
            setChecked(false);
            setRows([...rows, rowOf({ startMs: preview.current?.position() ?? 0, title: '' })]);
          }}
        >
          {t('recordings.chapters.add')}
        </Button>
        {rows.length === 0 && listed.length > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setRows(listed.map(rowOf))}>
            {t('recordings.chapters.useListed', { count: listed.length })}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-live text-sm empty:hidden">
        {isChecked ? problem : null}
      </p>
      <div>
        <Button type="submit" busy={edit.isPending} disabled={!isChanged}>
          {t('recordings.chapters.save')}
        </Button>
      </div>
    </form>
  );
}

function problemOf(
  chapters: readonly { startMs: number | null; title: string }[],
  durationMs: number,
): string | null {
  for (const [i, { startMs, title }] of chapters.entries()) {
    if (startMs === null) return t('recordings.chapters.enterStart', { number: i + 1 });
    if (startMs >= durationMs)
      return t('recordings.chapters.afterEnd', { number: i + 1, end: formatClock(durationMs / 1000) });
    if (title === '') return t('recordings.chapters.enterTitle', { number: i + 1 });
    if (chapters.findIndex((other) => other.startMs === startMs) < i)
      return t('recordings.chapters.sameTime', { number: i + 1 });
  }
  return null;
}
