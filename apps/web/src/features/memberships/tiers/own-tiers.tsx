import { Link } from '@tanstack/react-router';
import type { OwnTier } from '@tributary/contracts/memberships';
import { Layers } from 'lucide-react';
import { TestMoney } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Figures } from '@/ui/figures.tsx';
import { OfferedTiers } from './offered-tiers.tsx';
import { OwnTierCard } from './own-tier-card.tsx';

/** A streamer's tiers and their subscribers. */
export function OwnTiers() {
  const { data, error, refetch } = useApi('GET /api/me/tiers');
  if (!data && error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 rounded-media" />;
  const { tiers, netPerMonth, currency } = data;
  const create = (
    <Button asChild className="self-start">
      <Link to="/dashboard/creator/tiers/new">Create tier</Link>
    </Button>
  );
  if (tiers.length === 0) {
    return (
      <EmptyState icon={Layers} title="No tiers yet" actions={create}>
        A tier has a price, or none, and a list of what subscribers get. It shows on your profile at once.
      </EmptyState>
    );
  }
  const count = (of: (tier: OwnTier) => number) =>
    tiers.reduce((sum, tier) => sum + of(tier), 0).toLocaleString('en');
  const archived = tiers.filter(({ isActive }) => !isActive);
  return (
    <>
      <TestMoney />
      {create}
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
      <OfferedTiers tiers={tiers.filter(({ isActive }) => isActive)} />
      {archived.length > 0 && (
        <ul aria-label="Archived tiers" className="flex flex-col gap-4">
          {archived.map((tier) => (
            <li key={tier.id}>
              <OwnTierCard tier={tier} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
