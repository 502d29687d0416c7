import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useCancelSubscription } from '../api/use-subscriptions.ts';

/** Cancels a free subscription. */
export function CancelSubscription({ id, tierName }: { id: string; tierName: string }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelSubscription(id);
  const confirm = async () => {
    try {
      await cancel.mutateAsync();
      toast.success('Subscription canceled');
      setAsking(false);
    } catch (error) {
      toast.error('Couldn’t cancel the subscription', { description: messageOf(error) });
    }
  };
  return (
    <>
      <Button variant="secondary" size="sm" className="self-start" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      <Dialog
        title={`Cancel ${tierName}?`}
        description="It ends at once. You can subscribe again while the tier is offered."
        open={asking}
        onOpenChange={setAsking}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => void confirm()}>
              Cancel subscription
            </Button>
          </>
        }
      />
    </>
  );
}
