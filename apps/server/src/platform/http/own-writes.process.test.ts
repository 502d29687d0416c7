import { endpoint } from '@tributary/contracts/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readsPrimary } from '../db/replica/own-writes.ts';
import { AppError } from '../errors.ts';
import { createLog } from '../log/log.ts';
import { createHttpApp, openHttpListener, route } from './index.ts';

const about = { tag: 'test', summary: 'A test', access: 'public', response: z.void() } as const;
const save = endpoint({ ...about, method: 'POST', path: '/api/saved' });
const refuse = endpoint({ ...about, method: 'POST', path: '/api/refused' });
const measure = endpoint({ ...about, method: 'POST', path: '/api/measured', isMeasurement: true });
const read = endpoint({
  ...about,
  method: 'GET',
  path: '/api/read',
  response: z.object({ fromPrimary: z.boolean() }),
});

const stack = new AsyncDisposableStack();
let base: string;

beforeAll(async () => {
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  stack.defer(() => listener.close());
  base = `http://127.0.0.1:${listener.port}`;
  const app = await createHttpApp({
    listener,
    log: createLog('silent'),
    authenticator: { authenticate: async () => null },
    instanceName: 'Test',
    version: '1.2.3',
    publicUrl: 'http://localhost',
    mirrors: [],
    trustProxy: [],
    webRoot: '/does-not-exist',
    replicaMaxLagMs: 1_000,
  });
  stack.defer(() => app.close());
  route(app, save, () => undefined);
  route(app, refuse, () => {
    throw new AppError('taken', 'conflict', 'That one is taken.');
  });
  route(app, measure, () => undefined);
  route(app, read, () => ({ fromPrimary: readsPrimary() }));
  // As uploads are: a route of the framework without a contract, which sets a cookie of its own.
  app.patch('/api/uploaded', async (_request, reply) =>
    reply.code(204).header('set-cookie', 'other=1').send(null),
  );
  await app.ready();
  listener.open();
});
afterAll(() => stack.disposeAsync());

async function cookiesOf(method: string, path: string): Promise<readonly string[]> {
  const response = await fetch(base + path, { method });
  await response.arrayBuffer();
  return response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
}

describe('reading what one has written, with a replica', () => {
  it('marks the browser after a successful write, of a visitor and of a route without a contract too', async () => {
    expect(await cookiesOf('POST', '/api/saved')).toEqual(['tributary_wrote=1']);
    expect(await cookiesOf('PATCH', '/api/uploaded')).toEqual(['other=1', 'tributary_wrote=1']);
  });

  it('does not mark it after reads, refused writes and measurements', async () => {
    expect(await cookiesOf('GET', '/api/read')).toEqual([]);
    expect(await cookiesOf('POST', '/api/refused')).toEqual([]);
    expect(await cookiesOf('POST', '/api/measured')).toEqual([]);
  });

  it('reads the primary for a marked browser, and the replica for others', async () => {
    const fromPrimary = async (cookie: string) =>
      (await fetch(`${base}/api/read`, { headers: { cookie } })).json();
    expect(await fromPrimary('a=b; tributary_wrote=1')).toEqual({ fromPrimary: true });
    expect(await fromPrimary('a=b')).toEqual({ fromPrimary: false });
  });
});
