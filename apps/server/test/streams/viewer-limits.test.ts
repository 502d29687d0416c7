/** Limits of viewers' connections and requests, of delivery by itself and of the composed app. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { clientAddress, usageByClient } from '../../src/platform/http/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { closed, type DeliveryServer, startDeliveryServer } from '../support/delivery/delivery-server.ts';

describe('delivery', () => {
  const base = '/live/stream/epoch';
  const addressOf = clientAddress(['loopback']);
  const from = (address: string) => ({ 'x-forwarded-for': address });

  const serve = (blockedRequests: number, unsentBytes: number): Promise<DeliveryServer> => {
    const limit = (perNetwork: number) =>
      usageByClient({ total: perNetwork + perNetwork / 2, perNetwork }, addressOf);
    return startDeliveryServer({
      limits: { blockedRequests: limit(blockedRequests), unsentBytes: limit(unsentBytes) },
      // Nothing times out on a slow machine.
      drainMs: 600_000,
      targetDurationSeconds: 600,
    });
  };

  it('holds 2,000 blocking reloads of a network and 3,000 in all, and answers others with 503 and Retry-After', {
    timeout: 60_000,
  }, async () => {
    await using server = await serve(2000, Number.POSITIVE_INFINITY);
    server.live.video.addPart(Buffer.from('part'));
    const path = `${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`;
    const held: Promise<{ status: number }>[] = [];
    const hold = async (address: string) => {
      held.push((await server.blocked(path, from(address))).answer);
    };
    // Any address of a /64 is the same network.
    for (let i = 0; i < 2000; i++) await hold(`2001:db8::${i.toString(16)}`);
    expect(server.delivery.stats().waiting).toBe(2000);
    const refused = await server.request(path, { headers: from('2001:db8::ffff') });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(refused.headers['cache-control']).toBe('no-store');
    // What need not wait is answered.
    expect((await server.request(`${base}/video.m3u8`, { headers: from('2001:db8::1') })).status).toBe(200);

    for (let i = 0; i < 1000; i++) await hold(`198.51.100.${i % 250}`);
    expect((await server.request(path, { headers: from('203.0.113.1') })).status).toBe(503);
    expect((await server.request(`${base}/video/0.1.m4s`, { headers: from('203.0.113.1') })).status).toBe(
      503,
    );

    server.live.video.addPart(Buffer.from('part'));
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]));
    // All have been released.
    const next = await server.blocked(`${base}/video.m3u8?_HLS_msn=0&_HLS_part=2`, from('2001:db8::1'));
    server.live.video.addPart(Buffer.from('part'));
    expect((await next.answer).status).toBe(200);
  });

  it('gives the place of a viewer who left to the next one', async () => {
    await using server = await serve(1, Number.POSITIVE_INFINITY);
    server.live.video.addPart(Buffer.from('part'));
    const path = `${base}/video.m3u8?_HLS_msn=0&_HLS_part=1`;
    const leaving = await server.blocked(path, from('198.51.100.1'));
    expect((await server.request(path, { headers: from('198.51.100.1') })).status).toBe(503);
    await leaving.abort();
    const next = await server.blocked(path, from('198.51.100.1'));
    server.live.video.addPart(Buffer.from('part'));
    expect((await next.answer).status).toBe(200);
  });

  it('refuses media and playlists to a network whose sockets do not take what was sent', async () => {
    await using server = await serve(10, 1024 * 1024);
    server.live.video.addPart(Buffer.alloc(64 * 1024 * 1024));
    server.live.video.addPart(Buffer.from('small'));
    const get = (path: string, address: string) =>
      server.request(new URL(path, `http://x${base}/`).pathname, { headers: from(address) });
    const stalled = server.raw(
      `GET ${base}/video/0.0.m4s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n`,
    );
    await server.becomes(() => server.delivery.stats().draining === 1);
    for (const path of ['video/0.1.m4s', 'video.m3u8', '../index.m3u8']) {
      const refused = await get(path, '198.51.100.1');
      expect([path, refused.status, refused.headers['retry-after']]).toEqual([path, 503, '2']);
    }
    stalled.destroy();
    await closed(stalled);
    await server.becomes(() => server.delivery.stats().draining === 0);
    expect((await get('video/0.1.m4s', '198.51.100.1')).status).toBe(200);
  });
});

describe('an instance for one viewer of each network and two in all', () => {
  const db = createTestDatabase();
  let dataDir: string;
  let app: App;
  let url: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tributary-viewer-limits-'));
    await writeFile(join(dataDir, 'index.html'), '<!doctype html><title>App</title><div id="root"></div>');
    await writeFile(join(dataDir, 'preloads.json'), '{}');
    const variables = {
      DEMO: 'false',
      DATABASE_URL: (await db).url,
      MAX_VIEWERS: '2',
      MAX_VIEWERS_PER_NETWORK: '1',
      TRUST_PROXY: '127.0.0.1',
    };
    const config = parseConfig(variables, dataDir);
    app = await createApp(
      { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0, dataDir },
      { log: createLog('silent'), webRoot: dataDir },
    );
    url = `http://127.0.0.1:${app.port}`;
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  const browserAt = (address: string) => new Browser(url, { 'x-forwarded-for': address });

  it.each([
    ['/streamer/nobody', 404, 3],
    ['/s/nobody/nothing', 404, 3],
    ['/no/such/page', 404, 3],
    ['/pictures/none.webp', 404, 40],
    ['/thumbnails/none.webp', 404, 40],
  ])('limits requests for %s per network', async (path, status, perMinute) => {
    const network = `2001:db8:${status.toString(16)}:${[...path].length}::`;
    for (let i = 0; i < perMinute; i++) {
      const answer = await browserAt(`${network}${i + 1}`).get(path);
      expect([i, answer.status]).toEqual([i, status]);
    }
    const refused = await browserAt(`${network}ffff`).get(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await browserAt('203.0.113.9').get(path)).status).toBe(status);
  });

  it('refuses more connections than two viewers need', async () => {
    const sockets = Array.from({ length: 40 }, () => connect(app.port, '127.0.0.1'));
    const first = await Promise.race(sockets.map((socket) => once(socket, 'data')));
    expect(String(first[0])).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: \d/);
    for (const socket of sockets) socket.destroy();
  });
});
