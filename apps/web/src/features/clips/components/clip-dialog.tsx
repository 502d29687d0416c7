import { Link } from '@tanstack/react-router';
import type { Clip } from '@tributary/contracts/clips';
import { CLIP_MAX_MS, CLIP_MIN_MS, CLIP_TITLE_MAX } from '@tributary/contracts/clips';
import { type ComponentType, type Ref, useRef, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { RangeHandles } from '@/ui/forms/range-handles.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useCreateClip } from '../api/queries.ts';
import { firstSelection, type Selection, withEnd, withStart } from '../engine/selection.ts';

/** Plays a part of a recording in a loop. The app passes in the player. */
export type RangePreview = ComponentType<{
  playbackUrl: string;
  poster: string | null;
  label: string;
  startMs: number | null;
  endMs: number | null;
  loops: boolean;
  muted: boolean;
  autoplay: boolean;
  onLength: (ms: number) => void;
  ref: Ref<{ restart(): void }>;
}>;

/** The stream that is clipped. */
export interface ClipSource {
  readonly id: Clip['stream']['id'];
  readonly title: string;
  /** The URL of its recording, which may still grow. */
  readonly playbackUrl: string;
  readonly poster: string | null;
}

interface ClipDialogProps {
  source: ClipSource;
  /** The position in the recording in milliseconds; null: live. */
  positionMs: number | null;
  preview: RangePreview;
  onClose: () => void;
}

/** Chooses a part of a stream, and makes a clip of it. */
export function ClipDialog({ source, positionMs, preview, onClose }: ClipDialogProps) {
  const create = useCreateClip(source.id);
  return (
    <Dialog
      title={create.data ? t('clips.dialog.created') : t('clips.dialog.title')}
      description={
        create.data
          ? t('clips.dialog.whoWatches')
          : t('clips.dialog.choose', { min: CLIP_MIN_MS / 1000, max: CLIP_MAX_MS / 1000 })
      }
      open
      onOpenChange={(open) => !open && onClose()}
      actions={
        create.data && (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('ui.done')}
            </Button>
            <Button asChild>
              <Link to="/clips/$id" params={{ id: create.data.id }}>
                {t('clips.dialog.view')}
              </Link>
            </Button>
          </>
        )
      }
    >
      {create.data ? (
        <CopyField label={t('ui.link')} value={`${location.origin}/clips/${create.data.id}`} />
      ) : (
        <Form source={source} positionMs={positionMs} preview={preview} create={create} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps extends ClipDialogProps {
  create: ReturnType<typeof useCreateClip>;
}

function Form({ source, positionMs, preview: Preview, create, onClose }: FormProps) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const [isTooShort, setTooShort] = useState(false);
  const [title, setTitle] = useState('');
  const player = useRef<{ restart(): void }>(null);
  // A running stream continues, but the offered range stays.
  const begin = (lengthMs: number) => {
    if (selection !== null) return;
    const first = firstSelection(lengthMs, positionMs);
    setTooShort(first === null);
    setSelection(first);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (selection === null) return;
        const { start, end } = selection;
        const named = title.trim() || source.title.slice(0, CLIP_TITLE_MAX);
        create.mutate({ title: named, startMs: Math.round(start), endMs: Math.round(end) });
      }}
    >
      <div className="aspect-video overflow-hidden rounded-media bg-black">
        <Preview
          ref={player}
          playbackUrl={source.playbackUrl}
          poster={source.poster}
          label={t('clips.dialog.preview')}
          startMs={selection?.start ?? positionMs}
          endMs={selection?.end ?? null}
          loops
          muted
          autoplay
          onLength={begin}
        />
      </div>
      {isTooShort ? (
        <p role="status" className="text-muted">
          {t('clips.dialog.tooShort')}
        </p>
      ) : (
        <RangeHandles
          range={selection}
          stepMs={500}
          onStart={(value) => selection && setSelection(withStart(selection, value))}
          onEnd={(value) => selection && setSelection(withEnd(selection, value))}
          onChanged={() => player.current?.restart()}
        >
          {selection &&
            t('clips.dialog.seconds', { count: Math.round((selection.end - selection.start) / 1000) })}
        </RangeHandles>
      )}
      <Field
        label={t('clips.dialog.name')}
        hint={t('clips.dialog.nameHint')}
        {...(create.error && { error: messageOf(create.error) })}
      >
        {(control) => (
          <Input
            {...control}
            dir="auto"
            maxLength={CLIP_TITLE_MAX}
            value={title}
            placeholder={source.title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" busy={create.isPending} disabled={selection === null}>
          {t('clips.dialog.create')}
        </Button>
      </div>
    </form>
  );
}
