import { Square } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useStopStream } from '../../api/use-channel.ts';

/** Ends the stream, once one has said that one means it. */
export function StopStream() {
  const [asking, setAsking] = useState(false);
  const stop = useStopStream();
  const confirm = async () => {
    try {
      await stop.mutateAsync();
      toast.success('The stream is over', { description: 'Stop your encoder as well.' });
    } catch (error) {
      toast.error('The stream goes on', { description: messageOf(error) });
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Square size={15} fill="currentColor" aria-hidden="true" />
        Stop
      </Button>
      <Dialog
        title="Stop the stream?"
        description="It ends for everybody at once, without the pause that a lost signal gets. Your encoder is turned away for five minutes, or for as long as it keeps trying, so that it does not begin another one by itself; you can let it in sooner."
        open={asking}
        onOpenChange={setAsking}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Stay live
            </Button>
            <Button variant="danger" busy={stop.isPending} onClick={confirm}>
              Stop the stream
            </Button>
          </>
        }
      />
    </>
  );
}
