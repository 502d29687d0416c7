import type { OwnTier } from '@tributary/contracts';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useTierOrder } from '../api/use-own-tiers.ts';
import { OwnTierCard } from './own-tier-card.tsx';
import { moved } from './tier-order.ts';
import { TierPosition } from './tier-position.tsx';

/** The tiers that a channel offers, which can be put in another order. */
export function OfferedTiers({ tiers }: { tiers: readonly OwnTier[] }) {
  const order = useTierOrder();
  const [announcement, setAnnouncement] = useState('');
  const move = async ({ id, name }: OwnTier, index: number) => {
    setAnnouncement(`${name} is number ${index + 1} of ${tiers.length}.`);
    const ids = tiers.map((tier) => tier.id);
    try {
      await order.mutateAsync(moved(ids, id, index));
    } catch (error) {
      toast.error('Couldn’t save the order', { description: messageOf(error) });
    }
  };
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <ul aria-label="Offered tiers" className="flex flex-col gap-4">
        {tiers.map((tier, index) => (
          <li key={tier.id}>
            <OwnTierCard tier={tier}>
              {tiers.length > 1 && (
                <TierPosition
                  name={tier.name}
                  index={index}
                  count={tiers.length}
                  onMove={(to) => void move(tier, to)}
                />
              )}
            </OwnTierCard>
          </li>
        ))}
      </ul>
    </>
  );
}
