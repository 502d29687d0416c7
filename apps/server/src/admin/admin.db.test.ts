import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Config, parseConfig } from '#config/config.ts';
import { loadSecrets } from '#config/secrets.ts';
import { createChannelsService, streamKeyRotated } from '#features/channels/index.ts';
import { createUsers, userBanned } from '#features/identity/index.ts';
import { recordCharge } from '#features/payments/index.ts';
import { openInstanceDatabase } from '#platform/db/index.ts';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createOutbox } from '#platform/mail/index.ts';
import { lockInstance } from '#platform/process/instance-lock.ts';
import { createTestDatabase } from '../../test/support/database.ts';
import { newCharge } from '../../test/support/money-fixture.ts';
import { createUsersFixture } from '../../test/support/users-fixture.ts';
import { runAdmin } from './cli.ts';

const PROGRAM = fileURLToPath(new URL('../admin.ts', import.meta.url));
const log = createLog('silent');

const db = await createTestDatabase();
const users = createUsers(db);
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-admin-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(variables: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runAdmin(words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    readConfig: () => parseConfig(variables, dataDir),
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** As a program of its own. */
function spawnAdmin(variables: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const { PATH } = process.env;
  const env = { PATH, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { env, cwd: dataDir }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

/** On a database of the operator's own. */
const variables = {
  DATABASE_URL: db.url,
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://live.example.org',
  STREAM_KEY_SECRET: 's'.repeat(32),
};
const admin = (...words: string[]) => run(variables, ...words);
const channels = createChannelsService({
  db,
  users,
  rtmpUrl: 'rtmp://live.example.org/live',
  streamKeySecret: 's'.repeat(32),
});

const streamerFacts = z.strictObject({
  username: z.string(),
  email: z.email(),
  password: z.string().min(20),
  streamKey: z.string(),
  rtmpUrl: z.string(),
  watchUrl: z.string(),
});

describe('the command line', { timeout: 120_000 }, () => {
  it('prints an overview and the options of each command', async () => {
    const help = await spawnAdmin({}, 'help');
    expect(help.code).toBe(0);
    for (const name of [
      'create-user',
      'grant-role',
      'revoke-role',
      'reset-password',
      'confirm-address',
      'create-streamer',
      'rotate-key',
      'list-live',
      'check-ledger',
    ]) {
      expect(help.out).toContain(`  ${name} `);
      const details = await admin('help', name);
      expect(details).toMatchObject({ code: 0, err: '' });
      expect(details.out).toContain(`-- ${name}`);
    }
  });

  it('prints the overview for an unknown command', async () => {
    const unknown = await admin('destroy');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toMatch(/^Unknown command "destroy"\.\n/);
    expect(unknown.err).toContain('create-streamer');
    expect(await admin()).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    [
      ['create-user', '--username', 'ann'],
      /^create-user requires --email ADDRESS\. Run "help create-user" to see its options\.$/,
    ],
    [
      ['create-user', '--username', 'no spaces', '--email', 'a@example.org'],
      /^--username no spaces: Use 1 to 30 letters/,
    ],
    [['create-user', '--username', 'ann', '--email', 'nobody'], /^--email nobody: /],
    [
      ['create-user', '--username', 'ann', '--email', 'ann@example.org', '--password', 'short'],
      /^Use 10 to 128 characters that are hard to guess\.$/,
    ],
    [['grant-role', '--username', 'nobody', '--role', 'admin'], /^There is no user "nobody"\.$/],
    [['grant-role', '--username', 'nobody', '--role', 'king'], /^--role king: /],
    [['list-live', '--yaml'], /^Unknown option '--yaml'\. Run "help list-live" to see its options\.$/],
    [['rotate-key', 'ann'], /^Unexpected argument 'ann'/],
  ])('reports in one line what is wrong with %j', async (words, sentence) => {
    const { code, out, err } = await admin(...words);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trimEnd()).toMatch(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('reports in one line an invalid setting and an unreachable database', async () => {
    const setting = await spawnAdmin({ ...variables, PORT: 'x' }, 'list-live');
    expect(setting).toMatchObject({ code: 1, out: '' });
    expect(setting.err).toMatch(/^PORT: .*\n$/);
    const refused = await run(
      { ...variables, DATABASE_URL: db.url.replace(/:[^:@]*@/, ':wrong@') },
      'list-live',
    );
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/^DATABASE_URL: .*\n$/);
  });

  it('says that the ledger balances, and with exit code 1 which rows disagree', async () => {
    const { channels } = createUsersFixture(db);
    const { id } = await users.create({ username: 'paid', email: 'paid@example.org' });
    await channels.upgrade(id);
    const charge = await db.transact((tx) => recordCharge(tx, newCharge(id)));
    const balanced = await admin('check-ledger');
    expect(balanced).toEqual({
      code: 0,
      out: 'The ledger balances: 1 transaction, 3 accounts and 1 charge agree with everything derived from them.\n',
      err: '',
    });
    await db.pool.query('update streamer_data set total_earnings = 1 where user_id = $1', [id]);
    await db.pool.query('update charges set refunded_cents = 5 where id = $1', [charge.id]);
    const { code, out, err } = await spawnAdmin(variables, 'check-ledger');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`streamer_data ${id} has 1 and 1000, expected 900 and 1000\n`);
    expect(err).toContain(`A charge counts its refunds: charges ${charge.id} has 5, expected 0\n`);
    await db.pool.query('update streamer_data set total_earnings = 900 where user_id = $1', [id]);
    await db.pool.query('update charges set refunded_cents = 0 where id = $1', [charge.id]);
  });

  it('creates users, grants and revokes roles, and resets passwords', async () => {
    const created = await admin('create-user', '--username', 'Bea', '--email', 'bea@example.org');
    expect(created).toMatchObject({ code: 0, err: '' });
    expect(created.out).toMatch(/^Created bea\.\nPassword: \w{20}\n$/);
    const chosen = [
      '--email',
      'carl@example.org',
      '--password',
      'correct horse battery',
      '--name',
      'Carl C.',
    ];
    expect((await admin('create-user', '--username', 'carl', ...chosen)).out).toBe('Created carl.\n');
    expect(await users.findByUsername('carl')).toMatchObject({
      displayName: 'Carl C.',
      email: 'carl@example.org',
    });
    expect((await admin('create-user', '--username', 'bea', '--email', 'b@example.org')).err).toBe(
      'That username is taken. Choose another one.\n',
    );

    const roles = async () => (await users.findByUsername('bea'))?.roles;
    await admin('grant-role', '--username', 'bea', '--role', 'admin');
    expect(await roles()).toEqual(['admin', 'viewer']);
    const last = await admin('revoke-role', '--username', 'bea', '--role', 'admin');
    expect(last).toMatchObject({ code: 1, err: expect.stringContaining('the last active admin') });
    const heir = await users.create({ username: 'heir', email: 'heir@example.org' });
    await db.transact((tx) => users.grantRole(tx, heir.id, 'admin', null));
    await admin('revoke-role', '--username', 'bea', '--role', 'admin');
    await admin('grant-role', '--username', 'bea', '--role', 'streamer');
    expect(await roles()).toEqual(['streamer', 'viewer']);
    expect(await channels.summaryByUsername('bea')).not.toBeNull();
    expect((await admin('revoke-role', '--username', 'bea', '--role', 'viewer')).code).toBe(1);

    await db.pool.query("update profiles set email_verified = false where username = 'bea'");
    expect((await admin('confirm-address', '--username', 'bea')).out).toBe(
      'bea can sign in with bea@example.org.\n',
    );
    const { rows } = await db.pool.query("select email_verified from profiles where username = 'bea'");
    expect(rows).toEqual([{ email_verified: true }]);

    const hash = async () =>
      (await db.pool.query('select password from accounts')).rows.map(({ password }) => password);
    const before = await hash();
    expect((await admin('reset-password', '--username', 'bea')).out).toMatch(/^\w{20}\n$/);
    expect(await hash()).not.toEqual(before);
  });

  it('tells all admins of one that the command line makes, and says which mail could not be sent', async () => {
    const outbox = createOutbox({ directory: join(dataDir, 'outbox'), from: 'Test <test@example.org>', log });
    const [first, made, next] = await Promise.all(
      ['nora', 'emma', 'otto'].map((username) =>
        users.create({ username, email: `${username}@example.org` }),
      ),
    );
    await db.transact((tx) => users.grantRole(tx, first?.id ?? expect.fail(), 'admin', null));
    expect(await admin('grant-role', '--username', 'emma', '--role', 'admin')).toEqual({
      code: 0,
      out: 'emma has the role admin.\n',
      err: '',
    });
    const mails = (await outbox.newest(50)).filter(({ subject }) =>
      subject.includes('@emma is now an admin'),
    );
    expect(mails.map(({ to }) => to)).toEqual(
      expect.arrayContaining(['nora@example.org', 'emma@example.org']),
    );
    const listed = async (name: string) =>
      (
        await db.pool.query<{ title: string; message: string }>(
          `select n.title, n.message from notifications n join profiles p on p.id = n.user_id
           where p.username = $1 and listed order by n.id desc`,
          [name],
        )
      ).rows[0];
    expect(await listed('nora')).toMatchObject({
      title: '@emma is now an admin',
      message: expect.stringContaining('on the command line of the server'),
    });

    const refusing = createServer((socket) => socket.on('error', () => undefined).end('554 not here\r\n'));
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void refusing.close());
    const { port } = refusing.address() as AddressInfo;
    const smtp = { ...variables, SMTP_URL: `smtp://127.0.0.1:${port}` };
    const { code, out } = await run(smtp, 'grant-role', '--username', 'otto', '--role', 'admin');
    expect(code).toBe(0);
    expect(out).toContain('Could not mail "@otto is now an admin" to nora@example.org: ');
    expect(await listed('nora')).toMatchObject({ title: '@otto is now an admin' });
    for (const { id } of [first, made, next].flatMap((user) => user ?? [])) {
      await db.transact((tx) => users.revokeRole(tx, id, 'admin'));
    }
  });

  it('creates a streamer and prints the settings of the encoder and the URL for viewers', async () => {
    const { out, code } = await admin('create-streamer', '--username', 'dora');
    expect(code).toBe(0);
    const facts = streamerFacts.parse(JSON.parse(out));
    expect(facts).toMatchObject({
      username: 'dora',
      rtmpUrl: 'rtmp://live.example.org/live',
      watchUrl: 'https://live.example.org/s/dora/live',
    });
    expect(await channels.authorizeKey(facts.streamKey)).toMatchObject({ username: 'dora' });
  });

  it('rotates a stream key and notifies a running instance', async () => {
    const { id } = await users.create({ username: 'emil', email: 'emil@example.org' });
    await channels.upgrade(id);
    const old = await channels.ingestAccess(id);
    const events = await openEvents(db.pool, log);
    onTestFinished(() => events.close());
    const heard = Promise.withResolvers<unknown>();
    events.on(streamKeyRotated, heard.resolve);
    const { out } = await admin('rotate-key', '--username', 'emil');
    expect(await heard.promise).toEqual({ userId: id });
    expect(await channels.authorizeKey(old.streamKey)).toBeNull();
    expect(await channels.authorizeKey(out.trim())).toMatchObject({ userId: id });
  });

  it('bans a user, notifying a running instance, and lifts the ban', async () => {
    const { id } = await users.create({ username: 'hal', email: 'hal@example.org' });
    const events = await openEvents(db.pool, log);
    onTestFinished(() => events.close());
    const heard = Promise.withResolvers<unknown>();
    events.on(userBanned, heard.resolve);
    expect((await admin('ban', '--username', 'hal', '--reason', 'Spam')).out).toBe('hal is banned.\n');
    expect(await heard.promise).toEqual({ userId: id });
    expect((await users.find(id))?.bannedAt).toBeInstanceOf(Date);
    expect((await admin('unban', '--username', 'hal')).out).toBe('hal is not banned.\n');
    expect((await users.find(id))?.bannedAt).toBeNull();
  });

  it('lists live streams as a table and as JSON', async () => {
    expect((await admin('list-live')).out).toBe('No live streams.\n');
    expect((await admin('list-live', '--json')).out).toBe('[]\n');
    const { id } = await users.create({ username: 'fay', email: 'fay@example.org' });
    const insert = `insert into streams (id, streamer_id, title, category, slug, status, current_viewers, started_at, seen_at, ended_at)
      values ($1, $2, $3, 'Music', $4, $5, 7, '2026-11-21T10:00:00Z', now(), $6)`;
    await db.pool.query(insert, [uuidv7(), id, 'Over \u001b[31mnow', 'over', 'ended', new Date()]);
    await db.pool.query(insert, [uuidv7(), id, 'Red \u001b[31malert', 'red', 'live', null]);
    const { out } = await admin('list-live');
    expect(out.split('\n')[1]).toMatch(
      /^fay\s+7\s+2026-11-21 10:00\s+Music\s+Red {2}\[31malert\s+https:\/\/live\.example\.org\/s\/fay\/red$/,
    );
    expect(out).not.toContain('\u001b');
    const listed: unknown = JSON.parse((await admin('list-live', '--json')).out);
    expect(listed).toMatchObject([
      { username: 'fay', slug: 'red', currentViewers: 7, url: 'https://live.example.org/s/fay/red' },
    ]);
  });
});

describe('with the embedded database', { timeout: 120_000 }, () => {
  async function embedded(): Promise<{ variables: Record<string, string>; config: Config }> {
    const directory = await mkdtemp(join(tmpdir(), 'tributary-admin-embedded-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const variables = { DATA_DIR: directory };
    return { variables, config: parseConfig(variables, directory) };
  }

  it('works on a stopped instance and leaves it stopped', async () => {
    const { variables, config } = await embedded();
    const first = await spawnAdmin(variables, 'create-streamer', '--username', 'gus');
    expect(first).toMatchObject({ code: 0, err: '' });
    streamerFacts.parse(JSON.parse(first.out));
    expect((await run(variables, 'create-streamer', '--username', 'gus')).err).toMatch(
      /^That username is taken/,
    );
    expect(existsSync(join(config.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect((await readdir(config.dataDir)).sort()).toEqual(['postgres', 'secrets.json']);
  });

  it('works beside a running instance and notifies it', async () => {
    const { variables, config } = await embedded();
    onTestFinished(await lockInstance(config.dataDir));
    const instance = await openInstanceDatabase(config, await loadSecrets(config), log);
    onTestFinished(() => instance.close());
    const events = await openEvents(instance.pool, log);
    onTestFinished(() => events.close());
    const heard = Promise.withResolvers<unknown>();
    events.on(streamKeyRotated, heard.resolve);
    expect((await run(variables, 'create-streamer', '--username', 'ida')).err).toBe('');
    expect((await run(variables, 'rotate-key', '--username', 'ida')).code).toBe(0);
    expect(await heard.promise).toEqual({ userId: (await createUsers(instance).findByUsername('ida'))?.id });
    expect(existsSync(join(config.dataDir, 'instance.lock'))).toBe(true);
  });
});
