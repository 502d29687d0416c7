import type { Recording } from '@tributary/contracts/recordings';
import { useApiPages } from '@/lib/api/use-api.ts';
import { formatBytes } from '@/lib/format/bytes.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { Day } from '@/ui/time.tsx';
import { usePurgeRecording, useRestoreRecording } from './queries.ts';

/** The recordings that can still be restored. Renders nothing without any. */
export function DeletedRecordings() {
  const query = useApiPages('GET /api/me/deleted-recordings', {}, { staleTime: 0 });
  if (!query.data?.length) return null;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-lg">{t('recordings.deleted.title')}</h2>
      <ul className="flex flex-col divide-y divide-line rounded-media bg-surface-1 px-5">
        {query.data.map((recording) => (
          <li key={recording.streamId}>
            <DeletedRow recording={recording} />
          </li>
        ))}
      </ul>
      <ShowMore list={query} />
    </section>
  );
}

function DeletedRow({ recording }: { recording: Recording }) {
  const { streamId, title, durationMs, byteLength, storedByteLength, expiresAt } = recording;
  const restore = useRestoreRecording();
  const purge = usePurgeRecording();
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <h3 dir="auto" className="font-medium text-base [overflow-wrap:anywhere]">
          {title}
        </h3>
        <p className="text-muted text-sm">
          {formatClock(durationMs / 1000)} · {formatBytes(byteLength)}
          {expiresAt !== null && (
            <>
              {' '}
              · <Text k="recordings.deleted.on" values={{ day: () => <Day at={expiresAt} /> }} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          aria-label={t('recordings.deleted.restoreNamed', { title })}
          busy={restore.isPending}
          onClick={() => restore.mutate(streamId)}
        >
          {t('recordings.deleted.restore')}
        </Button>
        <ConfirmButton
          label={t('recordings.deleted.now')}
          button={{ variant: 'quiet', 'aria-label': t('recordings.deleted.nowNamed', { title }) }}
          title={t('recordings.deleted.confirmTitle')}
          description={t('recordings.deleted.effect', { size: formatBytes(storedByteLength) })}
          confirm={t('recordings.deleted.confirm')}
          onConfirm={() => purge.mutateAsync(streamId)}
          failure={t('recordings.notDeleted')}
        />
      </div>
    </article>
  );
}
