/** Billing pages. */
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { BadgeCheck, CreditCard, Receipt as ReceiptIcon, Repeat } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import {
  CurrentSubscriptions,
  DonationsGiven,
  PaymentMethodsNote,
  Payments,
  Receipt,
  SubscriptionResult,
  Subscriptions,
  TestMoney,
  TicketCheckout,
  TicketList,
  TierCheckout,
} from '@/features/money/index.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { RevealTogether } from '@/ui/feedback/reveal-together.tsx';
import { Redirect } from '../../guard.tsx';
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
    <TestMoney />
    <RevealTogether>
      <CurrentSubscriptions
        manage={
          <Link to="/subscription-management" className="py-0.5 text-sm">
            Manage subscriptions
          </Link>
        }
      />
      <TicketList />
      <DonationsGiven />
      <Payments firstStep={discover} />
      <PaymentMethodsNote
        manage={
          <Link to="/subscription-management" className="text-accent underline underline-offset-2">
            Change the payment method of a subscription.
          </Link>
        }
      />
    </RevealTogether>
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
  const { event, tier, cycle, gift, checkout, canceled } = checkoutRoute.useSearch();
  if (event) {
    return (
      <PlainPage title="Checkout">
        <TicketCheckout key={event} eventId={event} checkoutId={checkout} hasLeft={canceled} />
      </PlainPage>
    );
  }
  if (tier) {
    return (
      <PlainPage title="Checkout">
        <TierCheckout key={tier} tierId={tier} cycle={cycle} isGift={gift === true} />
      </PlainPage>
    );
  }
  return (
    <Page title="Checkout" fact="Nothing to pay" icon={CreditCard} actions={billing}>
      Choose a ticket on the page of an event, or a tier on the profile of a channel.
    </Page>
  );
}

export const SubscriptionsPage = () => (
  <ProfileLayout title="Subscriptions">
    <Subscriptions firstStep={discover} />
  </ProfileLayout>
);

const successRoute = getRouteApi('/subscription/success');
const cancelRoute = getRouteApi('/subscription/cancel');

const Result = (props: ComponentProps<typeof SubscriptionResult>) => (
  <PlainPage title="Subscription">
    <SubscriptionResult {...props} />
  </PlainPage>
);

/** Where payment pages return to. */
export function SubscriptionSuccessPage() {
  const { checkout, canceled } = successRoute.useSearch();
  if (checkout && canceled) return <Redirect to="/subscription/cancel" search={{ checkout }} />;
  if (checkout) return <Result checkoutId={checkout} />;
  return (
    <Page title="Subscription" fact="No subscription started" icon={BadgeCheck} actions={subscriptions}>
      There’s no payment to confirm. Your subscriptions are listed on their own page.
    </Page>
  );
}

/** Where somebody who leaves a payment page arrives. */
export function SubscriptionCancelPage() {
  const { checkout } = cancelRoute.useSearch();
  if (checkout) return <Result checkoutId={checkout} hasLeft />;
  return (
    <Page title="Subscription" fact="You weren’t charged" icon={Repeat} actions={subscriptions}>
      Your subscriptions haven’t changed.
    </Page>
  );
}
