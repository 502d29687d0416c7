/** The part of recordings that adds them to past streams, with files in memory. */
import type { StreamId } from '@tributary/contracts/shared';
import { createPastRecordings } from '../../src/features/recordings/files/past-recordings.ts';
import { createRecordingStore } from '../../src/features/recordings/files/recording-store.ts';
import {
  createRecordingsService,
  type Recordings,
} from '../../src/features/recordings/recordings.service.ts';
import { createHooks } from '../../src/platform/hooks.ts';
import type { TestDatabase } from './database.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { createTestJobs } from './test-jobs.ts';

export async function createPastRecordingsFixture(db: TestDatabase) {
  const store = createRecordingStore(createMemoryStorage());
  const thumbnails = { hide: async () => undefined };
  const { jobs } = await createTestJobs(db);
  const recordings = createRecordingsService({ db, jobs, hooks: createHooks(), thumbnails, nowMs: Date.now });
  const edit: Recordings['edit'] = (userId, id, change) => recordings.edit(userId, id, change);
  return {
    add: createPastRecordings({ db, store }),
    edit,
    /** The video playlist of a recording. */
    async playlist(mediaId: StreamId): Promise<string> {
      return (await store.playlist({ mediaId, trim: null }, 'video.m3u8'))?.toString() ?? '';
    },
  };
}
