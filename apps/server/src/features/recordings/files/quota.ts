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

export class Quota {
  #countClipBytes: CountClipBytes = async () => 0;

  /** Called by the feature that makes clips. */
  countClipsWith(count: CountClipBytes): void {
    this.#countClipBytes = count;
  }

  /** What a channel stores, in bytes. @param except the recording or upload that is not counted */
  async usedBytes(
    db: Reader,
    streamerId: UserId,
    except: StreamId | null,
  ): Promise<RecordingSettings['usedBytes']> {
    const used = await findUsedBytes(db, streamerId, except);
    return { ...used, clips: await this.#countClipBytes(db, streamerId) };
  }

  /** The bytes that a channel may still store; infinite without a quota. @param except what is not counted */
  async roomOf(db: Reader, streamerId: UserId, except: StreamId | null): Promise<number> {
    return (await this.#roomsOf(db, streamerId, except)).forAll;
  }

  /** The bytes that clips of a channel may still take. */
  async roomForClips(db: Reader, streamerId: UserId): Promise<number> {
    return (await this.#roomsOf(db, streamerId, null)).forClips;
  }

  /** @throws over_quota where a channel stores more than it may */
  async check(db: Reader, userId: UserId): Promise<void> {
    if ((await this.roomOf(db, userId, null)) < 0) throw errors.over_quota();
  }

  async #roomsOf(db: Reader, streamerId: UserId, except: StreamId | null) {
    const { recordingQuotaGib } = await readSettings(db);
    const quotaBytes = recordingQuotaGib * GIB || Number.POSITIVE_INFINITY;
    const { recordings, uploads, clips } = await this.usedBytes(db, streamerId, except);
    const forAll = quotaBytes - recordings - uploads - clips;
    return { forAll, forClips: Math.min(forAll, quotaBytes * CLIPS_SHARE - clips) };
  }
}
