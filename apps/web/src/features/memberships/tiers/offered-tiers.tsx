import type { OwnTier } from '@tributary/contracts/memberships';
import { clsx } from 'clsx';
import { useState } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useDragOrder } from './drag-order.ts';
import { OwnTierCard } from './own-tier-card.tsx';
import { inOrder, moveTo } from './tier-order.ts';
import { TierPosition } from './tier-position.tsx';

const ALL = apiQuery('GET /api/me/tiers');

/** The offered tiers of a channel, which the creator can reorder. */
export function OfferedTiers({ tiers }: { tiers: readonly OwnTier[] }) {
  const order = useApiMutation(
    (ids: readonly string[]) => call('PUT /api/me/tier-order', { body: { ids: [...ids] } }),
    {
      answers: ALL,
      shows: optimistic(
        ALL,
        (known, ids: readonly string[]) => known && { ...known, tiers: inOrder(known.tiers, ids) },
      ),
      failure: t('memberships.position.notSaved'),
    },
  );
  const [announcement, setAnnouncement] = useState('');
  const ids = tiers.map(({ id }) => id);
  const move = (id: string, index: number) => {
    const name = tiers.find((tier) => tier.id === id)?.name ?? '';
    setAnnouncement(t('memberships.position.now', { name, place: index + 1, count: tiers.length }));
    order.mutate(moveTo(ids, id, index));
  };
  const { list, draggedId, styleOf, handleOf } = useDragOrder(ids, move);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <ul ref={list} aria-label={t('memberships.own.offered')} className="flex flex-col gap-4">
        {tiers.map((tier, index) => (
          <li
            key={tier.id}
            style={styleOf(tier.id)}
            className={clsx(
              'rounded-media',
              tier.id === draggedId && 'shadow-float outline-2 outline-accent',
            )}
          >
            <OwnTierCard tier={tier}>
              {tiers.length > 1 && (
                <TierPosition
                  name={tier.name}
                  index={index}
                  count={tiers.length}
                  onMove={(to) => move(tier.id, to)}
                  handle={handleOf(tier.id)}
                />
              )}
            </OwnTierCard>
          </li>
        ))}
      </ul>
    </>
  );
}
