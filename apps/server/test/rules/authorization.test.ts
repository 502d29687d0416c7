/**
 * Authorization (spec section 6): tries each endpoint of the OpenAPI document and each hidden route as every kind
 * of caller. An endpoint that is missing in the tables of `support/authorization` fails the test.
 */
import type { Role } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  emailOf,
  password,
  startAuthorizationInstance,
} from '../support/authorization/authorization-instance.ts';
import { ENDPOINTS } from '../support/authorization/endpoints/index.ts';
import { HIDDEN } from '../support/authorization/hidden-routes.ts';
import { ACTORS, type Actor, type Outcome, type Row } from '../support/authorization/rows.ts';
import { type Answer, Browser, json } from '../support/browser.ts';

const instance = await startAuthorizationInstance();
const { app, db, users, url, browserOf } = instance;

function outcomeOf(status: number, expected: Outcome | undefined): Outcome | number {
  if (status >= 200 && status < 300) return 'done';
  if (status === 401) return 'who';
  if (status === 403) return 'forbidden';
  if (status === 404 && expected === 'missing') return 'missing';
  return [400, 404, 409, 412, 413, 415, 422].includes(status) ? 'input' : status;
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
    .printRoutes()
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
/** Stream keys of each actor: the tests below also rotate them. */
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

/** Compares what each caller gets from an endpoint with its row. */
async function expectRow(operation: string, row: Row, pathOf: () => string | Promise<string>): Promise<void> {
  const found = await Promise.all(
    ACTORS.map(async (actor) => {
      const status = await ask(actor, operation, await pathOf(), row.body);
      return [actor, outcomeOf(status, row[actor])];
    }),
  );
  const { body: _, ...expected } = row;
  expect.soft({ operation, ...Object.fromEntries(found) }).toEqual({ operation, ...expected });
}

// Come first: the endpoints end the sessions of their callers.
describe('every hidden route', () => {
  it('that Fastify knows is in a table', async () => {
    const there = new Set((await documented()).map((operation) => operation.replace(/\{(\w+)\}/g, ':$1')));
    expect(registered().length).toBeGreaterThan(there.size);
    const hidden = registered().filter((operation) => !there.has(operation));
    expect(hidden.toSorted()).toEqual(Object.keys(HIDDEN).toSorted());
  });

  it('allows the listed callers only', async () => {
    for (const [operation, row] of Object.entries(HIDDEN)) {
      const path = operation
        .slice(operation.indexOf(' ') + 1)
        .replace(':id', instance.streamId)
        .replace(':username', 'the-streamer')
        .replace(':file', `${instance.streamId}.webp`);
      await expectRow(operation, row, () => path);
    }
  });
});

describe('every endpoint', () => {
  it('of the OpenAPI document is in one table', async () => {
    const listed = Object.values(ENDPOINTS).flatMap((table) => Object.keys(table));
    expect(listed.toSorted()).toEqual((await documented()).toSorted());
  });

  it.each(Object.entries(ENDPOINTS))('of %s allows the listed callers only', async (_, table) => {
    for (const [operation, row] of Object.entries(table)) {
      await expectRow(operation, row, () => instance.pathOf(operation));
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
          addressOf(owner),
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
    expect(own?.answer.text).toContain(addressOf('viewer'));
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
      "update instance_settings set admins_need_second_factor = true, registration = 'closed'",
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
