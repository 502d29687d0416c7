import {
  clipRanges,
  keptMs,
  type MediaRange,
  type Recording,
  type RecordingTrim,
  toOriginal,
  toTrimmed,
} from '@tributary/contracts/recordings';
import { useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { RangeHandles } from '@/ui/forms/range-handles.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useSplitRecording, useTrimRecording } from '../../queries.ts';
import { EditorPreview, type Play, type Preview } from '../editor-preview.tsx';
import { PendingTrim } from './pending-trim.tsx';
import { RangeFields } from './range-fields.tsx';
import {
  clockOf,
  draftOf,
  durationOf,
  exactClockOf,
  isBetweenKeyframes,
  keptOf,
  type TrimDraft,
} from './trim-draft.ts';
import { TrimNotes } from './trim-notes.tsx';

const STEP_MS = 1000;

const EXACT_VIDEO = t('recordings.trim.exactVideo');
const EXACT_AUDIO = t('recordings.trim.exactAudio');

interface TrimFormProps {
  recording: Recording;
  trim: RecordingTrim;
  play: Play;
  onSplit: (part: Recording) => void;
}

export function TrimForm({ recording, trim, play, onSplit }: TrimFormProps) {
  const { streamId: id, title } = recording;
  const preview = useRef<Preview>(null);
  const [positionMs, setPositionMs] = useState(0);
  /** Of a revision; null: as it is saved. */
  const [change, setChange] = useState<{ draft: TrimDraft; revision: string | null } | null>(null);
  const setChanged = (draft: TrimDraft | null) => setChange(draft && { draft, revision: recording.revision });
  const changed = change?.revision === recording.revision ? change.draft : null;
  const [isExact, setExact] = useState(isBetweenKeyframes(trim.kept, trim));
  const save = useTrimRecording(id);
  const durationMs = durationOf(trim);
  const draft = changed ?? draftOf(trim);
  const kept = changed === null ? trim.kept : keptOf(draft, trim, isExact);
  const isEncoding = trim.pending?.failure === null;
  const isChanged = JSON.stringify(kept) !== JSON.stringify(trim.kept);

  const keep = (ranges: readonly MediaRange[]) =>
    save.mutate(
      { kept: ranges, isExact },
      {
        onSuccess: () => {
          // The draft stays until its cuts are encoded.
          if (isExact && isBetweenKeyframes(ranges, trim)) return;
          setChanged(null);
          toast.success(t('recordings.saved'), { description: t('recordings.trim.savedNext') });
        },
      },
    );
  return (
    <form
      className="flex w-full flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        keep(kept);
      }}
    >
      <EditorPreview
        ref={preview}
        label={t('recordings.preview.ofAll', { title })}
        url={`/recordings/${id}/original/index.m3u8`}
        play={play}
        poster={recording.hasVideo ? null : recording.thumbnailUrl}
        kept={kept}
        onTime={setPositionMs}
      />
      <WindowHandles
        draft={draft}
        durationMs={durationMs}
        onMove={(part, toMs) => {
          setChanged({ ...draft, window: { ...draft.window, ...part } });
          preview.current?.seek(toMs);
        }}
      >
        {clockOf(keptMs(kept))}
      </WindowHandles>
      <Switch
        label={t('recordings.trim.exact')}
        hint={recording.hasVideo ? EXACT_VIDEO : EXACT_AUDIO}
        checked={isExact}
        onChange={(exact) => {
          setExact(exact);
          setChanged(draft);
        }}
      />
      <RangeFields
        isExact={isExact}
        draft={draft}
        onChange={setChanged}
        position={() => preview.current?.position() ?? 0}
      />
      <TrimNotes isExact={isExact} draft={draft} kept={kept} trim={trim} recording={recording} />
      <PendingTrim pending={trim.pending} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} disabled={!isChanged || isEncoding || kept.length === 0}>
          {t('recordings.trim.save')}
        </Button>
        {recording.revision !== null && (
          <Button
            variant="secondary"
            busy={save.isPending}
            onClick={() => keep([{ startMs: 0, endMs: durationMs }])}
          >
            {t('recordings.trim.undo')}
          </Button>
        )}
      </div>
      <SplitRecording
        recording={recording}
        trim={trim}
        positionMs={positionMs}
        isExact={isExact}
        isChanged={isChanged}
        onSplit={(part) => {
          setChanged(null);
          onSplit(part);
        }}
      />
    </form>
  );
}

interface WindowHandlesProps {
  draft: TrimDraft;
  durationMs: number;
  /** @param toMs where the handle is now */
  onMove: (part: Partial<MediaRange>, toMs: number) => void;
  children: string;
}

function WindowHandles({ draft: { window, cuts }, durationMs, onMove, children }: WindowHandlesProps) {
  return (
    <RangeHandles
      // The last step of the handles reaches the end.
      range={{
        from: 0,
        to: Math.ceil(durationMs / STEP_MS) * STEP_MS,
        start: window.startMs,
        end: window.endMs,
      }}
      stepMs={STEP_MS}
      gaps={clipRanges(cuts, window)}
      onStart={(value) => {
        const startMs = Math.min(value, window.endMs);
        onMove({ startMs }, startMs);
      }}
      onEnd={(value) => {
        const endMs = Math.max(value, window.startMs);
        onMove({ endMs }, endMs);
      }}
    >
      {children}
    </RangeHandles>
  );
}

interface SplitRecordingProps {
  recording: Recording;
  trim: RecordingTrim;
  /** Where the preview is. */
  positionMs: number;
  isExact: boolean;
  /** Whether the cuts have changed since they were saved. */
  isChanged: boolean;
  onSplit: (part: Recording) => void;
}

function SplitRecording({ recording, trim, positionMs, isExact, isChanged, onSplit }: SplitRecordingProps) {
  const split = useSplitRecording(recording.streamId);
  const isEncoding = trim.pending?.failure === null;
  /** As viewers see it. */
  const splitMs = toTrimmed(trim.kept, positionMs);
  return (
    <div className="flex flex-col items-start gap-2 border-line border-t pt-5">
      <p className="text-muted text-sm">
        {isChanged ? t('recordings.trim.saveFirst') : t('recordings.trim.splitEffect')}
      </p>
      <Button
        variant="secondary"
        busy={split.isPending}
        disabled={isChanged || isEncoding || splitMs <= 0 || splitMs >= recording.durationMs}
        onClick={() => split.mutate({ atMs: splitMs, isExact }, { onSuccess: onSplit })}
      >
        {t('recordings.trim.splitAt', {
          time: (isExact ? exactClockOf : clockOf)(toOriginal(trim.kept, splitMs)),
        })}
      </Button>
    </div>
  );
}
