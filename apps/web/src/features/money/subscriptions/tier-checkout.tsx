import { Link } from '@tanstack/react-router';
import type { BillingCycle, OfferedTier, TierSubscription } from '@tributary/contracts';
import { BadgeCheck, Layers } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Day } from '@/ui/time.tsx';
import { useOpenCheckout } from '../api/use-checkout.ts';
import { useTier } from '../api/use-public.ts';
import { useTierSubscription } from '../api/use-subscriptions.ts';
import { PaymentMethods } from '../checkout/payment-methods.tsx';
import { formatMoney } from '../shared/format-money.ts';
import { Name } from '../shared/person.tsx';
import { Benefits } from '../tiers/tier-parts.tsx';
import { GiftOrder } from './gift-order.tsx';
import { Radios } from './radios.tsx';
import { SubscriptionResult } from './subscription-result.tsx';
import { priceOf } from './tier-price.ts';

interface TierCheckoutProps {
  tierId: string;
  cycle?: BillingCycle | undefined;
  /** For somebody else. */
  isGift: boolean;
}

/** Starts a subscription with a payment. */
export function TierCheckout({ tierId, cycle = 'monthly', isGift }: TierCheckoutProps) {
  const tier = useTier(tierId);
  const subscription = useTierSubscription(tierId);
  return (
    <Loaded query={tier} missing={<NoTier />} height="h-96">
      {(tier) => (
        <Loaded query={subscription} height="h-96">
          {(known) =>
            isGift ? (
              <Gift tier={tier} />
            ) : known.checkoutId ? (
              <SubscriptionResult checkoutId={known.checkoutId} />
            ) : (
              <Order tier={tier} known={known} initialCycle={cycle} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

function Gift({ tier }: { tier: OfferedTier }) {
  const { user } = useSession();
  if (!tier.priceMonthly || user?.id === tier.streamer.id) return <NothingToPay tier={tier} />;
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <Summary tier={tier} />
      <GiftOrder tier={tier} />
    </div>
  );
}

const NothingToPay = ({ tier }: { tier: OfferedTier }) => (
  <EmptyState icon={Layers} title="There’s nothing to pay" actions={<ChannelLink tier={tier} />}>
    {tier.priceMonthly
      ? 'This is a tier of your own channel.'
      : 'This tier is free. Subscribe on the profile.'}
  </EmptyState>
);

interface OrderProps {
  tier: OfferedTier;
  known: TierSubscription;
  initialCycle: BillingCycle;
}

function Order({ tier, known, initialCycle }: OrderProps) {
  const { subscription } = known;
  const [cycle, setCycle] = useState(initialCycle);
  const { user } = useSession();
  const open = useOpenCheckout();
  if (subscription) {
    return (
      <EmptyState
        icon={BadgeCheck}
        title={
          <>
            You’re subscribed to <bdi>{subscription.tier.name}</bdi>
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
  }
  if (!tier.priceMonthly || user?.id === tier.streamer.id) return <NothingToPay tier={tier} />;
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <Summary tier={tier} />
      <Radios
        legend="Billing"
        value={cycle}
        onChange={setCycle}
        options={[
          ['monthly', `Monthly, ${formatMoney(priceOf(tier, 'monthly'), tier.currency)}`],
          ['yearly', `Yearly, ${formatMoney(priceOf(tier, 'yearly'), tier.currency)}`],
        ]}
      />
      <Terms tier={tier} cycle={cycle} known={known} />
      <PaymentMethods
        purpose="subscription"
        // Stays busy while the browser leaves for the payment page.
        busy={open.isPending || open.isSuccess}
        problem={open.error ? messageOf(open.error) : undefined}
        onPay={(method) => open.mutate({ purpose: 'subscription', method, tierId: tier.id, cycle })}
      />
    </div>
  );
}

function Summary({ tier: { name, streamer, benefits } }: { tier: OfferedTier }) {
  return (
    <section aria-label="Your order" className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
      <div className="flex items-center gap-3">
        <Avatar name={streamer.displayName} src={streamer.avatarUrl} size={40} />
        <div className="min-w-0">
          <h2 className="text-base [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-muted text-sm">
            <Name person={streamer} />
          </p>
        </div>
      </div>
      <Benefits benefits={benefits} />
    </section>
  );
}

function Terms({ tier, cycle, known }: { tier: OfferedTier; cycle: BillingCycle; known: TierSubscription }) {
  const { trialDays, nextPayment } = known;
  const price = formatMoney(priceOf(tier, cycle), tier.currency);
  return (
    <section aria-label="What you pay" className="flex flex-col gap-2">
      <dl className="flex flex-col gap-2 border-line border-y py-4">
        <div className="flex justify-between gap-4 font-medium">
          <dt>Today</dt>
          <dd className="tabular-nums">{trialDays > 0 ? formatMoney(0, tier.currency) : price}</dd>
        </div>
        <div className="flex justify-between gap-4 text-muted">
          <dt>
            {trialDays > 0 ? `After the ${trialDays}-day free trial, from` : 'Renews on'}{' '}
            <Day at={nextPayment[cycle]} />
          </dt>
          <dd className="whitespace-nowrap tabular-nums">
            {price} {cycle === 'yearly' ? 'a year' : 'a month'}
          </dd>
        </div>
      </dl>
      <p className="text-muted text-sm">
        No extra fees. It renews until you cancel under Subscriptions, at any time. You then keep access until
        the end of the {trialDays > 0 ? 'trial or ' : ''}paid period.
      </p>
    </section>
  );
}

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
