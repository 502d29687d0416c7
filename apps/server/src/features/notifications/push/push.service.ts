/** Web push (RFC 8030): encrypted for the browser that asked (RFC 8291), signed by the instance (RFC 8292). */
import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { PushSubscriptionKeys, UserId } from '@tributary/contracts';
import webPush from 'web-push';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { isPublicAddress, post, RefusedAddress } from '#platform/outbound/index.ts';
import { createSeal } from '#platform/seal.ts';
import type { News } from '../news.ts';
import { notificationsErrors } from '../notifications.errors.ts';
import { SilentServices } from './silent-services.ts';
import * as repo from './subscriptions.repo.ts';

/** Of one person; the oldest make room. */
const MOST_SUBSCRIPTIONS = 20;
const HOUR_SECONDS = 3600;
/** A browser that is off for longer has missed a stream; the rest can wait for days. */
const TTL_SECONDS = { stream_live: 4 * HOUR_SECONDS, other: 72 * HOUR_SECONDS };
/** The push service knows the endpoint no more (RFC 8030, 7.3), or not with our key. */
const GONE = new Set([403, 404, 410]);

export interface Push {
  /** What a browser subscribes with. */
  publicKey(): Promise<string>;
  /** @throws AppError `push_endpoint_unfit`, `push_keys_unfit` */
  subscribe(userId: UserId, sessionId: string, subscription: PushSubscriptionKeys): Promise<void>;
  unsubscribe(userId: UserId, endpoint: string): Promise<void>;
  /** Forgets a subscription that is gone. @throws Error where another attempt may succeed */
  deliver(subscriptionId: string, news: News): Promise<void>;
}

export interface PushOptions {
  readonly db: Database;
  readonly log: Log;
  /** Of the instance; what the private key is sealed under. */
  readonly secret: string;
  /** Whom a push service may write to: `mailto:` or an https address. */
  readonly contact: string;
  /** Which IP addresses push services may have; the public ones where nothing else is said. */
  readonly allows?: (ip: string) => boolean;
}

export function createPush({ db, log, secret, contact, allows = isPublicAddress }: PushOptions): Push {
  const seal = createSeal(secret, 'web push');
  const services = new SilentServices();
  let known: Promise<{ publicKey: string; privateKey: string }> | undefined;

  /** Made once for the whole instance: browsers are subscribed with them for years. */
  function keys() {
    known ??= db
      .transact(async (tx) => {
        const { publicKey, privateKey } = webPush.generateVAPIDKeys();
        const sealed = seal.seal(privateKey, publicKey);
        const stored = await repo.keepKeys(tx, { publicKey, sealedPrivateKey: sealed });
        return {
          publicKey: stored.publicKey,
          privateKey: seal.open(stored.sealedPrivateKey, stored.publicKey),
        };
      })
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  }

  function assertFit(endpoint: string): void {
    const { protocol, hostname, username, password } = new URL(endpoint);
    const host = hostname.replace(/^\[|\]$/g, '');
    const named = isIP(host) === 0 && host.includes('.');
    const public_ = protocol === 'https:' && named && !username && !password;
    if (!public_ && !(allows !== isPublicAddress && allows(host))) {
      throw notificationsErrors.push_endpoint_unfit();
    }
  }

  /** One that is no point of the curve would fail with each message, and each of its attempts. */
  function assertPoint(p256dh: string): void {
    try {
      ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    } catch (cause) {
      throw notificationsErrors.push_keys_unfit({ cause });
    }
  }

  const forget = (id: string) => db.transact((tx) => repo.deleteSubscription(tx, id));

  return {
    publicKey: async () => (await keys()).publicKey,
    async subscribe(userId, sessionId, { endpoint, keys: { p256dh, auth } }) {
      assertFit(endpoint);
      assertPoint(p256dh);
      await db.transact(async (tx) => {
        await repo.putSubscription(tx, userId, sessionId, { endpoint, p256dh, auth });
        await repo.trimSubscriptions(tx, userId, MOST_SUBSCRIPTIONS);
      });
    },
    unsubscribe: (userId, endpoint) => db.transact((tx) => repo.deleteByEndpoint(tx, userId, endpoint)),
    async deliver(id, news) {
      const subscription = await db.read((reader) => repo.findSubscription(reader, id));
      if (!subscription) return;
      const { endpoint, p256dh, auth } = subscription;
      const { body, headers } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(news),
        {
          vapidDetails: { subject: contact, ...(await keys()) },
          TTL: news.type === 'stream_live' ? TTL_SECONDS.stream_live : TTL_SECONDS.other,
          urgency: 'normal',
        },
      );
      try {
        const { status } = await services.unlessSilent(endpoint, () =>
          post(endpoint, { headers, body }, allows),
        );
        if (GONE.has(status)) await forget(id);
        else if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}.`);
        else if (status >= 300) log.warn({ status }, 'A push service did not take a message');
      } catch (error) {
        if (!(error instanceof RefusedAddress)) throw error;
        log.warn({ err: error }, 'A push subscription led to where we do not go');
        await forget(id);
      }
    },
  };
}
