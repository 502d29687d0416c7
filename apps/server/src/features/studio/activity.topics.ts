/** The topic `activity`: what happens on each creator's channel. */
import type { UserId } from '@tributary/contracts/shared';
import {
  ACTIVITY_KINDS,
  ACTIVITY_SHOWN,
  type ActivityKind,
  activityTopic,
} from '@tributary/contracts/studio';
import { v7 as uuidv7 } from 'uuid';
import { chatRaidChanged } from '#features/chat/index.ts';
import { donationsChanged } from '#features/donations/index.ts';
import { followed, unfollowed } from '#features/follows/index.ts';
import { supported } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { on, onGap, onHook, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { FINDERS } from './activity.repo.ts';
import { supportCommitted } from './studio.events.ts';

export interface ActivityOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
}

export interface ActivityParts {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
}

export function createActivity({ db, realtime }: ActivityOptions): ActivityParts {
  const feedOf = (creatorId: UserId) => realtime.topic(activityTopic, creatorId);

  async function newest(creatorId: UserId) {
    const query = { creatorId, limit: ACTIVITY_SHOWN, id: null };
    const found = await db.read(async (reader) => {
      const lists = [];
      for (const kind of ACTIVITY_KINDS) lists.push(await FINDERS[kind](reader, query));
      return lists.flat();
    });
    return found.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, ACTIVITY_SHOWN);
  }

  /** Sends one entry to the creator's tabs that listen to this process, since every process receives the event. */
  async function append(creatorId: UserId, kind: ActivityKind, id: string): Promise<void> {
    if (feedOf(creatorId).listeners() === 0) return;
    const [entry] = await db.read((reader) => FINDERS[kind](reader, { creatorId, limit: 1, id }));
    if (entry) feedOf(creatorId).local.append(uuidv7(), entry);
  }

  /** Sends the feed again where an entry may have gone. */
  async function refresh(creatorId: UserId): Promise<void> {
    if (feedOf(creatorId).listeners() > 0) await feedOf(creatorId).refresh();
  }

  return {
    topic: defineTopic(activityTopic, {
      snapshot: async (creatorId) => ({ entries: await newest(creatorId) }),
    }),
    subscriptions: [
      on(followed, ({ followerId, streamerId }) => append(streamerId, 'follow', followerId)),
      on(unfollowed, ({ streamerId }) => refresh(streamerId)),
      onHook(supported, (tx, { creatorId, kind, id }) =>
        publish(tx, supportCommitted, { creatorId, kind, id }),
      ),
      on(supportCommitted, ({ creatorId, kind, id }) => append(creatorId, kind, id)),
      on(donationsChanged, ({ creatorId }) => refresh(creatorId)),
      on(chatRaidChanged, async ({ raidId, raid }) => {
        if (raid?.state === 'departed') await append(raid.target.id, 'raid', raidId);
      }),
      onGap(async () => {
        for (const creatorId of realtime.keys(activityTopic)) await refresh(creatorId);
      }),
    ],
  };
}
