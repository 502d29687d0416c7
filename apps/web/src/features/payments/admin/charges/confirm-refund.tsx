import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { TextForm } from '@/ui/overlays/text-form.tsx';

const FIELDS = {
  transactionHash: { label: t('payments.hash.label') },
  reason: { label: 'Reason', hint: 'Kept in the audit log.', isProse: true },
};

/** Confirms that a transaction from elsewhere than the creator's wallet is the refund of a crypto payment. */
export function ConfirmRefund({ chargeId }: { chargeId: string }) {
  const [isOpen, setOpen] = useState(false);
  const confirm = useApiMutation('POST /api/admin/charges/:id/crypto-refund', {
    invalidates: ['GET /api/admin/*'],
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Confirm a transaction
      </Button>
      <Dialog
        title="Confirm a refund?"
        description="Do this where the creator has sent the money from an exchange, or the payment came through a contract. Check first who sent the transaction, and who received it."
        open={isOpen}
        onOpenChange={setOpen}
      >
        <TextForm
          fields={FIELDS}
          action="Confirm refund"
          send={(body) => confirm.mutateAsync({ params: { id: chargeId }, body })}
          done="Refund confirmed"
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
