import type { OwnSubscription } from '@tributary/contracts/memberships';
import { useRefreshPurchases } from '@/features/payments/index.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { CancelSubscription } from './cancel-subscription.tsx';
import { ChangeSubscription } from './change-subscription.tsx';

/** The present actions of the holder of a subscription. */
export function ManageSubscription({ subscription }: { subscription: OwnSubscription }) {
  const { id, status, provider, isGift, cancelAtPeriodEnd } = subscription;
  const isBilled = provider !== null;
  if (status === 'canceled') return null;
  if (isGift) return <GiftBadge subscription={subscription} />;
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      {isBilled && status === 'past_due' && <PaymentMethod id={id} variant="primary" />}
      {cancelAtPeriodEnd ? <Resume id={id} /> : null}
      {isBilled && !cancelAtPeriodEnd && status !== 'past_due' && (
        <>
          <ChangeSubscription subscription={subscription} />
          <PaymentMethod id={id} variant="secondary" />
        </>
      )}
      {!cancelAtPeriodEnd && <CancelSubscription subscription={subscription} />}
    </div>
  );
}

/** Sets whether others see the badge of a gift. */
function GiftBadge({ subscription: { id, isHidden } }: { subscription: OwnSubscription }) {
  const hide = useApiMutation('PUT /api/me/subscriptions/:id/visibility', {
    onSettled: useRefreshPurchases(),
    failure: t('memberships.manage.badgeNotChanged'),
    onSuccess: () =>
      void toast.success(isHidden ? t('memberships.manage.badgeShown') : t('memberships.manage.badgeHidden')),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={hide.isPending}
      onClick={() => hide.mutate({ params: { id }, body: { isHidden: !isHidden } })}
      className="mt-auto self-start"
    >
      {isHidden ? t('memberships.manage.showBadge') : t('memberships.manage.hideBadge')}
    </Button>
  );
}

function Resume({ id }: { id: string }) {
  const resume = useApiMutation('POST /api/me/subscriptions/:id/resume', {
    onSettled: useRefreshPurchases(),
    failure: t('memberships.manage.notResumed'),
    onSuccess: () => void toast.success(t('memberships.manage.resumed')),
  });
  return (
    <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate({ params: { id } })}>
      {t('memberships.manage.resume')}
    </Button>
  );
}

/** Opens the payment provider's page for the payment method. */
function PaymentMethod({ id, variant }: { id: string; variant: 'primary' | 'secondary' }) {
  const portal = useApiMutation('POST /api/me/subscriptions/:id/payment-portal', {
    failure: t('memberships.manage.portalFailed'),
    onSuccess({ url }) {
      if (url) location.assign(url);
      else toast.info(t('memberships.manage.atProvider'));
    },
  });
  return (
    <Button
      variant={variant}
      size="sm"
      // Stays busy while the browser leaves.
      busy={portal.isPending || Boolean(portal.data?.url)}
      onClick={() => portal.mutate({ params: { id } })}
    >
      {t('memberships.manage.method')}
    </Button>
  );
}
