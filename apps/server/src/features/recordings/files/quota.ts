import type { UserId } from '@tributary/contracts';
import type { Reader } from '#platform/db/database.ts';
import { errors } from '../recordings.errors.ts';
import { roomOf } from './quota.repo.ts';

/** @throws over_quota where a channel stores more than it may */
export async function checkQuota(db: Reader, userId: UserId): Promise<void> {
  if ((await roomOf(db, userId, null)) < 0) throw errors.over_quota();
}
