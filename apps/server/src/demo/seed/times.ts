/** Times relative to now, so that the demo stays current. */
import { v7 as uuidv7 } from 'uuid';

export const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** The start of the UTC day `days` from today. */
export const dayFrom = (now: Date, days: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));

/** The start of the UTC month `months` from this one. */
export const monthFrom = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));

/** An id of that time, since lists are ordered by id. */
export const idAt = (at: Date): string => uuidv7({ msecs: at.getTime() });
