/** The topic `donations:{username}`: a channel's donation page, and recent donations. */
import { donationPageTopic } from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import type { DonationPages } from './donation-pages.service.ts';
import { findRecipient } from './donation-purpose.repo.ts';
import { donationCompleted, donationsChanged } from './donations.events.ts';

export function createDonationsTopic(options: {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly pages: Pick<DonationPages, 'of'>;
}): { readonly topic: TopicDefinition; readonly subscriptions: readonly Subscription[] } {
  const { db, realtime, pages } = options;
  const refresh = (username: string) => realtime.topic(donationPageTopic, username).refresh();

  async function refreshOf(creatorId: UserId): Promise<void> {
    if (realtime.keys(donationPageTopic).length === 0) return;
    const creator = await db.read((reader) => findRecipient(reader, creatorId));
    if (creator) await refresh(creator.username.toLowerCase());
  }

  return {
    topic: defineTopic(donationPageTopic, { snapshot: (username) => pages.of(username) }),
    subscriptions: [
      on(donationCompleted, ({ recipientId }) => refreshOf(recipientId)),
      on(donationsChanged, ({ creatorId }) => refreshOf(creatorId)),
      onGap(async () => {
        for (const username of realtime.keys(donationPageTopic)) await refresh(username);
      }),
    ],
  };
}
