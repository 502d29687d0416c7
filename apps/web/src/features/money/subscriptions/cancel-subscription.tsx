import type { OwnSubscription } from '@tributary/contracts';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { Day } from '@/ui/time.tsx';
import { useCancelSubscription } from '../api/use-subscriptions.ts';
import { formatMoney } from '../shared/format-money.ts';

/** Cancels a subscription: a paid one at the end of its period, others at once. */
export function CancelSubscription({ subscription }: { subscription: OwnSubscription }) {
  const { id, tier, price, credit, currency, status, currentPeriodEnd } = subscription;
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
  const endsAtOnce = price === 0 || status === 'past_due';
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      <Dialog
        title={`Cancel ${tier.name}?`}
        description={
          endsAtOnce ? (
            'It ends at once. You can subscribe again while the tier is offered.'
          ) : (
            <>
              You keep access until <Day at={currentPeriodEnd} /> and won’t be charged again.
              {credit > 0 && ` Your credit of ${formatMoney(credit, currency)} is not refunded.`}
            </>
          )
        }
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
