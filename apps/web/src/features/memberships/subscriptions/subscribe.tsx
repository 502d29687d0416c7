import { Link } from '@tanstack/react-router';
import type { Tier } from '@tributary/contracts/memberships';
import { BadgeCheck } from 'lucide-react';
import { useHere, usePaymentMethods, useRefreshPurchases } from '@/features/payments/index.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useTierSubscription } from '../queries.ts';

interface SubscribeProps {
  tier: Tier;
  /** Sends a visitor to sign in; they are subscribed to a free tier when they return. */
  onSignedOut: (action: string) => void;
}

/** The action for a tier: subscribe, or an explanation. */
export function Subscribe(props: SubscribeProps) {
  const { id, name, priceMonthly } = props.tier;
  const canGive = usePaymentMethods('gift').data?.length !== 0;
  const here = useHere();
  return (
    <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2">
      <Own {...props} />
      {priceMonthly && canGive ? (
        <Link
          to="/billing/checkout"
          search={{ tier: id, gift: true, ...here }}
          aria-label={t('memberships.subscribe.giftName', { name })}
          className="py-1 text-sm"
        >
          {t('memberships.subscribe.gift')}
        </Link>
      ) : null}
    </div>
  );
}

/** Subscribes, or shows the viewer's present subscription. */
function Own({ tier, onSignedOut }: SubscribeProps) {
  const { data } = useTierSubscription(tier.id);
  if (data?.subscription) {
    const isThis = data.subscription.tier.id === tier.id;
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {isThis && (
          <span className="flex items-center gap-2 font-medium text-green">
            <BadgeCheck size={16} aria-hidden="true" className="shrink-0" />
            {t('memberships.subscribe.subscribed')}
          </span>
        )}
        <Link to="/subscription-management" className="py-0.5">
          {isThis ? t('memberships.subscribe.manage') : t('memberships.subscribe.change')}
        </Link>
      </p>
    );
  }
  return tier.priceMonthly ? (
    <SubscribeToPaid tier={tier} />
  ) : (
    <SubscribeToFree tier={tier} onSignedOut={onSignedOut} />
  );
}

function SubscribeToPaid({ tier: { id, name } }: { tier: Tier }) {
  const methods = usePaymentMethods('subscription');
  const here = useHere();
  if (methods.data?.length === 0) {
    return <p className="text-muted text-sm">{t('memberships.subscribe.noPayments')}</p>;
  }
  return (
    <Button asChild className="self-start">
      <Link
        to="/billing/checkout"
        search={{ tier: id, ...here }}
        aria-label={t('memberships.subscribe.to', { name })}
      >
        {t('memberships.subscribe.subscribe')}
      </Link>
    </Button>
  );
}

function SubscribeToFree({ tier, onSignedOut }: SubscribeProps) {
  const { state, user } = useSession();
  const { isPending } = useTierSubscription(tier.id);
  const start = useApiMutation('POST /api/tiers/:id/subscription', {
    onSettled: useRefreshPurchases(),
    failure: t('memberships.subscribe.failed'),
    onSuccess: () => void toast.success(t('memberships.subscribe.done', { name: tier.name })),
  });
  const subscribe = () => start.mutate({ params: { id: tier.id } });
  const remember = useIntent(`subscribe ${tier.id}`, subscribe);
  return (
    <Button
      aria-label={t('memberships.subscribe.to', { name: tier.name })}
      busy={start.isPending}
      // Stays disabled until the session and the subscription are known.
      disabled={state === 'loading' || (user !== null && isPending)}
      onClick={() => {
        if (user) return subscribe();
        remember();
        onSignedOut(t('memberships.subscribe.action', { name: tier.name }));
      }}
      className="self-start"
    >
      {t('memberships.subscribe.subscribe')}
    </Button>
  );
}
