import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import { useClearHistory } from '../api/history.ts';

interface HistoryControlsProps {
  /** Whether the history has any entries. */
  clearable: boolean;
  pause: ReactNode;
}

/** Pauses or clears the history. */
export function HistoryControls({ clearable, pause }: HistoryControlsProps) {
  const clear = useClearHistory();
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-media bg-surface-1 px-5 py-4">
      <div className="w-full max-w-md">{pause}</div>
      <Button variant="secondary" disabled={!clearable} onClick={() => setAsking(true)}>
        Clear history
      </Button>
      <ConfirmDialog
        title="Clear your watch history?"
        description="This removes everything from your history on all devices. You can’t undo it."
        open={asking}
        onOpenChange={setAsking}
        confirm="Clear history"
        busy={clear.isPending}
        onConfirm={() => clear.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </div>
  );
}
