import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OwnSubscription } from '@tributary/contracts';
import { useCallback } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Day } from '@/ui/time.tsx';
import { useCheckout } from '../api/use-checkout.ts';
import { useOwnSubscription } from '../api/use-subscriptions.ts';
import { CheckoutStatus } from '../checkout/checkout-status.tsx';
import { SubscriptionTerms } from './subscription-terms.tsx';

/** What became of the payment page of a subscription, as the server knows it. */
export function SubscriptionResult({ checkoutId }: { checkoutId: string }) {
  const client = useQueryClient();
  const onPaid = useCallback(
    () => void client.invalidateQueries({ queryKey: ['money', 'subscription'] }),
    [client],
  );
  const { data: checkout } = useCheckout(checkoutId);
  const { data: subscription, error } = useOwnSubscription(checkoutId, checkout?.status === 'paid');
  return (
    <CheckoutStatus
      id={checkoutId}
      onPaid={onPaid}
      paid={paidFor(subscription, checkout?.purpose === 'gift', error)}
      retry={
        checkout?.subjectId && (
          <Button asChild>
            <Link
              to="/billing/checkout"
              search={{ tier: checkout.subjectId, ...(checkout.purpose === 'gift' && { gift: true }) }}
            >
              Try again
            </Link>
          </Button>
        )
      }
    />
  );
}

function paidFor(subscription: OwnSubscription | undefined, isGift: boolean, error: Error | null) {
  const manage = (
    <Button asChild variant="secondary">
      <Link to="/subscription-management">Manage subscription</Link>
    </Button>
  );
  if (subscription) {
    const { tier, streamer, status } = subscription;
    const own = status === 'canceled' ? `${tier.name} has ended` : `You’re subscribed to ${tier.name}`;
    return {
      title: isGift ? 'Your gift has arrived' : own,
      text: isGift ? (
        <>
          {tier.name} lasts until <Day at={subscription.currentPeriodEnd} />. We’ve told the recipient that
          it’s from you.
        </>
      ) : (
        <SubscriptionTerms subscription={subscription} />
      ),
      actions: (
        <>
          {streamer && (
            <Button asChild>
              <Link to="/streamer/$username" params={{ username: streamer.username }}>
                View channel
              </Link>
            </Button>
          )}
          {!isGift && manage}
        </>
      ),
    };
  }
  // The payment came when subscribing was no longer possible.
  const isRefunded = error instanceof ApiProblem && error.status === 404;
  return {
    title: isRefunded ? 'No subscription started' : 'Payment confirmed',
    text: isRefunded ? 'What you paid is being refunded.' : <Spinner label="Loading" />,
    actions: manage,
  };
}
