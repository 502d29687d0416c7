/** The checkout of a ticket, and the state of its payment. */
import { Link } from '@tanstack/react-router';
import type { EventPage, Ticket as OwnedTicket } from '@tributary/contracts/events';
import type { SessionUser } from '@tributary/contracts/identity';
import type { PaymentMethod } from '@tributary/contracts/payments';
import { CalendarX, Ticket } from 'lucide-react';
import {
  AccountPayer,
  CheckoutPage,
  OrderForm,
  OrderSummary,
  OrderTotal,
  Payer,
  useOpenCheckout,
} from '@/features/payments/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { formatDuration } from '@/lib/format/appointments.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { DateTile } from '@/ui/date-tile.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { EventLink } from '../event-parts.tsx';
import { timesOf } from '../event-time.ts';
import { useEvent, useTicket } from '../queries.ts';
import { AfterTicket, TicketPayment } from './ticket-payment.tsx';

interface TicketCheckoutProps {
  eventId: string;
  from?: string | undefined;
  /** The checkout whose payment page the payer returned from. */
  checkoutId?: string | undefined;
  /** Whether the person left the payment page without paying. */
  hasLeft?: boolean | undefined;
  /** The payment method that is chosen initially. */
  method?: PaymentMethod | undefined;
}

export function TicketCheckout({ eventId, ...rest }: TicketCheckoutProps) {
  const event = useEvent(eventId);
  const ticket = useTicket(eventId);
  const isBought = ticket.data?.status === 'valid';
  return (
    <CheckoutPage
      title={event.data ? t('events.ticket.for', { title: event.data.title }) : t('events.checkout.title')}
      from={isBought ? undefined : rest.from}
    >
      <Loaded query={event} missing={<NoEvent />} height="h-64">
        {(event) => (
          <Loaded query={ticket} height="h-64">
            {(ticket) => <Order event={event} ticket={ticket} {...rest} />}
          </Loaded>
        )}
      </Loaded>
    </CheckoutPage>
  );
}

interface OrderProps extends Omit<TicketCheckoutProps, 'eventId'> {
  event: EventPage;
  ticket: OwnedTicket | null;
}

function Order({ event, ticket, checkoutId, hasLeft, ...rest }: OrderProps) {
  const { user } = useSession();
  const shown = checkoutId ?? (ticket?.status === 'reserved' ? ticket.checkoutId : null);
  if (shown) return <TicketPayment id={shown} event={event} hasLeft={hasLeft} from={rest.from} />;
  if (ticket?.status === 'valid') {
    return (
      <EmptyState
        icon={Ticket}
        title={t('events.ticket.held')}
        actions={<AfterTicket event={event} from={rest.from} />}
      >
        {t('events.checkout.nothing')}
      </EmptyState>
    );
  }
  if (user && user.id === event.creator?.id) {
    return (
      <EmptyState icon={Ticket} title={t('events.checkout.own')} actions={<EventLink event={event} />}>
        {t('events.checkout.ownNext')}
      </EmptyState>
    );
  }
  return <TicketOrder event={event} user={user} {...rest} />;
}

interface TicketOrderProps extends Pick<TicketCheckoutProps, 'from' | 'method'> {
  event: EventPage;
  user: SessionUser | null;
}

/** The order of a ticket, or the reason why there is none to buy. */
export function TicketOrder({ event, user, from, method }: TicketOrderProps) {
  const open = useOpenCheckout(from);
  const isOver = event.status === 'ended' || event.status === 'canceled';
  if (isOver || event.ticketsLeft === 0 || event.priceCents === 0) {
    return (
      <EmptyState
        icon={CalendarX}
        title={
          isOver
            ? t('events.checkout.over')
            : event.priceCents === 0
              ? t('events.checkout.free')
              : t('events.soldOut')
        }
        actions={<EventLink event={event} />}
      >
        {t('events.checkout.notCharged')}
      </EmptyState>
    );
  }
  const price = formatMoney(event.priceCents, event.currency);
  return (
    <OrderForm
      purpose="ticket"
      summary={
        <OrderSummary image={<DateTile at={event.eventDate} />} title={<bdi>{event.title}</bdi>}>
          {event.creator && <bdi className="block">{event.creator.displayName}</bdi>}
          {t('events.checkout.when', {
            when: timesOf(event.eventDate, event.timezone).yours,
            duration: formatDuration(event.durationMinutes),
          })}
        </OrderSummary>
      }
      payer={user && <Payer>{<AccountPayer user={user} />}</Payer>}
      method={method}
      total={<OrderTotal today={price}>{t('events.checkout.terms')}</OrderTotal>}
      busy={open.isLeaving}
      problem={open.error ? messageOf(open.error) : undefined}
      onPay={(method) => open.mutate({ purpose: 'ticket', method, eventId: event.id })}
    />
  );
}

const NoEvent = () => (
  <EmptyState
    icon={CalendarX}
    title={t('events.editor.missing')}
    actions={
      <Button asChild>
        <Link to="/discover">{t('app.missing.browse')}</Link>
      </Button>
    }
  >
    {t('events.checkout.missingNext')}
  </EmptyState>
);
