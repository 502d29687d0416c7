import type { AdminPayout } from '@tributary/contracts/payouts';
import { call } from '@/lib/api/client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { TextForm } from '@/ui/overlays/text-form.tsx';

/** A payout, and the outcome that an admin enters. */
export interface PayoutStep {
  readonly payout: AdminPayout;
  readonly status: 'completed' | 'failed';
}

const WORDS = {
  completed: {
    title: t('payouts.mark.paidTitle'),
    label: t('payouts.mark.reference'),
    button: t('payouts.mark.paid'),
    done: t('payouts.mark.paidDone'),
    danger: false,
  },
  failed: {
    title: t('payouts.mark.failedTitle'),
    label: t('payouts.mark.reason'),
    button: t('payouts.mark.failed'),
    done: t('payouts.mark.failedDone'),
    danger: true,
  },
} as const;

/** @param step null while the dialog is closed */
export function PayoutDialog({ step, onClose }: { step: PayoutStep | null; onClose: () => void }) {
  return (
    <Dialog
      title={step ? WORDS[step.status].title : ''}
      description={step ? describe(step) : ''}
      open={step !== null}
      onOpenChange={(open) => !open && onClose()}
    >
      {step && <PayoutForm step={step} onClose={onClose} />}
    </Dialog>
  );
}

function describe({ payout: { amount, currency, streamer }, status }: PayoutStep): string {
  const to = streamer?.displayName ?? t('payouts.mark.deletedAccount');
  return t(status === 'completed' ? 'payouts.mark.paidEffect' : 'payouts.mark.failedEffect', {
    amount: formatMoney(amount, currency),
    to,
  });
}

function PayoutForm({ step: { payout, status }, onClose }: { step: PayoutStep; onClose: () => void }) {
  const params = { id: payout.id };
  const settle = useApiMutation(
    (body: { reference: string } | { reason: string }) =>
      'reference' in body
        ? call('POST /api/admin/payouts/:id/complete', { params, body })
        : call('POST /api/admin/payouts/:id/fail', { params, body }),
    { invalidates: ['GET /api/admin/*'] },
  );
  const { label, button, done, danger } = WORDS[status];
  const shared = { action: button, isDanger: danger, done, onClose, send: settle.mutateAsync };
  return status === 'completed' ? (
    <TextForm fields={{ reference: { label } }} {...shared} />
  ) : (
    <TextForm fields={{ reason: { label, hint: t('payouts.mark.reasonHint') } }} {...shared} />
  );
}
