import { Link, useRouter } from '@tanstack/react-router';
import type { PaymentMethod } from '@tributary/contracts/payments';
import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckoutPage } from '@/features/payments/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { useEvent, useTicket } from '../queries.ts';
import { TicketCheckout } from './ticket-checkout.tsx';

interface EventCheckoutProps {
  eventId: string;
  method: PaymentMethod;
  from?: string | undefined;
  /** Shown to people who cannot or need not buy a ticket. */
  donation: ReactNode;
}

/** The checkout on the page of a gated stream, which sells the ticket to its event. */
export function EventCheckout({ eventId, donation, ...rest }: EventCheckoutProps) {
  const { state } = useSession();
  const router = useRouter();
  const ticket = useTicket(eventId);
  return (
    <Loaded query={useEvent(eventId)} height="h-64" missing={donation}>
      {(event) => {
        if (event.priceCents === 0 || ticket.data?.status === 'valid') return donation;
        if (state !== 'signed-out') return <TicketCheckout eventId={eventId} {...rest} />;
        return (
          <CheckoutPage title={t('events.ticket.for', { title: event.title })} from={rest.from}>
            <EmptyState
              icon={Ticket}
              title={t('events.ticket.signIn')}
              actions={
                <Button asChild>
                  <Link to="/login" search={{ from: router.state.location.href }}>
                    {t('ui.signIn')}
                  </Link>
                </Button>
              }
            >
              <Text
                k="events.ticket.holdersOf"
                values={{ title: event.title, event: (words) => <bdi>{words}</bdi> }}
              />
            </EmptyState>
          </CheckoutPage>
        );
      }}
    </Loaded>
  );
}
