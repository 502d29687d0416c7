import { useState } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { TextForm } from '@/ui/overlays/text-form.tsx';

const FIELDS = {
  transactionHash: { label: t('payments.hash.label') },
  reason: { label: t('payments.admin.reason'), hint: t('payments.admin.confirm.hint'), isProse: true },
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
        {t('payments.admin.confirm.open')}
      </Button>
      <Dialog
        title={t('payments.admin.confirm.title')}
        description={t('payments.admin.confirm.lead')}
        open={isOpen}
        onOpenChange={setOpen}
      >
        <TextForm
          fields={FIELDS}
          action={t('payments.admin.confirm.confirm')}
          send={(body) => confirm.mutateAsync({ params: { id: chargeId }, body })}
          done={t('payments.admin.confirm.done')}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
