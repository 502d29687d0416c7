/** Moments relative to now, so that a demo is never out of date. */
import { v7 as uuidv7 } from 'uuid';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** The start of a day of UTC, so many days from today. */
export const dayFrom = (now: Date, days: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));

/** The start of a month of UTC, so many months from this one. */
export const monthFrom = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));

/** As if it had been made then: lists go by ids. */
export const idAt = (at: Date): string => uuidv7({ msecs: at.getTime() });
