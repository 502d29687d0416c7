/** Donations: payments of viewers to creators, the pages for them, and alerts on the stream. */
import type { UserId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { MembershipsFeature } from '#features/memberships/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { PaymentsFeature } from '#features/payments/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { createDonationOverlays } from './donation-overlays.service.ts';
import { donationPageRoutes } from './donation-pages.routes.ts';
import { createDonationPages } from './donation-pages.service.ts';
import { createDonationPurpose } from './donation-purpose.service.ts';
import { donated } from './donations.notifications.ts';
import { donationRoutes } from './donations.routes.ts';
import { createDonations } from './donations.service.ts';
import { createDonationsTopic } from './donations.topics.ts';
import { donationsUserData } from './donations-user-data.ts';

export { updateFromCharge } from './donation-purpose.repo.ts';
export {
  donationCompleted,
  donationsChanged,
  donationWritten,
  type WrittenDonation,
} from './donations.events.ts';
export { donated } from './donations.notifications.ts';
export { removeDonationMessage } from './donations.service.ts';

export interface DonationsFeatureOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly hooks: Pick<Hooks, 'run'>;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly payments: Pick<PaymentsFeature, 'addPurpose' | 'refunds'>;
  readonly memberships: Pick<MembershipsFeature, 'subscribersAmong'>;
  /** The instance's secret, from which keys for signing are derived. */
  readonly secret: string;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export interface DonationsFeature extends Feature {
  /** The token in the addresses of a creator's overlays. */
  overlayToken(creatorId: UserId): Promise<string>;
  /** The creator whose overlays a token opens. @throws AppError `overlay_not_found` */
  overlayOwner(token: string): Promise<UserId>;
}

export function createDonationsFeature(options: DonationsFeatureOptions): DonationsFeature {
  const { db, payments, now = () => new Date() } = options;
  const { refunds } = payments;
  const { subscribersAmong } = options.memberships;
  payments.addPurpose(createDonationPurpose(options));
  const pages = createDonationPages({ ...options, now });
  const overlays = createDonationOverlays({ ...options, pages });
  const topic = createDonationsTopic({ ...options, pages });
  return {
    ...donationsUserData(db),
    name: 'donations',
    notifications: [donated],
    overlayToken: async (creatorId) => (await overlays.own(creatorId)).token,
    overlayOwner: (token) => overlays.ownerOf(token),
    topics: [topic.topic, overlays.topic],
    subscriptions: [...topic.subscriptions, ...overlays.subscriptions],
    routes(app) {
      const donations = createDonations({ ...options, refunds, subscribersAmong, now });
      donationRoutes(app, donations, recordExports(db));
      donationPageRoutes(app, pages, overlays);
    },
  };
}
