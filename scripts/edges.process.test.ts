/** The configurations in deploy/edges, in front of a server that stands for an instance. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { startEdge } from '../apps/server/test/support/edges.ts';

const VIEWERS = 20;
const SEGMENT = '/recordings/1/epoch/video/7.m4s';

/** An origin that answers by path when the test says so, and upgrades WebSockets. */
async function startOrigin() {
  const requests: { readonly req: http.IncomingMessage; readonly res: http.ServerResponse }[] = [];
  const server = http.createServer((req, res) => {
    requests.push({ req, res });
    server.emit('asked');
  });
  server.on('upgrade', (_req, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The origin listens on no TCP port.');
  return {
    port: address.port,
    requests,
    /** Resolves once `count` requests have arrived in all. */
    async asked(count: number) {
      while (requests.length < count) await once(server, 'asked');
    },
    answer(index: number, cacheControl: string, body: string) {
      requests[index]?.res.writeHead(200, { 'cache-control': cacheControl, etag: '"1"' }).end(body);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe.each(['varnish', 'nginx'] as const)('the edge of %s', (program) => {
  async function start() {
    const stack = new AsyncDisposableStack();
    const origin = stack.use(await startOrigin());
    const edge = stack.use(await startEdge(program, origin.port));
    return {
      origin,
      edge,
      get: (path: string, headers: Record<string, string> = {}) => fetch(edge.url + path, { headers }),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }

  it('makes one request of what many viewers request of a recording, whatever their cookies', async () => {
    await using run = await start();
    const answers = Array.from({ length: VIEWERS }, (_, index) =>
      run.get(SEGMENT, { cookie: `id=${index}` }),
    );
    await run.origin.asked(1);
    run.origin.answer(0, 'public, max-age=3600, s-maxage=1, proxy-revalidate', 'the segment');
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(new Set(texts)).toEqual(new Set(['the segment']));
    expect(run.origin.requests).toHaveLength(1);
  });

  it('keeps nothing that the instance calls private, and forwards the cookies that it depends on', async () => {
    await using run = await start();
    for (const [index, name] of ['ann', 'bob'].entries()) {
      const answer = run.get(SEGMENT, { cookie: `session=${name}` });
      await run.origin.asked(index + 1);
      expect(run.origin.requests[index]?.req.headers.cookie).toBe(`session=${name}`);
      run.origin.answer(index, 'private, no-store', `for ${name}`);
      expect(await (await answer).text()).toBe(`for ${name}`);
    }
  });

  it('lets no viewer of a gated stream wait for another', async () => {
    await using run = await start();
    const answers = ['one', 'two'].map((grant) =>
      run.get(SEGMENT, { cookie: `tributary_playback=${grant}` }),
    );
    await run.origin.asked(2);
    run.origin.answer(0, 'private, no-store', 'media');
    run.origin.answer(1, 'private, no-store', 'media');
    expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual([
      'media',
      'media',
    ]);
  });

  it('passes addresses with a grant to the instance one by one, whatever it answers', async () => {
    await using run = await start();
    const answers = [0, 1].map(() => run.get(`/~grant${SEGMENT}`));
    await run.origin.asked(2);
    expect(run.origin.requests.map(({ req }) => req.url)).toEqual([`/~grant${SEGMENT}`, `/~grant${SEGMENT}`]);
    for (const index of [0, 1]) run.origin.answer(index, 'public, max-age=60', `answer ${index}`);
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(texts.sort()).toEqual(['answer 0', 'answer 1']);
  });

  it.runIf(program === 'nginx')('logs addresses without the grants in them', async () => {
    await using run = await start();
    const answer = run.get(`/~a-secret-grant${SEGMENT}?v=1`);
    await run.origin.asked(1);
    run.origin.answer(0, 'private, no-store', 'media');
    await (await answer).text();
    const logged = await vi.waitFor(async () => {
      const text = await readFile(run.edge.accessLog, 'utf8');
      return text === '' ? expect.fail('nginx has logged nothing yet') : text;
    });
    expect(logged).toContain(`GET /~${SEGMENT}?v=1 200`);
    expect(logged).not.toContain('secret');
  });

  it('keeps nothing of the API, and tells the instance who asks', async () => {
    await using run = await start();
    for (const index of [0, 1]) {
      const answer = run.get('/api/streams/featured');
      await run.origin.asked(index + 1);
      expect(run.origin.requests[index]?.req.headers['x-forwarded-for']).toBe('127.0.0.1');
      run.origin.answer(index, 'public, max-age=60', `answer ${index}`);
      expect(await (await answer).text()).toBe(`answer ${index}`);
    }
  });

  it('passes WebSockets on', async () => {
    await using run = await start();
    const socket = net.connect(run.edge.port, '127.0.0.1').setEncoding('latin1');
    socket.write(
      'GET /realtime HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 101 .*hello$/s);
  });
});
