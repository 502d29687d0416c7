/** How long the platform holds payments before creators can be paid out, so that a stolen card is noticed before. */
import { HOLDING_DAYS } from '@tributary/contracts/payments';
import { DAY_MS } from '#platform/durations.ts';

export const holdingEnd = (from: Date): Date => new Date(from.getTime() + HOLDING_DAYS * DAY_MS);
