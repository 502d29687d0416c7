import { Link } from '@tanstack/react-router';
import type { PaymentMethod, PublicEvent } from '@tributary/contracts';
import { CalendarX } from 'lucide-react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { useOpenCheckout } from '../api/use-checkout.ts';
import { PaymentMethods } from '../checkout/payment-methods.tsx';

interface TicketPurchaseProps {
  event: PublicEvent;
  /** Offers only this way to pay, if it is available. */
  method?: PaymentMethod | undefined;
}

/** The ways to pay for a ticket, or why there is none to buy. */
export function TicketPurchase({ event, method }: TicketPurchaseProps) {
  const open = useOpenCheckout();
  const isOver = event.status === 'ended' || event.status === 'canceled';
  if (isOver || event.ticketsLeft === 0 || event.priceCents === 0) {
    return (
      <EmptyState
        icon={CalendarX}
        title={isOver ? 'This event is over' : event.priceCents === 0 ? 'This event is free' : 'Sold out'}
        actions={<EventLink event={event} />}
      >
        You weren’t charged.
      </EmptyState>
    );
  }
  return (
    <PaymentMethods
      purpose="ticket"
      only={method}
      // Stays busy while the browser leaves for the payment page.
      busy={open.isPending || open.isSuccess}
      problem={open.error ? messageOf(open.error) : undefined}
      onPay={(method) => open.mutate({ purpose: 'ticket', method, eventId: event.id })}
    />
  );
}

export const EventLink = ({ event: { id } }: { event: PublicEvent }) => (
  <Button asChild variant="secondary">
    <Link to="/events/$eventId" params={{ eventId: id }}>
      View event
    </Link>
  </Button>
);
