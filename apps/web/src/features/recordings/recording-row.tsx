import { Link } from '@tanstack/react-router';
import { DELETED_RECORDING_DAYS, type Recording, recordingVisibility } from '@tributary/contracts/recordings';
import { formatBytes } from '@/lib/format/bytes.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Image } from '@/ui/media/image.tsx';
import { Day, Moment } from '@/ui/time.tsx';
import { DecisionNotice, KeepButtons } from './keep-recording.tsx';
import { useDeleteRecording, useEditRecording, useRestoreRecording } from './queries.ts';
import { qualitiesText, VISIBILITY, viewFigures } from './recording-words.ts';

const STOPPED = { disk_full: t('recordings.row.diskFull'), quota: t('recordings.row.quota') } as const;

export function RecordingRow({ recording, username }: { recording: Recording; username: string }) {
  const { streamId: id, title, slug, state, stoppedBy, visibility, publishAt, expiresAt } = recording;
  const edit = useEditRecording();
  const qualities = qualitiesText(recording.qualities);
  return (
    <article className="flex flex-wrap gap-x-5 gap-y-3">
      <div className="aspect-video w-32 shrink-0 self-start overflow-hidden rounded-control bg-surface-2 sm:w-52 sm:rounded-media">
        <Image src={recording.thumbnailUrl} alt="" loading="lazy" className="size-full" />
      </div>
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1.5 py-0.5">
        <h2 className="font-sans font-semibold text-base leading-snug tracking-normal [overflow-wrap:anywhere]">
          <Link
            to="/s/$username/$slug"
            params={{ username, slug }}
            className="line-clamp-2 text-ink no-underline hover:text-accent"
          >
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <Day at={recording.startedAt} />
          {state === 'ready' ? (
            <span>
              {formatClock(recording.durationMs / 1000)} · {formatBytes(recording.byteLength)}
            </span>
          ) : (
            <Badge tone="live">{t('recordings.row.recording')}</Badge>
          )}
          {stoppedBy !== null && <Badge tone="amber">{STOPPED[stoppedBy]}</Badge>}
        </p>
        {state === 'ready' && <p className="text-muted text-sm tabular-nums">{viewFigures(recording)}</p>}
        {qualities !== null && <p className="text-muted text-sm tabular-nums">{qualities}</p>}
        {recording.decideBy !== null && <DecisionNotice decideBy={recording.decideBy} />}
        {publishAt !== null && (
          <p className="text-muted text-sm">
            <Text k="recordings.row.publicOn" values={{ moment: () => <Moment at={publishAt} /> }} />
          </p>
        )}
        {recording.decideBy === null && expiresAt !== null && (
          <p className="text-faint text-sm">
            <Text k="recordings.row.deletedOn" values={{ day: () => <Day at={expiresAt} /> }} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 self-start max-sm:w-full">
        {recording.decideBy !== null ? (
          <KeepButtons recording={recording} />
        ) : (
          <Select
            aria-label={t('recordings.row.who', { title })}
            value={edit.isPending ? (edit.variables.edit.visibility ?? visibility) : visibility}
            disabled={edit.isPending}
            onChange={({ target }) =>
              edit.mutate({ id, edit: { visibility: recordingVisibility.parse(target.value) } })
            }
          >
            {recordingVisibility.options.map((option) => (
              <option key={option} value={option}>
                {VISIBILITY[option]}
              </option>
            ))}
          </Select>
        )}
        <Button asChild variant="secondary">
          <Link
            to="/dashboard/streamer/vods/$id"
            params={{ id }}
            aria-label={t('recordings.row.edit', { title })}
          >
            {t('recordings.edit')}
          </Link>
        </Button>
        {state === 'ready' && <DeleteButton recording={recording} />}
      </div>
    </article>
  );
}

function DeleteButton({ recording: { streamId, title } }: { recording: Recording }) {
  const remove = useDeleteRecording();
  const restore = useRestoreRecording();
  const announce = () =>
    toast.success(t('recordings.row.deleted'), {
      description: t('recordings.row.restorable', { days: DELETED_RECORDING_DAYS }),
      action: { label: t('recordings.row.undo'), onClick: () => restore.mutate(streamId) },
    });
  return (
    <Button
      variant="secondary"
      aria-label={t('recordings.row.delete', { title })}
      busy={remove.isPending}
      // `mutate` would not call back, since the row has left the list by then.
      onClick={() => void remove.mutateAsync(streamId).then(announce, () => {})}
    >
      {t('recordings.delete')}
    </Button>
  );
}
