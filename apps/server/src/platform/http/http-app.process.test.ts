import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { amountIn, endpoint, problem, userId } from '@tributary/contracts/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { createLog } from '../log/log.ts';
import type { Authenticator } from './access.ts';
import { createHttpApp, type HttpListener, openHttpListener, route } from './index.ts';

const USER = userId.parse('01a1fd32-3496-72ab-be7b-498343729081');

const logged: string[] = [];
const log = createLog(
  'info',
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  }),
);
const logLine = z.looseObject({ msg: z.string(), reqId: z.string().optional() });

function messagesOf(requestId: string | null): string[] {
  const lines = logged.map((line) => logLine.parse(JSON.parse(line)));
  return lines.filter(({ reqId }) => reqId === requestId).map(({ msg }) => msg);
}

/** Replaces identity: the cookie names the roles. */
const authenticator: Authenticator = {
  authenticate: async ({ headers }) => {
    const roles = /who=(\S*)/.exec(headers.cookie ?? '')?.[1];
    if (roles === undefined) return null;
    return {
      userId: USER,
      sessionId: 'a session',
      roles: z.array(z.enum(['viewer', 'streamer', 'admin'])).parse(roles.split(',').filter(Boolean)),
    };
  },
};

const about = { tag: 'test', summary: 'A test', access: 'public' } as const;
const thing = z.object({ id: z.uuid(), name: z.string() });

const getThing = endpoint({
  ...about,
  method: 'GET',
  path: '/api/things/:id',
  params: z.object({ id: z.uuid() }),
  response: thing,
});
const postThing = endpoint({
  ...about,
  method: 'POST',
  path: '/api/things',
  body: z.object({
    name: z.string().min(1, 'Give a name.'),
    tags: z.array(z.string().max(3, 'Too long.')).default([]),
    price: z
      .int()
      .max(800, `Enter at most ${amountIn(800)}.`)
      .default(0),
    label: z.string().min(1, 'Enter a name.').optional(),
  }),
  response: thing,
});
const deleteThing = endpoint({
  ...about,
  method: 'DELETE',
  path: '/api/things/:id',
  params: z.object({ id: z.uuid() }),
  response: z.void(),
});
const search = endpoint({
  ...about,
  method: 'GET',
  path: '/api/search',
  query: z.object({ limit: z.coerce.number().int().max(10) }),
  response: z.object({ limit: z.number() }),
});
const fail = endpoint({
  ...about,
  method: 'GET',
  path: '/api/fail/:how',
  params: z.object({ how: z.string() }),
  response: z.void(),
});
const scarce = endpoint({ ...about, method: 'GET', path: '/api/scarce', perMinute: 2, response: z.void() });
const forViewers = endpoint({
  ...about,
  method: 'GET',
  path: '/api/viewers',
  access: 'viewer',
  response: z.object({ id: userId }),
});
const forStreamers = endpoint({
  ...about,
  method: 'POST',
  path: '/api/streamers',
  access: 'streamer',
  body: z.object({}),
  response: z.void(),
});
const forAnyone = endpoint({
  ...about,
  method: 'GET',
  path: '/api/anyone',
  response: z.object({ known: z.boolean() }),
});

let listener: HttpListener;
let base: string;
let webRoot: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'tributary-web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>shell</title>');
  await writeFile(join(webRoot, 'preloads.json'), JSON.stringify({ '/s/': ['/assets/app-1234.js'] }));
  await writeFile(join(webRoot, 'assets', 'app-1234.js'), 'plain');
  await writeFile(join(webRoot, 'assets', 'app-1234.js.br'), brotliCompressSync('compressed'));
  listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${listener.port}`;
  const app = await createHttpApp({
    listener,
    log,
    authenticator,
    instanceName: 'Test',
    version: '1.2.3',
    publicUrl: 'https://live.example.org',
    mirrors: ['https://mirror.example.org'],
    trustProxy: ['127.0.0.1'],
    webRoot,
    currency: async () => 'EUR',
  });
  route(app, getThing, ({ params }) =>
    Object.assign({ secret: 'never leaves' }, { id: params.id, name: 'a thing' }),
  );
  route(app, postThing, ({ body }) => {
    log.info('A service works');
    return { id: USER, name: `${body.name}${body.tags.length}` };
  });
  route(app, deleteThing, () => undefined);
  route(app, search, ({ query }) => query);
  route(app, scarce, () => undefined);
  route(app, fail, ({ params }) => {
    if (params.how === 'known')
      throw new AppError('thing_taken', 'conflict', 'That one is taken.', {
        errors: [{ pointer: '/name', detail: 'Taken.' }],
      });
    if (params.how === 'busy')
      throw new AppError('busy', 'unavailable', 'Come back.', { retryAfterSeconds: 7 });
    throw new TypeError('the secret inside');
  });
  route(app, forViewers, ({ caller }) => ({ id: caller.userId }));
  route(app, forStreamers, () => undefined);
  route(app, forAnyone, async ({ findCaller }) => ({ known: (await findCaller()) !== null }));
  listener.addRaw((req, res) => {
    if (!req.url?.includes('/live/raw')) return false;
    res.end(`raw ${req.url}`);
    return true;
  });
  app.addRaw((req, _res, pass) => {
    if (req.url !== '/api/scarce' || req.headers['x-raw'] === undefined) return false;
    void app.countRequest(req, '/api/scarce', { max: 2, timeWindow: 60_000 }).then(pass);
    return true;
  });
  const early = await fetch(`${base}/api/things`);
  expect([early.status, early.headers.get('retry-after'), problem.parse(await early.json()).code]).toEqual([
    503,
    '1',
    'starting',
  ]);
  await app.ready();
  listener.open();
  closing.push(
    () => app.close(),
    () => listener.close(),
    () => rm(webRoot, { recursive: true }),
  );
});

afterAll(async () => {
  for (const close of closing) await close();
});

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(base + path, init);
  const body = await response.text();
  return { response, status: response.status, body, json: (): unknown => JSON.parse(body) };
}

/** The problem document of a failed request, parsed by the contract. */
async function problemOf(path: string, init: RequestInit = {}) {
  const { response, status, json } = await call(path, init);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const document = problem.parse(json());
  expect(document.status).toBe(status);
  expect(document.instance).toBe(response.headers.get('x-request-id'));
  return document;
}

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
});

it.each([
  ['http://10.0.0.1:8500/live/raw?at=1', '/live/raw?at=1'],
  ['HTTPS://[::1/live/raw', '/live/raw'],
  ['http://10.0.0.1?/live/raw', '/?/live/raw'],
])('a handler gets the request target %s without the host that the client names', async (target, path) => {
  const socket = connect(listener.port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect((await text(socket)).split('\r\n\r\n').at(-1)).toBe(`raw ${path}`);
});

describe('an endpoint', () => {
  it('returns only the fields that its response schema names', async () => {
    const { status, json } = await call(`/api/things/${USER}`);
    expect([status, json()]).toEqual([200, { id: USER, name: 'a thing' }]);
  });

  it('parses body and query by its schemas and applies their defaults', async () => {
    expect((await call('/api/things', post('{"name":"n"}'))).json()).toEqual({ id: USER, name: 'n0' });
    expect((await call('/api/search?limit=3')).json()).toEqual({ limit: 3 });
  });

  it('responds 204 without a body when the response schema is void', async () => {
    const { status, body } = await call(`/api/things/${USER}`, { method: 'DELETE' });
    expect([status, body]).toEqual([204, '']);
  });
});

describe('a problem document', () => {
  it.each([
    ['an unknown address', '/api/nothing', {}, 404, 'not_found'],
    ['a malformed id', '/api/things/17', {}, 404, 'not_found'],
    ['a wrong method', '/api/things', { method: 'PUT' }, 405, 'method_not_allowed'],
    ['a body that is not JSON', '/api/things', post('{"name":'), 400, 'malformed_json'],
    ['an empty body', '/api/things', post(''), 400, 'malformed_json'],
    ['prototype pollution', '/api/things', post('{"__proto__":{"a":1},"name":"n"}'), 400, 'malformed_json'],
    [
      'another media type',
      '/api/things',
      post('<a/>', { 'content-type': 'text/xml' }),
      415,
      'unsupported_media_type',
    ],
    [
      'a body too large',
      '/api/things',
      post(JSON.stringify({ name: 'n'.repeat(70_000) })),
      413,
      'body_too_large',
    ],
    ['an invalid query', '/api/search?limit=11', {}, 422, 'validation_failed'],
    ['a bad URL', '/api/%ZZ', {}, 400, 'bad_request'],
    ['a known error', '/api/fail/known', {}, 409, 'thing_taken'],
    ['a missing asset', '/assets/gone.js', {}, 404, 'not_found'],
    ['missing media', '/live/x/index.m3u8', {}, 404, 'not_found'],
  ] satisfies [string, string, RequestInit, number, string][])(
    'is returned for %s',
    async (_what, path, init, status, code) => {
      const document = await problemOf(path, init);
      expect([document.status, document.code]).toEqual([status, code]);
    },
  );

  it('points to each invalid field', async () => {
    const { errors } = await problemOf('/api/things', post('{"name":"","tags":["ok","long"]}'));
    expect(errors).toEqual([
      { pointer: '/name', detail: 'Give a name.' },
      { pointer: '/tags/1', detail: 'Too long.' },
    ]);
  });

  it.each([
    [
      'de',
      'de',
      'Der Inhalt der Anfrage ist ungültig.',
      'Gib höchstens 8,00\u00a0€ ein.',
      'Gib einen Namen ein.',
    ],
    ['ar-EG, en;q=0.5', 'ar', 'محتوى الطلب غير صالح.', 'أدخل \u200f8.00\u00a0€ كحد أقصى.', 'أدخل اسمًا.'],
    ['klingon;q=x, ,;', 'en', 'The request body is invalid.', 'Enter at most €8.00.', 'Enter a name.'],
  ])('is written in the language of Accept-Language: %s', async (wanted, language, title, price, name) => {
    const init = post('{"name":"a","price":900,"label":""}');
    const headers = { ...init.headers, 'accept-language': wanted };
    const { response, json } = await call('/api/things', { ...init, headers });
    expect(response.headers.get('content-language')).toBe(language);
    expect(problem.parse(json())).toMatchObject({
      code: 'validation_failed',
      title,
      errors: [
        { pointer: '/price', detail: price },
        { pointer: '/label', detail: name },
      ],
    });
  });

  it('writes amounts in the currency of the instance', async () => {
    const { errors } = await problemOf('/api/things', post('{"name":"a","price":900}'));
    expect(errors).toEqual([{ pointer: '/price', detail: 'Enter at most €8.00.' }]);
  });

  it('does not reveal the message of an unexpected error', async () => {
    const document = await problemOf('/api/fail/unknown');
    expect([document.status, document.code]).toEqual([500, 'internal']);
    expect(JSON.stringify(document)).not.toContain('secret');
  });

  it('carries Retry-After when the error has one', async () => {
    const { response } = await call('/api/fail/busy');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
  });

  it('lists the methods that an address accepts', async () => {
    const { response } = await call(`/api/things/${USER}`, { method: 'PATCH' });
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD']);
  });

  it('is returned for a content type without a body, instead of waiting for one', async () => {
    const socket = connect(listener.port, '127.0.0.1');
    const head = 'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Connection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 422 .*application\/problem\+json/s);
  });

  it('is returned for bytes that are not HTTP', async () => {
    const socket = connect(listener.port, '127.0.0.1');
    socket.end('\x16\x03\x01hello\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"code":"bad_request"/s);
  });
});

describe('access', () => {
  const as = (roles: string): RequestInit => ({ headers: { cookie: `who=${roles}` } });

  it('is refused to visitors without a session', async () => {
    expect(await problemOf('/api/viewers')).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  it('is granted to every signed-in user for the role viewer', async () => {
    expect((await call('/api/viewers', as(''))).json()).toEqual({ id: USER });
  });

  it('keeps personal responses out of caches', async () => {
    const cacheControlOf = async (path: string) =>
      (await call(path, as(''))).response.headers.get('cache-control');
    expect(await cacheControlOf('/api/viewers')).toBe('private, no-store');
    // A public endpoint may respond with personal data of its caller.
    expect(await cacheControlOf('/api/anyone')).toBe('private, no-store');
    expect(await cacheControlOf(`/api/things/${USER}`)).toBeNull();
    expect(await cacheControlOf('/api/things/none')).toBe('private, no-store');
  });

  it('is refused without the role, even to admins, before the body is read', async () => {
    for (const roles of ['viewer', 'admin']) {
      const document = await problemOf('/api/streamers', post('{', { cookie: `who=${roles}` }));
      expect(document).toMatchObject({ status: 403, code: 'role_missing' });
    }
  });

  it('is granted with the role', async () => {
    expect((await call('/api/streamers', post('{}', { cookie: 'who=viewer,streamer' }))).status).toBe(204);
  });

  it('lets a public endpoint look for a caller', async () => {
    expect((await call('/api/anyone')).json()).toEqual({ known: false });
    expect((await call('/api/anyone', as('viewer'))).json()).toEqual({ known: true });
  });
});

describe('the origin of a write request', () => {
  const from = (headers: Record<string, string>) => call('/api/things', post('{"name":"n"}', headers));

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'https://live.example.org.evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('is refused as %j', async (headers) => {
    const { status, json } = await from(headers);
    expect([status, json()]).toMatchObject([403, { code: 'cross_origin' }]);
  });

  it('is accepted from the public URL, the address in use, and clients that are not browsers', async () => {
    for (const headers of [
      { origin: 'https://live.example.org' },
      { origin: base },
      { 'sec-fetch-site': 'same-origin' },
      {},
    ]) {
      expect((await from(headers as Record<string, string>)).status).toBe(200);
    }
  });

  it('is not checked for a read', async () => {
    expect((await call('/api/anyone', { headers: { origin: 'https://evil.example' } })).status).toBe(200);
  });
});

describe('rate limits', () => {
  const from = (address: string) => call('/api/scarce', { headers: { 'x-forwarded-for': address } });

  it('count each client behind a trusted proxy, and each IPv6 /64, separately', async () => {
    const statuses: number[] = [];
    for (const address of [
      '192.0.2.1',
      '192.0.2.1',
      '192.0.2.1',
      '192.0.2.2',
      '2001:db8::1',
      '2001:db8::2',
      '2001:db8::3',
    ]) {
      statuses.push((await from(address)).status);
    }
    expect(statuses).toEqual([204, 204, 429, 204, 204, 204, 429]);
  });

  it('count a request that a raw handler passes on once, together with the requests that it does not take', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.3', 'x-raw': '' };
    const statuses = [(await call('/api/scarce', { headers })).status];
    statuses.push((await from('192.0.2.3')).status);
    statuses.push((await call('/api/scarce', { headers })).status);
    expect(statuses).toEqual([204, 204, 429]);
  });

  it('count the networks of an IPv6 /48 together, which have four times as many requests', async () => {
    const statuses: number[] = [];
    for (const network of [1, 2, 3, 4, 5, 6]) {
      for (const host of [1, 2]) statuses.push((await from(`2001:db8:48:${network}::${host}`)).status);
    }
    expect(statuses).toEqual([...Array(8).fill(204), ...Array(4).fill(429)]);
    expect((await from('2001:db8:49:1::1')).status).toBe(204);
  });

  it('do not let one network use up the limit of its IPv6 /48', async () => {
    for (let i = 0; i < 20; i += 1) await from('2001:db8:50:1::1');
    expect((await from('2001:db8:50:2::1')).status).toBe(204);
  });

  it('respond with Retry-After', async () => {
    await from('192.0.2.9');
    await from('192.0.2.9');
    const { response, json } = await from('192.0.2.9');
    expect(json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the web app', () => {
  it('serves its HTML on every screen, to be revalidated each time', async () => {
    for (const path of ['/', '/s/alice/first-stream', '/dashboard']) {
      const { response, body } = await call(path);
      expect([response.status, body, response.headers.get('cache-control')]).toEqual([
        200,
        '<!doctype html><title>Test</title>',
        'no-cache',
      ]);
    }
  });

  it('answers a path without a page with 404 and the page for it', async () => {
    for (const path of [
      '/nothing',
      '/about/us',
      '/dashboard/nobody',
      '/s/alice',
      '/404',
      '/dashboard/admin/x',
    ]) {
      const { response, body } = await call(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(body).toContain('<title>404 · Test</title>');
      expect(body).toContain('<meta name="robots" content="noindex" />');
    }
    for (const path of ['/about/', '/About', '/dashboard/admin/pages/faq'])
      expect([path, (await call(path)).response.status]).toEqual([path, 200]);
  });

  it('answers a malformed path with the 404 page if a browser opens it, and with a problem otherwise', async () => {
    for (const path of ['/%E0%A4%A', '/%', '/s/alice/%ff', '/assets/%E0%A4%A', '/live%E0']) {
      const { response, body } = await call(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([path, response.status]).toEqual([path, 404]);
      expect(body).toContain('<title>404 · Test</title>');
      const script = await call(path);
      expect([path, script.response.status, script.json()]).toMatchObject([
        path,
        400,
        { code: 'bad_request' },
      ]);
    }
    const endpoint = await call('/api/%E0%A4%A', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([endpoint.response.status, endpoint.json()]).toMatchObject([400, { code: 'bad_request' }]);
  });

  it('announces the scripts of a screen in the Link header', async () => {
    const link = async (path: string) => (await call(path)).response.headers.get('link');
    expect(await link('/s/ann/live?from=mail')).toBe('</assets/app-1234.js>; rel=modulepreload');
    expect(await link('/login')).toBeNull();
  });

  it('serves its assets cacheable forever and compressed at build time', async () => {
    const { response, body } = await call('/assets/app-1234.js', { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(body).toBe('compressed');
    const plain = await call('/assets/app-1234.js', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.body).toBe('plain');
  });

  it('runs only its own scripts, and only in its own frames', async () => {
    const { response } = await call('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    const directives = new Map(
      policy.split(';').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
    );
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'self'"]);
    expect(directives.get('connect-src')).toEqual([
      "'self'",
      'wss://live.example.org',
      'https://mirror.example.org',
    ]);
    expect(directives.get('media-src')).toContain('blob:');
    expect(directives.get('worker-src')).toContain('blob:');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const permissions = response.headers.get('permissions-policy')?.split(', ');
    for (const unused of ['geolocation', 'camera', 'microphone', 'display-capture']) {
      expect(permissions).toContain(`${unused}=()`);
    }
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
  });
});

describe('the OpenAPI document', () => {
  it('is generated from the contracts, with the error responses of each endpoint', async () => {
    const document = z
      .object({
        openapi: z.string(),
        paths: z.record(z.string(), z.record(z.string(), z.any())),
        components: z.any(),
      })
      .parse((await call('/api/openapi.json')).json());
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/things/{id}');
    const { responses } = document.paths['/api/things']?.post ?? {};
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '409', '413', '415', '422', '429', '500', '503']),
    );
    expect(responses['422'].content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
    expect(document.paths['/api/viewers']?.get.security).toEqual([{ session: [] }, { accessToken: [] }]);
    expect(document.paths['/api/things/{id}']?.delete.responses['204'].content).toBeUndefined();
    expect(Object.keys(document.components.schemas)).toEqual(['Problem']);
  });
});

it('passes requests to raw handlers before the framework', async () => {
  expect((await call('/live/raw')).body).toBe('raw /live/raw');
});

it('logs one line for a failed request, and names the request in what services log for it', async () => {
  const failed = await call('/api/fail/unexpectedly');
  expect(failed.status).toBe(500);
  expect(messagesOf(failed.response.headers.get('x-request-id'))).toEqual(['Request failed unexpectedly']);

  const made = await call('/api/things', post('{"name":"a"}'));
  expect(messagesOf(made.response.headers.get('x-request-id'))).toEqual(['A service works']);
});
