import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { TextForm } from '@/ui/overlays/text-form.tsx';
import { useConfirmCryptoRefund } from '../../api/use-charges.ts';

const FIELDS = {
  transactionHash: { label: 'Transaction hash' },
  reason: { label: 'Reason', hint: 'Kept in the audit log.', isProse: true },
};

/** Confirms that a transaction from elsewhere than the creator's wallet is the refund of a crypto payment. */
export function ConfirmRefund({ chargeId }: { chargeId: string }) {
  const [isOpen, setOpen] = useState(false);
  const confirm = useConfirmCryptoRefund(chargeId);
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
          send={confirm.mutateAsync}
          done="Refund confirmed"
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
