import { type OwnSubscription, PAST_DUE_DAYS } from '@tributary/contracts/memberships';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Day } from '@/ui/time.tsx';

/** The next change or charge of a subscription, in a sentence or two. */
export function SubscriptionTerms({ subscription }: { subscription: OwnSubscription }) {
  const { status, currentPeriodEnd, cancelAtPeriodEnd, trialEnd, price, credit, currency } = subscription;
  const end = () => <Day at={currentPeriodEnd} />;
  if (status === 'canceled') return t('memberships.terms.canceled');
  if (price === 0 && !subscription.isGift) return t('memberships.terms.free');
  if (status === 'past_due') return t('memberships.terms.pastDue', { days: PAST_DUE_DAYS });
  if (subscription.isGift) return <Text k="memberships.terms.gift" values={{ end }} />;
  if (cancelAtPeriodEnd) return <Text k="memberships.terms.canceledAtEnd" values={{ end }} />;
  if (status === 'trialing') {
    return (
      <Text
        k={
          subscription.billingCycle === 'yearly'
            ? 'memberships.terms.trialYear'
            : 'memberships.terms.trialMonth'
        }
        values={{ end: () => <Day at={trialEnd ?? currentPeriodEnd} />, price: formatMoney(price, currency) }}
      />
    );
  }
  const left = formatMoney(Math.max(0, price - credit), currency);
  return credit > 0 ? (
    <Text
      k="memberships.terms.renewsCredit"
      values={{ end, price: left, credit: formatMoney(credit, currency) }}
    />
  ) : (
    <Text k="memberships.terms.renews" values={{ end, price: left }} />
  );
}
