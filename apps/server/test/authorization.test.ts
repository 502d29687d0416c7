/**
 * Authorization (spec section 6): tries each endpoint of the OpenAPI document and each realtime topic as every
 * kind of caller. An endpoint or a topic that is missing in the tables below fails the test.
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  issueAccessToken,
  REALTIME_CLOSE,
  REALTIME_PATH,
  REALTIME_SUBPROTOCOL,
  REALTIME_TOKEN_PREFIX,
  type Role,
  type ServerMessage,
  type UserId,
} from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type App, createApp } from '../src/app.ts';
import { parseConfig } from '../src/config/config.ts';
import { createUsers } from '../src/features/identity/index.ts';
import { recordCharge } from '../src/features/money/charges/charges.service.ts';
import { createLog } from '../src/platform/log/log.ts';
import { type Answer, Browser, json } from './support/browser.ts';
import { createTestDatabase } from './support/database.ts';
import { newCharge } from './support/money-fixture.ts';
import { connectTab } from './support/realtime-harness.ts';

/** `streamer` owns what the paths below name; `other` is a streamer as well. */
const ACTORS = ['nobody', 'banned', 'viewer', 'other', 'admin', 'streamer'] as const;
type Actor = (typeof ACTORS)[number];

/**
 * done: 2xx. input: past every guard, then the input itself was refused (404, 409, 413, 415, 422).
 * who: 401. forbidden: 403. missing: 404.
 */
type Outcome = 'done' | 'input' | 'who' | 'forbidden' | 'missing';

type Row = Readonly<Record<Actor, Outcome>> & { readonly body?: unknown; readonly path?: string };

const everybody = (outcome: Outcome, body?: unknown): Row => ({
  nobody: outcome,
  banned: outcome,
  viewer: outcome,
  other: outcome,
  admin: outcome,
  streamer: outcome,
  body,
});
/** A banned person counts as signed out. */
const signedIn = (outcome: Outcome, body?: unknown): Row => ({
  ...everybody(outcome, body),
  nobody: 'who',
  banned: 'who',
});
/** Endpoints of the caller's own channel, which an admin without a channel cannot use either. */
const streamers = (outcome: Outcome, body?: unknown): Row => ({
  ...signedIn(outcome, body),
  viewer: 'forbidden',
  admin: 'forbidden',
});
const admins = (outcome: Outcome, body?: unknown): Row => ({
  ...everybody('forbidden', body),
  nobody: 'who',
  banned: 'who',
  admin: outcome,
});
/** Another person's object counts as missing. */
const owner = (outcome: Outcome): Row => ({ ...signedIn('missing'), streamer: outcome });

/** As `owner`, for what only streamers have. */
const ownersChannel = (outcome: Outcome): Row => ({
  ...owner(outcome),
  viewer: 'forbidden',
  admin: 'forbidden',
});

const eventEdit = {
  title: 'A night of it',
  description: '',
  eventDate: '2999-01-01T20:00:00Z',
  timezone: 'UTC',
  durationMinutes: 60,
  priceCents: 500,
  capacity: null,
};
const tierEdit = {
  name: 'Friends',
  description: '',
  benefits: [],
  priceMonthly: 0,
  priceYearly: 0,
  trialDays: 0,
};
const wrongProof = { password: 'not the password' };
const credential = { response: { id: 'x' } };

const ENDPOINTS: Readonly<Record<string, Row>> = {
  'GET /healthz': everybody('done'),
  'GET /api/instance': everybody('done'),
  'GET /.well-known/jwks.json': everybody('done'),
  'GET /api/me': everybody('done'),
  'GET /api/users/{userId}/profile': everybody('done'),
  'GET /api/users/{userId}/roles': owner('done'),
  'GET /api/users/{userId}/streamer-data': owner('done'),

  'POST /api/auth/sign-up/email': everybody('input', {}),
  'POST /api/auth/sign-in/email': everybody('input', {}),
  'POST /api/auth/sign-in/email-otp': everybody('input', { email: 'nobody@example.org', otp: '000000' }),
  'POST /api/auth/sign-in/provider': everybody('input', { callbackURL: '/' }),
  'POST /api/auth/sign-in-code': everybody('input', {}),
  'POST /api/auth/send-verification-email': everybody('input', {}),
  'POST /api/auth/request-password-reset': everybody('input', {}),
  'POST /api/auth/reset-password': everybody('input', { token: 'x', newPassword: 'a phrase of no meaning' }),
  'POST /api/auth/two-factor/verify-totp': {
    ...everybody('input', { code: '000000' }),
    nobody: 'who',
    banned: 'who',
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    ...everybody('input', { code: 'x' }),
    nobody: 'who',
    banned: 'who',
  },
  'POST /api/auth/passkey/request-options': everybody('done'),
  'POST /api/auth/passkey/sign-in': everybody('who', credential),
  'POST /api/auth/token': signedIn('done'),

  'POST /api/auth/change-password': signedIn('input', {
    currentPassword: 'not the password',
    newPassword: 'a phrase of no meaning',
  }),
  'POST /api/auth/request-email-change': signedIn('input', { newEmail: 'x@example.org', ...wrongProof }),
  'POST /api/auth/change-email': signedIn('input', { newEmail: 'x@example.org', otp: '000000' }),
  'POST /api/auth/two-factor/enable': signedIn('input', wrongProof),
  'POST /api/auth/two-factor/disable': signedIn('input', wrongProof),
  'POST /api/auth/two-factor/backup-codes': signedIn('input', wrongProof),
  'POST /api/auth/passkey/creation-options': signedIn('input', wrongProof),
  'POST /api/auth/passkey/create': signedIn('input', credential),
  'POST /api/auth/passkey/delete': signedIn('input', { ...wrongProof, id: uuidv7() }),
  'POST /api/auth/reset-password/delete-passkey': everybody('forbidden', { reviewToken: 'x', id: uuidv7() }),

  'GET /api/me/security': signedIn('done'),
  'GET /api/me/sessions': signedIn('done'),
  'DELETE /api/me/sessions': signedIn('done'),
  'DELETE /api/me/sessions/{id}': owner('done'),
  'GET /api/me/export': signedIn('done'),
  'POST /api/me/delete': signedIn('input', wrongProof),

  'GET /api/me/stream-key': streamers('done'),
  'POST /api/me/stream-key/rotate': streamers('done'),
  'GET /api/me/stream-settings': streamers('done'),
  'PUT /api/me/stream-settings': streamers('done', {
    title: 'x',
    category: 'Gaming',
    tags: [],
    isMature: false,
  }),
  'PUT /api/me/stream-thumbnail': streamers('input'),
  'DELETE /api/me/stream-thumbnail': streamers('done'),
  'GET /api/me/ingest-health/history': streamers('done'),
  'GET /api/me/streams': streamers('done'),
  'GET /api/me/streams.csv': streamers('done'),
  'GET /api/me/streams/latest': streamers('done'),
  'GET /api/me/streams/{id}/viewers': { ...streamers('missing'), streamer: 'done' },
  'GET /api/me/followers/growth': streamers('done'),
  'POST /api/me/stream/stop': streamers('done'),
  'POST /api/me/stream/admit': streamers('done'),
  'GET /api/me/ingest-health': streamers('done'),
  'GET /api/me/recordings': streamers('done'),
  'PATCH /api/me/recordings/{id}': streamers('input', { visibility: 'private' }),
  'DELETE /api/me/recordings/{id}': streamers('input'),
  'GET /api/me/recording-settings': streamers('done'),
  'PUT /api/me/recording-settings': streamers('done', { records: true }),

  'GET /api/streams/featured': everybody('done'),
  'GET /api/streams/{id}': everybody('done'),
  'POST /api/streams/{id}/playback': signedIn('done', {}),
  'GET /api/streamers/{username}/streams/{slug}': everybody('done'),

  'GET /api/discover': everybody('done'),
  'GET /api/discover/people': everybody('input'),
  'GET /api/discover/counts': everybody('input'),
  'GET /api/categories': everybody('done'),
  'GET /api/streamers/{username}/streams': everybody('done'),

  'GET /api/streamers/{username}/followers': everybody('done'),
  'PUT /api/me/following/{streamerId}': { ...signedIn('done'), streamer: 'input' },
  'DELETE /api/me/following/{streamerId}': signedIn('done'),
  'GET /api/me/following': signedIn('done'),
  'GET /api/me/following/live': signedIn('done'),
  'POST /api/me/following/among': signedIn('done', { streamerIds: [] }),
  'GET /api/me/saved': signedIn('done'),
  'GET /api/me/saved/{id}': signedIn('done'),
  'PUT /api/me/saved/{id}': signedIn('done'),
  'DELETE /api/me/saved/{id}': signedIn('done'),
  'GET /api/me/history': signedIn('done'),
  'DELETE /api/me/history': signedIn('done'),
  'DELETE /api/me/history/{id}': signedIn('done'),
  'GET /api/me/viewer-overview': signedIn('done'),
  'GET /api/me/preferences': signedIn('done'),
  'PATCH /api/me/preferences': signedIn('done', { theme: 'dark' }),

  'GET /api/pages/{slug}': everybody('done'),
  'PUT /api/admin/pages/{slug}': admins('input', {}),
  'DELETE /api/admin/pages/{slug}': admins('done'),
  'GET /api/contact': everybody('done'),
  'POST /api/contact': everybody('input', {}),
  'GET /api/admin/contact-messages': admins('done'),
  'GET /api/admin/contact-messages.csv': admins('done'),
  'PUT /api/admin/contact-messages/{id}/handled': admins('input', {}),
  'GET /api/admin/overview': admins('done'),
  'GET /api/admin/queues': admins('done'),
  'GET /api/admin/users': admins('done'),
  'GET /api/admin/users.csv': admins('done'),
  'GET /api/admin/users/{id}': admins('done'),
  'PUT /api/admin/users/{id}/roles/{role}': admins('missing'),
  'DELETE /api/admin/users/{id}/roles/{role}': admins('missing'),
  'PUT /api/admin/users/{id}/ban': admins('missing', { reason: 'Spam', days: null }),
  'DELETE /api/admin/users/{id}/ban': admins('missing'),
  'DELETE /api/admin/users/{id}/sessions': admins('missing'),
  'POST /api/admin/users/{id}/badge/take': admins('missing', { reason: 'Not theirs' }),
  'GET /api/admin/streams': admins('done'),
  'GET /api/admin/streams.csv': admins('done'),
  'POST /api/admin/streams/{id}/stop': admins('input', {}),
  'POST /api/admin/streams/{id}/hide': admins('input', {}),
  'POST /api/admin/streams/{id}/show': admins('done'),
  'GET /api/admin/verification-requests': admins('done'),
  'GET /api/admin/verification-requests.csv': admins('done'),
  'PUT /api/admin/verification-requests/{id}/decision': admins('missing', { status: 'approved', notes: '' }),
  'GET /api/admin/settings': admins('done'),
  'PATCH /api/admin/settings': admins('done', {}),
  'GET /api/admin/audit': admins('done'),
  'GET /api/admin/audit.csv': admins('done'),
  'GET /api/me/verification': streamers('done'),
  'POST /api/me/verification': streamers('input', {}),
  // The outbox gives access to accounts, so outside a demo not even admins can read it.
  'GET /api/admin/outbox': admins('missing'),

  'POST /api/track-performance': everybody('done', []),
  'GET /api/admin/performance': admins('done'),

  'GET /api/profiles/{username}': everybody('done'),
  'PATCH /api/me/profile': signedIn('done', {}),
  'PUT /api/me/avatar': signedIn('input'),
  'DELETE /api/me/avatar': signedIn('done'),
  'PUT /api/me/banner': signedIn('input'),
  'DELETE /api/me/banner': signedIn('done'),

  'GET /api/streamers/{username}/tiers': everybody('done'),
  'GET /api/streamers/{username}/events': everybody('done'),
  'GET /api/events/{id}': everybody('missing'),
  'GET /api/events/{id}/event.ics': everybody('missing'),
  'GET /api/events/{id}/ticket': signedIn('done'),
  'POST /api/events/{id}/ticket': signedIn('missing'),
  'GET /api/me/tickets': signedIn('done'),
  'GET /api/streamers/{username}/donations': everybody('done'),
  'GET /api/me/donation-page': streamers('done'),
  'PUT /api/me/donation-page': streamers('input', {}),
  'PUT /api/me/donation-goal': streamers('input', {}),
  'DELETE /api/me/donation-goal': streamers('done'),
  'GET /api/me/donation-overlay': streamers('done'),
  'PUT /api/me/donation-overlay': streamers('input', {}),
  'POST /api/me/donation-overlay/rotate': streamers('done'),
  'POST /api/me/donation-overlay/test': streamers('done'),
  'POST /api/me/donations/{id}/refund': streamers('missing'),
  'PUT /api/me/donations/{id}/hidden': streamers('missing', { isHidden: true }),
  'GET /api/me/donations': streamers('done'),
  'GET /api/me/donations.csv': streamers('done'),
  'GET /api/me/events.csv': streamers('done'),
  'GET /api/me/payouts.csv': streamers('done'),
  'GET /api/admin/donations.csv': admins('done'),
  'GET /api/admin/events.csv': admins('done'),
  'GET /api/admin/payouts.csv': admins('done'),
  'GET /api/me/earnings': streamers('done'),
  'GET /api/me/tiers': streamers('done'),
  'GET /api/tiers/{id}': everybody('done'),
  'GET /api/tiers/{id}/subscription': signedIn('done'),
  'POST /api/tiers/{id}/subscription': { ...signedIn('done'), streamer: 'input' },
  'GET /api/me/subscriptions/{id}': signedIn('missing'),
  'POST /api/me/subscriptions/{id}/cancel': signedIn('missing'),
  'PUT /api/me/subscriptions/{id}/visibility': signedIn('missing', { isHidden: true }),
  'POST /api/me/subscriptions/{id}/resume': signedIn('missing'),
  'POST /api/me/subscriptions/{id}/payment-portal': signedIn('missing'),
  'POST /api/me/subscriptions/{id}/change': signedIn('missing', {
    tierId: '019a0000-0000-7000-8000-000000000000',
    cycle: 'monthly',
  }),
  'GET /api/me/stream-subscribers': streamers('done'),
  'PUT /api/me/stream-subscribers': streamers('done', { isForSubscribers: false }),
  'POST /api/me/tiers': streamers('input', {}),
  'PUT /api/me/tiers/{id}': { ...ownersChannel('done'), body: tierEdit },
  'POST /api/me/tiers/{id}/archive': ownersChannel('done'),
  'POST /api/me/tiers/{id}/restore': ownersChannel('done'),
  'PUT /api/me/tier-order': streamers('input', { ids: ['019a0000-0000-7000-8000-000000000000'] }),
  'GET /api/me/tiers/{id}/subscribers': ownersChannel('done'),
  'GET /api/me/tiers/{id}/subscribers.csv': ownersChannel('done'),
  'GET /api/me/events': streamers('done'),
  'GET /api/me/stream-event': streamers('done'),
  'PUT /api/me/stream-event': streamers('done', { eventId: null }),
  'POST /api/me/events': streamers('input', {}),
  'GET /api/me/events/{id}': ownersChannel('done'),
  'PUT /api/me/events/{id}': { ...ownersChannel('done'), body: eventEdit },
  'DELETE /api/me/events/{id}': ownersChannel('done'),
  'PUT /api/me/events/{id}/poster': streamers('input'),
  'DELETE /api/me/events/{id}/poster': ownersChannel('done'),
  'POST /api/me/events/{id}/publish': ownersChannel('done'),
  'GET /api/me/events/{id}/refunds': ownersChannel('done'),
  'POST /api/me/events/{id}/end': ownersChannel('input'),
  'POST /api/me/events/{id}/cancel': ownersChannel('input'),
  'GET /api/me/payouts': streamers('done'),
  'GET /api/me/balance': streamers('done'),
  'GET /api/me/payouts/{id}/statement': ownersChannel('missing'),
  'GET /api/me/payouts/{id}/statement.csv': ownersChannel('missing'),
  'GET /api/me/payments': signedIn('done'),
  'GET /api/me/payments.csv': signedIn('done'),
  'GET /api/me/payments/{id}/receipt': signedIn('missing'),
  'POST /api/me/payouts': streamers('input', { idempotencyKey: uuidv7(), amount: 1 }),
  'GET /api/me/payout-accounts': streamers('done'),
  'POST /api/me/payout-accounts/{provider}/onboarding': streamers('input'),
  'DELETE /api/me/payout-accounts/{provider}': streamers('input'),
  'POST /api/admin/payouts/{id}/complete': admins('missing', { reference: 'T-1' }),
  'POST /api/admin/payouts/{id}/fail': admins('missing', { reason: 'The bank refused it.' }),
  'GET /api/me/donations-given': signedIn('done'),
  'GET /api/me/donations-given.csv': signedIn('done'),
  'GET /api/me/subscriptions': signedIn('done'),
  'GET /api/admin/donations': admins('done'),
  'GET /api/admin/payouts': admins('done'),
  'GET /api/admin/events': admins('done'),
  'GET /api/admin/earnings': admins('done'),

  'GET /api/payment-methods': everybody('done'),
  'POST /api/checkouts': everybody('input', {}),
  'GET /api/checkouts/{id}': everybody('missing'),
  'POST /api/checkouts/{id}/cancel': everybody('missing'),
  'GET /api/checkouts/{id}/crypto': everybody('missing'),
  'GET /api/me/crypto-account': streamers('done'),
  'POST /api/me/crypto-account/preview': streamers('input', { extendedPublicKey: '' }),
  'PUT /api/me/crypto-account': streamers('input', { extendedPublicKey: '', firstAddress: '' }),
  'DELETE /api/me/crypto-account': streamers('done'),
  'GET /api/me/crypto-refunds': streamers('done'),
  'POST /api/charges/{id}/crypto-refund': signedIn('missing', { transactionHash: '0x' }),
  'POST /api/admin/charges/{id}/crypto-refund': admins('missing', { transactionHash: '0x', reason: 'Seen' }),
  // The signature is what counts.
  'POST /api/webhooks/{provider}': everybody('missing'),
  'GET /api/admin/payment-providers': admins('done'),
  'PUT /api/admin/payment-providers/{provider}/keys': admins('missing', { keys: {} }),
  'DELETE /api/admin/payment-providers/{provider}/keys': admins('missing'),
  'POST /api/admin/payment-providers/{provider}/test': admins('missing'),
  'GET /api/admin/payment-events': admins('done'),
  'GET /api/admin/payment-events/{id}': admins('missing'),
  'POST /api/admin/payment-events/{id}/replay': admins('missing'),
  'GET /api/admin/charges': admins('done'),
  'GET /api/admin/charges.csv': admins('done'),
  'GET /api/admin/charges/{id}': admins('missing'),
  'POST /api/admin/charges/{id}/refunds': admins('missing', { id: uuidv7(), amount: 100, reason: 'x' }),
  'GET /api/admin/refunds': admins('done'),
  'POST /api/admin/reconciliations': admins('input', {
    ...{ provider: 'stripe', since: '2026-01-01', until: '2026-01-31' },
  }),
  'GET /api/admin/reconciliations': admins('done'),
  'GET /api/admin/reconciliations/{id}': admins('missing'),
  'GET /api/admin/reconciliations/{id}/differences': admins('missing'),
  'GET /api/admin/reconciliations/{id}/differences.csv': admins('missing'),
  'GET /api/admin/disputes': admins('done'),
  'POST /api/admin/disputes/{id}/evidence': admins('missing', { evidence: 'x' }),

  'GET /api/me/bell': signedIn('done'),
  'GET /api/me/notifications': signedIn('done'),
  'PUT /api/me/notifications/{id}/read': owner('done'),
  'PUT /api/me/notifications/read': signedIn('done'),
  'GET /api/push/key': signedIn('done'),
  'PUT /api/me/push-subscription': signedIn('input', {}),
  'DELETE /api/me/push-subscription': signedIn('input'),
  'POST /api/mail/unsubscribe': everybody('input'),

  // Only a demo can be seeded.
  'POST /api/functions/seed-demo-users': everybody('forbidden'),
  'POST /api/functions/seed-demo-streams': everybody('forbidden'),
  'POST /api/functions/seed-admin-data': everybody('forbidden'),

  // These change the actors' accounts, so they come last.
  'POST /api/me/streamer': signedIn('done'),
  'POST /api/auth/sign-out': everybody('done'),
  'POST /api/auth/sign-out-everywhere': signedIn('who'),
};

/** Routes that are not in the OpenAPI document: they follow other standards, or a link leads to them. */
const HIDDEN: Readonly<Record<string, Row>> = {
  'GET /api/openapi.json': everybody('done'),
  'GET /manifest.webmanifest': everybody('done'),
  'GET /preloads.json': everybody('done'),
  // Each leads back to a screen, without a link's token or a provider's code.
  'GET /api/auth/verify-email': everybody('input'),
  'GET /api/auth/callback/oidc': everybody('input'),
  'GET /api/payout-accounts/:provider/return': everybody('input'),
  'GET /thumbnails/:file': everybody('missing'),
  'GET /pictures/:file': everybody('missing'),
  'GET /recordings/:id/:first': everybody('missing'),
  'GET /recordings/:id/:first/:second/:third': everybody('missing'),
  'GET /recordings/:id/:first/:second/:third/:fourth': everybody('missing'),
  'GET /oembed': everybody('missing'),
  'GET /streamer/:username/feed.xml': everybody('done'),
  'GET /streamer/:username/events.xml': everybody('done'),
  'GET /sitemap.xml': everybody('done'),
  'GET /sitemap/pages.xml': everybody('done'),
  'GET /sitemap/streamers.xml': everybody('done'),
  'GET /sitemap/streams.xml': everybody('done'),
  'GET /robots.txt': everybody('done'),
};

/** The first message to a subscriber. */
type Reading = 'snapshot' | 'forbidden';

const TOPICS: Readonly<Record<string, Readonly<Record<Actor, Reading>>>> = {
  featured: publicly(),
  stream: publicly(),
  channel: publicly(),
  donations: publicly(),
  // The token is what counts; donations.test.ts has the others.
  'donation-overlay': publicly(),
  // Topics of the subscriber's own account.
  'ingest-health': {
    ...publicly(),
    nobody: 'forbidden',
    banned: 'forbidden',
    viewer: 'forbidden',
    admin: 'forbidden',
  },
  following: { ...publicly(), nobody: 'forbidden', banned: 'forbidden' },
  notifications: { ...publicly(), nobody: 'forbidden', banned: 'forbidden' },
};

function publicly(): Record<Actor, Reading> {
  const all = 'snapshot';
  return { nobody: all, banned: all, viewer: all, other: all, admin: all, streamer: all };
}

const db = await createTestDatabase();
const users = createUsers(db);
const password = 'correct horse battery';

let dataDir: string;
let app: App;
let url: string;
const browsers = new Map<Actor, Browser>();
const ids = new Map<Actor, UserId>();
const streamId = uuidv7();
const notificationId = uuidv7();
const tierId = uuidv7();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-authorization-'));
  const webRoot = join(dataDir, 'web');
  await mkdir(webRoot);
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>App</title><div id="root"></div>');
  await writeFile(join(webRoot, 'preloads.json'), '{}');
  const config = parseConfig({ DEMO: 'false', DATABASE_URL: db.url, TRUST_PROXY: 'loopback' }, dataDir);
  app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
    { log: createLog('silent'), webRoot },
  );
  url = `http://127.0.0.1:${app.port}`;
  for (const [index, actor] of ACTORS.entries()) {
    // Each from its own IP address, so that rate limits do not apply.
    const browser = new Browser(url, { 'x-forwarded-for': addressOf(index) });
    browsers.set(actor, browser);
    if (actor === 'nobody') continue;
    const email = emailOf(actor);
    const { id } = await users.create({ username: `the-${actor}`, email, password });
    ids.set(actor, id);
    const answer = await browser.post('/api/auth/sign-in/email', { email, password });
    expect(answer.status).toBe(200);
  }
  for (const actor of ['streamer', 'other'] as const) await browserOf(actor).post('/api/me/streamer');
  await db.transact((tx) => users.grantRole(tx, idOf('admin'), 'admin', null));
  // Keep the session, so that the ban is what is tested.
  await db.pool.query('update profiles set banned_at = now() where id = $1', [ids.get('banned')]);
  await db.pool.query(
    "insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at) values ($1, $2, 'A show', 'Gaming', 'a-show', 'live', now(), now())",
    [streamId, idOf('streamer')],
  );
  await db.pool.query("insert into subscription_tiers (id, creator_id, name) values ($1, $2, 'Friends')", [
    tierId,
    idOf('streamer'),
  ]);
  await db.pool.query(
    "insert into notifications (id, user_id, type, title, message) values ($1, $2, 'other', 'News', '')",
    [notificationId, idOf('streamer')],
  );
  // What others could see of a person: that they watch, follow, subscribe, give and write.
  for (const actor of ['viewer', 'other'] as const) {
    await browserOf(actor).put(`/api/me/following/${idOf('streamer')}`, undefined);
    await db.pool.query(
      `insert into tier_subscriptions (id, tier_id, user_id, status, billing_cycle, price_cents, current_period_start, current_period_end)
       values ($1, $2, $3, 'active', 'monthly', 0, now(), now() + interval '30 days')`,
      [uuidv7(), tierId, idOf(actor)],
    );
    const paid = { payerId: idOf(actor), grossCents: 500, feeCents: 50 };
    const { id: chargeId } = await db.transact((tx) => recordCharge(tx, newCharge(idOf('streamer'), paid)));
    await db.pool.query(
      `insert into donations (id, charge_id, recipient_id, donor_id, amount, platform_fee, net_amount, payment_provider, status)
       values ($1, $1, $2, $3, 500, 50, 450, 'stripe', 'completed')`,
      [chargeId, idOf('streamer'), idOf(actor)],
    );
    await db.pool.query(
      `insert into contact_messages (id, name, email, subject, message, user_id)
       values ($1, 'Somebody', $2, 'A question', 'How does it work?', $3)`,
      [uuidv7(), emailOf(actor), idOf(actor)],
    );
  }
  await browserOf('streamer').post('/api/me/verification', { reason: 'I am known elsewhere.', links: [] });
  await db.transact((tx) => users.grantRole(tx, idOf('other'), 'viewer', idOf('admin')));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const emailOf = (actor: Actor): string => `${actor}@example.org`;
const addressOf = (index: number): string => `198.51.100.${index}`;
const browserOf = (actor: Actor): Browser => browsers.get(actor) ?? expect.fail(actor);
const idOf = (actor: Actor): UserId => ids.get(actor) ?? expect.fail(actor);

async function socketOf(browser: Browser): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${REALTIME_PATH}`, {
    headers: { origin: url, cookie: browser.cookieHeader() },
  });
  await once(socket, 'open');
  return socket;
}

/** Fills a path's parameters with the streamer's objects, new ones for each request that may delete them. */
async function fill(operation: string): Promise<string> {
  const path = operation.slice(operation.indexOf(' ') + 1);
  return path
    .replace('/streams/{id}', `/streams/${streamId}`)
    .replace('/saved/{id}', `/saved/${streamId}`)
    .replace('/recordings/{id}', `/recordings/${streamId}`)
    .replace('{streamerId}', idOf('streamer'))
    .replace('{userId}', idOf('streamer'))
    .replace('/streams/{id}', `/streams/${streamId}`)
    .replace('{username}', 'the-streamer')
    .replace('/streams/{slug}', '/streams/a-show')
    .replace('/pages/{slug}', '/pages/about')
    .replace('/me/events/{id}', `/me/events/${path.includes('/me/events/') ? await newEvent() : ''}`)
    .replace('/notifications/{id}', `/notifications/${notificationId}`)
    .replace('/sessions/{id}', `/sessions/${path.includes('/sessions/') ? await newSession() : ''}`)
    .replace('/tiers/{id}', `/tiers/${tierId}`)
    .replace('{role}', 'streamer')
    .replace(/^\/api\/admin\/users\/\{id\}$/, `/api/admin/users/${idOf('streamer')}`)
    .replace('{id}', uuidv7());
}

/** A draft of the streamer. */
async function newEvent(): Promise<string> {
  const { id } = json<{ id: string }>(await browserOf('streamer').post('/api/me/events', eventEdit));
  return id;
}

async function newSession(): Promise<string> {
  const id = uuidv7();
  await db.pool.query(
    "insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [id, idOf('streamer'), id.padEnd(43, 'x')],
  );
  return id;
}

function outcomeOf(status: number, expected: Outcome | undefined): Outcome | number {
  if (status >= 200 && status < 300) return 'done';
  if (status === 401) return 'who';
  if (status === 403) return 'forbidden';
  if (status === 404 && expected === 'missing') return 'missing';
  return [400, 404, 409, 413, 415, 422].includes(status) ? 'input' : status;
}

async function documented(): Promise<string[]> {
  const { paths } = json<{ paths: Record<string, Record<string, unknown>> }>(
    await browserOf('nobody').get('/api/openapi.json'),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** All routes, as `GET /path/:parameter`, from the tree that Fastify prints. */
function registered(): string[] {
  const parents: string[] = [];
  return app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*?)[└├]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
      const path = (parents[indent.length / 4 - 1] ?? '') + part;
      parents[indent.length / 4] = path;
      return methods
        .split(', ')
        .filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method))
        .map((method) => `${method} ${path}`);
    });
}

interface Recorded {
  readonly operation: string;
  readonly actor: Actor;
  readonly answer: Answer;
}
/** Every answer of the tests below. */
const answers: Recorded[] = [];
/** Stream keys of each actor: the loops below also rotate them. */
const keys = new Map<Actor, Set<string>>();

async function ask(actor: Actor, operation: string, path: string, body: unknown): Promise<number> {
  const method = operation.split(' ', 1)[0] ?? '';
  const sent = method === 'GET' || method === 'DELETE' ? undefined : (body ?? {});
  const answer = await browserOf(actor).request(method, path, sent);
  answers.push({ operation, actor, answer });
  if (answer.status === 200 && operation.includes('/me/stream-key')) {
    const { streamKey } = json<{ streamKey: string }>(answer);
    keys.set(actor, (keys.get(actor) ?? new Set()).add(streamKey));
  }
  return answer.status;
}

describe('every topic', () => {
  it('of the realtime socket is in the table', () => {
    expect(app.topicNames.filter((name) => !(name in TOPICS))).toEqual([]);
  });

  it('can be subscribed to by the listed callers only', async () => {
    const overlay = await browserOf('streamer').get('/api/me/donation-overlay');
    const argument: Record<string, string> = {
      stream: `:${streamId}`,
      channel: ':the-streamer',
      donations: ':the-streamer',
      'donation-overlay': `:${json<{ token: string }>(overlay).token}`,
    };
    for (const actor of ACTORS) {
      const socket = await socketOf(browserOf(actor));
      for (const [name, row] of Object.entries(TOPICS)) {
        const topic = name + (argument[name] ?? '');
        socket.send(JSON.stringify({ type: 'subscribe', topic }));
        const message = await new Promise<ServerMessage>((resolve) => {
          socket.on('message', function read(data) {
            const message: ServerMessage = JSON.parse(String(data));
            if (!('topic' in message) || message.topic !== topic) return;
            socket.off('message', read);
            resolve(message);
          });
        });
        const reading =
          message.type === 'refused' ? message.code : message.type === 'message' && message.kind;
        expect({ actor, topic, reading }).toEqual({ actor, topic, reading: row[actor] });
      }
      socket.close();
    }
  });
});

describe('a socket', () => {
  it('is closed when its session ends, and reconnects as a visitor', async () => {
    await users.create({ username: 'leaver', email: 'leaver@example.org', password });
    const browser = new Browser(url, { 'x-forwarded-for': '198.51.100.98' });
    await browser.post('/api/auth/sign-in/email', { email: 'leaver@example.org', password });
    const socket = await socketOf(browser);
    const other = await socketOf(browserOf('viewer'));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await browser.post('/api/auth/sign-out-everywhere');
    expect(await closed).toBe(REALTIME_CLOSE.sessionOver);
    expect(other.readyState).toBe(WebSocket.OPEN);
    other.close();
    const again = await socketOf(browser);
    again.send(JSON.stringify({ type: 'subscribe', topic: 'ingest-health' }));
    const [answer] = await once(again, 'message');
    expect(JSON.parse(String(answer))).toMatchObject({ type: 'refused', code: 'forbidden' });
    again.close();
  });

  it('is opened by an access token instead of a cookie, until the session of the token ends', async () => {
    await users.create({ username: 'bearer', email: 'bearer@example.org', password });
    const browser = new Browser(url, { 'x-forwarded-for': '198.51.100.97' });
    await browser.post('/api/auth/sign-in/email', { email: 'bearer@example.org', password });
    const { accessToken } = issueAccessToken.response.parse(json(await browser.post('/api/auth/token')));
    const open = async () => {
      const protocols = [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_PREFIX}${accessToken}`];
      const tab = await connectTab(
        `${url.replace('http', 'ws')}${REALTIME_PATH}`,
        { origin: url },
        true,
        protocols,
      );
      tab.subscribe('notifications');
      return tab;
    };
    const tab = await open();
    expect(await tab.next()).toMatchObject({ topic: 'notifications', kind: 'snapshot' });
    await browser.post('/api/auth/sign-out-everywhere');
    expect(await tab.closed).toBe(REALTIME_CLOSE.sessionOver);
    const again = await open();
    expect(await again.next()).toMatchObject({ type: 'refused', code: 'forbidden' });
    again.socket.close();
  });
});

// Comes after the topics, because it ends the actors' sessions.
describe('every endpoint', () => {
  it('of the OpenAPI document is in the table', async () => {
    expect((await documented()).filter((operation) => !(operation in ENDPOINTS))).toEqual([]);
  });

  it('allows the listed callers only', { timeout: 120_000 }, async () => {
    const there = new Set(await documented());
    for (const [operation, row] of Object.entries(ENDPOINTS)) {
      if (!there.has(operation)) continue;
      const found: Partial<Record<Actor, Outcome | number>> = {};
      for (const actor of ACTORS) {
        const status = await ask(actor, operation, await fill(operation), row.body);
        found[actor] = outcomeOf(status, row[actor]);
      }
      const { body: _, ...expected } = row;
      expect.soft({ operation, ...found }).toEqual({ operation, ...expected });
    }
  });
});

describe('every hidden route', () => {
  it('that Fastify knows is in a table', async () => {
    const there = new Set((await documented()).map((operation) => operation.replace(/\{(\w+)\}/g, ':$1')));
    expect(registered().length).toBeGreaterThan(there.size);
    const hidden = registered().filter((operation) => !there.has(operation));
    expect(hidden.toSorted()).toEqual(Object.keys(HIDDEN).toSorted());
  });

  it('allows the listed callers only', async () => {
    for (const [operation, row] of Object.entries(HIDDEN)) {
      const found: Partial<Record<Actor, Outcome | number>> = {};
      for (const actor of ACTORS) {
        const path = operation
          .slice('GET '.length)
          .replace(':username', 'the-streamer')
          .replace(':file', `${streamId}.webp`);
        found[actor] = outcomeOf(await ask(actor, operation, path, undefined), row[actor]);
      }
      const { body: _, ...expected } = row;
      expect.soft({ operation, ...found }).toEqual({ operation, ...expected });
    }
  });
});

// Come after all requests.
describe('every answer', () => {
  it('of a route that needs a sign-in, and of every other that knows its caller, is private and not stored', async () => {
    const { paths } = json<{ paths: Record<string, Record<string, { security?: unknown }>> }>(
      await browserOf('nobody').get('/api/openapi.json'),
    );
    const guarded = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        security || method !== 'get' ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    const public_ = ['GET /api/me', 'GET /api/contact', 'GET /api/streamers/{username}/followers'];
    const personal = new Set([...guarded, ...public_]);
    expect(personal.size).toBeGreaterThan(100);
    const asked = new Set(answers.map(({ operation }) => operation));
    expect([...personal].filter((operation) => !asked.has(operation))).toEqual([]);
    const stored = answers
      .filter(({ operation }) => personal.has(operation))
      .filter(({ answer }) => answer.headers.get('cache-control') !== 'private, no-store')
      .map(
        ({ operation, actor, answer }) => `${operation} as ${actor}: ${answer.headers.get('cache-control')}`,
      );
    expect(stored).toEqual([]);
    // Nor is anything that sets a cookie.
    const withCookie = answers.filter(({ answer }) => answer.setCookies.length > 0);
    expect(withCookie.length).toBeGreaterThan(0);
    for (const { answer } of withCookie) {
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('contains no email address, stream key or IP address of somebody else', () => {
    expect([...keys.keys()].toSorted()).toEqual(['other', 'streamer']);
    const leaks = answers.flatMap(({ operation, actor, answer }) =>
      ACTORS.filter((owner) => owner !== actor).flatMap((owner) => {
        // Admins see whom they manage, and who wrote to them.
        const seesAddresses = actor === 'admin' && operation.includes(' /api/admin/');
        const secrets = [
          ...(seesAddresses ? [] : [emailOf(owner)]),
          addressOf(ACTORS.indexOf(owner)),
          ...(keys.get(owner) ?? []),
        ];
        return secrets
          .filter((secret) => answer.text.includes(secret))
          .map((secret) => `${operation} shows ${actor} ${secret} of ${owner}`);
      }),
    );
    expect(leaks).toEqual([]);
    // The test sees such fields where their owner asks.
    const own = answers.find(
      ({ operation, actor }) => operation === 'GET /api/me/sessions' && actor === 'viewer',
    );
    expect(own?.answer.text).toContain(addressOf(ACTORS.indexOf('viewer')));
    const account = answers.find(
      ({ operation, actor }) => operation === 'GET /api/me/export' && actor === 'viewer',
    );
    expect(account?.answer.text).toContain(emailOf('viewer'));
  });
});

describe('a role', () => {
  it.each<Role>(['admin', 'streamer'])('%s cannot be gained by requesting it', async (role) => {
    const browser = new Browser(url, { 'x-forwarded-for': '198.51.100.99' });
    await users.create({ username: `climber-${role}`, email: `climber-${role}@example.org`, password });
    await browser.post('/api/auth/sign-in/email', { email: `climber-${role}@example.org`, password });
    const { user } = json<{ user: { roles: Role[] } }>(await browser.get(`/api/me?role=${role}`));
    expect(user.roles).toEqual(['viewer']);
  });
});

describe('the settings of the instance', () => {
  it('require second factors of admins and close registration at once', async () => {
    const browser = new Browser(url, { 'x-forwarded-for': '198.51.100.97' });
    const email = 'warden@example.org';
    const { id } = await users.create({ username: 'warden', email, password });
    await db.transact((tx) => users.grantRole(tx, id, 'admin', null));
    await browser.post('/api/auth/sign-in/email', { email, password });
    const codeOf = async (path: string) => json<{ code?: string }>(await browser.get(path)).code;
    expect(await codeOf('/api/admin/users')).toBeUndefined();

    await db.pool.query(
      'update instance_settings set admins_need_second_factor = true, registration_open = false',
    );
    expect(await codeOf('/api/admin/users')).toBe('second_factor_required');
    expect(await codeOf('/api/me')).toBeUndefined();
    await db.pool.query('update profiles set two_factor_enabled = true where id = $1', [id]);
    expect(await codeOf('/api/admin/users')).toBeUndefined();

    const newcomer = { username: 'newcomer', email: 'newcomer@example.org', password };
    const answer = await new Browser(url).post('/api/auth/sign-up/email', newcomer);
    expect(answer.status).toBe(403);
    expect(json<{ code: string }>(answer).code).toBe('registration_closed');
    expect(await users.findByUsername('newcomer')).toBeNull();
  });
});
