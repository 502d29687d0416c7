/** The topic `warnings`: the unread warnings of a person. */
import { warningsTopic } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { warningsChanged } from '../moderation.events.ts';
import { findUnread } from './warnings.repo.ts';

interface WarningsOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
}

export function createWarnings({ db, realtime }: WarningsOptions): {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
} {
  async function refresh(userId: UserId): Promise<void> {
    await realtime.topic(warningsTopic, userId).refresh();
  }
  return {
    topic: defineTopic(warningsTopic, {
      snapshot: (userId) => db.read((reader) => findUnread(reader, userId)),
    }),
    subscriptions: [
      on(warningsChanged, ({ userId }) => refresh(userId)),
      onGap(async () => {
        for (const userId of realtime.keys(warningsTopic)) await refresh(userId);
      }),
    ],
  };
}
