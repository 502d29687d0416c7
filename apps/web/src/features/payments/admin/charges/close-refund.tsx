import type { AdminRefund } from '@tributary/contracts/payments';
import { useState } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { TextForm } from '@/ui/overlays/text-form.tsx';

const FIELDS = {
  reason: { label: t('payments.admin.reason'), hint: t('payments.admin.close.hint'), isProse: true },
};

/** Gives up a refund that only a deleted creator could send. */
export function CloseRefund({ refund: { id, amount, currency } }: { refund: AdminRefund }) {
  const [isOpen, setOpen] = useState(false);
  const close = useApiMutation('POST /api/admin/refunds/:id/close', { invalidates: ['GET /api/admin/*'] });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('payments.admin.close.close')}
      </Button>
      <Dialog
        title={t('payments.admin.close.title', { amount: formatMoney(amount, currency) })}
        description={t('payments.admin.close.effect')}
        open={isOpen}
        onOpenChange={setOpen}
      >
        <TextForm
          fields={FIELDS}
          action={t('payments.admin.close.close')}
          isDanger
          send={(body) => close.mutateAsync({ params: { id }, body })}
          done={t('payments.admin.close.done')}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
