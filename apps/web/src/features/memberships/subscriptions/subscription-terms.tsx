import { type OwnSubscription, PAST_DUE_DAYS } from '@tributary/contracts/memberships';
import { formatMoney } from '@/lib/money.ts';
import { Day } from '@/ui/time.tsx';

/** The next change or charge of a subscription, in a sentence or two. */
export function SubscriptionTerms({ subscription }: { subscription: OwnSubscription }) {
  const { status, currentPeriodEnd, cancelAtPeriodEnd, trialEnd, price, credit, currency } = subscription;
  const end = <Day at={currentPeriodEnd} />;
  const cost = `${formatMoney(price, currency)} ${subscription.billingCycle === 'yearly' ? 'a year' : 'a month'}`;
  if (status === 'canceled') return 'Canceled.';
  if (price === 0 && !subscription.isGift) return 'Free, without an end date.';
  if (status === 'past_due') {
    return (
      <>
        The last payment failed, so you have no access. Change your payment method. Without a payment, the
        subscription is canceled after {PAST_DUE_DAYS} days.
      </>
    );
  }
  if (subscription.isGift) return <>Ends on {end} by itself.</>;
  if (cancelAtPeriodEnd) return <>Ends on {end}. You keep access until then, and won’t be charged again.</>;
  if (status === 'trialing') {
    return (
      <>
        Free until <Day at={trialEnd ?? currentPeriodEnd} />, then {cost}.
      </>
    );
  }
  return (
    <>
      Renews on {end} for {formatMoney(Math.max(0, price - credit), currency)}.
      {credit > 0 && ` Your credit of ${formatMoney(credit, currency)} counts first.`}
    </>
  );
}
