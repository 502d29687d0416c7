import type { OwnSubscription } from '@tributary/contracts';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
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
      <ConfirmDialog
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
        confirm="Cancel subscription"
        cancel="Keep it"
        busy={cancel.isPending}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
