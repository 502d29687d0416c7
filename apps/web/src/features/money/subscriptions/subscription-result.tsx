import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OwnSubscription } from '@tributary/contracts';
import { useCallback } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
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
      paid={paidFor(subscription, error)}
      retry={
        checkout?.subjectId && (
          <Button asChild>
            <Link to="/billing/checkout" search={{ tier: checkout.subjectId }}>
              Try again
            </Link>
          </Button>
        )
      }
    />
  );
}

function paidFor(subscription: OwnSubscription | undefined, error: Error | null) {
  const manage = (
    <Button asChild variant="secondary">
      <Link to="/subscription-management">Manage subscription</Link>
    </Button>
  );
  if (subscription) {
    const { tier, streamer } = subscription;
    return {
      title:
        subscription.status === 'canceled' ? `${tier.name} has ended` : `You’re subscribed to ${tier.name}`,
      text: <SubscriptionTerms subscription={subscription} />,
      actions: (
        <>
          {streamer && (
            <Button asChild>
              <Link to="/streamer/$username" params={{ username: streamer.username }}>
                View channel
              </Link>
            </Button>
          )}
          {manage}
        </>
      ),
    };
  }
  // The payment came when nothing could be subscribed to any more.
  const isRefunded = error instanceof ApiProblem && error.status === 404;
  return {
    title: isRefunded ? 'No subscription started' : 'Payment confirmed',
    text: isRefunded ? 'What you paid is being refunded.' : <Spinner label="Loading" />,
    actions: manage,
  };
}
