import type { ReactNode } from 'react';
import { useApiMutation } from '@/lib/use-api.ts';
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
        label="Clear history"
        button={{ disabled: !clearable }}
        title="Clear your watch history?"
        description="This removes everything from your history on all devices. You can’t undo it."
        confirm="Clear history"
        onConfirm={() => clear.mutateAsync()}
        failure="Couldn’t clear your history"
      />
    </div>
  );
}
