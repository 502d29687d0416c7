import { randomBytes } from 'node:crypto';
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { type PeerId, peerId, type SwarmPolicy } from '@tributary/contracts/swarm';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import type { Bus } from '#platform/bus/index.ts';
import { AppError } from '#platform/errors.ts';
import { createLog } from '#platform/log/log.ts';
import { localized } from '#platform/messages/index.ts';
import { processId } from '#platform/processes/processes.tables.ts';
import { createMemoryState, type SharedState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { type RealtimeTab, serveRealtime } from '../../../test/support/realtime-harness.ts';
import { createFigures } from './figures.service.ts';
import { createSwarmPolicies } from './policy.service.ts';
import { createSwarmTopic } from './swarm.topics.ts';
import { createSwarms } from './swarms.service.ts';

const db = await createTestDatabase();
const log = createLog('silent');

async function addStream(): Promise<{ id: StreamId; streamerId: UserId }> {
  const [id, streamerId] = [streamId.parse(uuidv7()), userId.parse(uuidv7())];
  const name = `s${streamerId.replaceAll('-', '').slice(-20)}`;
  await db.pool.query('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', [
    streamerId,
    name,
    `${name}@example.org`,
  ]);
  await db.pool.query(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
    [streamerId, name],
  );
  await db.pool.query(
    "insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at) values ($1, $2, 'A show', 'Gaming', 'a-show', 'live', now(), now())",
    [id, streamerId],
  );
  return { id, streamerId };
}

interface Setup {
  readonly policy?: SwarmPolicy;
  readonly hasRelay?: boolean;
  readonly mirrors?: readonly string[];
  readonly bus?: Bus;
  readonly sharedState?: SharedState;
}

/** One process of an instance. Each of its tabs is in a network of its own. */
async function startProcess({
  policy = 'ask',
  hasRelay = false,
  mirrors = [],
  bus = createInProcessBus(log),
  sharedState = createMemoryState(),
}: Setup = {}) {
  let networks = 0;
  const refused = new Set<string>();
  const exchanged = new Map<string, boolean>();
  const { realtime, connect } = await serveRealtime({
    topics: [],
    bus,
    clientAddress: () => `198.51.${Math.floor(++networks / 250)}.${networks % 250}`,
  });
  const admit = async (id: StreamId) => {
    if (refused.has(id))
      throw new AppError('live.no_screen', 'forbidden', localized('errors.live.no_screen'));
  };
  const live = {
    playback: { requireAccess: admit, requireScreen: admit, requireShown: async () => {} },
    media: { exchange: (id: string, isOn: boolean) => void exchanged.set(id, isOn) },
    iceServers: () => [{ urls: 'stun:stun.example.org:3478' }],
  };
  const policies = createSwarmPolicies(db, policy, hasRelay);
  const figures = createFigures(db, log);
  const swarms = createSwarms({
    bus,
    realtime,
    sharedState,
    processes: { id: processId.parse(uuidv7()) },
    live: live as never,
    policies,
    figures,
    secret: 'a secret of at least 32 characters',
    mirrors,
    maxBitrateKbps: 8_000,
    log,
  });
  realtime.register(createSwarmTopic({ swarms, policies, live: live as never }));
  onTestFinished(async () => {
    swarms.close();
    await figures.close();
  });
  return { connect, swarms, policies, figures, refused, exchanged, bus, sharedState };
}

const newPeer = (): PeerId => peerId.parse(randomBytes(16).toString('base64url'));

/** Listens to the swarm, and answers with what an action is answered with. */
async function open(process: Awaited<ReturnType<typeof startProcess>>, id: StreamId) {
  const tab = await process.connect();
  const topic = `swarm:${id}`;
  tab.subscribe(topic);
  expect(await tab.next()).toMatchObject({ type: 'message', kind: 'snapshot' });
  const peer = newPeer();
  let request = 0;
  const act = async (action: string, data: unknown): Promise<unknown> => {
    request += 1;
    tab.act(topic, action, data, request);
    for (;;) {
      const message = await tab.next();
      if (message.type === 'ack') return message.data ?? 'done';
      if (message.type === 'refused') return message.code;
    }
  };
  return {
    tab,
    peer,
    act,
    join: (count = 12) => act('join', { peer, count }) as Promise<Record<string, unknown>>,
    /** The next append to this tab. */
    async heard(): Promise<unknown> {
      for (;;) {
        const message = await tab.next();
        if (message.type === 'message' && message.kind === 'append') return message.data;
      }
    },
  };
}

const appendsIn = (tab: RealtimeTab) =>
  tab.inbox.filter((message) => message.type === 'message' && message.kind === 'append');

it('introduces peers to each other, and relays an offer and its answer to these two alone', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const [ann, ben, eve] = await Promise.all([open(process, id), open(process, id), open(process, id)]);
  expect(await ann.join()).toMatchObject({
    peers: 1,
    candidates: [],
    iceServers: [{ urls: 'stun:stun.example.org:3478' }],
  });
  await eve.join(0);
  const joined = await ben.join();
  expect(joined).toMatchObject({ peers: 3 });
  expect(joined.candidates).toHaveLength(2);
  expect(joined.candidates).toContainEqual({ peer: ann.peer, isNear: false });

  expect(await ben.act('signal', { to: ann.peer, kind: 'offer', data: 'v=0' })).toBe('done');
  expect(await ann.heard()).toEqual({ type: 'signal', from: ben.peer, kind: 'offer', data: 'v=0' });
  await ann.act('signal', { to: ben.peer, kind: 'answer', data: 'v=1' });
  expect(await ben.heard()).toEqual({ type: 'signal', from: ann.peer, kind: 'answer', data: 'v=1' });
  await eve.tab.settled();
  expect(appendsIn(eve.tab)).toEqual([]);
});

it('never names a network, and tells peers of one network only that it is the same', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const one = await open(process, id);
  const joined = await one.join();
  expect(joined.network).toEqual(expect.any(Number));
  const other = await open(process, id);
  const text = JSON.stringify(await other.join());
  expect(text).not.toMatch(/198\.51/);
  expect(JSON.parse(text).network).not.toBe(joined.network);
});

it('tells viewers of approved mirrors of public streams in all processes, while viewers may be seen', async () => {
  const bus = createInProcessBus(log);
  const [approved, other] = ['https://mirror.example.org', 'https://other.example.org'];
  const start = (policy: SwarmPolicy) => startProcess({ bus, policy, hasRelay: true, mirrors: [approved] });
  const [first, second, hidden] = await Promise.all([start('ask'), start('ask'), start('relay')]);
  const { id } = await addStream();
  const join = async (process: typeof first, mirror: object) => {
    const member = await open(process, id);
    const answer = await member.act('join', { peer: member.peer, count: 0, ...mirror });
    return (answer as { isNamed: boolean }).isNamed;
  };
  expect(await join(first, { isMirror: true, mirrorUrl: other })).toBe(false);
  expect(await join(first, { mirrorUrl: approved })).toBe(false);
  expect(await join(hidden, { isMirror: true, mirrorUrl: approved })).toBe(false);
  expect(first.swarms.mirrors(id)).toEqual([]);
  const viewer = await open(second, id);
  expect(await join(first, { isMirror: true, mirrorUrl: approved })).toBe(true);
  await vi.waitFor(() => expect(second.swarms.mirrors(id)).toEqual([approved]), { timeout: 10_000 });
  for (;;) {
    const message = await viewer.tab.next();
    if (message.type !== 'message' || message.kind !== 'patch') continue;
    const { mirrors } = message.data as { mirrors: string[] };
    if (mirrors.length > 0) return expect(mirrors).toEqual([approved]);
  }
}, 20_000);

it('makes peers of two processes meet, and publishes manifests once there are two', async () => {
  const bus = createInProcessBus(log);
  const [first, second] = [await startProcess({ bus }), await startProcess({ bus })];
  const { id } = await addStream();
  const [ann, ben] = [await open(first, id), await open(second, id)];
  await ann.join();
  await expect.poll(() => second.swarms.count(id), { timeout: 8_000 }).toBe(1);
  expect(first.exchanged.get(id) ?? false).toBe(false);
  expect(await ben.join()).toMatchObject({
    peers: 2,
    candidates: [{ peer: ann.peer, isNear: expect.any(Boolean) }],
  });
  await ben.act('signal', { to: ann.peer, kind: 'offer', data: 'v=0' });
  expect(await ann.heard()).toMatchObject({ from: ben.peer, kind: 'offer' });
  await ann.act('signal', { to: ben.peer, kind: 'answer', data: 'v=1' });
  expect(await ben.heard()).toMatchObject({ from: ann.peer, kind: 'answer' });
  await expect
    .poll(() => [first.exchanged.get(id), second.exchanged.get(id)], { timeout: 8_000 })
    .toEqual([true, true]);
  ben.tab.socket.close();
  await expect.poll(() => first.exchanged.get(id), { timeout: 12_000 }).toBe(false);
});

it('refuses to join with the id of another peer, and lets a tab that reconnects keep its own', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const [ann, eve] = [await open(process, id), await open(process, id)];
  await ann.join();
  expect(await eve.act('join', { peer: ann.peer, count: 0 })).toBe('peer_id_taken');
  expect(await ann.join()).toMatchObject({ peers: 1 });
});

it.each([
  ['the policy of the instance', 'off', null, 'swarm_off'],
  ['the stricter choice of the creator', 'on', 'off', 'swarm_off'],
] as const)('refuses to join by %s', async (_, instance, channel, code) => {
  const process = await startProcess({ policy: instance });
  const { id, streamerId } = await addStream();
  if (channel !== null) await process.policies.choose(streamerId, channel);
  const ann = await open(process, id);
  expect(await ann.join()).toBe(code);
  expect(await ann.act('find', { count: 3 })).toBe('not_in_swarm');
  expect(await ann.act('signal', { to: newPeer(), kind: 'offer', data: 'x' })).toBe('not_in_swarm');
});

it('does not let a creator open what the instance has closed', async () => {
  const { policies } = await startProcess({ policy: 'ask' });
  const { id, streamerId } = await addStream();
  await policies.choose(streamerId, 'on');
  policies.forget();
  expect(await policies.ofStream(id)).toBe('ask');
});

it('exchanges a stream whose policy is a relay only where there is one', async () => {
  const { id, streamerId } = await addStream();
  const without = await startProcess();
  await without.policies.choose(streamerId, 'relay');
  expect(await without.policies.ofStream(id)).toBe('off');
  const relayed = await startProcess({ hasRelay: true });
  expect(await relayed.policies.ofStream(id)).toBe('relay');
});

it('passes on only addresses of a relay once a creator has chosen it', async () => {
  const process = await startProcess({ hasRelay: true });
  const { id, streamerId } = await addStream();
  const offer = (kind: string) =>
    `v=0\r\na=candidate:1 1 udp 1 203.0.113.7 50100 typ ${kind} raddr 0.0.0.0 rport 0\r\n`;
  const [ann, ben] = [await open(process, id), await open(process, id)];
  await Promise.all([ann.join(), ben.join()]);
  await ben.join();
  expect(await ben.act('signal', { to: ann.peer, kind: 'offer', data: offer('host') })).toBe('done');
  expect(await ann.heard()).toMatchObject({ type: 'signal', from: ben.peer });

  await process.policies.choose(streamerId, 'relay');
  process.policies.forget();
  await process.swarms.recheck({ streamId: id });
  for (const peer of [ann, ben]) expect(await peer.heard()).toEqual({ type: 'expelled', reason: 'off' });
  await Promise.all([ann.join(), ben.join()]);
  for (const kind of ['host', 'srflx'])
    expect(await ben.act('signal', { to: ann.peer, kind: 'offer', data: offer(kind) })).toBe('relay_only');
  expect(await ben.act('signal', { to: ann.peer, kind: 'offer', data: offer('relay') })).toBe('done');
  expect(await ann.heard()).toMatchObject({ type: 'signal', data: offer('relay') });
});

it('expels a peer whose right has ended, and tells the others to close their connections', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const [ann, ben] = [await open(process, id), await open(process, id)];
  await ann.join();
  await ben.join();
  process.refused.add(id);
  await process.swarms.recheck({ streamId: id });
  expect(await ann.heard()).toEqual({ type: 'expelled', reason: 'forbidden' });
  expect(await ben.heard()).toEqual({ type: 'removed', peer: ann.peer });
  expect(process.swarms.count(id)).toBe(0);
  expect(await ann.act('signal', { to: ben.peer, kind: 'offer', data: 'x' })).toBe('forbidden');
});

it('bans a peer that three networks report, and not one that a single network reports often', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const liar = await open(process, id);
  const others = await Promise.all(Array.from({ length: 3 }, () => open(process, id)));
  await liar.join();
  for (const other of others) await other.join();
  for (let index = 0; index < 10; index++) await others[0]?.act('report', { peer: liar.peer });
  await others[1]?.act('report', { peer: liar.peer });
  expect(process.swarms.count(id)).toBe(4);
  await others[2]?.act('report', { peer: liar.peer });
  expect(await liar.heard()).toEqual({ type: 'expelled', reason: 'banned' });
  expect(process.swarms.count(id)).toBe(3);
  expect(await liar.act('join', { peer: newPeer(), count: 5 })).toBe('swarm_banned');
});

it('tells one peer of at most 96 others, however often it asks', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const closed = new AbortController();
  onTestFinished(() => closed.abort());
  for (let index = 0; index < 200; index++) {
    const connection = {
      id: `c${index}`,
      clientId: `b${index}`,
      network: `n${index}`,
      principal: null,
      closed: closed.signal,
    };
    await process.swarms.join(connection, id, newPeer(), 0);
  }
  const harvester = await open(process, id);
  await harvester.join(24);
  const seen = new Set<string>();
  for (let round = 0; round < 40; round++) {
    const answer = (await harvester.act('find', { count: 24 })) as { candidates: { peer: string }[] };
    for (const { peer } of answer.candidates) seen.add(peer);
  }
  expect(seen.size).toBeLessThanOrEqual(96);
});

it('refuses floods of signals and signals that are too long, and goes on to serve others', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const [flood, ann] = [await open(process, id), await open(process, id)];
  await flood.join();
  await ann.join();
  expect(await flood.act('signal', { to: ann.peer, kind: 'offer', data: 'x'.repeat(3001) })).toBe('invalid');
  expect(await flood.act('signal', { to: newPeer(), kind: 'offer', data: 'x' })).toBe('no_such_peer');
  const closed = flood.tab.closed;
  for (let index = 0; index < 400; index++)
    flood.tab.act(`swarm:${id}`, 'signal', { to: ann.peer, kind: 'offer', data: 'x' }, index);
  expect(await closed).toBe(4400);
  expect(await ann.act('find', { count: 1 })).toMatchObject({ peers: expect.any(Number) });
  await expect.poll(() => process.swarms.count(id)).toBe(1);
});

it('adds up plausible traffic, and believes received bytes only as far as others say that they gave them', async () => {
  const process = await startProcess();
  const { id } = await addStream();
  const [ann, ben] = [await open(process, id), await open(process, id)];
  await ann.join();
  await ben.join();
  await ann.act('traffic', { fromPeers: 3_000_000, fromOrigin: 1_000_000, given: 0 });
  await process.figures.write();
  expect(await process.figures.ofStream(id)).toMatchObject({ fromPeers: 0, fromOrigin: 1_000_000 });
  await ben.act('traffic', { fromPeers: 0, fromOrigin: 1_000_000, given: 2_500_000 });
  await process.figures.write();
  expect(await process.figures.ofStream(id)).toMatchObject({ fromPeers: 2_500_000, fromOrigin: 2_000_000 });
  // A terabyte since a moment ago.
  await ann.act('traffic', { fromPeers: 2 ** 40, fromOrigin: 0, given: 2 ** 40 });
  await process.figures.write();
  const { given, fromPeers } = await process.figures.ofStream(id);
  expect(given).toBeLessThan(100_000_000);
  expect(fromPeers).toBeLessThan(100_000_000);
});
