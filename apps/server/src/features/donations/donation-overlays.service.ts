/** Overlays that show donations on top of a stream, in the creator's streaming software. */
import {
  type AlertSettings,
  type DonationAlert,
  type DonationOverlay,
  donationOverlayTopic,
} from '@tributary/contracts/donations';
import { guestLabel } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Reader } from '#platform/db/database.ts';
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import * as repo from './donation-overlays.repo.ts';
import type { DonationPages } from './donation-pages.service.ts';
import { donationErrors } from './donations.errors.ts';
import { donationCompleted, donationsChanged } from './donations.events.ts';
import { createOverlayTokens, isSameToken } from './overlay-token.ts';

export interface DonationOverlays {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
  own(creatorId: UserId): Promise<DonationOverlay>;
  /** The creator whose overlays a token opens. @throws AppError `overlay_not_found` */
  ownerOf(token: string): Promise<UserId>;
  edit(creatorId: UserId, settings: AlertSettings): Promise<DonationOverlay>;
  rotate(creatorId: UserId): Promise<DonationOverlay>;
  /** Shows a test donation. */
  test(creatorId: UserId): Promise<void>;
}

export interface DonationOverlaysOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly pages: Pick<DonationPages, 'currentGoal'>;
  readonly secret: string;
}

/** The amount of the test alert, in minor units. */
const TEST_CENTS = 500;

export function createDonationOverlays({
  db,
  realtime,
  pages,
  secret,
}: DonationOverlaysOptions): DonationOverlays {
  const tokens = createOverlayTokens(secret);
  /**
   * Creators whose overlays were opened in this process. Only these have listeners, or listeners that may come back.
   */
  const opened = new Set<UserId>();

  async function read(reader: Reader, creatorId: UserId): Promise<DonationOverlay> {
    const { version, settings } = await repo.findOverlay(reader, creatorId);
    const { currency } = await readSettings(reader);
    return { token: tokens.tokenOf(creatorId, version), settings, currency };
  }

  const own = (creatorId: UserId) => db.read((reader) => read(reader, creatorId));

  /** @throws AppError `overlay_not_found` */
  async function verify(reader: Reader, token: string) {
    const creatorId = tokens.claimedCreator(token);
    if (creatorId === null) throw donationErrors.overlay_not_found();
    const overlay = await read(reader, creatorId);
    if (!isSameToken(token, overlay.token)) throw donationErrors.overlay_not_found();
    opened.add(creatorId);
    return { creatorId, ...overlay };
  }

  const open = (token: string) =>
    db.read(async (reader) => {
      const { creatorId, settings, currency } = await verify(reader, token);
      return { settings, currency, goal: await pages.currentGoal(reader, creatorId) };
    });

  const topicOf = (token: string) => realtime.topic(donationOverlayTopic, token);

  async function refresh(creatorId: UserId): Promise<void> {
    if (!opened.has(creatorId)) return;
    await topicOf((await own(creatorId)).token).refresh();
  }

  /** Sends an alert to this process's listeners, since every process receives the event. */
  async function show(creatorId: UserId, donationId: string): Promise<void> {
    if (!opened.has(creatorId)) return;
    const alert = await db.read(async (reader) => {
      const { token, settings } = await read(reader, creatorId);
      const donation = await repo.findDonation(reader, donationId);
      const goal = await pages.currentGoal(reader, creatorId);
      if (!donation) return undefined;
      const { guestName, ...shown } = donation;
      const name = donation.name ?? (guestName === null ? null : guestLabel(guestName));
      return { token, settings, data: { ...shown, name, isTest: false, goal } };
    });
    if (!alert) return;
    const { token, settings, data } = alert;
    if (data.amount < settings.minimumAmount) await topicOf(token).refresh();
    else topicOf(token).local.append(uuidv7(), data);
  }

  return {
    topic: defineTopic(donationOverlayTopic, { snapshot: open, keepsHistory: true }),
    subscriptions: [
      on(donationCompleted, ({ recipientId, donationId }) => show(recipientId, donationId)),
      on(donationsChanged, ({ creatorId }) => refresh(creatorId)),
      onGap(async () => {
        for (const token of realtime.keys(donationOverlayTopic)) await topicOf(token).refresh();
      }),
    ],
    own,
    ownerOf: async (token) => (await db.read((reader) => verify(reader, token))).creatorId,
    async edit(creatorId, settings) {
      await db.transact((tx) => repo.saveSettings(tx, creatorId, settings));
      const overlay = await own(creatorId);
      const goal = await db.read((reader) => pages.currentGoal(reader, creatorId));
      topicOf(overlay.token).snapshot({ settings, currency: overlay.currency, goal });
      return overlay;
    },
    async rotate(creatorId) {
      await db.transact((tx) => repo.raiseVersion(tx, creatorId));
      return own(creatorId);
    },
    async test(creatorId) {
      const { token, currency } = await own(creatorId);
      const goal = await db.read((reader) => pages.currentGoal(reader, creatorId));
      const alert: DonationAlert = {
        id: uuidv7(),
        name: 'Ada',
        amount: TEST_CENTS,
        currency,
        isTest: true,
        goal,
        message: 'This is a test.',
      };
      topicOf(token).append(alert.id, alert);
    },
  };
}
