import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Switch } from '@/ui/switch.tsx';
import { useClearHistory } from '../api/lists.ts';
import { useChangePreferences, usePreferences } from '../api/preferences.ts';

/** Pauses the history, or clears it. @param clearable there is something in it */
export function HistoryControls({ clearable }: { clearable: boolean }) {
  const { data: preferences } = usePreferences();
  const change = useChangePreferences();
  const clear = useClearHistory();
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-media bg-surface-1 px-5 py-4">
      <div className="w-full max-w-md">
        <Switch
          label="Pause history"
          hint={
            preferences?.historyPaused
              ? 'Nothing that you watch is added. What is listed below stays.'
              : 'Only you see it. While it is paused, nothing that you watch is added.'
          }
          checked={preferences?.historyPaused ?? false}
          disabled={!preferences}
          onChange={(historyPaused) => change.mutate({ historyPaused })}
        />
      </div>
      <Button variant="secondary" disabled={!clearable} onClick={() => setAsking(true)}>
        Clear history
      </Button>
      <Dialog
        title="Clear your watch history?"
        description="Everything in the list goes, on every device. It cannot be brought back."
        open={asking}
        onOpenChange={setAsking}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              variant="danger"
              busy={clear.isPending}
              onClick={() => clear.mutate(undefined, { onSuccess: () => setAsking(false) })}
            >
              Clear history
            </Button>
          </>
        }
      />
    </div>
  );
}
