import type { SessionUser } from '@tributary/contracts/identity';
import type { OfferedTier, TierSubscription } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import { useState } from 'react';
import { AccountPayer, OrderForm, OrderTotal, Payer, useOpenCheckout } from '@/features/payments/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Radios } from '@/ui/forms/radios.tsx';
import { Day } from '@/ui/time.tsx';
import { priceOf, TierSummary } from '../tiers/tier-parts.tsx';

interface SubscriptionOrderProps {
  tier: OfferedTier;
  known: TierSubscription;
  user: SessionUser;
  from: string | undefined;
  initialCycle: BillingCycle;
}

/** The order of a new subscription. */
export function SubscriptionOrder({ tier, known, user, from, initialCycle }: SubscriptionOrderProps) {
  const { trialDays, nextPayment } = known;
  const [cycle, setCycle] = useState(initialCycle);
  const open = useOpenCheckout(from);
  const hasTrial = trialDays > 0;
  const price = formatMoney(priceOf(tier, cycle), tier.currency);
  const day = () => <Day at={nextPayment[cycle]} />;
  const when = hasTrial ? (
    <Text k="memberships.order.afterTrial" values={{ days: trialDays, day }} />
  ) : (
    <Text k="memberships.order.renewsOn" values={{ day }} />
  );
  return (
    <OrderForm
      purpose="subscription"
      summary={<TierSummary tier={tier} />}
      choices={
        <Radios
          legend={t('memberships.cycle.legend')}
          value={cycle}
          onChange={setCycle}
          options={[
            [
              'monthly',
              t('memberships.order.monthly', { price: formatMoney(priceOf(tier, 'monthly'), tier.currency) }),
            ],
            [
              'yearly',
              t('memberships.order.yearly', { price: formatMoney(priceOf(tier, 'yearly'), tier.currency) }),
            ],
          ]}
        />
      }
      payer={
        <Payer>
          <AccountPayer user={user} />
        </Payer>
      }
      total={
        <OrderTotal
          label={t('memberships.order.today')}
          today={hasTrial ? formatMoney(0, tier.currency) : price}
          later={[
            when,
            t(cycle === 'yearly' ? 'memberships.price.year' : 'memberships.price.month', { price }),
          ]}
        >
          {t(hasTrial ? 'memberships.order.trialTerms' : 'memberships.order.terms')}
        </OrderTotal>
      }
      busy={open.isLeaving}
      problem={open.error ? messageOf(open.error) : undefined}
      onPay={(method) => open.mutate({ purpose: 'subscription', method, tierId: tier.id, cycle })}
    />
  );
}
