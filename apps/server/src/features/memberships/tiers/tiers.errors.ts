import { TIERS_KEPT_MAX, TIERS_MAX } from '@tributary/contracts/memberships';
import { defineErrors } from '#platform/errors.ts';

export const tierErrors = defineErrors({
  tier_not_found: ['not_found', 'There is no such tier. It may have been removed.'],
  tier_refused: ['invalid', 'Some of these values aren’t possible. Check the marked fields.'],
  tier_order_stale: ['conflict', 'Your tiers changed in the meantime. Check the list and order them again.'],
  too_many_tiers: ['conflict', `A channel can offer ${TIERS_MAX} tiers. Archive one first.`],
  too_many_archived_tiers: [
    'conflict',
    `You have ${TIERS_KEPT_MAX} tiers, archived ones included. Change one and offer it again instead.`,
  ],
});
