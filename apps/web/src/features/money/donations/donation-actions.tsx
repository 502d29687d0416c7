import type { Donation } from '@tributary/contracts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import { ReportDialog } from '@/ui/report/report-button.tsx';
import { useHideMessage, useRefundDonation } from '../api/use-donations.ts';
import { formatMoney } from '../shared/format-money.ts';

/** What a creator can do with a donation; renders nothing where nothing is left to do. */
export function DonationActions({ donation }: { donation: Donation }) {
  const { id, amount, refundedAmount, currency, status, message, isMessageHidden } = donation;
  const [asking, setAsking] = useState(false);
  const [reporting, setReporting] = useState(false);
  const refund = useRefundDonation(id);
  const hide = useHideMessage(id);
  const left = formatMoney(amount - refundedAmount, currency);
  const canRefund = status === 'completed';
  if (!canRefund && message === '') return null;
  const give = () =>
    refund.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast.success(`${left} refunded`);
      },
      onError: (error) => toast.error('Couldn’t refund the donation', { description: messageOf(error) }),
    });
  const toggle = () =>
    hide.mutate(!isMessageHidden, {
      onSuccess: () => toast.success(isMessageHidden ? 'Message shown' : 'Message hidden'),
      onError: (error) => toast.error('Couldn’t change the message', { description: messageOf(error) }),
    });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon-sm" aria-label={`Actions for the donation of ${left}`}>
            <Ellipsis size={18} aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {message !== '' && (
            <DropdownMenuItem onSelect={toggle}>
              {isMessageHidden ? 'Show message' : 'Hide message'}
            </DropdownMenuItem>
          )}
          {message !== '' && (
            <DropdownMenuItem onSelect={() => setReporting(true)}>Report message</DropdownMenuItem>
          )}
          {canRefund && <DropdownMenuItem onSelect={() => setAsking(true)}>Refund</DropdownMenuItem>}
        </DropdownMenuContent>
      </DropdownMenu>
      <ReportDialog
        target={{ kind: 'donation', id }}
        what="this message"
        open={reporting}
        onClose={() => setReporting(false)}
      />
      <ConfirmDialog
        title={`Refund ${left}?`}
        description="The donor gets all of it back, your share and the fee. This can’t be undone."
        open={asking}
        onOpenChange={setAsking}
        confirm="Refund"
        cancel="Keep it"
        busy={refund.isPending}
        onConfirm={give}
      />
    </>
  );
}
