import { Link } from '@tanstack/react-router';
import type { OwnEvent } from '@tributary/contracts/events';
import { CalendarX } from 'lucide-react';
import { call } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { upload } from '@/lib/api/upload.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ImageField } from '@/ui/forms/image-field.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Image } from '@/ui/media/image.tsx';
import { useEventChange } from '../queries.ts';
import { EventStream } from '../streams/stream-event.tsx';
import { EventActions } from './event-actions.tsx';
import { EventForm } from './event-form.tsx';

/** A creator's page of one event. @param onDeleted leaves the page */
export function EventEditor({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  // The server starts and ends events every minute.
  const event = useApi('GET /api/me/events/:id', { params: { id } }, { refetchInterval: 60_000 });
  return (
    <Loaded query={event} missing={<Missing />} height="h-96">
      {(loaded) => <Editor event={loaded} onDeleted={onDeleted} />}
    </Loaded>
  );
}

function Editor({ event, onDeleted }: { event: OwnEvent; onDeleted: () => void }) {
  const isClosed = event.status === 'ended' || event.status === 'canceled';
  return (
    <div className="divide-y divide-line">
      <EventActions event={event} onDeleted={onDeleted} />
      {event.status !== 'draft' && <EventStream event={event} />}
      {!isClosed && (
        <>
          <Setting
            title={t('events.editor.details')}
            lead={event.status === 'draft' ? t('events.editor.onlyYou') : t('events.editor.changes')}
          >
            <EventForm
              event={event}
              currency={event.currency}
              onSaved={() => toast.success(t('events.editor.saved'))}
            />
          </Setting>
          <Setting title={t('events.editor.poster')} lead={t('events.editor.posterLead')}>
            <Poster event={event} />
          </Setting>
        </>
      )}
    </div>
  );
}

function Poster({ event: { id, posterUrl } }: { event: OwnEvent }) {
  const replace = useEventChange(
    async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server validates its responses against the contract.
      (await upload(`/api/me/events/${id}/poster`, file, onProgress)) as OwnEvent,
  );
  const remove = useEventChange(() => call('DELETE /api/me/events/:id/poster', { params: { id } }));
  return (
    <ImageField
      kind="poster"
      label={t('events.editor.posterImage')}
      url={posterUrl}
      show={(shown) =>
        shown ? (
          <Image src={shown} alt="" className="aspect-video w-full max-w-sm rounded-media" />
        ) : (
          <p className="flex aspect-video w-full max-w-sm items-center justify-center rounded-media bg-surface-1 px-8 text-balance text-center text-muted text-sm">
            {t('events.editor.noPoster')}
          </p>
        )
      }
      onReplace={(file, onProgress) => replace.mutateAsync({ file, onProgress })}
      onRemove={() => remove.mutateAsync()}
      onFailure={messageOf}
    />
  );
}

const Missing = () => (
  <EmptyState
    icon={CalendarX}
    title={t('events.editor.missing')}
    actions={
      <Button asChild>
        <Link to="/dashboard/creator/events">{t('events.editor.viewYours')}</Link>
      </Button>
    }
  >
    {t('events.editor.missingWhy')}
  </EmptyState>
);
