import { Square } from 'lucide-react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';

/** Ends the stream after confirmation. */
export function StopStream() {
  const stop = useApiMutation('POST /api/me/stream/stop');
  return (
    <ConfirmButton
      label={
        <>
          <Square size={15} fill="currentColor" aria-hidden="true" />
          {t('channels.stop')}
        </>
      }
      button={{ variant: 'danger', size: 'sm' }}
      title={t('channels.stop.title')}
      description={t('channels.stop.effect')}
      confirm={t('channels.stop.confirm')}
      cancel={t('channels.stop.cancel')}
      onConfirm={async () => {
        await stop.mutateAsync();
        toast.success(t('channels.stop.done'), { description: t('channels.stop.doneNext') });
      }}
      failure={t('channels.stop.failed')}
    />
  );
}
