import { Link } from '@tanstack/react-router';
import type { EventPage } from '@tributary/contracts/events';
import { CheckoutStatus, NextStep, useCheckout } from '@/features/payments/index.ts';
import { useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EventLink } from '../event-parts.tsx';
import { remindersOf } from '../event-time.ts';
import { useTicket } from '../queries.ts';

interface TicketPaymentProps {
  event: EventPage;
  /** The id of the checkout. */
  id: string;
  from: string | undefined;
  hasLeft: boolean | undefined;
}

/** The state of the payment of a ticket. */
export function TicketPayment({ event, id, from, hasLeft }: TicketPaymentProps) {
  const invalidate = useInvalidate();
  const ticket = useTicket(event.id);
  // A payment can be confirmed when the seat is gone; it is refunded then.
  const isRefunded =
    !ticket.isFetching && ticket.data?.status !== 'valid' && ticket.data?.status !== 'reserved';
  const { data: checkout } = useCheckout(id);
  const name = event.creator?.displayName;
  const refunding =
    checkout?.refundsBy !== 'creator'
      ? t('events.payment.refunding')
      : name === undefined
        ? t('events.payment.refundedByCreator')
        : t('events.payment.refundedBy', { name });
  return (
    <CheckoutStatus
      id={id}
      onPaid={() => void invalidate('GET /api/events/*')}
      hasLeft={hasLeft}
      paid={
        isRefunded
          ? {
              title: t('events.payment.refundedTitle'),
              text: refunding,
              actions: <EventLink event={event} />,
            }
          : {
              title: t('events.ticket.held'),
              text: event.streamSlug === null ? remindersOf(event.startsInMs) : t('events.ticket.waiting'),
              actions: <AfterTicket event={event} from={from} />,
            }
      }
      retry={
        <>
          <Button asChild>
            <Link to="/billing/checkout" search={{ event: event.id, ...(from && { from }) }}>
              {t('ui.tryAgain')}
            </Link>
          </Button>
          <EventLink event={event} />
        </>
      }
    />
  );
}

/** The next action of a ticket holder: to watch, if a stream plays. */
export function AfterTicket({ event, from }: { event: EventPage; from: string | undefined }) {
  const { creator, streamSlug, id } = event;
  const playing = creator && streamSlug !== null ? { username: creator.username, slug: streamSlug } : null;
  const leadsToEvent = !playing && (from === undefined || from.startsWith(`/events/${id}`));
  return (
    <>
      <NextStep from={from} playing={playing} fallback={<EventLink event={event} />} />
      {!leadsToEvent && <EventLink event={event} />}
    </>
  );
}
