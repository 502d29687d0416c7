import { once } from 'node:events';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HttpListener, openHttpListener } from '../../index.ts';
import type { DirectResponse } from './direct-exchange.ts';

/** An answered request of the direct handler. */
interface Taken {
  readonly req: IncomingMessage;
  readonly res: DirectResponse;
  readonly pass: () => void;
}

const sockets = new Set<Socket>();
let listener: HttpListener;
/** The requests that the handler has taken, and for each whether node:http was left out. */
let taken: Taken[] = [];
let direct: boolean[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await listener.close(0);
});

/** Answers `/media/…` itself, at once unless the path says `later`, and all else by the framework. */
async function listen(options: Partial<Parameters<typeof openHttpListener>[0]> = {}): Promise<void> {
  [taken, direct] = [[], []];
  listener = await openHttpListener({ host: '127.0.0.1', port: 0, ...options });
  listener.addDirect((req, res, pass) => {
    if (req.url?.startsWith('/media/') !== true) return false;
    taken.push({ req, res, pass });
    direct.push(!(res instanceof ServerResponse));
    if (req.url.includes('later')) return true;
    // In node:http, a response behind another one has no socket yet.
    if (res.socket === null) res.once('socket', () => answer({ req, res, pass }));
    else answer({ req, res, pass });
    return true;
  });
  listener.setApp((req, res) => {
    // A request without a body has ended already.
    if (req.readableEnded) return void res.end(`app ${req.url}`);
    let body = '';
    req.setEncoding('latin1').on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => res.end(`app ${req.url} ${body}`));
  });
  listener.open();
}

/** Answers as the handlers of media do: the response is finished when the socket has taken it. */
function answer({ req, res }: Taken, body: string | Buffer = `direct ${req.url}`): void {
  const { socket } = req;
  const close = res.shouldKeepAlive ? '' : 'Connection: close\r\n';
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${close}\r\n`);
  const finish = () => {
    res.emit('finish');
    if (close !== '') socket.destroySoon();
  };
  if (socket.write(body) && socket.writableLength === 0) finish();
  else socket.write('', finish);
}

const get = (path: string, lines = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;

async function open(): Promise<Socket> {
  const socket = connect({ port: listener.port, host: '127.0.0.1' });
  sockets.add(socket);
  socket.on('error', () => undefined).setEncoding('latin1');
  await once(socket, 'connect');
  return socket;
}

/** The bodies that a connection receives, in their order. */
function bodiesOf(socket: Socket): () => string[] {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return () =>
    text
      .split('HTTP/1.1 ')
      .slice(1)
      .map((response) => response.slice(response.indexOf('\r\n\r\n') + 4).trim());
}

describe('a connection of the listener', () => {
  it('answers simple requests one after another without node:http', async () => {
    await listen();
    const socket = await open();
    const bodies = bodiesOf(socket);
    for (const count of [1, 2, 3]) {
      socket.write(get(`/media/${count}`, 'Cookie: ticket\r\n'));
      await vi.waitFor(() => expect(bodies()).toHaveLength(count));
    }
    expect(bodies()).toEqual(['direct /media/1', 'direct /media/2', 'direct /media/3']);
    expect(direct).toEqual([true, true, true]);
    expect(taken[2]?.req.headers).toEqual({ host: 'x', cookie: 'ticket' });
    expect(taken[2]?.req.socket.remoteAddress).toBe('127.0.0.1');
  });

  it('answers pipelined requests in their order, and keeps what node:http must read for it', async () => {
    await listen();
    const socket = await open();
    const bodies = bodiesOf(socket);
    socket.write(
      get('/media/later') +
        get('/media/2') +
        'POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody' +
        get('/media/4'),
    );
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    socket.write(get('/media/5'));
    if (taken[0]) answer(taken[0]);
    await vi.waitFor(() => expect(bodies()).toHaveLength(5));
    expect(bodies()).toEqual([
      ...['direct /media/later', 'direct /media/2', 'app /api body', 'direct /media/4', 'direct /media/5'],
    ]);
    expect(direct).toEqual([true, true, false, false]);
  });

  it('leaves heads that arrive in pieces to node:http, wherever they are cut', async () => {
    await listen();
    const text = get('/media/1', 'A: b\r\n');
    for (let cut = 1; cut < text.length; cut += 7) {
      const socket = await open();
      const bodies = bodiesOf(socket);
      const before = listener.traffic().bytesIn;
      socket.write(text.slice(0, cut));
      await vi.waitFor(() => expect(listener.traffic().bytesIn).toBe(before + cut));
      socket.write(text.slice(cut));
      await vi.waitFor(() => expect(bodies()).toEqual(['direct /media/1']));
    }
    expect(direct).not.toContain(true);
  });

  it.each([
    ['a path that no handler takes', get('/page'), 'app /page'],
    ['HEAD', 'HEAD /page HTTP/1.1\r\nHost: x\r\n\r\n', ''],
    ['a target in absolute form', 'GET http://y/page HTTP/1.1\r\nHost: x\r\n\r\n', 'app /page'],
    ['a body', 'POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi', 'app /page hi'],
    [
      'a chunked body',
      'POST /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
      'app /page hi',
    ],
  ])('is left to node:http with %s', async (_what, text, body) => {
    await listen();
    const socket = await open();
    const bodies = bodiesOf(socket);
    socket.write(get('/media/1') + text);
    await vi.waitFor(() => expect(bodies()).toEqual(['direct /media/1', body]));
  });

  it('gives a request that a handler passes on to node:http, with those behind it', async () => {
    await listen();
    const socket = await open();
    const bodies = bodiesOf(socket);
    socket.write(get('/media/later') + get('/page'));
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    taken[0]?.pass();
    // The handlers see it again, with a response of node:http.
    await vi.waitFor(() => expect(taken).toHaveLength(2));
    expect(direct).toEqual([true, false]);
    const again = taken[1];
    expect(again && listener.server.passedOn(again.req)).toBe(taken[0]?.req);
    again?.pass();
    await vi.waitFor(() => expect(bodies()).toEqual(['app /media/later', 'app /page']));
  });

  it('closes behind a response whose request asks for it, and reads nothing more', async () => {
    await listen();
    const socket = await open();
    const bodies = bodiesOf(socket);
    socket.write(get('/media/1', 'Connection: close\r\n') + get('/media/2'));
    await once(socket, 'end');
    expect(bodies()).toEqual(['direct /media/1']);
  });

  it('does not read further requests while a client does not take a response', async () => {
    await listen();
    const large = Buffer.alloc(16 * 1024 ** 2);
    const socket = await open();
    socket.pause().write(get('/media/later'));
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    if (taken[0]) answer(taken[0], large);
    socket.write(get('/media/2').repeat(2_000));
    await vi.waitFor(() => expect(taken[0]?.req.socket.isPaused()).toBe(true));
    expect(taken).toHaveLength(1);
    // All of them are answered once it reads.
    socket.resume();
    await vi.waitFor(() => expect(taken).toHaveLength(2_001), { timeout: 20_000 });
  });

  it('survives clients that leave in the middle of a response, and before one', async () => {
    await listen();
    for (const body of [null, Buffer.alloc(16 * 1024 ** 2)]) {
      const socket = await open();
      socket.pause().write(get('/media/later'));
      const count = taken.length + 1;
      await vi.waitFor(() => expect(taken).toHaveLength(count));
      const one = taken[count - 1];
      if (one && body) answer(one, body);
      socket.resetAndDestroy();
      await vi.waitFor(() => expect(one?.req.socket.destroyed).toBe(true));
      // A handler may notice late.
      one?.pass();
    }
    const socket = await open();
    const bodies = bodiesOf(socket);
    socket.write(get('/media/1'));
    await vi.waitFor(() => expect(bodies()).toEqual(['direct /media/1']));
  });

  it('is refused beyond the limit, and its requests are ignored', async () => {
    await listen({ connections: { total: 1, perNetwork: 1 } });
    const first = await open();
    const second = await open();
    const text = once(second, 'data');
    second.write(get('/media/1'));
    expect(String(await text)).toMatch(/^HTTP\/1\.1 503 /);
    expect(taken).toEqual([]);
    const bodies = bodiesOf(first);
    first.write(get('/media/2'));
    await vi.waitFor(() => expect(bodies()).toEqual(['direct /media/2']));
  });
});

describe('a listener that closes', () => {
  it('closes idle connections at once, and others behind their response', async () => {
    await listen();
    const idle = await open();
    const bodies = bodiesOf(idle);
    idle.write(get('/media/1'));
    await vi.waitFor(() => expect(bodies()).toHaveLength(1));
    const busy = await open();
    const late = bodiesOf(busy);
    busy.write(get('/media/later'));
    await vi.waitFor(() => expect(taken).toHaveLength(2));
    const ended = once(idle, 'close');
    const closed = listener.close(60_000);
    await ended;
    if (taken[1]) answer(taken[1]);
    await once(busy, 'close');
    expect(late()).toEqual(['direct /media/later']);
    await closed;
  });

  it('closes connections whose requests are not answered in time', async () => {
    await listen();
    const socket = await open();
    socket.resume().write(get('/media/later'));
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    const closed = once(socket, 'close');
    await listener.close(10);
    await closed;
  });
});

it('leaves connections without a request to node:http, which closes them in its own time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    await listen({ serverOptions: { headersTimeout: 50, connectionsCheckingInterval: 10 } });
    const socket = await open();
    const text = once(socket, 'data');
    await vi.waitFor(() => expect(listener.traffic()).toBeDefined());
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(String(await text)).toMatch(/^HTTP\/1\.1 408 /);
  } finally {
    vi.useRealTimers();
  }
});
