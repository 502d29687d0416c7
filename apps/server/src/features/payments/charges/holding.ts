/** The platform holds a payment for this time before its payout, so that a stolen card is noticed first. */
import { HOLDING_DAYS } from '@tributary/contracts/payments';
import { DAY_MS } from '#platform/durations.ts';

export const holdingEnd = (from: Date): Date => new Date(from.getTime() + HOLDING_DAYS * DAY_MS);
