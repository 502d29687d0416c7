import type { DonationPage } from '@tributary/contracts/donations';
import type { SessionUser } from '@tributary/contracts/identity';
import {
  DONATION_MESSAGE_MAX,
  DONATION_MIN_CENTS,
  hasLink,
  type PaymentMethod,
} from '@tributary/contracts/payments';
import { type ReactNode, useState } from 'react';
import { AccountPayer, OrderForm, OrderTotal, Payer, useOpenCheckout } from '@/features/payments/index.ts';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { amountText, centsOf } from '@/lib/format/number-fields.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { AmountField, amountProblem } from './amount-field.tsx';
import { type Guest, GuestFields } from './guest-fields.tsx';

export type DonationTarget = { readonly streamId: string } | { readonly streamerId: string };

interface DonationFormProps {
  to: DonationTarget;
  /** The creator's name. */
  name: string;
  page: Pick<DonationPage, 'presets' | 'currency'>;
  /** Null: a guest. */
  user: SessionUser | null;
  from: string | undefined;
  method: PaymentMethod | undefined;
  summary: ReactNode;
  aside: ReactNode;
}

/** The fields of a donation, by their names on the server. */
const FIELDS = ['amount', 'message', 'guestName', 'receiptEmail'] as const;

/** Amount, message and name of a donation. */
export function DonationForm({ to, name, page, user, from, ...order }: DonationFormProps) {
  const { presets, currency } = page;
  const [amount, setAmount] = useState(() => amountText(presets[0] ?? DONATION_MIN_CENTS));
  const [message, setMessage] = useState('');
  const [isAnonymous, setIsAnonymous] = useState(false);
  const [guest, setGuest] = useState<Guest>({ name: '', email: '' });
  const open = useOpenCheckout(from);

  const refused = open.error instanceof ApiProblem ? open.error : null;
  const [badAmount, badMessage, badName, badEmail] = FIELDS.map((field) => refused?.fieldError(`/${field}`));
  const problems = {
    amount: amountProblem(amount, currency) ?? badAmount,
    message: (hasLink(message) ? t('donations.form.noLinks') : undefined) ?? badMessage,
    name: (hasLink(guest.name) ? t('donations.form.noLinks') : undefined) ?? badName,
    email: badEmail,
  };
  const fieldProblem = badAmount ?? badMessage ?? badName ?? badEmail;
  const cents = centsOf(amount);
  const email = guest.email.trim();
  const given = user
    ? { isAnonymous }
    : { guestName: guest.name, ...(email !== '' && { receiptEmail: email }) };

  const creator = { name: (words: ReactNode) => <bdi>{words}</bdi>, creator: name };

  return (
    <OrderForm
      {...order}
      purpose="donation"
      choices={
        <>
          <AmountField
            presets={presets}
            currency={currency}
            value={amount}
            error={problems.amount}
            onChange={(text) => {
              setAmount(text);
              open.reset();
            }}
          />
          <Field
            label={t('donations.form.message')}
            error={problems.message}
            hint={t('donations.form.messageHint', { length: message.length, max: DONATION_MESSAGE_MAX })}
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
        </>
      }
      payer={
        <Payer>
          {user ? (
            <>
              <AccountPayer user={user} />
              <Switch
                label={t('donations.form.anonymous')}
                hint={
                  <Text
                    k={isAnonymous ? 'donations.form.nameHidden' : 'donations.form.nameShown'}
                    values={creator}
                  />
                }
                checked={isAnonymous}
                onChange={setIsAnonymous}
              />
            </>
          ) : (
            <GuestFields guest={guest} errors={problems} onChange={setGuest} />
          )}
        </Payer>
      }
      total={
        <OrderTotal today={problems.amount ? '–' : formatMoney(cents, currency)}>
          <Text k="donations.form.terms" values={creator} />
        </OrderTotal>
      }
      busy={open.isLeaving}
      problem={
        open.error && !fieldProblem
          ? (refused?.problem.errors?.[0]?.detail ?? messageOf(open.error))
          : undefined
      }
      fieldProblem={fieldProblem}
      isInvalid={Object.values(problems).some(Boolean)}
      // A change of the form clears the refusal.
      onChange={() => open.isError && open.reset()}
      onPay={(method) =>
        open.mutate({ purpose: 'donation', method, ...to, amount: cents, message, ...given })
      }
    />
  );
}
