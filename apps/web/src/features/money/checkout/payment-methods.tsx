import type { PaymentMethod, Purpose } from '@tributary/contracts';
import { useState } from 'react';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { type PaymentMethodOption, usePaymentMethods } from '../api/use-checkout.ts';
import { useProviderNames } from '../shared/provider-name.tsx';

interface PaymentMethodsProps {
  purpose: Purpose;
  /** Offers this one only, unless it isn't available. */
  only?: PaymentMethod | undefined;
  busy: boolean;
  /** Why the last attempt was refused. */
  problem: string | undefined;
  onPay: (method: PaymentMethod) => void;
}

/** The choice of a way to pay, and the button that leads to the payment page. */
export function PaymentMethods({ purpose, only, ...rest }: PaymentMethodsProps) {
  const nameOf = useProviderNames();
  return (
    <Loaded query={usePaymentMethods(purpose)} height="h-24">
      {(offered) => {
        const chosen = offered.filter(({ method }) => method === only);
        const isMissing = only !== undefined && chosen.length === 0 && offered.length > 0;
        return (
          <>
            {isMissing && (
              <p className="text-muted">
                {nameOf(only, 'This way to pay')} isn’t available here. You weren’t charged. Choose another
                way to pay.
              </p>
            )}
            <Payment methods={chosen.length > 0 ? chosen : offered} {...rest} />
          </>
        );
      }}
    </Loaded>
  );
}

interface PaymentProps extends Pick<PaymentMethodsProps, 'busy' | 'problem' | 'onPay'> {
  methods: readonly PaymentMethodOption[];
}

function Payment({ methods, busy, problem, onPay }: PaymentProps) {
  const [chosen, setChosen] = useState<PaymentMethod>();
  const [first] = methods;
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
      <MethodChoice methods={methods} value={method} onChange={setChosen} />
      <Button type="submit" busy={busy}>
        Continue to payment
      </Button>
      <p aria-live="polite" className="text-live text-sm">
        {problem}
      </p>
    </form>
  );
}

interface MethodChoiceProps {
  methods: readonly PaymentMethodOption[];
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
}

export function MethodChoice({ methods, value, onChange }: MethodChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">Payment method</legend>
      {methods.map(({ method, label, isTest }) => (
        <label key={method} className="flex min-h-8 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="method"
            value={method}
            checked={method === value}
            onChange={() => onChange(method)}
            className="size-5 accent-accent"
          />
          {label}
          {isTest && <Badge tone="amber">Test money</Badge>}
        </label>
      ))}
    </fieldset>
  );
}
