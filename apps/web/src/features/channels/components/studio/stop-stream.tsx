import { Square } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import { useStopStream } from '../../api/use-channel.ts';

/** Ends the stream after confirmation. */
export function StopStream() {
  const [asking, setAsking] = useState(false);
  const stop = useStopStream();
  const confirm = async () => {
    try {
      await stop.mutateAsync();
      toast.success('Stream ended', { description: 'Stop your encoder too.' });
    } catch (error) {
      toast.error('Couldn’t stop the stream', { description: messageOf(error) });
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Square size={15} fill="currentColor" aria-hidden="true" />
        Stop
      </Button>
      <ConfirmDialog
        title="Stop your stream?"
        description="It ends for all viewers immediately. Your encoder can’t reconnect for five minutes, unless you allow it, so that it doesn’t start a new stream by accident."
        open={asking}
        onOpenChange={setAsking}
        confirm="Stop stream"
        cancel="Stay live"
        busy={stop.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
