import { TIERS_KEPT_MAX, TIERS_MAX } from '@tributary/contracts/memberships';
import { defineErrors } from '#platform/errors.ts';

export const tierErrors = defineErrors('tiers', {
  tier_not_found: 'not_found',
  tier_refused: 'invalid',
  tier_order_stale: 'conflict',
  too_many_tiers: ['conflict', { max: TIERS_MAX }],
  too_many_archived_tiers: ['conflict', { max: TIERS_KEPT_MAX }],
});
