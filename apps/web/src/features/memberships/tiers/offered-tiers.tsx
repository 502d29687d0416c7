import type { OwnTier } from '@tributary/contracts/memberships';
import { clsx } from 'clsx';
import { useState } from 'react';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useTierOrder } from '../api/use-own-tiers.ts';
import { useDragOrder } from './drag-order.ts';
import { OwnTierCard } from './own-tier-card.tsx';
import { moved } from './tier-order.ts';
import { TierPosition } from './tier-position.tsx';

/** The tiers that a channel offers, which can be put in another order. */
export function OfferedTiers({ tiers }: { tiers: readonly OwnTier[] }) {
  const order = useTierOrder();
  const [announcement, setAnnouncement] = useState('');
  const ids = tiers.map(({ id }) => id);
  const move = async (id: string, index: number) => {
    const name = tiers.find((tier) => tier.id === id)?.name;
    setAnnouncement(`${name} is number ${index + 1} of ${tiers.length}.`);
    try {
      await order.mutateAsync(moved(ids, id, index));
    } catch (error) {
      toast.failure('Couldn’t save the order', error);
    }
  };
  const { list, draggedId, styleOf, handleOf } = useDragOrder(ids, (id, index) => void move(id, index));
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <ul ref={list} aria-label="Offered tiers" className="flex flex-col gap-4">
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
                  onMove={(to) => void move(tier.id, to)}
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
