import type { OfferedTier, Tier } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import { Check } from 'lucide-react';
import { formatPrice, OrderSummary } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Name } from '@/ui/media/person.tsx';

/** The price in minor units; 0 if the tier is free or has no price for the cycle. */
export const priceOf = ({ priceMonthly, priceYearly }: Tier, cycle: BillingCycle): number =>
  (cycle === 'yearly' ? priceYearly : priceMonthly) ?? 0;

/** A tier's monthly and yearly price. */
export function TierPrice({ tier }: { tier: Tier }) {
  const { priceMonthly, priceYearly, currency, trialDays } = tier;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <span className="font-display font-semibold text-amber text-lg">
        {formatPrice(priceMonthly, currency)}
      </span>
      {priceMonthly ? (
        <span className="text-muted text-sm">
          {t('memberships.price.rest', {
            hasYearly: priceYearly ? 'yes' : 'no',
            yearly: formatMoney(priceYearly ?? 0, currency),
            days: trialDays,
          })}
        </span>
      ) : null}
    </p>
  );
}

export function Benefits({ benefits }: { benefits: readonly string[] }) {
  if (benefits.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {benefits.map((benefit) => (
        <li key={benefit} className="flex gap-2">
          <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-green" />
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {benefit}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The tier of a checkout. */
export const TierSummary = ({ tier: { name, streamer, benefits } }: { tier: OfferedTier }) => (
  <OrderSummary
    image={<Avatar name={streamer.displayName} src={streamer.avatarUrl} size={56} />}
    title={<bdi>{name}</bdi>}
    more={benefits.length > 0 && <Benefits benefits={benefits} />}
  >
    <Name person={streamer} />
  </OrderSummary>
);
