import { Square } from 'lucide-react';
import { useApiMutation } from '@/lib/use-api.ts';
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
          Stop
        </>
      }
      button={{ variant: 'danger' }}
      title="Stop your stream?"
      description="It ends for all viewers immediately. Your encoder can’t reconnect for five minutes, unless you allow it, so that it doesn’t start a new stream by accident."
      confirm="Stop stream"
      cancel="Stay live"
      onConfirm={async () => {
        await stop.mutateAsync();
        toast.success('Stream ended', { description: 'Stop your encoder too.' });
      }}
      failure="Couldn’t stop the stream"
    />
  );
}
