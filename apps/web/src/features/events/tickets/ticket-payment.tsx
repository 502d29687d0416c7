import { Link } from '@tanstack/react-router';
import type { EventPage } from '@tributary/contracts/events';
import { CheckoutStatus, NextStep, useCheckout } from '@/features/payments/index.ts';
import { useInvalidate } from '@/lib/use-api.ts';
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
  const refund =
    checkout?.refundsBy === 'creator'
      ? `will be refunded by ${event.creator?.displayName ?? 'the creator'}, who received it`
      : 'is being refunded';
  return (
    <CheckoutStatus
      id={id}
      onPaid={() => void invalidate('GET /api/events/*')}
      hasLeft={hasLeft}
      paid={
        isRefunded
          ? {
              title: 'You get your money back',
              text: `There is no seat left for this payment, so it ${refund}.`,
              actions: <EventLink event={event} />,
            }
          : {
              title: 'You have a ticket',
              text:
                event.streamSlug === null ? remindersOf(event.startsInMs) : 'The stream is waiting for you.',
              actions: <AfterTicket event={event} from={from} />,
            }
      }
      retry={
        <>
          <Button asChild>
            <Link to="/billing/checkout" search={{ event: event.id, ...(from && { from }) }}>
              Try again
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
