import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventStatus, OwnEvent } from '@tributary/contracts/events';
import { TICKET_AVAILABILITY } from '@/features/payments/index.ts';
import { call } from '@/lib/api.ts';
import { apiQuery } from '@/lib/api-query.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { EventBadge } from '../event-parts.tsx';
import { useEventChange } from '../queries.ts';
import { PublishEvent } from './publish-event.tsx';
import { RefundProgress } from './refund-progress.tsx';

const LEADS: Readonly<Record<EventStatus, string>> = {
  draft: 'Publish it when the details are right. Your followers are told then.',
  published: 'Announced on your profile and on its own page. It starts and ends at its time.',
  live: 'It ends at its time, or when you end it.',
  ended: 'This event is over, so it can no longer change.',
  canceled: 'This event was canceled, so it can no longer change.',
};

type EventStep = 'publish' | 'end' | 'cancel';

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
      toast.failure(`Couldn’t ${next} the event`, error);
    }
  };
  return (
    <Setting title="Status" lead={LEADS[status]}>
      <div className="flex flex-col items-start gap-4">
        <EventBadge status={status} />
        <p dir="auto" className="font-display font-semibold text-lg [overflow-wrap:anywhere]">
          {title}
        </p>
        {status === 'canceled' && (
          <RefundProgress eventId={id} onRetry={() => take('cancel', 'Refunding again')} />
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
                onPublish={() => take('publish', 'Published')}
              />
              <ConfirmButton
                label="Delete draft"
                title="Delete this draft?"
                description="You can’t undo this."
                confirm="Delete draft"
                cancel="Keep it"
                onConfirm={() => remove.mutateAsync({ params }).then(onDeleted)}
                done="Draft deleted"
                failure="Couldn’t delete the draft"
              />
            </>
          )}
          {status !== 'draft' && (
            <Button asChild variant="secondary">
              <Link to="/events/$eventId" params={{ eventId: id }}>
                View event page
              </Link>
            </Button>
          )}
          {status === 'live' && (
            <ConfirmButton
              label="End event"
              title="End this event now?"
              description={`It’s over for all viewers. ${event.priceCents > 0 ? 'The money of its tickets doesn’t become available earlier. ' : ''}You can’t undo this.`}
              confirm="End event"
              cancel="Keep it"
              onConfirm={() => step.mutateAsync('end')}
              done="Event ended"
              failure="Couldn’t end the event"
            />
          )}
          {(status === 'published' || status === 'live') && (
            <ConfirmButton
              label="Cancel event"
              title="Cancel this event?"
              description="All tickets are refunded, and ticket holders are notified. You send refunds of crypto payments yourself, from your wallet. You can’t undo this."
              confirm="Cancel event"
              cancel="Keep it"
              onConfirm={() => step.mutateAsync('cancel')}
              done="Event canceled"
              failure="Couldn’t cancel the event"
            />
          )}
        </div>
      </div>
    </Setting>
  );
}
