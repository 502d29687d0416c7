/** Billing pages. */
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { BadgeCheck, CreditCard, Receipt as ReceiptIcon, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { Payments, Receipt, Subscriptions, TicketCheckout, TicketList } from '@/features/money/index.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { PlainPage, ProfileLayout } from '../layouts.tsx';

const discover = (
  <Button asChild>
    <Link to="/discover">Browse live streams</Link>
  </Button>
);

const subscriptions = (
  <Button asChild variant="secondary">
    <Link to="/subscription-management">View subscriptions</Link>
  </Button>
);

const billing = (
  <Button asChild variant="secondary">
    <Link to="/billing">View billing</Link>
  </Button>
);

function Page(props: {
  title: string;
  fact: string;
  icon: typeof Repeat;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <PlainPage title={props.title}>
      <EmptyState icon={props.icon} title={props.fact} actions={props.actions}>
        {props.children}
      </EmptyState>
    </PlainPage>
  );
}

export const BillingPage = () => (
  <ProfileLayout title="Billing">
    <TicketList />
    <Payments firstStep={discover} />
  </ProfileLayout>
);

export function ReceiptPage() {
  const { paymentId } = useParams({ from: '/billing/receipts/$paymentId' });
  return (
    <ProfileLayout title="Receipt">
      <Receipt
        paymentId={paymentId}
        missing={
          <EmptyState icon={ReceiptIcon} title="There’s no such payment" actions={billing}>
            Sign in with the account that paid, or check the address.
          </EmptyState>
        }
      />
    </ProfileLayout>
  );
}

const checkoutRoute = getRouteApi('/billing/checkout');

export function BillingCheckoutPage() {
  const { event, checkout } = checkoutRoute.useSearch();
  if (event) {
    return (
      <PlainPage title="Checkout">
        <TicketCheckout key={event} eventId={event} checkoutId={checkout} />
      </PlainPage>
    );
  }
  return (
    <Page title="Checkout" fact="Nothing to pay" icon={CreditCard} actions={billing}>
      Choose a ticket on the page of an event.
    </Page>
  );
}

export const SubscriptionsPage = () => (
  <ProfileLayout title="Subscriptions">
    <Subscriptions firstStep={discover} />
  </ProfileLayout>
);

export const SubscriptionSuccessPage = () => (
  <Page title="Subscription" fact="No subscription started" icon={BadgeCheck} actions={subscriptions}>
    Subscriptions with a price can’t be bought here yet, so there’s nothing to confirm.
  </Page>
);

export const SubscriptionCancelPage = () => (
  <Page title="Subscription" fact="You weren’t charged" icon={Repeat} actions={subscriptions}>
    Your subscriptions haven’t changed.
  </Page>
);
