import { Link } from '@tanstack/react-router';
import type { OwnSubscription } from '@tributary/contracts/memberships';
import type { ComponentType, ReactNode } from 'react';
import { CheckoutPage, CheckoutStatus, NextStep, useCheckout } from '@/features/payments/index.ts';
import { ApiProblem } from '@/lib/api/client.ts';
import { useApi, useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
    <CheckoutPage
      title={checkout?.description || t('memberships.result.title')}
      from={isPaid ? undefined : props.from}
    >
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
              {t('ui.tryAgain')}
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
      <Link to="/subscription-management">{t('memberships.result.manage')}</Link>
    </Button>
  );
  if (subscription) {
    const { tier, streamer, status } = subscription;
    const named = { tier: tier.name, name: (words: ReactNode) => <bdi>{words}</bdi> };
    const own = (
      <Text
        k={status === 'canceled' ? 'memberships.result.ended' : 'memberships.result.subscribed'}
        values={named}
      />
    );
    return {
      title: isGift ? t('memberships.result.giftArrived') : own,
      text: isGift ? (
        <Text
          k="memberships.result.giftLasts"
          values={{ ...named, end: () => <Day at={subscription.currentPeriodEnd} /> }}
        />
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
      title: isGift ? t('memberships.result.giftFailed') : t('memberships.result.notStarted'),
      text: t('memberships.result.refunding'),
      actions: (
        <Button asChild variant="secondary">
          <Link to="/billing">{t('memberships.result.viewBilling')}</Link>
        </Button>
      ),
    };
  }
  return {
    title: t('memberships.result.confirmed'),
    text: error ? (
      t(isGift ? 'memberships.result.giftNotLoaded' : 'memberships.result.notLoaded')
    ) : (
      <Spinner label={t('ui.loading')} />
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
        {t('memberships.result.viewChannel')}
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
