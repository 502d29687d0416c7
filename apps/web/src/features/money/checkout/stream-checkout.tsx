/** The checkout of a stream: its ticket where it belongs to an event, and else a donation. */
import { Link, useRouter } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts/live';
import type { PaymentMethod } from '@tributary/contracts/payments';
import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { useEvent } from '../api/use-public.ts';
import { useTicket } from '../api/use-tickets.ts';
import { DonationCheckout } from '../donations/donation-checkout.tsx';
import { TicketCheckout } from '../tickets/ticket-checkout.tsx';
import { CheckoutPage } from './checkout-page.tsx';

interface StreamCheckoutProps {
  detail: StreamDetail;
  method: PaymentMethod;
  from?: string | undefined;
}

export function StreamCheckout({ detail, ...rest }: StreamCheckoutProps) {
  const gate = detail.stream?.gate;
  const donation = <DonationCheckout {...detail} {...rest} />;
  if (gate?.kind !== 'event') return donation;
  return <EventCheckout eventId={gate.id} donation={donation} {...rest} />;
}

interface EventCheckoutProps extends Omit<StreamCheckoutProps, 'detail'> {
  eventId: string;
  /** For those who have nothing to buy. */
  donation: ReactNode;
}

function EventCheckout({ eventId, donation, ...rest }: EventCheckoutProps) {
  const { state } = useSession();
  const router = useRouter();
  const ticket = useTicket(eventId);
  return (
    <Loaded query={useEvent(eventId)} height="h-64" missing={donation}>
      {(event) => {
        if (event.priceCents === 0 || ticket.data?.status === 'valid') return donation;
        if (state !== 'signed-out') return <TicketCheckout eventId={eventId} {...rest} />;
        return (
          <CheckoutPage title={`Ticket for ${event.title}`} from={rest.from}>
            <EmptyState
              icon={Ticket}
              title="Sign in to buy a ticket"
              actions={
                <Button asChild>
                  <Link to="/login" search={{ from: router.state.location.href }}>
                    Sign In
                  </Link>
                </Button>
              }
            >
              This stream is for ticket holders of <bdi>{event.title}</bdi>.
            </EmptyState>
          </CheckoutPage>
        );
      }}
    </Loaded>
  );
}
