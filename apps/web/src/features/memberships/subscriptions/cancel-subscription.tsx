import type { OwnSubscription } from '@tributary/contracts/memberships';
import { useRefreshPurchases } from '@/features/payments/index.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { Day } from '@/ui/time.tsx';

/** Cancels a subscription: a paid one at the end of its period, others at once. */
export function CancelSubscription({ subscription }: { subscription: OwnSubscription }) {
  const { id, tier, price, credit, currency, status, currentPeriodEnd } = subscription;
  const cancel = useApiMutation('POST /api/me/subscriptions/:id/cancel', {
    onSettled: useRefreshPurchases(),
  });
  const endsAtOnce = price === 0 || status === 'past_due';
  const end = () => <Day at={currentPeriodEnd} />;
  return (
    <ConfirmButton
      label={t('memberships.cancel.label')}
      button={{ size: 'sm' }}
      title={t('memberships.cancel.title', { name: tier.name })}
      description={
        endsAtOnce ? (
          t('memberships.cancel.atOnce')
        ) : credit > 0 ? (
          <Text k="memberships.cancel.atEndCredit" values={{ end, credit: formatMoney(credit, currency) }} />
        ) : (
          <Text k="memberships.cancel.atEnd" values={{ end }} />
        )
      }
      confirm={t('memberships.cancel.label')}
      cancel={t('memberships.cancel.keep')}
      onConfirm={() => cancel.mutateAsync({ params: { id } })}
      done={t('memberships.cancel.done')}
      failure={t('memberships.cancel.failed')}
    />
  );
}
