import type { OfferedTier } from '@tributary/contracts/memberships';
import { OrderSummary } from '@/features/payments/index.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Name } from '@/ui/media/person.tsx';
import { Benefits } from '../tiers/tier-parts.tsx';

/** The tier that a checkout is for. */
export const TierSummary = ({ tier: { name, streamer, benefits } }: { tier: OfferedTier }) => (
  <OrderSummary
    picture={<Avatar name={streamer.displayName} src={streamer.avatarUrl} size={56} />}
    title={<bdi>{name}</bdi>}
    more={benefits.length > 0 && <Benefits benefits={benefits} />}
  >
    <Name person={streamer} />
  </OrderSummary>
);
