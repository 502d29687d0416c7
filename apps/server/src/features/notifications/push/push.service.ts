/**
 * Web push (RFC 8030): messages are encrypted for the subscribed browser (RFC 8291) and signed by the instance (RFC
 * 8292).
 */
import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { PushSubscriptionKeys } from '@tributary/contracts/notifications';
import type { UserId } from '@tributary/contracts/shared';
import { directionOf } from '@tributary/messages/languages';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { NotificationTypes } from '#platform/notifications/index.ts';
import { AddressRefusedError, isPublicAddress, post } from '#platform/outbound/index.ts';
import { createSeal } from '#platform/seal.ts';
import type { NotificationContent } from '../notification-content.ts';
import { notificationsErrors } from '../notifications.errors.ts';
import * as repo from './subscriptions.repo.ts';
import { createUnresponsiveServices } from './unresponsive-services.ts';

/** The number of subscriptions per person; a new one replaces the oldest. */
const MAX_SUBSCRIPTIONS = 20;
const HOUR_SECONDS = 3600;
/** How long a push service keeps a message for an offline browser, if the message's type is no longer declared. */
const DEFAULT_HOURS = 72;
/** The subscription no longer exists (RFC 8030, 7.3), or belongs to another key. */
const GONE = new Set([403, 404, 410]);

export interface Push {
  /** The VAPID public key that browsers subscribe with (RFC 8292). */
  publicKey(): Promise<string>;
  /** @throws AppError `push_endpoint_invalid`, `push_keys_invalid` */
  subscribe(userId: UserId, sessionId: string, subscription: PushSubscriptionKeys): Promise<void>;
  unsubscribe(userId: UserId, endpoint: string): Promise<void>;
  /** Deletes a subscription that no longer exists. @throws Error if another attempt may succeed */
  deliver(subscriptionId: string, content: NotificationContent): Promise<void>;
}

export interface PushOptions {
  readonly db: Database;
  readonly log: Log;
  /** The instance's secret, which encrypts the private key at rest. */
  readonly secret: string;
  readonly types: Pick<NotificationTypes, 'find'>;
  /** A `mailto:` or `https:` URL at which push services can reach the operator (RFC 8292, 2.1). */
  readonly contact: string;
  /** Decides which IP addresses push services may have; by default only public ones. */
  readonly allows?: (ip: string) => boolean;
}

/** Loads the library when a browser first asks for messages or is sent one. */
const loadWebPush = async () => (await import('web-push')).default;

export function createPush(options: PushOptions): Push {
  const { db, log, secret, types, contact, allows = isPublicAddress } = options;
  const seal = createSeal(secret, 'web push');
  const services = createUnresponsiveServices();
  let known: Promise<{ publicKey: string; privateKey: string }> | undefined;

  /** The keys are generated once for the whole instance, since browsers stay subscribed with them for years. */
  function keys() {
    known ??= loadWebPush()
      .then((webPush) =>
        db.transact(async (tx) => {
          const { publicKey, privateKey } = webPush.generateVAPIDKeys();
          const sealed = seal.seal(privateKey, publicKey);
          const stored = await repo.keepKeys(tx, { publicKey, sealedPrivateKey: sealed });
          return {
            publicKey: stored.publicKey,
            privateKey: seal.open(stored.sealedPrivateKey, stored.publicKey),
          };
        }),
      )
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  }

  function assertPublicEndpoint(endpoint: string): void {
    const { protocol, hostname, username, password } = new URL(endpoint);
    const host = hostname.replace(/^\[|\]$/g, '');
    const named = isIP(host) === 0 && host.includes('.');
    const public_ = protocol === 'https:' && named && !username && !password;
    if (!public_ && !(allows !== isPublicAddress && allows(host))) {
      throw notificationsErrors.push_endpoint_invalid();
    }
  }

  /** Refuses a key that is not a point of the curve, since it would make every delivery fail. */
  function assertPoint(p256dh: string): void {
    try {
      ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    } catch (cause) {
      throw notificationsErrors.push_keys_invalid({ cause });
    }
  }

  const remove = (id: string) => db.transact((tx) => repo.deleteSubscription(tx, id));

  return {
    publicKey: async () => (await keys()).publicKey,
    async subscribe(userId, sessionId, { endpoint, keys: { p256dh, auth } }) {
      assertPublicEndpoint(endpoint);
      assertPoint(p256dh);
      await db.transact(async (tx) => {
        await repo.putSubscription(tx, userId, sessionId, { endpoint, p256dh, auth });
        await repo.trimSubscriptions(tx, userId, MAX_SUBSCRIPTIONS);
      });
    },
    unsubscribe: (userId, endpoint) => db.transact((tx) => repo.deleteByEndpoint(tx, userId, endpoint)),
    async deliver(id, content) {
      const subscription = await db.read((reader) => repo.findSubscription(reader, id));
      if (!subscription) return;
      const { endpoint, p256dh, auth } = subscription;
      const webPush = await loadWebPush();
      const { body, headers } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({ ...content, direction: directionOf(content.language) }),
        {
          vapidDetails: { subject: contact, ...(await keys()) },
          TTL: (types.find(content.type)?.pushHours ?? DEFAULT_HOURS) * HOUR_SECONDS,
          urgency: 'normal',
        },
      );
      try {
        const { status } = await services.unlessUnresponsive(endpoint, () =>
          post(endpoint, { headers, body }, allows),
        );
        if (GONE.has(status)) await remove(id);
        else if (status === 429 || status >= 500)
          throw new Error(`The push service answered with status ${status}.`);
        else if (status >= 300)
          log.warn({ status, service: new URL(endpoint).origin }, 'A push service rejected a message');
      } catch (error) {
        if (!(error instanceof AddressRefusedError)) throw error;
        log.warn({ err: error }, 'Deleted a push subscription that points to a private address');
        await remove(id);
      }
    },
  };
}
