/** What a person pays and has paid for. No payment provider is connected: nothing can be bought. */
import { Link } from '@tanstack/react-router';
import { BadgeCheck, CreditCard, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { Billing, Subscriptions } from '@/features/money/index.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { PlainPage, ProfileLayout } from '../layouts.tsx';

const discover = (
  <Button asChild>
    <Link to="/discover">See who is live</Link>
  </Button>
);

const subscriptions = (
  <Button asChild variant="secondary">
    <Link to="/subscription-management">Your subscriptions</Link>
  </Button>
);

const billing = (
  <Button asChild variant="secondary">
    <Link to="/billing">What you have paid for</Link>
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
    <Billing firstStep={discover} />
  </ProfileLayout>
);

export const BillingCheckoutPage = () => (
  <Page title="Checkout" fact="There is nothing to pay." icon={CreditCard} actions={billing}>
    This instance takes no payments; everything on it is free to watch.
  </Page>
);

export const SubscriptionsPage = () => (
  <ProfileLayout title="Subscriptions">
    <Subscriptions firstStep={discover} />
  </ProfileLayout>
);

export const SubscriptionSuccessPage = () => (
  <Page title="Subscription" fact="No subscription was begun." icon={BadgeCheck} actions={subscriptions}>
    This instance takes no payments, so there is none to confirm.
  </Page>
);

export const SubscriptionCancelPage = () => (
  <Page title="Subscription" fact="Nothing was charged." icon={Repeat} actions={subscriptions}>
    No subscription was begun, and none was changed.
  </Page>
);
