import type { Donation } from '@tributary/contracts/donations';
import { Eye, EyeOff, Flag, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PROCEEDS } from '@/features/payments/index.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import { ReportDialog } from '@/ui/report/report-button.tsx';
import type { RowAction } from '@/ui/tables/data-table.tsx';

/** The rest of a donation after partial refunds. */
export const leftOf = ({ amount, refundedAmount, currency }: Donation): string =>
  formatMoney(amount - refundedAmount, currency);

function toggleLabel(isName: boolean, isHidden: boolean): string {
  if (isName) return t(isHidden ? 'donations.actions.showName' : 'donations.actions.hideName');
  return t(isHidden ? 'donations.actions.showMessage' : 'donations.actions.hideMessage');
}

/** The actions of a creator for a donation, with their dialogs. */
export function useDonationActions(): { actions: (donation: Donation) => RowAction[]; dialogs: ReactNode } {
  const [asked, setAsked] = useState<{ donation: Donation; step: 'refund' | 'report' } | null>(null);
  const refund = useApiMutation('POST /api/me/donations/:id/refund', { invalidates: PROCEEDS });
  const hide = useApiMutation('PUT /api/me/donations/:id/hidden', {
    invalidates: ['GET /api/me/donations'],
    failure: t('donations.actions.notChanged'),
    onSuccess: (_, { body }) =>
      void toast.success(
        body.isHidden ? t('donations.actions.messageHidden') : t('donations.actions.messageShown'),
      ),
  });
  const actions = (donation: Donation): RowAction[] => {
    const { id, message, guestName, isMessageHidden, status } = donation;
    const found: RowAction[] = [];
    const isName = message === '';
    if (message !== '' || guestName !== null) {
      found.push(
        {
          label: toggleLabel(isName, isMessageHidden),
          icon: isMessageHidden ? Eye : EyeOff,
          onSelect: () => hide.mutate({ params: { id }, body: { isHidden: !isMessageHidden } }),
        },
        {
          label: t(isName ? 'donations.actions.reportName' : 'donations.actions.reportMessage'),
          icon: Flag,
          onSelect: () => setAsked({ donation, step: 'report' }),
        },
      );
    }
    if (status === 'completed')
      found.push({
        label: t('donations.actions.refund'),
        icon: Undo2,
        onSelect: () => setAsked({ donation, step: 'refund' }),
      });
    return found;
  };
  const dialogs = asked && (
    <>
      <ReportDialog
        target={{ kind: 'donation', id: asked.donation.id }}
        what={t('donations.report.message')}
        open={asked.step === 'report'}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        title={t('donations.actions.refundTitle', { amount: leftOf(asked.donation) })}
        description={t('donations.actions.refundEffect')}
        open={asked.step === 'refund'}
        onOpenChange={(open) => !open && setAsked(null)}
        confirm={t('donations.actions.refund')}
        cancel={t('donations.actions.keep')}
        onConfirm={() => refund.mutateAsync({ params: { id: asked.donation.id } })}
        done={t('donations.actions.refunded', { amount: leftOf(asked.donation) })}
        failure={t('donations.actions.notRefunded')}
      />
    </>
  );
  return { actions, dialogs };
}
