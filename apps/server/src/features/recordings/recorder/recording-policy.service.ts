/** Whether a channel is recorded, as its creator chooses it: for all streams, or for the one that runs. */
import type { RecordingPolicy, RecordingSettings } from '@tributary/contracts/recordings';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { GIB, type Quota } from '../files/quota.ts';
import { errors } from '../recordings.errors.ts';
import { recordingRequested } from '../recordings.events.ts';
import { begin, findRunning, hasBegun } from './recorder.repo.ts';
import * as repo from './recording-policy.repo.ts';

export interface RecordingPolicies {
  /** The policy of a channel, and the storage that it uses. */
  settings(userId: UserId): Promise<RecordingSettings>;
  setPolicy(userId: UserId, policy: RecordingPolicy): Promise<RecordingSettings>;
  /**
   * Begins to record the running stream of a channel that is not recorded.
   * @throws stream_not_running, recordings_disabled, already_recorded
   */
  recordRunning(streamerId: UserId): Promise<void>;
}

export function createRecordingPolicies(db: Database, quota: Pick<Quota, 'usedBytes'>): RecordingPolicies {
  async function settings(userId: UserId): Promise<RecordingSettings> {
    return await db.read(async (reader) => {
      const { recordingsEnabled, recordingRetentionDays, recordingQuotaGib } = await readSettings(reader);
      return {
        records: await repo.findPolicy(reader, userId),
        isEnabled: recordingsEnabled,
        retentionDays: recordingRetentionDays,
        usedBytes: await quota.usedBytes(reader, userId, null),
        quotaBytes: recordingQuotaGib === 0 ? null : recordingQuotaGib * GIB,
      };
    });
  }

  return {
    settings,
    async setPolicy(userId, policy) {
      await db.transact((tx) => repo.setPolicy(tx, userId, policy));
      return await settings(userId);
    },
    async recordRunning(streamerId) {
      await db.transact(async (tx) => {
        const id = await findRunning(tx, streamerId);
        if (id === null) throw errors.stream_not_running();
        if (!(await readSettings(tx)).recordingsEnabled) throw errors.recordings_disabled();
        if (await hasBegun(tx, id)) throw errors.already_recorded();
        await begin(tx, id, false);
        await publish(tx, recordingRequested, { streamId: id, streamerId });
      });
    },
  };
}
