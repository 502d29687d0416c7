/** Reports donations and new subscriptions in the chat of a creator's running stream. */
import { chatTopic, type StreamId, type UserId } from '@tributary/contracts';
import { donationCompleted, donationsChanged, subscriptionStarted } from '#features/money/index.ts';
import type { Database } from '#platform/db/database.ts';
import { on, type Subscription } from '#platform/feature.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { type SystemLine, storeLine } from '../messages/system-lines.ts';
import { findOpenChats } from '../moderation/moderation.repo.ts';
import { countTakenBack, findDisplayName } from './support.repo.ts';

export interface SupportOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic'>;
}

export function createSupport({ db, realtime }: SupportOptions): readonly Subscription[] {
  /** How many donations of a creator's stream are taken back, as its listeners in this process know. */
  const takenBack = new Map<UserId, string>();

  async function report(creatorId: UserId, line: Omit<SystemLine, 'streamId'>): Promise<void> {
    for (const streamId of await db.read((reader) => findOpenChats(reader, creatorId))) {
      await db.transact((tx) => storeLine(tx, { ...line, streamId }));
    }
  }

  /** Sends the chat again where a donation was refunded or its text hidden. */
  async function refresh(creatorId: UserId): Promise<void> {
    const known: [StreamId, number][] = [];
    const open = await db.read((reader) => findOpenChats(reader, creatorId));
    // Nothing is kept for creators who are not live.
    if (open.length === 0) return void takenBack.delete(creatorId);
    for (const id of open) known.push([id, await db.read((reader) => countTakenBack(reader, id))]);
    const now = JSON.stringify(known);
    const before = takenBack.get(creatorId) ?? JSON.stringify(open.map((id) => [id, 0]));
    takenBack.set(creatorId, now);
    if (now === before) return;
    for (const id of open) await realtime.topic(chatTopic, id).refresh();
  }

  return [
    on(donationCompleted, ({ donationId, recipientId }) =>
      report(recipientId, {
        ...{ authorId: recipientId, clientId: donationId, donationId },
        // What is shown is read from the donation.
        text: 'Donation',
      }),
    ),
    on(donationsChanged, ({ creatorId }) => refresh(creatorId)),
    on(subscriptionStarted, async ({ subscriptionId, creatorId, subscriberId }) => {
      const name = await db.read((reader) => findDisplayName(reader, subscriberId));
      if (name === null) return;
      await report(creatorId, {
        ...{ authorId: subscriberId, clientId: subscriptionId },
        text: `${name} subscribed`,
      });
    }),
  ];
}
