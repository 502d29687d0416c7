import type { PaymentMethod, Purpose } from '@tributary/contracts';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { usePaymentMethods } from '../api/use-checkout.ts';

const NAMES: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  paypal: 'PayPal',
  crypto: 'ETH or USDC',
};

interface PaymentMethodsProps {
  purpose: Purpose;
  busy: boolean;
  /** Why the last attempt was refused. */
  problem: string | undefined;
  onPay: (method: PaymentMethod) => void;
}

/** The choice of a way to pay, and the button that leads to the payment page. */
export function PaymentMethods({ purpose, busy, problem, onPay }: PaymentMethodsProps) {
  const methods = usePaymentMethods(purpose);
  const [chosen, setChosen] = useState<PaymentMethod>();
  if (!methods.data) {
    if (methods.error)
      return <ErrorState message={messageOf(methods.error)} onRetry={() => void methods.refetch()} />;
    return <Skeleton className="h-24 rounded-media" />;
  }
  const [first] = methods.data;
  if (!first) return <p className="text-muted">This instance doesn’t take payments.</p>;
  const method = chosen ?? first.method;
  return (
    <form
      className="flex flex-col items-start gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onPay(method);
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium text-sm">Payment method</legend>
        {methods.data.map(({ method: name, isTest }) => (
          <label key={name} className="flex min-h-8 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="method"
              value={name}
              checked={name === method}
              onChange={() => setChosen(name)}
              className="size-5 accent-accent"
            />
            {NAMES[name]}
            {isTest && <Badge tone="amber">Test money</Badge>}
          </label>
        ))}
      </fieldset>
      <Button type="submit" busy={busy}>
        Continue to payment
      </Button>
      <p aria-live="polite" className="text-live text-sm">
        {problem}
      </p>
    </form>
  );
}
