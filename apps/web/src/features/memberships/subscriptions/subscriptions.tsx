import { Link } from '@tanstack/react-router';
import type { OwnSubscription } from '@tributary/contracts/memberships';
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPrice, TestMoney } from '@/features/payments/index.ts';
import { useApiPages } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
    <EmptyState icon={Repeat} title={t('memberships.subscriptions.none')} actions={firstStep}>
      {t('memberships.subscriptions.noneNext')}
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

const priced = (words: ReactNode) => <span className="font-medium text-amber">{words}</span>;
const muted = (words: ReactNode) => <span className="text-muted">{words}</span>;

function Price({ subscription }: { subscription: OwnSubscription }) {
  const { price, currency, billingCycle, isGift, giver } = subscription;
  const tags = { price: priced, rest: muted };
  if (isGift) {
    return (
      <Text k="memberships.price.shownGift" values={{ ...tags, giver: () => <Name person={giver} /> }} />
    );
  }
  if (price === 0) return priced(formatPrice(price, currency));
  return (
    <Text
      k={billingCycle === 'yearly' ? 'memberships.price.shownYear' : 'memberships.price.shownMonth'}
      values={{ ...tags, amount: formatMoney(price, currency) }}
    />
  );
}

function Subscription({ subscription }: { subscription: OwnSubscription }) {
  const { streamer, tier } = subscription;
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
        <Price subscription={subscription} />
      </p>
      <p className="text-muted text-sm">
        <SubscriptionTerms subscription={subscription} />
      </p>
      <Benefits benefits={tier.benefits} />
      <ManageSubscription subscription={subscription} />
    </article>
  );
}
