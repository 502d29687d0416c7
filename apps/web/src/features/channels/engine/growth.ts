import { FOLLOWER_GROWTH_DAYS, type FollowerGrowth } from '@tributary/contracts';

const DAY_MS = 86_400_000;

export const GROWTH_SPANS = [7, 30, FOLLOWER_GROWTH_DAYS] as const;
export type GrowthSpan = (typeof GROWTH_SPANS)[number];

/** The last `span` days (UTC), today the last of them, days without anybody too. */
export function daysOf({ days }: FollowerGrowth, span: number, now = Date.now()): FollowerGrowth['days'] {
  const gained = new Map(days.map((one) => [one.day, one.gained]));
  return Array.from({ length: span }, (_, index) => {
    const day = new Date(now - (span - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, gained: gained.get(day) ?? 0 };
  });
}

/** How many came in the last `span` days. */
export function gainedIn(growth: FollowerGrowth, span: number, now = Date.now()): number {
  return daysOf(growth, span, now).reduce((sum, { gained }) => sum + gained, 0);
}
