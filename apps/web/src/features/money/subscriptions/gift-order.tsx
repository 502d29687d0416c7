import { GIFT_MONTHS, type GiftMonths, type OfferedTier } from '@tributary/contracts';
import { useRef, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { formatNumberOf } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useOpenCheckout } from '../api/use-checkout.ts';
import { PaymentMethods } from '../checkout/payment-methods.tsx';
import { formatMoney } from '../shared/format-money.ts';
import { Radios } from './radios.tsx';
import { priceOf } from './tier-price.ts';

/** Pays for months of a tier for somebody else. */
export function GiftOrder({ tier }: { tier: OfferedTier }) {
  const [username, setUsername] = useState('');
  const [months, setMonths] = useState<GiftMonths>(1);
  const open = useOpenCheckout();
  const field = useRef<HTMLInputElement>(null);
  const cost = (count: GiftMonths) =>
    count === 12 ? priceOf(tier, 'yearly') : priceOf(tier, 'monthly') * count;
  const fieldError = usernameErrorOf(open.error);
  return (
    <>
      <Field label="Username of the recipient" error={fieldError} hint="As in the address of the profile.">
        {(control) => (
          <Input
            {...control}
            ref={field}
            value={username}
            onChange={({ target }) => setUsername(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Radios
        legend="Length"
        value={String(months)}
        onChange={(value) => setMonths(GIFT_MONTHS.find((count) => String(count) === value) ?? 1)}
        options={GIFT_MONTHS.map((count) => [
          String(count),
          `${formatNumberOf(count, 'month')}, ${formatMoney(cost(count), tier.currency)}`,
        ])}
      />
      <p className="text-muted text-sm">
        You pay once, without extra fees. The gift starts now, ends by itself, and shows who gave it. If it
        can’t be given, you get your money back.
      </p>
      <PaymentMethods
        purpose="gift"
        // Stays busy while the browser leaves for the payment page.
        busy={open.isPending || open.isSuccess}
        problem={open.error && !fieldError ? messageOf(open.error) : undefined}
        onPay={(method) =>
          open.mutate(
            { purpose: 'gift', method, tierId: tier.id, username, months },
            // On a phone it is out of sight of the button.
            { onError: (error) => usernameErrorOf(error) && field.current?.focus() },
          )
        }
      />
    </>
  );
}

const usernameErrorOf = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? error.fieldError('/username') : undefined;
