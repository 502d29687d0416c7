import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Sends payouts to their providers, and reads those that were sent. */
export const movePayouts = defineJob('money.move-payouts', z.object({}));

/** Pays out the balance that a creator had before there was an account for it. */
export const payOutWaiting = defineJob('money.pay-out-waiting', z.object({ creatorId: userId }));
