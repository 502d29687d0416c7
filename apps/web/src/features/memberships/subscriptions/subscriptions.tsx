import { Link } from '@tanstack/react-router';
import type { OwnSubscription } from '@tributary/contracts/memberships';
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { TestMoney } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import { useApiPages } from '@/lib/use-api.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Name } from '@/ui/media/person.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { SubscriptionBadge } from '../subscription-badge.tsx';
import { Benefits } from '../tiers/tier-parts.tsx';
import { ManageSubscription } from './manage-subscription.tsx';
import { SubscriptionTerms } from './subscription-terms.tsx';

/** A viewer's present and past subscriptions. */
export function Subscriptions({ firstStep }: { firstStep: ReactNode }) {
  const list = useApiPages('GET /api/me/subscriptions', {});
  const empty = (
    <EmptyState icon={Repeat} title="No subscriptions yet" actions={firstStep}>
      Channels offer tiers on their profiles, some of them for free.
    </EmptyState>
  );
  return (
    <ListFrame query={list} skeleton={<Skeleton className="h-48 rounded-media" />} empty={empty}>
      {(rows) => (
        <>
          <TestMoney />
          <ul className="grid w-full gap-4 lg:grid-cols-2">
            {rows.map((row) => (
              <li key={row.id}>
                <Subscription subscription={row} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListFrame>
  );
}

function Subscription({ subscription }: { subscription: OwnSubscription }) {
  const { streamer, tier, price, currency, billingCycle, isGift, giver } = subscription;
  return (
    <article className="flex h-full flex-col gap-4 rounded-media bg-surface-1 p-5">
      <header className="flex items-center gap-3">
        <Avatar name={streamer?.displayName ?? ''} src={streamer?.avatarUrl ?? null} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="text-base [overflow-wrap:anywhere]">
            <bdi>{tier.name}</bdi>
          </h2>
          {streamer ? (
            <Link
              to="/streamer/$username"
              params={{ username: streamer.username }}
              className="text-muted text-sm hover:text-ink"
            >
              <Name person={streamer} />
            </Link>
          ) : (
            <span className="text-muted text-sm">
              <Name person={null} />
            </span>
          )}
        </div>
        <SubscriptionBadge subscription={subscription} />
      </header>
      <p className="text-sm tabular-nums">
        <span className="font-medium text-amber">
          {isGift ? 'Gift' : price > 0 ? formatMoney(price, currency) : 'Free'}
        </span>
        {isGift && (
          <span className="text-muted">
            {' '}
            from <Name person={giver} />
          </span>
        )}
        {price > 0 && <span className="text-muted"> {billingCycle === 'yearly' ? 'a year' : 'a month'}</span>}
      </p>
      <p className="text-muted text-sm">
        <SubscriptionTerms subscription={subscription} />
      </p>
      <Benefits benefits={tier.benefits} />
      <ManageSubscription subscription={subscription} />
    </article>
  );
}
