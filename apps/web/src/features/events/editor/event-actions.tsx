import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventStatus, OwnEvent } from '@tributary/contracts/events';
import { TICKET_AVAILABILITY } from '@/features/payments/index.ts';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { EventBadge } from '../event-parts.tsx';
import { useEventChange } from '../queries.ts';
import { PublishEvent } from './publish-event.tsx';
import { RefundProgress } from './refund-progress.tsx';

const LEADS: Readonly<Record<EventStatus, string>> = {
  draft: t('events.status.draft'),
  published: t('events.status.published'),
  live: t('events.status.live'),
  ended: t('events.status.ended'),
  canceled: t('events.status.canceled'),
};

type EventStep = 'publish' | 'end' | 'cancel';

const NOT_DONE: Readonly<Record<EventStep, string>> = {
  publish: t('events.publish.failed'),
  end: t('events.actions.notEnded'),
  cancel: t('events.actions.notCanceled'),
};

/** The status of an event, and its next actions. */
export function EventActions({ event, onDeleted }: { event: OwnEvent; onDeleted: () => void }) {
  const { id, title, status } = event;
  const client = useQueryClient();
  const params = { id };
  const step = useEventChange((next: EventStep) => call(`POST /api/me/events/:id/${next}`, { params }));
  const remove = useApiMutation('DELETE /api/me/events/:id', {
    onSuccess: () => client.removeQueries(apiQuery('GET /api/me/events/:id', { params })),
  });
  const take = async (next: EventStep, done: string) => {
    try {
      await step.mutateAsync(next);
      toast.success(done);
    } catch (error) {
      toast.failure(NOT_DONE[next], error);
    }
  };
  return (
    <Setting title={t('events.status.title')} lead={LEADS[status]}>
      <div className="flex flex-col items-start gap-4">
        <EventBadge status={status} />
        <p dir="auto" className="font-display font-semibold text-lg [overflow-wrap:anywhere]">
          {title}
        </p>
        {status === 'canceled' && (
          <RefundProgress eventId={id} onRetry={() => take('cancel', t('events.refunds.refunding'))} />
        )}
        {event.priceCents > 0 && status !== 'canceled' && (
          <p className="max-w-[68ch] text-muted text-sm">{TICKET_AVAILABILITY}</p>
        )}
        <div className="flex flex-wrap gap-3">
          {status === 'draft' && (
            <>
              <PublishEvent
                event={event}
                busy={step.isPending}
                onPublish={() => take('publish', t('events.actions.published'))}
              />
              <ConfirmButton
                label={t('events.actions.deleteDraft')}
                title={t('events.actions.deleteDraftTitle')}
                description={t('events.actions.noUndo')}
                confirm={t('events.actions.deleteDraft')}
                cancel={t('events.actions.keep')}
                onConfirm={() => remove.mutateAsync({ params }).then(onDeleted)}
                done={t('events.actions.draftDeleted')}
                failure={t('events.actions.draftNotDeleted')}
              />
            </>
          )}
          {status !== 'draft' && (
            <Button asChild variant="secondary">
              <Link to="/events/$eventId" params={{ eventId: id }}>
                {t('events.actions.viewPage')}
              </Link>
            </Button>
          )}
          {status === 'live' && (
            <ConfirmButton
              label={t('events.actions.end')}
              title={t('events.actions.endTitle')}
              description={t(
                event.priceCents > 0 ? 'events.actions.endPaidEffect' : 'events.actions.endEffect',
              )}
              confirm={t('events.actions.end')}
              cancel={t('events.actions.keep')}
              onConfirm={() => step.mutateAsync('end')}
              done={t('events.actions.ended')}
              failure={t('events.actions.notEnded')}
            />
          )}
          {(status === 'published' || status === 'live') && (
            <ConfirmButton
              label={t('events.actions.cancel')}
              title={t('events.actions.cancelTitle')}
              description={t('events.actions.cancelEffect')}
              confirm={t('events.actions.cancel')}
              cancel={t('events.actions.keep')}
              onConfirm={() => step.mutateAsync('cancel')}
              done={t('events.actions.canceled')}
              failure={t('events.actions.notCanceled')}
            />
          )}
        </div>
      </div>
    </Setting>
  );
}
