import { type AdminCharge, type ChargeDetails, refundRequest } from '@tributary/contracts/payments';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { formatMoney } from '@/lib/money.ts';
import { amountText, centsOf } from '@/lib/number-fields.ts';
import { randomId } from '@/lib/random-id.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Dialog } from '@/ui/overlays/dialog.tsx';

interface RefundDialogProps {
  charge: ChargeDetails;
  open: boolean;
  onClose: () => void;
}

/** Confirms a refund: its amount, and its effects on the payer, the creator and the platform. */
export function RefundDialog({ charge, open, onClose }: RefundDialogProps) {
  return (
    <Dialog
      title="Refund this charge?"
      description={`${payerOf(charge)} paid ${formatMoney(charge.amount, charge.currency)}. Up to ${formatMoney(leftCents(charge), charge.currency)} can be refunded. This can’t be undone.`}
      open={open}
      onOpenChange={(next) => !next && onClose()}
    >
      <RefundForm charge={charge} onClose={onClose} />
    </Dialog>
  );
}

const payerOf = ({ payer, isAnonymous }: ChargeDetails): string =>
  payer?.displayName ?? (isAnonymous ? 'An anonymous person' : 'A person without an account');

/** Mounted each time the dialog opens, so that each refund has a new id. */
function RefundForm({ charge, onClose }: Omit<RefundDialogProps, 'open'>) {
  const { currency } = charge;
  const [id] = useState(() => randomId());
  const refund = useApiMutation('POST /api/admin/charges/:id/refunds', { invalidates: ['GET /api/admin/*'] });
  const { form, submit, errors, busy } = useProblemForm({
    schema: refundRequest,
    defaultValues: { amount: amountText(leftCents(charge)), reason: '' },
    text: {
      editOf: (entered: { amount: string; reason: string }) => ({
        id,
        amount: centsOf(entered.amount),
        reason: entered.reason,
      }),
      currency,
    },
    send: (body) => refund.mutateAsync({ params: { id: charge.id }, body }),
    onSaved: () => {
      toast.success(`Refund of ${formatMoney(amount, currency)} requested`);
      onClose();
    },
  });
  const amount = centsOf(form.watch('amount'));

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field label={`Amount in ${currency}`} error={errors.amount?.message}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            className="tabular-nums"
            {...form.register('amount')}
          />
        )}
      </Field>
      <Field
        label="Reason"
        hint="Kept with the refund and in the audit log."
        error={errors.reason?.message ?? errors.root?.message}
      >
        {(control) => <Textarea {...control} {...form.register('reason')} dir="auto" rows={3} />}
      </Field>
      <Effects charge={charge} amount={amount} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          {amount > 0 ? `Refund ${formatMoney(amount, currency)}` : 'Refund'}
        </Button>
      </div>
    </form>
  );
}

/** The effects of a refund on the payer, the creator and the platform. */
function Effects({ charge, amount }: { charge: ChargeDetails; amount: number }) {
  if (!(amount > 0 && amount <= leftCents(charge))) return null;
  const { currency, creator, heldBy } = charge;
  const fee = returnedFeeCents(charge, amount);
  const name = creator?.displayName ?? 'The deleted account';
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
      <li>
        {payerOf(charge)} gets {formatMoney(amount, currency)} back.
      </li>
      <li>
        {name} loses {formatMoney(amount - fee, currency)}
        {heldBy === 'platform' ? ', from the balance, which may become negative.' : '.'}
      </li>
      <li>The platform returns {formatMoney(fee, currency)} of its fee.</li>
      {heldBy === 'creator_gross' && (
        <li>
          Only {name} can send this money, from the wallet that received it. The refund waits until then.
        </li>
      )}
    </ul>
  );
}

type Refundable = Pick<AdminCharge, 'amount' | 'platformFee' | 'takenBack' | 'returnedFee'>;

/** The amount that can still be refunded, in minor units. */
export const leftCents = ({ amount, takenBack }: Refundable): number => amount - takenBack;

/**
 * The fee that a refund returns, in minor units. Rounded like the ledger: in favor of the creator, and the whole fee in
 * the end.
 */
export const returnedFeeCents = (charge: Refundable, refundCents: number): number =>
  Math.ceil((charge.platformFee * (charge.takenBack + refundCents)) / charge.amount) - charge.returnedFee;
