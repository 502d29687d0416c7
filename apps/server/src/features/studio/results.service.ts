/** The results of a stream for its creator. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { StreamResults } from '@tributary/contracts/studio';
import { findGains } from '#features/analytics/index.ts';
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { findStream } from './markers.repo.ts';
import * as repo from './results.repo.ts';
import { errors } from './studio.errors.ts';

export interface ResultsOptions {
  readonly db: Database;
  readonly nowMs: () => number;
}

/** @throws stream_not_found, also for another creator's stream */
export type ResultsOf = (creatorId: UserId, id: StreamId) => Promise<StreamResults>;

export const createResults =
  ({ db, nowMs }: ResultsOptions): ResultsOf =>
  (creatorId, id) =>
    db.read(async (reader) => {
      const stream = await findStream(reader, creatorId, id);
      if (!stream) throw errors.stream_not_found();
      const period = { from: stream.startedAt, until: stream.endedAt ?? new Date(nowMs()) };
      const { followers, incomeCents } = await findGains(reader, creatorId, period);
      const { currency } = await readSettings(reader);
      return {
        uniqueViewers: stream.views,
        ...(await repo.countChat(reader, id)),
        followers,
        donations: await repo.countDonations(reader, creatorId, period),
        subscriptions: await repo.countSubscriptions(reader, creatorId, period),
        raids: await repo.countRaids(reader, id),
        earnedCents: incomeCents,
        currency,
      };
    });
