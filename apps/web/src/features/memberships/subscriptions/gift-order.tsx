import type { SessionUser } from '@tributary/contracts/identity';
import type { OfferedTier } from '@tributary/contracts/memberships';
import { GIFT_MONTHS, type GiftMonths } from '@tributary/contracts/payments';
import { useState } from 'react';
import { AccountPayer, OrderForm, OrderTotal, Payer, useOpenCheckout } from '@/features/payments/index.ts';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Radios } from '@/ui/forms/radios.tsx';
import { priceOf, TierSummary } from '../tiers/tier-parts.tsx';

interface GiftOrderProps {
  tier: OfferedTier;
  user: SessionUser;
  from: string | undefined;
}

/** Pays for months of a tier for another viewer. */
export function GiftOrder({ tier, user, from }: GiftOrderProps) {
  const [username, setUsername] = useState('');
  const [months, setMonths] = useState<GiftMonths>(1);
  const open = useOpenCheckout(from);
  const cost = (count: GiftMonths) =>
    formatMoney(count === 12 ? priceOf(tier, 'yearly') : priceOf(tier, 'monthly') * count, tier.currency);
  const fieldError = usernameErrorOf(open.error);
  return (
    <OrderForm
      purpose="gift"
      summary={<TierSummary tier={tier} />}
      choices={
        <>
          <Field
            label={t('memberships.gift.recipient')}
            error={fieldError}
            hint={t('memberships.gift.recipientHint')}
          >
            {(control) => (
              <Input
                {...control}
                value={username}
                onChange={({ target }) => setUsername(target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Radios
            legend={t('memberships.gift.length')}
            value={String(months)}
            onChange={(value) => setMonths(GIFT_MONTHS.find((count) => String(count) === value) ?? 1)}
            options={GIFT_MONTHS.map((count) => [
              String(count),
              t('memberships.gift.months', { count, price: cost(count) }),
            ])}
          />
        </>
      }
      payer={
        <Payer>
          <AccountPayer user={user} />
        </Payer>
      }
      total={<OrderTotal today={cost(months)}>{t('memberships.gift.terms')}</OrderTotal>}
      busy={open.isLeaving}
      fieldProblem={fieldError}
      problem={open.error && !fieldError ? messageOf(open.error) : undefined}
      onPay={(method) => open.mutate({ purpose: 'gift', method, tierId: tier.id, username, months })}
    />
  );
}

const usernameErrorOf = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? error.fieldError('/username') : undefined;
