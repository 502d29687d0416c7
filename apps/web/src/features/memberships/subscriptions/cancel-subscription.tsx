import type { OwnSubscription } from '@tributary/contracts/memberships';
import { useRefreshPurchases } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { Day } from '@/ui/time.tsx';

/** Cancels a subscription: a paid one at the end of its period, others at once. */
export function CancelSubscription({ subscription }: { subscription: OwnSubscription }) {
  const { id, tier, price, credit, currency, status, currentPeriodEnd } = subscription;
  const cancel = useApiMutation('POST /api/me/subscriptions/:id/cancel', {
    onSettled: useRefreshPurchases(),
  });
  const endsAtOnce = price === 0 || status === 'past_due';
  return (
    <ConfirmButton
      label="Cancel subscription"
      button={{ size: 'sm' }}
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
      confirm="Cancel subscription"
      cancel="Keep it"
      onConfirm={() => cancel.mutateAsync({ params: { id } })}
      done="Subscription canceled"
      failure="Couldn’t cancel the subscription"
    />
  );
}
