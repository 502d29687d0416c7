/** What a person pays and has paid for. No payment provider is connected: there is never anything. */
import { Link } from '@tanstack/react-router';
import { BadgeCheck, CreditCard, Receipt, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PlainPage } from './plain-page.tsx';

const discover = (
  <Button asChild>
    <Link to="/discover">See who is live</Link>
  </Button>
);

const subscriptions = (
  <Button asChild>
    <Link to="/subscription-management">Your subscriptions</Link>
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
  <Page title="Billing" icon={Receipt} fact="You have paid for nothing here." actions={discover}>
    This instance takes no payments and stores no payment details.
  </Page>
);

export const BillingCheckoutPage = () => (
  <Page title="Checkout" icon={CreditCard} fact="There is nothing to pay." actions={discover}>
    This instance takes no payments; everything on it is free to watch.
  </Page>
);

export const SubscriptionsPage = () => (
  <Page title="Subscriptions" icon={Repeat} fact="You have no subscriptions." actions={discover}>
    No streamer on this instance sells any. All channels are open to you without one.
  </Page>
);

export const SubscriptionSuccessPage = () => (
  <Page title="Subscription" icon={BadgeCheck} fact="No subscription was begun." actions={subscriptions}>
    This instance takes no payments, so there is none to confirm.
  </Page>
);

export const SubscriptionCancelPage = () => (
  <Page title="Subscription" icon={Repeat} fact="Nothing was charged." actions={subscriptions}>
    You have no subscription, and none was changed.
  </Page>
);
