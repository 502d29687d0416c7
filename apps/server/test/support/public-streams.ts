/** What viewers see of a stream and its recording, for tests of features that change them. */
import type { StreamDetail } from '@tributary/contracts/live';
import type { StreamId } from '@tributary/contracts/shared';
import { PublicStreams } from '#features/live/streams/streams.service.ts';
import type { TestDatabase } from './database.ts';

export function createPublicStreams(db: TestDatabase): (id: StreamId) => Promise<StreamDetail> {
  const streams = new PublicStreams(db, () => 0);
  return (id) => streams.byId(id);
}
