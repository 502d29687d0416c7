import type { ReactNode } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';

interface HistoryControlsProps {
  /** Whether the history has any entries. */
  clearable: boolean;
  pause: ReactNode;
}

/** Pauses or clears the history. */
export function HistoryControls({ clearable, pause }: HistoryControlsProps) {
  const clear = useApiMutation('DELETE /api/me/history', { invalidates: ['GET /api/me/history'] });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-media bg-surface-1 px-5 py-4">
      <div className="w-full max-w-md">{pause}</div>
      <ConfirmButton
        label={t('library.clear')}
        button={{ disabled: !clearable }}
        title={t('library.clear.title')}
        description={t('library.clear.effect')}
        confirm={t('library.clear')}
        onConfirm={() => clear.mutateAsync()}
        failure={t('library.clear.failed')}
      />
    </div>
  );
}
