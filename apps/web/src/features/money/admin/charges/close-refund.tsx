import type { AdminRefund } from '@tributary/contracts';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useCloseRefund } from '../../api/use-charges.ts';
import { formatMoney } from '../../shared/format-money.ts';

/** Gives up a refund that only a deleted creator could send. */
export function CloseRefund({ refund: { id, amount, currency } }: { refund: AdminRefund }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const close = useCloseRefund();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await close.mutateAsync({ id, reason });
      toast.success('Refund closed');
      setOpen(false);
    } catch {
      // Shown at the field.
    }
  };
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
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <Field
            label="Reason"
            hint="The payer sees it. It is kept in the audit log."
            error={close.error ? messageOf(close.error) : undefined}
          >
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
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="danger" busy={close.isPending}>
              Close refund
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
