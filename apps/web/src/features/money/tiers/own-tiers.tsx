import type { OwnTier } from '@tributary/contracts';
import { ChevronRight, Layers } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Badge } from '@/ui/badge.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Figures } from '@/ui/figures.tsx';
import { useOwnTiers } from '../api/use-creator.ts';
import { formatMoney } from '../shared/format-money.ts';
import { TestMoney } from '../shared/test-money.tsx';
import { Subscribers } from './subscribers.tsx';
import { Benefits, TierPrice } from './tier-parts.tsx';

/** A streamer's tiers and their subscribers. */
export function OwnTiers({ firstStep }: { firstStep: ReactNode }) {
  const { data, error, refetch } = useOwnTiers();
  if (!data && error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 rounded-media" />;
  const { tiers, netPerMonth, currency } = data;
  if (tiers.length === 0) {
    return (
      <EmptyState icon={Layers} title="No tiers yet" actions={firstStep}>
        This instance doesn’t take payments. If you offer subscriptions elsewhere, add a link to your profile.
      </EmptyState>
    );
  }
  const count = (of: (tier: OwnTier) => number) =>
    tiers.reduce((sum, tier) => sum + of(tier), 0).toLocaleString('en');
  return (
    <>
      <TestMoney />
      <Figures
        figures={[
          {
            label: 'Monthly net',
            value: formatMoney(netPerMonth, currency),
            note: 'From active subscriptions',
          },
          { label: 'Active', value: count(({ subscribers }) => subscribers.active) },
          { label: 'On trial', value: count(({ subscribers }) => subscribers.trialing) },
          { label: 'Past due', value: count(({ subscribers }) => subscribers.pastDue) },
        ]}
      />
      <ul className="flex flex-col gap-4">
        {tiers.map((tier) => (
          <li key={tier.id}>
            <Tier tier={tier} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Tier({ tier }: { tier: OwnTier }) {
  const [open, setOpen] = useState(false);
  return (
    <article className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-lg">
          <bdi className="[overflow-wrap:anywhere]">{tier.name}</bdi>
          {!tier.isActive && <Badge>Not offered</Badge>}
        </h2>
        <TierPrice tier={tier} />
      </header>
      {tier.description && (
        <p dir="auto" className="max-w-[68ch] text-muted">
          {tier.description}
        </p>
      )}
      <Benefits benefits={tier.benefits} />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="flex w-fit list-none items-center gap-1.5 rounded-control py-0.5 font-medium text-sm [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={16}
            aria-hidden="true"
            className="transition-transform duration-(--duration-fast) group-open:rotate-90"
          />
          {subscribersOf(tier)}
        </summary>
        {/* Loaded when opened. */}
        {open && (
          <div className="pt-4">
            <Subscribers tierId={tier.id} />
          </div>
        )}
      </details>
    </article>
  );
}

/** `12 subscribers, 3 canceled` */
function subscribersOf({ subscribers: { active, trialing, pastDue, canceled } }: OwnTier): string {
  const open = active + trialing + pastDue;
  const words = open === 1 ? '1 subscriber' : `${open.toLocaleString('en')} subscribers`;
  return canceled > 0 ? `${words}, ${canceled.toLocaleString('en')} canceled` : words;
}
