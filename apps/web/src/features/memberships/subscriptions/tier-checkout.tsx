/** The checkout of a tier: a subscription, or a gift for another viewer. */
import { Link } from '@tanstack/react-router';
import type { SessionUser } from '@tributary/contracts/identity';
import type { OfferedTier, TierSubscription } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import { BadgeCheck, Layers } from 'lucide-react';
import { CheckoutPage } from '@/features/payments/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { useTierSubscription } from '../queries.ts';
import { GiftOrder } from './gift-order.tsx';
import { SubscriptionOrder } from './subscription-order.tsx';
import { SubscriptionPayment, type WhilePlaying } from './subscription-result.tsx';

interface TierCheckoutProps {
  tierId: string;
  from?: string | undefined;
  cycle?: BillingCycle | undefined;
  /** Whether the subscription is for another viewer. */
  isGift: boolean;
  whilePlaying: WhilePlaying;
}

export function TierCheckout({ tierId, ...rest }: TierCheckoutProps) {
  const tier = useApi('GET /api/tiers/:id', { params: { id: tierId } });
  const subscription = useTierSubscription(tierId);
  const name = tier.data?.name;
  const title =
    name === undefined
      ? t('memberships.checkout.title')
      : t(rest.isGift ? 'memberships.checkout.gift' : 'memberships.subscribe.to', { name });
  return (
    <CheckoutPage title={title} from={rest.from}>
      <Loaded query={tier} missing={<NoTier />} height="h-96">
        {(tier) => (
          <Loaded query={subscription} height="h-96">
            {(known) => <Order tier={tier} known={known} {...rest} />}
          </Loaded>
        )}
      </Loaded>
    </CheckoutPage>
  );
}

interface OrderProps extends Omit<TierCheckoutProps, 'tierId'> {
  tier: OfferedTier;
  known: TierSubscription;
}

function Order({ tier, known, from, cycle = 'monthly', isGift, whilePlaying }: OrderProps) {
  const { user } = useSession();
  if (!isGift && known.checkoutId) {
    return <SubscriptionPayment checkoutId={known.checkoutId} from={from} whilePlaying={whilePlaying} />;
  }
  if (!isGift && known.subscription) return <Subscribed tierName={known.subscription.tier.name} />;
  if (!user || !tier.priceMonthly || user.id === tier.streamer.id) {
    return (
      <EmptyState
        icon={Layers}
        title={t('memberships.checkout.nothing')}
        actions={<ChannelLink tier={tier} />}
      >
        {tier.priceMonthly ? t('memberships.checkout.own') : t('memberships.checkout.free')}
      </EmptyState>
    );
  }
  const order: { tier: OfferedTier; user: SessionUser; from: string | undefined } = { tier, user, from };
  return isGift ? (
    <GiftOrder {...order} />
  ) : (
    <SubscriptionOrder {...order} known={known} initialCycle={cycle} />
  );
}

const Subscribed = ({ tierName }: { tierName: string }) => (
  <EmptyState
    icon={BadgeCheck}
    title={
      <Text
        k="memberships.result.subscribed"
        values={{ tier: tierName, name: (words) => <bdi>{words}</bdi> }}
      />
    }
    actions={
      <Button asChild>
        <Link to="/subscription-management">{t('memberships.result.manage')}</Link>
      </Button>
    }
  >
    {t('memberships.checkout.subscribed')}
  </EmptyState>
);

const ChannelLink = ({ tier: { streamer } }: { tier: OfferedTier }) => (
  <Button asChild>
    <Link to="/streamer/$username" params={{ username: streamer.username }}>
      {t('memberships.result.viewChannel')}
    </Link>
  </Button>
);

const NoTier = () => (
  <EmptyState
    icon={Layers}
    title={t('memberships.editor.missing')}
    actions={
      <Button asChild>
        <Link to="/discover">{t('app.missing.browse')}</Link>
      </Button>
    }
  >
    {t('memberships.checkout.missingNext')}
  </EmptyState>
);
