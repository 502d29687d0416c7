import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AttackedStream, startStream } from '../../../test/support/webrtc/attacked-stream.ts';
import { HOSTILE_OFFER } from '../../../test/support/webrtc/hostile-peer.ts';
import { limitedByNetwork, NETWORK_HEADER } from '../../../test/support/webrtc/network-limit.ts';
import { WebRtcPlayers } from '../../../test/support/webrtc/webrtc-players.ts';
import { STREAM, type WhepServer } from '../../../test/support/webrtc/whep-server.ts';

/** Memory of closed connections that the allocator may keep. */
const MAX_GROWTH_BYTES = 25e6;

let players: WebRtcPlayers;
beforeAll(() => {
  players = new WebRtcPlayers();
});
afterAll(() => players.close());

/** Posts an offer from each network at once. @returns how many are answered; the others are to try again later */
async function flood(server: WhepServer, networks: readonly string[]): Promise<number> {
  const responses = await Promise.all(
    networks.map((network) => server.post(HOSTILE_OFFER, { [NETWORK_HEADER]: network })),
  );
  for (const { status, headers } of responses) {
    expect([201, 503]).toContain(status);
    if (status === 503) expect(headers.get('retry-after')).toBe('30');
  }
  return responses.filter(({ status }) => status === 201).length;
}

it('bounds what a flood of offers from one network and from many opens, and frees it again', async () => {
  const stream = await AttackedStream.start(players, {
    limits: { connecting: limitedByNetwork({ total: 24, perNetwork: 4 }) },
    settings: { maxViewers: 100 },
  });
  const one = Array.from({ length: 60 }, () => 'one');
  const many = Array.from({ length: 120 }, (_, i) => `network ${i % 40}`);
  expect(await stream.playsThrough(flood(stream.server, one))).toBe(4);
  await stream.playsUntilAlone();
  const memoryAfter: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    expect(await stream.playsThrough(flood(stream.server, many))).toBe(24);
    await stream.playsUntilAlone();
    memoryAfter.push(stream.stats.workerRssBytes);
  }
  expect(stream.stats).toMatchObject({ workerCrashes: 0, neverConnected: 4 + 6 * 24 });
  expect((memoryAfter.at(-1) ?? 0) - (memoryAfter[0] ?? 0)).toBeLessThan(MAX_GROWTH_BYTES);
}, 60_000);

it('counts offers against the limits for a while after they are withdrawn', async () => {
  const { server } = await startStream({
    connectMs: 60_000,
    limits: { connecting: limitedByNetwork({ total: 24, perNetwork: 4 }) },
  });
  for (let i = 0; i < 4; i += 1) {
    const response = await server.post(HOSTILE_OFFER, { [NETWORK_HEADER]: 'one' });
    const session = server.url + (response.headers.get('location') ?? '');
    expect([response.status, (await fetch(session, { method: 'DELETE' })).status]).toEqual([201, 200]);
  }
  expect(await flood(server, ['one', 'one', 'another'])).toBe(1);
});

it('takes many requests for one session, and ends it once', async () => {
  const stream = await AttackedStream.start(players);
  const { player, session } = stream;
  const credentials = (await player.offer()).split('\r\n').filter((line) => /^a=ice-(ufrag|pwd):/.test(line));
  const fragment = `${credentials.slice(0, 2).join('\r\n')}\r\n`;
  const patch = async (body: string) => {
    const headers = { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': '*' };
    return (await fetch(session, { method: 'PATCH', body, headers })).status;
  };
  const patches = Array.from({ length: 200 }, () => patch(fragment));
  expect(new Set(await stream.playsThrough(Promise.all(patches)))).toEqual(new Set([204]));
  expect(await patch('a=candidate:\r\n'.repeat(20_000))).toBe(413);
  expect(await patch(fragment + 'a=candidate:x\r\n'.repeat(100))).toBe(400);

  const remove = async () => (await fetch(session, { method: 'DELETE' })).status;
  const statuses = await Promise.all([...Array.from({ length: 10 }, remove), patch(fragment)]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.slice(0, -1).every((status) => status === 200 || status === 404)).toBe(true);
  expect([204, 404]).toContain(statuses.at(-1));
  expect(stream.stats.viewers).toBe(0);
});

it('keeps no session of a client that is gone before the answer', async () => {
  const { server } = await startStream({ connectMs: 60_000 });
  const viewers = () => server.core.stats().webrtc?.viewers;
  const aborter = new AbortController();
  const request = fetch(`${server.url}/whep/${STREAM}`, {
    method: 'POST',
    body: HOSTILE_OFFER,
    headers: { 'content-type': 'application/sdp' },
    signal: aborter.signal,
  });
  // The process that answers has to start first.
  await vi.waitFor(() => expect(viewers()).toBe(1), { timeout: 10_000, interval: 1 });
  aborter.abort();
  await expect(request).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(viewers()).toBe(0), 10_000);
});

it('serves viewers again by new offers after the process that serves them is killed, and HLS all along', async () => {
  const stream = await AttackedStream.start(players, { crashPauseMs: 0 });
  const { server, source, session } = stream;
  const playlist = async () => (await fetch(`${server.url}/live/${STREAM}/index.m3u8`)).status;
  process.kill(stream.stats.workerPid ?? 0, 'SIGKILL');
  await vi.waitFor(async () => expect((await fetch(session)).status).toBe(404), 10_000);
  expect([await playlist(), stream.stats.viewers, stream.stats.workerCrashes]).toEqual([200, 0, 1]);
  const again = players.create();
  expect((await server.play(again)).status).toBe(201);
  await source.sendUntil(again.until(({ videoFrames }) => videoFrames.length > 10));
  expect([await playlist(), stream.stats.workerCrashes]).toEqual([200, 1]);
});
