import { Link } from '@tanstack/react-router';
import type { EventStatus, OwnEvent } from '@tributary/contracts';
import { type ReactNode, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import { type EventStep, useDeleteEvent, useEventStep } from '../api/use-own-events.ts';
import { EventBadge } from '../shared/statuses.tsx';
import { RefundProgress } from './refund-progress.tsx';

const LEADS: Readonly<Record<EventStatus, string>> = {
  draft: 'Publish it when the details are right. Your followers are told then.',
  published: 'Announced on your profile and on its own page. It starts and ends at its time.',
  live: 'It ends at its time, or when you end it.',
  ended: 'This event is over, so it can’t change any more.',
  canceled: 'This event was canceled, so it can’t change any more.',
};

/** The status of an event, and the way to the next one. */
export function EventActions({ event, onDeleted }: { event: OwnEvent; onDeleted: () => void }) {
  const { id, title, status } = event;
  const step = useEventStep(id);
  const remove = useDeleteEvent(id);
  const take = async (next: EventStep, done: string) => {
    try {
      await step.mutateAsync(next);
      toast.success(done);
    } catch (error) {
      toast.error(`Couldn’t ${next} the event`, { description: messageOf(error) });
    }
  };
  const destroy = async () => {
    try {
      await remove.mutateAsync();
      toast.success('Draft deleted');
      onDeleted();
    } catch (error) {
      toast.error('Couldn’t delete the draft', { description: messageOf(error) });
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
        <div className="flex flex-wrap gap-3">
          {status === 'draft' && (
            <>
              <Button busy={step.isPending} onClick={() => void take('publish', 'Published')}>
                Publish
              </Button>
              <Confirm
                label="Delete draft"
                title="Delete this draft?"
                description="You can’t undo this."
                onConfirm={destroy}
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
            <Confirm
              label="End event"
              title="End this event now?"
              description="It is over for everybody. You can’t undo this."
              onConfirm={() => take('end', 'Event ended')}
            />
          )}
          {(status === 'published' || status === 'live') && (
            <Confirm
              label="Cancel event"
              title="Cancel this event?"
              description="Everybody who paid for a ticket is refunded, and all ticket holders are told. You send refunds of crypto payments yourself, from your wallet. You can’t undo this."
              onConfirm={() => take('cancel', 'Event canceled')}
            />
          )}
        </div>
      </div>
    </Setting>
  );
}

interface ConfirmProps {
  label: string;
  title: string;
  description: ReactNode;
  onConfirm: () => Promise<void>;
}

/** A button that asks before it does what can't be undone. */
function Confirm({ label, title, description, onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={title}
        description={description}
        open={asking}
        onOpenChange={setAsking}
        confirm={label}
        cancel="Keep it"
        busy={busy}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
