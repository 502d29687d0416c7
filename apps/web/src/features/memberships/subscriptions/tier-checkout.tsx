/** The checkout of a tier: a subscription, or a gift for another viewer. */
import { Link } from '@tanstack/react-router';
import type { SessionUser } from '@tributary/contracts/identity';
import type { OfferedTier, TierSubscription } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import { BadgeCheck, Layers } from 'lucide-react';
import { CheckoutPage } from '@/features/payments/index.ts';
import { useSession } from '@/lib/session.ts';
import { useApi } from '@/lib/use-api.ts';
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
  const purpose = rest.isGift ? 'Gift' : 'Subscribe to';
  return (
    <CheckoutPage title={tier.data ? `${purpose} ${tier.data.name}` : 'Checkout'} from={rest.from}>
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
      <EmptyState icon={Layers} title="There’s nothing to pay" actions={<ChannelLink tier={tier} />}>
        {tier.priceMonthly
          ? 'This is a tier of your own channel.'
          : 'This tier is free. Subscribe on the profile.'}
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
      <>
        You’re subscribed to <bdi>{tierName}</bdi>
      </>
    }
    actions={
      <Button asChild>
        <Link to="/subscription-management">Manage subscription</Link>
      </Button>
    }
  >
    There’s nothing to pay. You can change your tier and billing there.
  </EmptyState>
);

const ChannelLink = ({ tier: { streamer } }: { tier: OfferedTier }) => (
  <Button asChild>
    <Link to="/streamer/$username" params={{ username: streamer.username }}>
      View channel
    </Link>
  </Button>
);

const NoTier = () => (
  <EmptyState
    icon={Layers}
    title="Tier not found"
    actions={
      <Button asChild>
        <Link to="/discover">Browse live streams</Link>
      </Button>
    }
  >
    You weren’t charged. The tier is no longer offered. Channels list their tiers on their profiles.
  </EmptyState>
);
