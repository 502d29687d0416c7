/** When recordings are deleted. */
import { DELETED_RECORDING_DAYS, RECORDING_NOTICE_DAYS } from '@tributary/contracts/recordings';
import { DAY_MS } from '#platform/durations.ts';

export interface Aging {
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
  readonly deletionAnnouncedAt: Date | null;
}

/** How long a creator knows of a deletion before it happens. @param retentionDays of the instance */
export const noticeDays = (retentionDays: number): number => Math.min(RECORDING_NOTICE_DAYS, retentionDays);

/**
 * When a recording is deleted permanently: at the end of the retention, but not before its creator has known it for the
 * notice period, which begins later where an admin has shortened the retention.
 * @param retentionDays of the instance; 0: for ever
 * @returns null: never
 */
export function expiryOf(
  { createdAt, deletedAt, deletionAnnouncedAt }: Aging,
  retentionDays: number,
  nowMs: number,
): Date | null {
  if (deletedAt !== null) return new Date(deletedAt.getTime() + DELETED_RECORDING_DAYS * DAY_MS);
  if (retentionDays === 0) return null;
  const retainedMs = createdAt.getTime() + retentionDays * DAY_MS;
  const knownMs = (deletionAnnouncedAt?.getTime() ?? nowMs) + noticeDays(retentionDays) * DAY_MS;
  return new Date(Math.max(retainedMs, knownMs));
}
