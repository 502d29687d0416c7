import type { SessionUser } from '@tributary/contracts/identity';
import type { OfferedTier, TierSubscription } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import { useState } from 'react';
import { AccountPayer, OrderForm, OrderTotal, Payer, useOpenCheckout } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import { messageOf } from '@/lib/query.ts';
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
  return (
    <OrderForm
      purpose="subscription"
      summary={<TierSummary tier={tier} />}
      choices={
        <Radios
          legend="Billing"
          value={cycle}
          onChange={setCycle}
          options={[
            ['monthly', `Monthly, ${formatMoney(priceOf(tier, 'monthly'), tier.currency)}`],
            ['yearly', `Yearly, ${formatMoney(priceOf(tier, 'yearly'), tier.currency)}`],
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
          label="Today"
          today={hasTrial ? formatMoney(0, tier.currency) : price}
          later={[
            <>
              {hasTrial ? `After the ${trialDays}-day free trial, from` : 'Renews on'}{' '}
              <Day at={nextPayment[cycle]} />
            </>,
            `${price} ${cycle === 'yearly' ? 'a year' : 'a month'}`,
          ]}
        >
          No extra fees. It renews until you cancel under Subscriptions, at any time. You then keep access
          until the end of the {hasTrial && 'trial or '}paid period.
        </OrderTotal>
      }
      busy={open.isLeaving}
      problem={open.error ? messageOf(open.error) : undefined}
      onPay={(method) => open.mutate({ purpose: 'subscription', method, tierId: tier.id, cycle })}
    />
  );
}
