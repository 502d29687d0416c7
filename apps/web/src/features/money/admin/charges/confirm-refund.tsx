import { type FormEvent, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useConfirmCryptoRefund } from '../../api/use-charges.ts';

/** Confirms that a transaction from elsewhere than the creator's wallet is the refund of a crypto payment. */
export function ConfirmRefund({ chargeId }: { chargeId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        Confirm a transaction
      </Button>
      <Dialog
        title="Confirm a refund?"
        description="Do this where the creator has sent the money from an exchange, or the payment came through a contract. Check first who sent the transaction, and who received it."
        open={isOpen}
        onOpenChange={setOpen}
      >
        <ConfirmForm chargeId={chargeId} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ConfirmForm({ chargeId, onClose }: { chargeId: string; onClose: () => void }) {
  const [transactionHash, setHash] = useState('');
  const [reason, setReason] = useState('');
  const confirm = useConfirmCryptoRefund(chargeId);
  const { error } = confirm;
  const atReason = error instanceof ApiProblem ? error.fieldError('/reason') : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await confirm.mutateAsync({ transactionHash, reason });
      toast.success('Refund confirmed');
      onClose();
    } catch {
      // Shown at the fields.
    }
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field label="Transaction hash" error={error && !atReason ? messageOf(error) : undefined}>
        {(control) => (
          <Input
            {...control}
            value={transactionHash}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-sm"
            onChange={({ target }) => setHash(target.value)}
          />
        )}
      </Field>
      <Field label="Reason" hint="Kept in the audit log." error={atReason}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={3}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={confirm.isPending}>
          Confirm refund
        </Button>
      </div>
    </form>
  );
}
