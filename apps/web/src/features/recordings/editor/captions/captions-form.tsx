import { CAPTION_CUES_MAX, type CaptionCue, type Recording } from '@tributary/contracts/recordings';
import type { CaptionTrack } from '@tributary/contracts/shared';
import { type RefObject, useDeferredValue, useEffect, useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import type { Preview } from '../editor-preview.tsx';
import { type CueRow, cuesOf, rowOf, shifted, withNewCue } from './cue-rows.ts';
import { CueTable, ROWS_PER_PAGE } from './cue-table.tsx';
import { LanguageFields, languageName, preferredLanguage } from './language-fields.tsx';
import { useSaveCaptions } from './queries.ts';

interface CaptionsFormProps {
  recording: Recording;
  preview: RefObject<Preview | null>;
  tracks: readonly CaptionTrack[];
  /** Null: new captions. */
  track: CaptionTrack | null;
  cues: readonly CaptionCue[];
  onClose: () => void;
}

/** Captions in one language, which the preview shows as they are typed. */
export function CaptionsForm({
  recording,
  preview,
  tracks,
  track,
  cues: initial,
  onClose,
}: CaptionsFormProps) {
  const { streamId, durationMs } = recording;
  const save = useSaveCaptions(streamId);
  const [language, setLanguage] = useState(() => track?.language ?? preferredLanguage(tracks));
  const [label, setLabel] = useState(track?.label ?? languageName(language));
  const [rows, setRows] = useState<readonly CueRow[]>(() => initial.map(rowOf));
  const [page, setPage] = useState(0);
  const { cues, problems } = cuesOf(rows, durationMs);
  useCaptionPreview(preview, useDeferredValue(rows), durationMs);

  const add = () => {
    const added = withNewCue(rows, Math.min(preview.current?.position() ?? 0, durationMs - 1));
    setRows(added.rows);
    setPage(Math.floor(added.at / ROWS_PER_PAGE));
  };
  const submit = () =>
    save.mutate(
      { language, label: label.trim(), cues: cues.toSorted((a, b) => a.startMs - b.startMs) },
      {
        onSuccess: () => {
          toast.success(t('recordings.captions.saved'));
          onClose();
        },
      },
    );
  return (
    <form
      aria-label={t('recordings.captions.title')}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LanguageFields
        tracks={tracks}
        track={track}
        language={language}
        label={label}
        onChange={(next) => {
          setLanguage(next.language);
          setLabel(next.label);
        }}
      />
      <CueTable
        rows={rows}
        page={page}
        onPage={setPage}
        onRows={setRows}
        onShow={(row) => {
          const [cue] = cuesOf([{ ...row, text: row.text || '…' }], durationMs).cues;
          if (cue) preview.current?.seek(cue.startMs);
        }}
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Button variant="secondary" size="sm" disabled={rows.length >= CAPTION_CUES_MAX} onClick={add}>
          {t('recordings.captions.add')}
        </Button>
        {rows.length > 0 && <ShiftAll rows={rows} onShift={setRows} />}
      </div>
      <Problems problems={problems} error={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          busy={save.isPending}
          disabled={problems.length > 0 || rows.length === 0 || label.trim() === ''}
        >
          {t('recordings.captions.save')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface ProblemsProps {
  problems: ReturnType<typeof cuesOf>['problems'];
  /** Why the captions couldn’t be saved. */
  error: Error | null;
}

function Problems({ problems, error }: ProblemsProps) {
  const refused = error instanceof ApiProblem ? (error.problem.errors ?? []).map(({ detail }) => detail) : [];
  const failures = error === null ? [] : refused.length > 0 ? refused : [messageOf(error)];
  return (
    <ul
      aria-label={t('recordings.captions.problems')}
      aria-live="polite"
      className="flex flex-col gap-1 text-live text-sm empty:hidden"
    >
      {problems.slice(0, 5).map(({ row, message }) => (
        <li key={row}>{t('recordings.captions.problem', { number: row + 1, message })}</li>
      ))}
      {problems.length > 5 && (
        <li>{t('recordings.captions.moreProblems', { count: problems.length - 5 })}</li>
      )}
      {failures.map((failure) => (
        <li key={failure}>{failure}</li>
      ))}
    </ul>
  );
}

/** Shows what can be shown of the rows, until the form closes. */
function useCaptionPreview(
  preview: RefObject<Preview | null>,
  rows: readonly CueRow[],
  durationMs: number,
): void {
  useEffect(() => {
    preview.current?.showCaptions(cuesOf(rows, durationMs).cues);
  }, [preview, rows, durationMs]);
  useEffect(() => {
    const shown = preview.current;
    return () => shown?.showCaptions([]);
  }, [preview]);
}

interface ShiftAllProps {
  rows: readonly CueRow[];
  onShift: (rows: readonly CueRow[]) => void;
}

function ShiftAll({ rows, onShift }: ShiftAllProps) {
  const [seconds, setSeconds] = useState('');
  const moved =
    seconds === '' || !Number.isFinite(Number(seconds))
      ? rows
      : shifted(rows, Math.round(Number(seconds) * 1000));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        type="number"
        step="0.1"
        aria-label={t('recordings.captions.shiftBy')}
        placeholder={t('recordings.captions.seconds')}
        value={seconds}
        onChange={({ target }) => setSeconds(target.value)}
        className="h-9 max-w-28"
      />
      <Button
        variant="secondary"
        size="sm"
        disabled={moved === null || moved === rows}
        onClick={() => {
          if (moved !== null) onShift(moved);
          setSeconds('');
        }}
      >
        {t('recordings.captions.shiftAll')}
      </Button>
      {moved === null && <p className="text-live text-sm">{t('recordings.captions.beforeStart')}</p>}
    </div>
  );
}
