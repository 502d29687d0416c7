/**
 * What /privacy and the export say about the tables of the database. A table that is missing below fails the test:
 * name it on /privacy, and export it or say why not.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@tributary/contracts/pages';
import { RECEIPT_EMAIL_DAYS } from '@tributary/contracts/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

interface Personal {
  /** Words of /privacy that name the category. */
  readonly page: string;
  /** The key of the export that contains the rows, or why none does. */
  readonly export: string | { readonly none: string };
}

const WITHOUT_NAMES = { none: 'It is a count or a measurement without names' };
const SECRET = { none: 'It is a secret, which the export leaves out' };
const ON_CHAIN = { none: 'It names addresses and transactions of a public chain, not accounts' };
const DERIVED = { none: 'It is made of rows that are exported' };

const PERSONAL: Readonly<Record<string, Personal>> = {
  profiles: { page: '**Your account**', export: 'profile' },
  username_reservations: { page: 'stays reserved for a while', export: WITHOUT_NAMES },
  demo_accounts: { page: '**Your account**', export: { none: 'It marks accounts that the demo made up' } },
  user_roles: { page: 'roles', export: 'profile' },
  profile_pages: { page: 'your bio, links and images', export: 'profilePage' },
  accounts: { page: '**Your password**', export: 'signIn' },
  two_factors: { page: 'authenticator apps', export: 'signIn' },
  passkeys: { page: 'For passkeys', export: 'signIn' },
  verifications: { page: '**Links and codes**', export: SECRET },
  sessions: { page: '**Your sessions**', export: 'sessions' },
  streamer_data: { page: '**Your channel**', export: 'channel' },
  verification_requests: { page: 'What you send to be verified', export: 'verificationRequests' },
  streams: { page: '**Your streams**', export: 'streams' },
  stream_former_slugs: { page: 'former links', export: 'streams' },
  stream_samples: { page: '**Viewer counts**', export: WITHOUT_NAMES },
  stream_entries: { page: 'from which other site', export: WITHOUT_NAMES },
  stream_minutes: { page: 'how many watched each minute', export: WITHOUT_NAMES },
  recordings: { page: '**Your recordings**', export: 'recordings' },
  recording_captions: { page: 'captions', export: 'captions' },
  uploads: { page: '**Videos that you upload**', export: 'uploads' },
  recording_ladders: { page: '**Your recordings**', export: DERIVED },
  recording_settings: { page: 'whether you want to be recorded', export: 'recordingSettings' },
  chat_rooms: { page: '**What you write in chats**', export: DERIVED },
  chat_polls: { page: 'how you vote in polls', export: 'chatPolls' },
  chat_poll_votes: { page: 'how you vote in polls', export: 'chatPolls' },
  chat_pins: { page: '**What you write in chats**', export: DERIVED },
  chat_moderators: { page: 'whether you moderate them', export: 'chatRoles' },
  chat_vips: { page: 'or are one of their VIPs', export: 'chatRoles' },
  chat_bans: { page: 'why you were banned from one', export: 'chatRoles' },
  chat_raids: { page: '**Your streams**', export: WITHOUT_NAMES },
  chat_settings: { page: 'the rules of your channel’s chats', export: 'chatSettings' },
  chat_held_messages: { page: '**What you write in chats**', export: 'chatHeldMessages' },
  chat_emotes: { page: 'the emotes of your channel', export: 'chatEmotes' },
  chat_messages: { page: '**What you write in chats**', export: 'chatMessages' },
  comments: { page: '**Comments**', export: 'comments' },
  comment_likes: { page: 'which comments you like', export: 'commentLikes' },
  comment_settings: { page: 'where you take comments', export: 'commentSettings' },
  comments_off: { page: 'where you take comments', export: 'commentSettings' },
  clips: { page: '**Clips**', export: 'clips' },
  clip_settings: { page: 'who can make clips of your streams', export: 'clipSettings' },
  stream_markers: { page: 'the moments of them that you mark', export: 'streamMarkers' },
  channel_swarms: { page: '**Your channel**', export: 'swarm' },
  stream_swarms: { page: 'how many bytes the viewers of a stream gave to each other', export: WITHOUT_NAMES },
  search_streams: { page: '**Your streams**', export: DERIVED },
  search_recordings: { page: '**Your recordings**', export: DERIVED },
  search_channels: { page: '**Your channel**', export: DERIVED },
  follows: { page: '**What you follow, save and watch.**', export: 'following' },
  category_follows: { page: '**What you follow, save and watch.**', export: 'followedCategories' },
  follower_counts: { page: 'their number of followers is public', export: WITHOUT_NAMES },
  report_cases: { page: '**Reports**', export: { none: 'It would reveal who reported' } },
  report_frames: {
    page: 'a frame of the video',
    export: { none: 'It would reveal who reported' },
  },
  appeals: { page: 'what you write in an appeal', export: 'appeals' },
  reports: { page: '**Reports**', export: 'reports' },
  user_blocks: { page: 'whom you blocked', export: 'blocked' },
  saved_streams: { page: 'saved streams', export: 'savedStreams' },
  watch_history: { page: 'watch history', export: 'watchHistory' },
  preferences: { page: '**Your preferences**', export: 'preferences' },
  notification_preferences: { page: 'notification settings', export: 'preferences' },
  notifications: { page: '**Your notifications**', export: 'notifications' },
  live_announcements: { page: '**Your notifications**', export: DERIVED },
  push_subscriptions: {
    page: '**Browsers that you turn push notifications on in**',
    export: 'pushSubscriptions',
  },
  donations: { page: 'donations with their message', export: 'donations' },
  donation_pages: { page: '**Your channel**', export: 'donationPage' },
  donation_overlays: { page: '**Your channel**', export: 'donationAlerts' },
  schedule_entries: { page: 'what you schedule', export: 'schedule' },
  scheduled_streams: { page: 'what you schedule', export: DERIVED },
  schedule_reminders: { page: 'what you asked to be reminded of', export: 'scheduleReminders' },
  event_reminders: { page: 'what you asked to be reminded of', export: 'eventReminders' },
  ppv_events: { page: 'tickets', export: 'events' },
  tickets: { page: 'tickets', export: 'tickets' },
  subscription_tiers: { page: 'subscriptions', export: 'tiers' },
  tier_subscriptions: { page: 'subscriptions', export: 'subscriptions' },
  payouts: { page: 'payouts', export: 'payouts' },
  crypto_orders: { page: 'For payments in crypto', export: ON_CHAIN },
  crypto_transfers: { page: 'For payments in crypto', export: ON_CHAIN },
  crypto_captures: { page: 'For payments in crypto', export: ON_CHAIN },
  crypto_refunds: { page: 'For payments in crypto', export: ON_CHAIN },
  charges: { page: '**Payments**', export: 'payments' },
  refunds: { page: '**Payments**', export: 'payments' },
  disputes: { page: '**Payments**', export: 'payments' },
  ledger_accounts: { page: '**Payments**', export: DERIVED },
  checkouts: { page: 'what you started to pay', export: 'checkouts' },
  provider_accounts: { page: 'your account at a payment provider', export: 'payoutAccounts' },
  payout_recipients: {
    page: 'when you disconnected one',
    export: { none: 'It says only since when payouts wait, which the account shows' },
  },
  provider_events: {
    page: 'what the payment provider reports about a payment',
    export: { none: 'It is what the payment provider wrote, which the provider exports' },
  },
  provider_keys: { page: '**Actions of admins**', export: SECRET },
  reconciliations: { page: '**Actions of admins**', export: { none: 'It is a report about the instance' } },
  reconciliation_payments: { page: '**Payments**', export: DERIVED },
  reconciliation_differences: { page: '**Payments**', export: DERIVED },
  sandbox_objects: {
    page: 'what you started to pay',
    export: { none: 'It is test money, and names only what the checkout names' },
  },
  daily_earnings: { page: '**Payments**', export: DERIVED },
  contact_messages: { page: 'Messages from the contact form', export: 'contactMessages' },
  performance_metrics: { page: '**Page measurements**', export: WITHOUT_NAMES },
  audit_log: {
    page: '**Actions of admins**',
    export: { none: 'It must not change, and names other people' },
  },
  invitations: {
    page: '**Actions of admins**',
    export: { none: 'It says which admin has created it, and nothing about who has used it' },
  },
  pages: { page: '**Actions of admins**', export: { none: 'It is a public text and who edited it' } },
};

/** Tables without anything about a person. */
const IMPERSONAL = [
  'crypto_blocks',
  'crypto_chains',
  'crypto_keys',
  'instance_settings',
  'ledger_entries',
  'ledger_transactions',
  'money_mode',
  'payout_runs',
  'processes',
  'push_keys',
  'receipt_counters',
  'schema_migrations',
  'signing_keys',
  'unclaimed_images',
];

const db = await createTestDatabase();
let dataDir: string;
let app: App;
let privacy: string;
let exported: Record<string, unknown>;
let cookies: string[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-privacy-'));
  const config = parseConfig({ DEMO: 'false', DATABASE_URL: db.url }, dataDir);
  const options = { log: createLog('silent') };
  app = await createApp({ ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir }, options);
  const browser = new Browser(`http://127.0.0.1:${app.port}`);
  privacy = json<Page>(await browser.get('/api/pages/privacy')).body;
  const email = 'ann@example.org';
  const { password } = await createUsers(db).create({ username: 'ann', email });
  expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  expect((await browser.post('/api/me/streamer')).status).toBe(200);
  cookies = browser.cookieHeader().split('; ');
  const answer = await browser.get('/api/me/export');
  expect(answer.status, answer.text).toBe(200);
  exported = json(answer);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

it('knows of every table whether it stores something about people', async () => {
  const { rows } = await db.pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const tables = rows.map(({ table_name }) => table_name).sort();
  expect(tables).toEqual([...Object.keys(PERSONAL), ...IMPERSONAL].sort());
});

it('counts no table as impersonal that refers to an account or has a column for personal data', async () => {
  const { rows } = await db.pool.query<{ table_name: string; why: string }>(
    `select distinct c.relname as table_name, r.relname as why
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and r.relname in ('profiles', 'streamer_data', 'streams', 'sessions')
     union select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_name ~ '(user|actor|streamer|creator|viewer|owner)_id|email|ip_address|user_agent|username'`,
  );
  const impersonal = rows.filter(({ table_name }) => IMPERSONAL.includes(table_name));
  expect(impersonal).toEqual([]);
});

it('says what guests give and how long it is kept, which no export contains since they have no account', () => {
  expect(privacy).toContain('**Donations without an account**');
  expect(privacy).toContain(`after ${RECEIPT_EMAIL_DAYS} days at the latest`);
});

it('names every cookie that a sign-in sets', () => {
  expect(cookies).not.toEqual([]);
  for (const cookie of cookies) expect(privacy).toContain(`\`${cookie.split('=', 1)[0]}\``);
});

it.each(Object.entries(PERSONAL))('names %s on /privacy, and in the export or why not', (_table, stored) => {
  expect(privacy).toContain(stored.page);
  if (typeof stored.export === 'string') expect(exported).toHaveProperty(stored.export);
  else expect(stored.export.none).not.toBe('');
});
