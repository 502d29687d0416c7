/** How much channels may store. */
import type { RecordingSettings } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { errors } from '../recordings.errors.ts';
import { findUsedBytes } from './quota.repo.ts';

export const GIB = 1024 ** 3;

/** Of a quota. Viewers make clips, and must not fill the storage that recordings and uploads need. */
const CLIPS_SHARE = 0.25;

/** Reads the bytes that the clips of a channel take. */
export type CountClipBytes = (db: Reader, streamerId: UserId) => Promise<number>;

export interface Quota {
  /** Called by the feature that makes clips. */
  countClipsWith(count: CountClipBytes): void;
  /** What a channel stores, in bytes. @param except the recording or upload that is not counted */
  usedBytes(db: Reader, streamerId: UserId, except: StreamId | null): Promise<RecordingSettings['usedBytes']>;
  /** The bytes that a channel may still store; infinite without a quota. @param except what is not counted */
  roomOf(db: Reader, streamerId: UserId, except: StreamId | null): Promise<number>;
  /** The bytes that clips of a channel may still take. */
  roomForClips(db: Reader, streamerId: UserId): Promise<number>;
  /** @throws over_quota where a channel stores more than it may */
  check(db: Reader, userId: UserId): Promise<void>;
}

export function createQuota(): Quota {
  let countClipBytes: CountClipBytes = async () => 0;

  async function usedBytes(
    db: Reader,
    streamerId: UserId,
    except: StreamId | null,
  ): Promise<RecordingSettings['usedBytes']> {
    const used = await findUsedBytes(db, streamerId, except);
    return { ...used, clips: await countClipBytes(db, streamerId) };
  }

  async function roomOf(db: Reader, streamerId: UserId, except: StreamId | null): Promise<number> {
    return (await roomsOf(db, streamerId, except)).forAll;
  }

  async function roomsOf(db: Reader, streamerId: UserId, except: StreamId | null) {
    const { recordingQuotaGib } = await readSettings(db);
    const quotaBytes = recordingQuotaGib * GIB || Number.POSITIVE_INFINITY;
    const { recordings, uploads, clips } = await usedBytes(db, streamerId, except);
    const forAll = quotaBytes - recordings - uploads - clips;
    return { forAll, forClips: Math.min(forAll, quotaBytes * CLIPS_SHARE - clips) };
  }

  return {
    countClipsWith(count) {
      countClipBytes = count;
    },
    usedBytes,
    roomOf,
    roomForClips: async (db, streamerId) => (await roomsOf(db, streamerId, null)).forClips,
    async check(db, userId) {
      if ((await roomOf(db, userId, null)) < 0) throw errors.over_quota();
    },
  };
}
