import {
  CAPTION_TRACKS_MAX,
  CAPTIONS_MAX_BYTES,
  type CaptionCue,
  parseCaptions,
  type Recording,
} from '@tributary/contracts/recordings';
import type { CaptionTrack } from '@tributary/contracts/shared';
import { type RefObject, useRef, useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import type { Preview } from '../editor-preview.tsx';
import { CaptionsForm } from './captions-form.tsx';
import { useCues, useDeleteCaptions } from './queries.ts';

interface CaptionsEditorProps {
  recording: Recording;
  preview: RefObject<Preview | null>;
}

/** What is being edited. */
type Draft =
  | { readonly kind: 'new'; readonly cues: readonly CaptionCue[] }
  | { readonly kind: 'track'; readonly track: CaptionTrack };

export const CaptionsEditor = (props: CaptionsEditorProps) => (
  <Loaded
    query={useApi(
      'GET /api/me/recordings/:id/captions',
      { params: { id: props.recording.streamId } },
      { staleTime: 0 },
    )}
    height="h-20"
  >
    {({ items }) => <Editor tracks={items} {...props} />}
  </Loaded>
);

function Editor({ recording, preview, tracks }: CaptionsEditorProps & { tracks: readonly CaptionTrack[] }) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const close = () => setDraft(null);
  const form = { recording, preview, tracks, onClose: close };
  if (draft?.kind === 'new') return <CaptionsForm {...form} track={null} cues={draft.cues} />;
  if (draft !== null) return <TrackForm {...form} track={draft.track} />;
  return (
    <div className="flex flex-col gap-4">
      {tracks.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-media bg-surface-1 px-5">
          {tracks.map((track) => (
            <li key={track.language}>
              <TrackRow
                track={track}
                recording={recording}
                onEdit={() => setDraft({ kind: 'track', track })}
              />
            </li>
          ))}
        </ul>
      )}
      {tracks.length < CAPTION_TRACKS_MAX && (
        <AddCaptions durationMs={recording.durationMs} onAdd={(cues) => setDraft({ kind: 'new', cues })} />
      )}
    </div>
  );
}

type TrackFormProps = CaptionsEditorProps & {
  track: CaptionTrack;
  tracks: readonly CaptionTrack[];
  onClose: () => void;
};

const TrackForm = ({ track, ...rest }: TrackFormProps) => (
  <Loaded query={useCues(track.url)} height="h-48">
    {(cues) => <CaptionsForm {...rest} track={track} cues={cues} />}
  </Loaded>
);

interface AddCaptionsProps {
  durationMs: number;
  onAdd: (cues: readonly CaptionCue[]) => void;
}

function AddCaptions({ durationMs, onAdd }: AddCaptionsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const read = async (file: File) => {
    const result = await readCaptions(file, durationMs);
    setProblems(result.problems);
    if (result.problems.length === 0) onAdd(result.cues);
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept=".vtt,.srt"
          aria-label={t('recordings.captions.choose')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void read(file);
          }}
        />
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          {t('recordings.captions.upload')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onAdd([])}>
          {t('recordings.captions.write')}
        </Button>
      </div>
      <ul aria-live="polite" className="flex flex-col gap-1 text-live text-sm empty:hidden">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  );
}

async function readCaptions(
  file: File,
  durationMs: number,
): Promise<{ cues: readonly CaptionCue[]; problems: readonly string[] }> {
  const refuse = (problem: string) => ({ cues: [], problems: [problem] });
  if (file.size > CAPTIONS_MAX_BYTES) return refuse(t('recordings.captions.tooLarge'));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return refuse(t('recordings.captions.notText'));
  }
  const format = file.name.toLowerCase().endsWith('.srt') ? 'srt' : 'vtt';
  const { cues, problems } = parseCaptions(text, { format, durationMs });
  if (problems.length === 0 && cues.length === 0) return refuse(t('recordings.captions.empty'));
  return {
    cues,
    problems: problems.map(({ line, message }) => t('recordings.captions.line', { line, message })),
  };
}

interface TrackRowProps {
  track: CaptionTrack;
  recording: Recording;
  onEdit: () => void;
}

function TrackRow({ track: { language, label }, recording, onEdit }: TrackRowProps) {
  const remove = useDeleteCaptions(recording.streamId);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-32">
        <bdi className="[overflow-wrap:anywhere]">{label}</bdi>{' '}
        <span className="text-muted text-sm">{language}</span>
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('recordings.captions.editIn', { language: label })}
          onClick={onEdit}
        >
          {t('recordings.edit')}
        </Button>
        <ConfirmButton
          label={t('recordings.delete')}
          button={{
            variant: 'quiet',
            size: 'sm',
            'aria-label': t('recordings.captions.deleteIn', { language: label }),
          }}
          title={t('recordings.captions.deleteTitle', { language: label })}
          description={t('recordings.captions.deleteEffect')}
          confirm={t('recordings.captions.delete')}
          onConfirm={() => remove.mutateAsync(language)}
          failure={t('recordings.captions.notDeleted')}
        />
      </div>
    </div>
  );
}
