import { type AdminCharge, type ChargeDetails, refundRequest } from '@tributary/contracts/payments';
import { useState } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { amountText, centsOf } from '@/lib/format/number-fields.ts';
import { t } from '@/lib/messages/t.ts';
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
      title={t('payments.admin.refund.title')}
      description={t('payments.admin.refund.lead', {
        payer: payerOf(charge),
        amount: formatMoney(charge.amount, charge.currency),
        left: formatMoney(leftCents(charge), charge.currency),
      })}
      open={open}
      onOpenChange={(next) => !next && onClose()}
    >
      <RefundForm charge={charge} onClose={onClose} />
    </Dialog>
  );
}

const payerOf = ({ payer, isAnonymous }: ChargeDetails): string =>
  payer?.displayName ??
  (isAnonymous ? t('payments.admin.refund.anonymous') : t('payments.admin.refund.noAccount'));

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
      toast.success(t('payments.admin.refund.requested', { amount: formatMoney(amount, currency) }));
      onClose();
    },
  });
  const amount = centsOf(form.watch('amount'));

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field label={t('payments.admin.refund.amount', { currency })} error={errors.amount?.message}>
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
        label={t('payments.admin.reason')}
        hint={t('payments.admin.refund.reasonHint')}
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
          {amount > 0
            ? t('payments.admin.refund.confirmAmount', { amount: formatMoney(amount, currency) })
            : t('payments.admin.refund.confirm')}
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
  const name = creator?.displayName ?? t('payments.admin.refund.deletedAccount');
  const loss = { creator: name, amount: formatMoney(amount - fee, currency) };
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
      <li>
        {t('payments.admin.refund.getsBack', {
          payer: payerOf(charge),
          amount: formatMoney(amount, currency),
        })}
      </li>
      <li>
        {t(
          heldBy === 'platform' ? 'payments.admin.refund.losesBalance' : 'payments.admin.refund.loses',
          loss,
        )}
      </li>
      <li>{t('payments.admin.refund.fee', { amount: formatMoney(fee, currency) })}</li>
      {heldBy === 'creator_gross' && (
        <li>
          {creator
            ? t('payments.admin.refund.only', { creator: name })
            : t('payments.admin.refund.onlyDeleted')}
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
