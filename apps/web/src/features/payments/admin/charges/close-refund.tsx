import type { AdminRefund } from '@tributary/contracts/payments';
import { useState } from 'react';
import { formatMoney } from '@/lib/money.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { TextForm } from '@/ui/overlays/text-form.tsx';

const FIELDS = {
  reason: { label: 'Reason', hint: 'The payer sees it. It is kept in the audit log.', isProse: true },
};

/** Gives up a refund that only a deleted creator could send. */
export function CloseRefund({ refund: { id, amount, currency } }: { refund: AdminRefund }) {
  const [isOpen, setOpen] = useState(false);
  const close = useApiMutation('POST /api/admin/refunds/:id/close', { invalidates: ['GET /api/admin/*'] });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Close refund
      </Button>
      <Dialog
        title={`Close the refund of ${formatMoney(amount, currency)}?`}
        description="The creator who received the money has deleted the account, so this instance can’t have it sent back. The payer is told so. You can’t undo this."
        open={isOpen}
        onOpenChange={setOpen}
      >
        <TextForm
          fields={FIELDS}
          action="Close refund"
          isDanger
          send={(body) => close.mutateAsync({ params: { id }, body })}
          done="Refund closed"
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
