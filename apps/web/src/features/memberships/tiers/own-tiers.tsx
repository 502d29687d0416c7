import { Link } from '@tanstack/react-router';
import type { OwnTier } from '@tributary/contracts/memberships';
import { Layers } from 'lucide-react';
import { TestMoney } from '@/features/payments/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { formatNumber } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
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
      <Link to="/dashboard/creator/tiers/new">{t('memberships.own.create')}</Link>
    </Button>
  );
  if (tiers.length === 0) {
    return (
      <EmptyState icon={Layers} title={t('memberships.own.none')} actions={create}>
        {t('memberships.own.noneNext')}
      </EmptyState>
    );
  }
  const count = (of: (tier: OwnTier) => number) =>
    formatNumber(tiers.reduce((sum, tier) => sum + of(tier), 0));
  const archived = tiers.filter(({ isActive }) => !isActive);
  return (
    <>
      <TestMoney />
      {create}
      <Figures
        figures={[
          {
            label: t('memberships.own.monthlyNet'),
            value: formatMoney(netPerMonth, currency),
            note: t('memberships.own.fromActive'),
          },
          { label: t('memberships.own.active'), value: count(({ subscribers }) => subscribers.active) },
          { label: t('memberships.own.onTrial'), value: count(({ subscribers }) => subscribers.trialing) },
          { label: t('memberships.own.pastDue'), value: count(({ subscribers }) => subscribers.pastDue) },
        ]}
      />
      <OfferedTiers tiers={tiers.filter(({ isActive }) => isActive)} />
      {archived.length > 0 && (
        <ul aria-label={t('memberships.own.archived')} className="flex flex-col gap-4">
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
