import { Link } from '@tanstack/react-router';
import type { EventPage } from '@tributary/contracts/events';
import { TicketCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHere, useRefreshPurchases } from '@/features/payments/index.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { remindersOf } from '../event-time.ts';
import { useTicket } from '../queries.ts';

interface TicketPanelProps {
  event: EventPage;
  /** Sends a visitor to sign in; they get the ticket when they return. */
  onSignedOut: (action: string) => void;
}

/** The ways for the user to attend an event. */
export function TicketPanel({ event, onSignedOut }: TicketPanelProps) {
  const { state, user } = useSession();
  const { data: ticket, isPending } = useTicket(event.id);
  const { status, creator, ticketsLeft, priceCents } = event;
  const checkout = { event: event.id, ...useHere() };
  if (status === 'canceled') {
    return <Note>{t(priceCents > 0 ? 'events.panel.canceledPaid' : 'events.panel.canceled')}</Note>;
  }
  if (status === 'ended') {
    return ticket?.status === 'valid' && event.streamSlug !== null ? (
      <Held event={event} />
    ) : (
      <Note>{t('events.panel.ended')}</Note>
    );
  }
  if (user && user.id === creator?.id) {
    return (
      <Button asChild variant="secondary">
        <Link to="/dashboard/creator/events/$eventId" params={{ eventId: event.id }}>
          {t('events.panel.manage')}
        </Link>
      </Button>
    );
  }
  if (ticket?.status === 'valid') return <Held event={event} />;
  if (ticket?.status === 'reserved') {
    return (
      <Button asChild>
        <Link to="/billing/checkout" search={checkout}>
          {t('events.panel.finish')}
        </Link>
      </Button>
    );
  }
  if (ticketsLeft === 0) return <Note>{t('events.panel.full')}</Note>;
  if (priceCents > 0) {
    return (
      <Button asChild>
        <Link to="/billing/checkout" search={checkout}>
          {t('events.panel.get')}
        </Link>
      </Button>
    );
  }
  return (
    <FreeTicket
      event={event}
      // Stays disabled until the session and the ticket are known.
      disabled={state === 'loading' || (user !== null && isPending)}
      onSignedOut={onSignedOut}
    />
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-muted text-sm">{children}</p>;

function Held({ event: { status, creator, startsInMs, streamSlug } }: { event: EventPage }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2 font-medium text-green">
        <TicketCheck size={18} aria-hidden="true" className="shrink-0" />
        {t('events.ticket.held')}
      </p>
      {streamSlug !== null && creator ? (
        <Button asChild>
          <Link to="/s/$username/$slug" params={{ username: creator.username, slug: streamSlug }}>
            {status === 'ended' ? t('events.panel.watchRecording') : t('events.panel.watch')}
          </Link>
        </Button>
      ) : (
        <Note>{status === 'live' ? t('events.panel.notStarted') : remindersOf(startsInMs)}</Note>
      )}
    </div>
  );
}

function FreeTicket({ event, disabled, onSignedOut }: TicketPanelProps & { disabled: boolean }) {
  const { user } = useSession();
  const take = useApiMutation('POST /api/events/:id/ticket', {
    onSettled: useRefreshPurchases(),
    failure: t('events.panel.notTaken'),
    onSuccess: () => void toast.success(t('events.ticket.held')),
  });
  const get = () => take.mutate({ params: { id: event.id } });
  const remember = useIntent(`ticket ${event.id}`, get);
  return (
    <Button
      busy={take.isPending}
      disabled={disabled}
      onClick={() => {
        if (user) return get();
        remember();
        onSignedOut(t('events.panel.action', { title: event.title }));
      }}
    >
      {t('events.panel.getFree')}
    </Button>
  );
}
