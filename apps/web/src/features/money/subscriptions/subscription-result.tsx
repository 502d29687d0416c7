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

interface SubscriptionResultProps {
  checkoutId: string;
  /** Whether the person left the payment page without paying. */
  hasLeft?: boolean;
}

/** What became of the payment page of a subscription, as the server knows it. */
export function SubscriptionResult({ checkoutId, hasLeft = false }: SubscriptionResultProps) {
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
      hasLeft={hasLeft}
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
    const own =
      status === 'canceled' ? (
        <>
          <bdi>{tier.name}</bdi> has ended
        </>
      ) : (
        <>
          You’re subscribed to <bdi>{tier.name}</bdi>
        </>
      );
    return {
      title: isGift ? 'Your gift has arrived' : own,
      text: isGift ? (
        <>
          <bdi>{tier.name}</bdi> lasts until <Day at={subscription.currentPeriodEnd} />. We’ve told the
          recipient that it’s from you.
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
  if (error instanceof ApiProblem && error.status === 404) {
    return {
      title: isGift ? 'Your gift couldn’t be given' : 'No subscription started',
      text: 'What you paid is being refunded.',
      actions: (
        <Button asChild variant="secondary">
          <Link to="/billing">View billing</Link>
        </Button>
      ),
    };
  }
  return {
    title: 'Payment confirmed',
    text: error ? (
      `The details couldn’t be loaded. ${isGift ? 'Your payment is listed under Billing.' : 'Your subscription is listed under Subscriptions.'}`
    ) : (
      <Spinner label="Loading" />
    ),
    actions: manage,
  };
}
