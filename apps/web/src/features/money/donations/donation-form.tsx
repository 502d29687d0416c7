import {
  DONATION_MAX_CENTS,
  DONATION_MESSAGE_MAX,
  DONATION_MIN_CENTS,
  type DonationPage,
  hasLink,
  LINK_RULE,
  type PaymentMethod,
} from '@tributary/contracts';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { type PaymentMethodOption, useOpenCheckout } from '../api/use-checkout.ts';
import { MethodChoice } from '../checkout/payment-methods.tsx';
import { formatMoney } from '../shared/format-money.ts';
import { centsOf } from '../shared/number-fields.ts';

export type DonationTarget = { readonly streamId: string } | { readonly streamerId: string };

interface DonationFormProps {
  to: DonationTarget;
  /** The creator's name. */
  name: string;
  page: Pick<DonationPage, 'presets' | 'currency'>;
  /** The ways to pay to choose from, at least one. */
  methods: readonly PaymentMethodOption[];
}

/** Amount, message and way to pay of a donation; leads to the payment page. */
export function DonationForm({ to, name, page, methods }: DonationFormProps) {
  const { presets, currency } = page;
  const [amount, setAmount] = useState(() => textOf(presets[0] ?? DONATION_MIN_CENTS));
  const [message, setMessage] = useState('');
  const [isAnonymous, setIsAnonymous] = useState(false);
  const [method, setMethod] = useState<PaymentMethod | undefined>(methods[0]?.method);
  const open = useOpenCheckout();
  // Stays busy while the browser leaves for the payment page.
  const busy = open.isPending || open.isSuccess;

  const cents = centsOf(amount);
  const problems = {
    amount:
      cents >= DONATION_MIN_CENTS && cents <= DONATION_MAX_CENTS
        ? undefined
        : `Enter an amount from ${formatMoney(DONATION_MIN_CENTS, currency)} to ${formatMoney(DONATION_MAX_CENTS, currency)}.`,
    message: hasLink(message) ? LINK_RULE : undefined,
  };
  const refused = open.error instanceof ApiProblem ? open.error : null;
  const [amountRefused, messageRefused] = [refused?.fieldError('/amount'), refused?.fieldError('/message')];
  const problem =
    open.error && !amountRefused && !messageRefused
      ? (refused?.problem.errors?.[0]?.detail ?? messageOf(open.error))
      : undefined;

  return (
    <form
      noValidate
      className="@container flex flex-col gap-5"
      // What was refused is changed now.
      onChange={() => open.isError && open.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.amount || problems.message)
          event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
        if (busy || !method || problems.amount || problems.message) return;
        open.mutate({ purpose: 'donation', method, ...to, amount: cents, message, isAnonymous });
      }}
    >
      <div className="flex flex-col gap-3">
        <fieldset>
          <legend className="sr-only">Suggested amounts</legend>
          <div
            // Four amounts make two even rows where they do not fit into one.
            className={
              presets.length === 4 ? 'grid grid-cols-2 gap-2 @sm:grid-cols-4' : 'flex flex-wrap gap-2'
            }
          >
            {presets.map((preset) => (
              <button
                key={preset}
                type="button"
                aria-pressed={preset === cents}
                onClick={() => {
                  setAmount(textOf(preset));
                  open.reset();
                }}
                className="h-11 min-w-18 flex-1 rounded-control border border-line-strong px-3 font-semibold tabular-nums transition-colors duration-(--duration-fast) hover:border-muted aria-pressed:border-amber aria-pressed:bg-amber-soft aria-pressed:text-amber"
              >
                {formatMoney(preset, currency)}
              </button>
            ))}
          </div>
        </fieldset>
        <Field label={`Amount in ${currency}`} error={problems.amount ?? amountRefused}>
          {(control) => (
            <Input
              {...control}
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
              inputMode="decimal"
              autoComplete="off"
              className="font-semibold tabular-nums"
            />
          )}
        </Field>
      </div>
      <Field
        label="Message"
        error={problems.message ?? messageRefused}
        hint={`${message.length} of ${DONATION_MESSAGE_MAX} characters`}
      >
        {(control) => (
          <Textarea
            {...control}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
            dir="auto"
            maxLength={DONATION_MESSAGE_MAX}
            className="min-h-20"
          />
        )}
      </Field>
      <Switch
        label="Donate anonymously"
        hint={
          <>
            <bdi>{name}</bdi> {isAnonymous ? 'won’t see your name.' : 'sees your name if you’re signed in.'}{' '}
            Your message and the amount can appear on the stream and on this site.
          </>
        }
        checked={isAnonymous}
        onChange={setIsAnonymous}
      />
      {method && <MethodChoice methods={methods} value={method} onChange={setMethod} />}
      <div className="flex flex-col items-start gap-2">
        <Button type="submit" size="lg" busy={busy} className="max-sm:w-full">
          Continue to payment
        </Button>
        <p aria-live="polite" className="text-live text-sm">
          {problem}
        </p>
      </div>
    </form>
  );
}

const textOf = (cents: number): string => (cents / 100).toFixed(2);
