import type { Tier } from '@tributary/contracts/memberships';
import { BadgeCheck } from 'lucide-react';
import { TestMoney } from '@/features/payments/index.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Section } from '@/ui/layout.tsx';
import { useTiers } from '../queries.ts';
import { Subscribe } from '../subscriptions/subscribe.tsx';
import { Benefits, TierPrice } from './tier-parts.tsx';

interface TierListProps {
  username: string;
  /** Sends a visitor who subscribes to sign in. */
  onSignedOut: (action: string) => void;
}

/** The tiers of a channel; renders nothing without any. */
export function TierList({ username, onSignedOut }: TierListProps) {
  const { data: tiers = [] } = useTiers(username);
  if (tiers.length === 0) return null;
  return (
    <Section title={t('memberships.list.title')}>
      <TierCards tiers={tiers} username={username} onSignedOut={onSignedOut} />
      <TestMoney />
    </Section>
  );
}

/** The tiers of a channel, or that it has none. */
export function TiersPanel({ username, onSignedOut }: TierListProps) {
  return (
    <Loaded query={useTiers(username)} height="h-48">
      {(tiers) =>
        tiers.length === 0 ? (
          <EmptyState icon={BadgeCheck} title={t('memberships.list.none')}>
            {t('memberships.list.noneWhy')}
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-5">
            <TierCards tiers={tiers} username={username} onSignedOut={onSignedOut} />
            <TestMoney />
          </div>
        )
      }
    </Loaded>
  );
}

export function TierCards({ tiers, username, onSignedOut }: TierListProps & { tiers: readonly Tier[] }) {
  const { user } = useSession();
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4">
      {tiers.map((tier) => (
        <li key={tier.id} className="flex flex-col gap-3 rounded-media bg-surface-1 p-5">
          <h3 className="text-base">
            <bdi className="[overflow-wrap:anywhere]">{tier.name}</bdi>
          </h3>
          <TierPrice tier={tier} />
          {tier.description && (
            <p dir="auto" className="text-muted text-sm">
              {tier.description}
            </p>
          )}
          <Benefits benefits={tier.benefits} />
          {user?.username !== username && <Subscribe tier={tier} onSignedOut={onSignedOut} />}
        </li>
      ))}
    </ul>
  );
}
