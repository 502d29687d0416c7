import { Link } from '@tanstack/react-router';
import type { OwnSubscription } from '@tributary/contracts/memberships';
import type { ComponentType, ReactNode } from 'react';
import { CheckoutPage, CheckoutStatus, NextStep, useCheckout } from '@/features/payments/index.ts';
import { ApiProblem } from '@/lib/api.ts';
import { useApi, useInvalidate } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Day } from '@/ui/time.tsx';
import { SubscriptionTerms } from './subscription-terms.tsx';

/** Renders its children with the slug of the channel's running stream, or with null. */
export type WhilePlaying = ComponentType<{
  username: string;
  children: (slug: string | null) => ReactNode;
}>;

interface SubscriptionPaymentProps {
  checkoutId: string;
  /** The page that the payer came from. */
  from?: string | undefined;
  /** Whether the person left the payment page without paying. */
  hasLeft?: boolean;
  whilePlaying: WhilePlaying;
}

/** The page that the payment page of a subscription or a gift returns to. */
export function SubscriptionResult(props: SubscriptionPaymentProps) {
  const { data: checkout } = useCheckout(props.checkoutId);
  const isPaid = checkout?.status === 'paid';
  return (
    <CheckoutPage title={checkout?.description || 'Subscription'} from={isPaid ? undefined : props.from}>
      <SubscriptionPayment {...props} />
    </CheckoutPage>
  );
}

/** The state of the payment of a subscription or a gift on the server. */
export function SubscriptionPayment({
  checkoutId,
  from,
  hasLeft = false,
  whilePlaying,
}: SubscriptionPaymentProps) {
  const invalidate = useInvalidate();
  const { data: checkout } = useCheckout(checkoutId);
  const { data: subscription, error } = useApi(
    'GET /api/me/subscriptions/:id',
    { params: { id: checkoutId } },
    { enabled: checkout?.status === 'paid' },
  );
  return (
    <CheckoutStatus
      id={checkoutId}
      onPaid={() => void invalidate('GET /api/tiers/:id/subscription')}
      hasLeft={hasLeft}
      paid={paidFor(subscription, checkout?.purpose === 'gift', error, { from, whilePlaying })}
      retry={
        checkout?.subjectId && (
          <Button asChild>
            <Link
              to="/billing/checkout"
              search={{
                tier: checkout.subjectId,
                ...(checkout.purpose === 'gift' && { gift: true }),
                ...(from && { from }),
              }}
            >
              Try again
            </Link>
          </Button>
        )
      }
    />
  );
}

function paidFor(
  subscription: OwnSubscription | undefined,
  isGift: boolean,
  error: Error | null,
  next: Pick<SubscriptionPaymentProps, 'from' | 'whilePlaying'>,
) {
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
          {streamer && <Next streamer={streamer} isGift={isGift} {...next} />}
          {!isGift && manage}
        </>
      ),
    };
  }
  // The payment arrived when subscribing was no longer possible.
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

interface NextProps extends Pick<SubscriptionPaymentProps, 'from' | 'whilePlaying'> {
  streamer: NonNullable<OwnSubscription['streamer']>;
  isGift: boolean;
}

/** Leads to the stream of the channel while it plays. A gift gives access to its recipient only. */
function Next({ streamer: { username }, isGift, from, whilePlaying: WhilePlaying }: NextProps) {
  const fallback = (
    <Button asChild>
      <Link to="/streamer/$username" params={{ username }}>
        View channel
      </Link>
    </Button>
  );
  if (isGift) return <NextStep from={from} fallback={fallback} />;
  return (
    <WhilePlaying username={username}>
      {(slug) => (
        <NextStep from={from} playing={slug === null ? null : { username, slug }} fallback={fallback} />
      )}
    </WhilePlaying>
  );
}
