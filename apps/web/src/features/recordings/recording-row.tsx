import { Link } from '@tanstack/react-router';
import { type Recording, recordingVisibility } from '@tributary/contracts';
import { useState } from 'react';
import { formatClock } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Image } from '@/ui/media/image.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { Day } from '@/ui/time.tsx';
import { formatBytes } from './format-bytes.ts';
import { useDeleteRecording, useEditRecording } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';

const VISIBILITY = { public: 'Public', unlisted: 'Unlisted', private: 'Private' } as const;
const STOPPED = { disk_full: 'Incomplete: the disk was full', quota: 'Incomplete: storage used up' } as const;

export function RecordingRow({ recording, username }: { recording: Recording; username: string }) {
  const { streamId: id, title, slug, state, stoppedBy, visibility } = recording;
  const edit = useEditRecording();
  return (
    <article className="flex flex-wrap gap-x-5 gap-y-3">
      <div className="aspect-video w-32 shrink-0 self-start overflow-hidden rounded-control bg-surface-2 sm:w-52 sm:rounded-media">
        <Image src={recording.thumbnailUrl} alt="" loading="lazy" className="size-full" />
      </div>
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1.5 py-0.5">
        <h2 className="line-clamp-2 font-sans font-semibold text-base leading-snug tracking-normal [overflow-wrap:anywhere]">
          <Link
            to="/s/$username/$slug"
            params={{ username, slug }}
            dir="auto"
            className="inline-block py-0.5 text-ink no-underline hover:text-accent"
          >
            {title}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <Day at={recording.startedAt} />
          {state === 'ready' ? (
            <span>
              {formatClock(recording.durationMs / 1000)} · {formatBytes(recording.byteLength)}
            </span>
          ) : (
            <Badge tone="live">Recording</Badge>
          )}
          {stoppedBy !== null && <Badge tone="amber">{STOPPED[stoppedBy]}</Badge>}
        </p>
        {recording.expiresAt !== null && (
          <p className="text-faint text-sm">
            Deleted on <Day at={recording.expiresAt} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 max-sm:w-full">
        <Select
          aria-label={`Who can watch ${title}`}
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
        <RenameDialog recording={recording} />
        {state === 'ready' && <DeleteButton recording={recording} />}
      </div>
    </article>
  );
}

function DeleteButton({ recording: { streamId, title } }: { recording: Recording }) {
  const remove = useDeleteRecording();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-label={`Delete ${title}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Dialog
        title="Delete this recording?"
        description="Its video is deleted for good. The stream’s page and its statistics stay."
        open={asking}
        onOpenChange={setAsking}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate(streamId, { onSuccess: () => setAsking(false) })}
            >
              Delete recording
            </Button>
          </>
        }
      />
    </>
  );
}
