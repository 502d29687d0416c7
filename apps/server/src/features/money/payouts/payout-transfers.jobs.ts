import { z } from 'zod';
import { defineJob } from '#platform/jobs/index.ts';

/** Sends payouts to their providers, and asks what became of those that were sent. */
export const movePayouts = defineJob('money.move-payouts', z.object({}));
