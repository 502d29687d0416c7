import type { OwnSubscription } from '@tributary/contracts/memberships';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useGiftVisibility, usePaymentPortal, useResumeSubscription } from '../api/use-subscriptions.ts';
import { CancelSubscription } from './cancel-subscription.tsx';
import { ChangeSubscription } from './change-subscription.tsx';

/** What the holder of a subscription can do with it now. */
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

/** Whether others see that the holder has this gift. */
function GiftBadge({ subscription: { id, isHidden } }: { subscription: OwnSubscription }) {
  const hide = useGiftVisibility(id);
  const press = async () => {
    try {
      await hide.mutateAsync(!isHidden);
      toast.success(isHidden ? 'Your badge shows again' : 'Your badge is hidden');
    } catch (error) {
      toast.failure('Couldn’t change the badge', error);
    }
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={hide.isPending}
      onClick={() => void press()}
      className="mt-auto self-start"
    >
      {isHidden ? 'Show badge' : 'Hide badge'}
    </Button>
  );
}

function Resume({ id }: { id: string }) {
  const resume = useResumeSubscription(id);
  const press = async () => {
    try {
      await resume.mutateAsync();
      toast.success('Subscription resumed');
    } catch (error) {
      toast.failure('Couldn’t resume the subscription', error);
    }
  };
  return (
    <Button size="sm" busy={resume.isPending} onClick={() => void press()}>
      Resume subscription
    </Button>
  );
}

/** Leads to the page of the payment provider. */
function PaymentMethod({ id, variant }: { id: string; variant: 'primary' | 'secondary' }) {
  const portal = usePaymentPortal(id);
  const press = async () => {
    try {
      const { url } = await portal.mutateAsync();
      if (url) location.assign(url);
      else toast.info('Change your payment method at the payment provider, in your account there');
    } catch (error) {
      toast.failure('Couldn’t open the payment provider', error);
    }
  };
  return (
    <Button
      variant={variant}
      size="sm"
      // Stays busy while the browser leaves.
      busy={portal.isPending || Boolean(portal.data?.url)}
      onClick={() => void press()}
    >
      Payment method
    </Button>
  );
}
