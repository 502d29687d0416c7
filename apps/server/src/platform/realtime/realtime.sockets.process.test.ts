import { once } from 'node:events';
import { REALTIME_CLOSE, REALTIME_HEARTBEAT_MS } from '@tributary/contracts/realtime';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { counter, counters } from '../../../test/support/counter-topic.ts';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { viewerLimits } from '../network/viewer-limits.ts';

afterEach(() => void vi.useRealTimers());

describe('a socket', () => {
  it('stays open while its browser answers pings, and is closed when pings go unanswered', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { connect } = await serveRealtime({ topics: [counters] });
    const background = await connect();
    const gone = await connect({}, false);
    for (let beat = 0; beat < 4; beat += 1) {
      vi.advanceTimersByTime(REALTIME_HEARTBEAT_MS);
      // Earlier answers have arrived once this one has.
      background.socket.ping();
      await once(background.socket, 'pong');
    }
    expect(await gone.closed).toBe(1006);
    background.send({ type: 'ping' });
    expect(await background.next()).toEqual({ type: 'pong' });
  });

  it('is closed if its client has left before the handshake', async () => {
    const { port } = await serveRealtime({ topics: [counters], clientAddress: () => null });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    socket.on('error', () => {});
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1006);
  });

  it('is refused beyond the limit of its network, even while earlier ones are being authenticated', async () => {
    const { promise: gate, resolve: admit } = Promise.withResolvers<void>();
    const { realtime, port } = await serveRealtime({
      topics: [counters],
      authenticate: () => gate.then(() => null),
      // The limits allow two sockets for each viewer.
      limits: viewerLimits({ maxViewers: 1000, maxViewersPerNetwork: 100 }),
    });
    const sockets = Array.from({ length: 201 }, () => new WebSocket(`ws://127.0.0.1:${port}/`));
    const outcomes = sockets.map((socket) =>
      Promise.race([
        once(socket, 'open').then(() => 'open'),
        once(socket, 'unexpected-response').then(() => 'refused'),
      ]),
    );
    expect(await Promise.race(outcomes)).toBe('refused');
    admit();
    await expect.poll(() => realtime.stats().sockets).toBe(200);
    for (const socket of sockets) socket.terminate();
  });

  it.each([
    ['what is not JSON', 'hello'],
    ['an unknown type', '{"type":"drop"}'],
    ['a wrong field', '{"type":"subscribe","topic":5}'],
    ['binary', Buffer.from([1, 2, 3])],
  ])('is closed on %s', async (_what, bytes) => {
    const { connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    tab.socket.send(bytes);
    expect(await tab.closed).toBe(REALTIME_CLOSE.badMessage);
  });

  it('is closed on a message over the size limit and on a flood', async () => {
    const { connect } = await serveRealtime({ topics: [counters] });
    const big = await connect();
    big.socket.send('x'.repeat(5000));
    expect(await big.closed).toBe(1009);
    const flood = await connect();
    for (let i = 0; i < 200; i += 1) flood.send({ type: 'ping' });
    expect(await flood.closed).toBe(REALTIME_CLOSE.badMessage);
  });

  it('is refused to pages of another origin', async () => {
    const { port } = await serveRealtime({ topics: [counters] });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { origin: 'https://evil.example' } });
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain('403');
  });

  it('is closed and counted when its client does not read', async () => {
    const { realtime, connect } = await serveRealtime({ topics: [counters] });
    const slow = await connect();
    const key = 'x'.repeat(90);
    slow.subscribe(`counter:${key}`);
    await slow.next();
    slow.socket.pause();
    for (let i = 0; i < 200_000 && realtime.stats().droppedSlow === 0; i += 1) {
      realtime.topic(counter, key).patch(i);
    }
    expect(realtime.stats().droppedSlow).toBe(1);
    await expect.poll(() => realtime.stats().sockets).toBe(0);
  });

  it('is closed with the code that asks clients to reconnect when the server closes', async () => {
    const { realtime, connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    await realtime.close();
    expect(await tab.closed).toBe(REALTIME_CLOSE.restarting);
  });
});
