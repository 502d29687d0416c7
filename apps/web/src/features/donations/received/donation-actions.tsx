import type { Donation } from '@tributary/contracts/donations';
import { Eye, EyeOff, Flag, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PROCEEDS } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import { ReportDialog } from '@/ui/report/report-button.tsx';
import type { RowAction } from '@/ui/tables/data-table.tsx';

/** The rest of a donation after partial refunds. */
export const leftOf = ({ amount, refundedAmount, currency }: Donation): string =>
  formatMoney(amount - refundedAmount, currency);

/** The actions of a creator for a donation, with their dialogs. */
export function useDonationActions(): { actions: (donation: Donation) => RowAction[]; dialogs: ReactNode } {
  const [asked, setAsked] = useState<{ donation: Donation; step: 'refund' | 'report' } | null>(null);
  const refund = useApiMutation('POST /api/me/donations/:id/refund', { invalidates: PROCEEDS });
  const hide = useApiMutation('PUT /api/me/donations/:id/hidden', {
    invalidates: ['GET /api/me/donations'],
    failure: 'Couldn’t change the message',
    onSuccess: (_, { body }) => void toast.success(body.isHidden ? 'Message hidden' : 'Message shown'),
  });
  const actions = (donation: Donation): RowAction[] => {
    const { id, message, guestName, isMessageHidden, status } = donation;
    const found: RowAction[] = [];
    const what = message === '' ? 'name' : 'message';
    if (message !== '' || guestName !== null) {
      found.push(
        {
          label: isMessageHidden ? `Show ${what}` : `Hide ${what}`,
          icon: isMessageHidden ? Eye : EyeOff,
          onSelect: () => hide.mutate({ params: { id }, body: { isHidden: !isMessageHidden } }),
        },
        { label: `Report ${what}`, icon: Flag, onSelect: () => setAsked({ donation, step: 'report' }) },
      );
    }
    if (status === 'completed')
      found.push({ label: 'Refund', icon: Undo2, onSelect: () => setAsked({ donation, step: 'refund' }) });
    return found;
  };
  const dialogs = asked && (
    <>
      <ReportDialog
        target={{ kind: 'donation', id: asked.donation.id }}
        what="this message"
        open={asked.step === 'report'}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        title={`Refund ${leftOf(asked.donation)}?`}
        description="The donor gets all of it back, your share and the fee. This can’t be undone."
        open={asked.step === 'refund'}
        onOpenChange={(open) => !open && setAsked(null)}
        confirm="Refund"
        cancel="Keep it"
        onConfirm={() => refund.mutateAsync({ params: { id: asked.donation.id } })}
        done={`${leftOf(asked.donation)} refunded`}
        failure="Couldn’t refund the donation"
      />
    </>
  );
  return { actions, dialogs };
}
