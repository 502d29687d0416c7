import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** A channel has chosen another policy. */
export const swarmPolicyChanged = defineEvent('swarm.policy_changed', z.object({ userId }));
