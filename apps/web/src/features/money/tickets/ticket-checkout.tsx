import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Ticket as OwnedTicket, PaymentMethod, PublicEvent } from '@tributary/contracts';
import { CalendarX, Ticket } from 'lucide-react';
import { useCallback } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { useCheckout } from '../api/use-checkout.ts';
import { useEvent } from '../api/use-public.ts';
import { useTicket } from '../api/use-tickets.ts';
import { CheckoutStatus } from '../checkout/checkout-status.tsx';
import { DateTile } from '../events/event-parts.tsx';
import { remindersOf, timesOf } from '../events/event-time.ts';
import { formatPrice } from '../shared/format-money.ts';
import { EventLink, TicketPurchase } from './ticket-purchase.tsx';

interface TicketCheckoutProps {
  eventId: string;
  /** Where the payment page returned from. */
  checkoutId?: string | undefined;
  /** Whether the person left the payment page without paying. */
  hasLeft?: boolean | undefined;
  /** Offers only this way to pay. */
  method?: PaymentMethod | undefined;
}

/** Buys a ticket, or shows what became of the payment. */
export function TicketCheckout({ eventId, ...rest }: TicketCheckoutProps) {
  const event = useEvent(eventId);
  const ticket = useTicket(eventId);
  return (
    <Loaded query={event} missing={<NoEvent />} height="h-64">
      {(event) => (
        <Loaded query={ticket} height="h-64">
          {(ticket) => <Order event={event} ticket={ticket} {...rest} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface OrderProps extends Omit<TicketCheckoutProps, 'eventId'> {
  event: PublicEvent;
  ticket: OwnedTicket | null;
}

function Order({ event, ticket, checkoutId, hasLeft, method }: OrderProps) {
  const { user } = useSession();
  const open = ticket?.status === 'reserved' ? ticket.checkoutId : null;
  const shown = checkoutId ?? open;
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <Summary event={event} />
      {shown ? (
        <Payment event={event} id={shown} hasLeft={hasLeft} />
      ) : ticket?.status === 'valid' ? (
        <EmptyState icon={Ticket} title="You have a ticket" actions={<EventLink event={event} />}>
          There’s nothing to pay.
        </EmptyState>
      ) : user && user.id === event.creator?.id ? (
        <EmptyState icon={Ticket} title="This is your own event" actions={<EventLink event={event} />}>
          You can watch it without a ticket.
        </EmptyState>
      ) : (
        <TicketPurchase event={event} method={method} />
      )}
    </div>
  );
}

function Summary({ event }: { event: PublicEvent }) {
  return (
    <section
      aria-label="Your order"
      className="flex gap-x-4 gap-y-1 rounded-media bg-surface-1 p-5 max-sm:flex-wrap"
    >
      <DateTile at={event.eventDate} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="text-base [overflow-wrap:anywhere]">
          <bdi>{event.title}</bdi>
        </h2>
        <p className="text-muted text-sm">{timesOf(event.eventDate, event.timezone).yours}</p>
      </div>
      <p className="font-display font-semibold text-amber text-lg tabular-nums max-sm:basis-full max-sm:ps-18">
        {formatPrice(event.priceCents, event.currency)}
      </p>
    </section>
  );
}

interface PaymentProps extends Pick<TicketCheckoutProps, 'hasLeft'> {
  event: PublicEvent;
  id: string;
}

function Payment({ event, id, hasLeft }: PaymentProps) {
  const client = useQueryClient();
  const onPaid = useCallback(
    () => void client.invalidateQueries({ queryKey: ['money', 'ticket'] }),
    [client],
  );
  const ticket = useTicket(event.id);
  // A payment can be confirmed although the seat is gone; it is refunded then.
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
      onPaid={onPaid}
      hasLeft={hasLeft}
      paid={{
        title: isRefunded ? 'You get your money back' : 'You have a ticket',
        text: isRefunded
          ? `There is no seat left for this payment, so it ${refund}.`
          : remindersOf(event.startsInMs),
        actions: <EventLink event={event} />,
      }}
      retry={
        <>
          <Button asChild>
            <Link to="/billing/checkout" search={{ event: event.id }}>
              Try again
            </Link>
          </Button>
          <EventLink event={event} />
        </>
      }
    />
  );
}

const NoEvent = () => (
  <EmptyState
    icon={CalendarX}
    title="Event not found"
    actions={
      <Button asChild>
        <Link to="/discover">Browse live streams</Link>
      </Button>
    }
  >
    You weren’t charged. You can find upcoming events on streamers’ profiles.
  </EmptyState>
);
