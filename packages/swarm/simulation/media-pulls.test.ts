/** Segments and init sections that the engine pulls, with neighbours whose messages are written by hand. */
import { expect, it } from 'vitest';
import { addressKey, INIT_SECTION, type MediaAddress, WHOLE_SEGMENT } from '../src/media-address.ts';
import { decodeMessage } from '../src/protocol/decode-message.ts';
import { encodeMessage } from '../src/protocol/encode-message.ts';
import { type Message, PROTOCOL_VERSION, revisionMark } from '../src/protocol/messages.ts';
import type { PulledBytes } from '../src/pull/pulled-media.ts';
import type { PartEntry } from '../src/scheduler/part-entry.ts';
import { SwarmEngine } from '../src/scheduler/swarm-engine.ts';
import { DEFAULT_OPTIONS } from '../src/scheduler/swarm-options.ts';
import { EventQueue } from './event-queue.ts';
import { sha256 } from './simulated-stream.ts';

const SWARM = new Uint8Array(16).fill(4);
const CHUNK = DEFAULT_OPTIONS.chunkBytes;

interface TestPart {
  readonly entry: PartEntry;
  readonly bytes: Uint8Array;
}

function partOf(address: MediaAddress, size: number): TestPart {
  const bytes = new Uint8Array(size).map((_, index) => (index * 5 + address.part) % 251);
  const chunkHashes = Array.from({ length: Math.ceil(size / CHUNK) }, (_, index) =>
    sha256(bytes.subarray(index * CHUNK, (index + 1) * CHUNK)).subarray(0, 16),
  );
  return {
    bytes,
    entry: { address, key: addressKey(address), bytes: size, hash: sha256(bytes), chunkHashes },
  };
}

const SEGMENT = [0, 1, 2].map((part) => partOf({ rendition: 0, sequence: 9, part }, CHUNK + 100));
const INIT = [partOf({ rendition: 0, sequence: 0, part: INIT_SECTION }, 700)];
const joined = (parts: readonly TestPart[]) => new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes)));

function createEngine(mayReceive = true) {
  const clock = new EventQueue();
  const dropped: string[] = [];
  const engine = new SwarmEngine({
    id: 'self',
    swarm: SWARM,
    network: 0,
    clock,
    origin: { fetch: () => () => {} },
    digest: (bytes, done) => done(sha256(bytes)),
    options: DEFAULT_OPTIONS,
    mayReceive: () => mayReceive,
    // Every segment below 100 is known.
    indexes: {
      find: (_, sequence) => (sequence < 100 ? { bytes: Uint8Array.of(1), keys: [] } : null),
      received: () => {},
    },
    events: {
      media: () => {},
      dropped: (peer, misconduct) => dropped.push(`${peer}: ${misconduct}`),
      peersWanted: () => {},
      playlist: () => {},
    },
  });
  engine.setSwarmSize(1e9);
  /** @param has what the neighbour announces */
  const connect = (id: string, has: readonly TestPart[], revision = 2) => {
    const sent: Message[] = [];
    const receive = (message: Message) => engine.received(id, encodeMessage(message));
    engine.connected(id, {
      bufferedBytes: 0,
      send: (frame) => sent.push(decodeMessage(frame)),
      close: () => {},
    });
    receive({ type: 'hello', version: PROTOCOL_VERSION, swarm: SWARM, stripes: 4, network: 0 });
    if (revision > 1) receive({ type: 'have', addresses: [revisionMark(revision)] });
    if (has.length > 0) receive({ type: 'have', addresses: has.map(({ entry }) => entry.address) });
    const push = ({ entry, bytes }: TestPart, change = 0) => {
      for (let offset = 0; offset < bytes.length; offset += CHUNK) {
        const chunk = bytes.slice(offset, offset + CHUNK);
        chunk[0] = (chunk[0] ?? 0) ^ change;
        receive({ type: 'push', address: entry.address, hops: 0, size: bytes.length, offset, bytes: chunk });
      }
    };
    const requested = () =>
      sent.flatMap((message) => {
        if (message.type !== 'pull' && message.type !== 'request') return [];
        return { type: message.type, part: message.address.part };
      });
    return { sent, receive, push, requested };
  };
  const loads: { readonly offset: number; readonly answer: (bytes: Uint8Array | null) => void }[] = [];
  const results: (PulledBytes | null)[] = [];
  const pull = (parts: readonly TestPart[], deadlineMs = 60_000) =>
    engine.pulling.pull({
      entries: parts.map(({ entry }) => entry),
      deadlineMs,
      peerWaitMs: 2500,
      load(offset, done) {
        loads.push({ offset, answer: (bytes) => done(bytes && { bytes, firstByteMs: 20 }) });
        return () => {};
      },
      done: (media) => results.push(media),
    });
  return { engine, clock, dropped, connect, pull, loads, results };
}

it('pulls the parts of a segment from several neighbours, and joins them', () => {
  const { connect, pull, loads, results } = createEngine();
  const [one, two] = ['one', 'two'].map((id) => connect(id, SEGMENT));
  pull(SEGMENT);
  expect(one?.requested().length).toBeGreaterThan(0);
  expect(two?.requested().length).toBeGreaterThan(0);
  for (const neighbour of [one, two])
    for (const { part } of neighbour?.requested() ?? []) neighbour?.push(SEGMENT[part] ?? expect.fail());
  expect(results).toEqual([{ bytes: joined(SEGMENT), peerBytes: 3 * (CHUNK + 100), originBytes: 0 }]);
  expect(loads).toEqual([]);
});

it.each([
  ['segment', SEGMENT],
  ['init section', INIT],
] as const)('drops a peer that sends a wrong byte of a %s, and completes it from another one', (_, parts) => {
  const { connect, pull, results, dropped } = createEngine();
  const liar = connect('liar', parts);
  pull(parts);
  const honest = connect('honest', parts);
  liar.push(parts[0] ?? expect.fail(), 1);
  expect(dropped).toEqual(['liar: wrong-bytes']);
  expect(results).toEqual([]);
  for (const part of parts) honest.push(part);
  expect(results).toMatchObject([{ bytes: joined(parts), originBytes: 0 }]);
});

it('plays nothing that the origin has sent wrongly', () => {
  for (const parts of [SEGMENT, INIT]) {
    const { pull, loads, results } = createEngine();
    pull(parts);
    loads[0]?.answer(joined(parts).map((byte) => byte ^ 1));
    expect(results).toEqual([null]);
  }
});

it('asks the origin for the rest at the last moment at which it is in time', () => {
  const { connect, pull, clock, loads, results } = createEngine();
  const peer = connect('peer', SEGMENT);
  pull(SEGMENT, clock.now() + 1000);
  peer.push(SEGMENT[0] ?? expect.fail());
  clock.runUntil(clock.now() + 400);
  expect(loads).toEqual([]);
  // Without a measurement, the origin is given 490 ms; the engine looks every 50 ms.
  clock.runUntil(clock.now() + 160);
  expect(loads.map(({ offset }) => offset)).toEqual([CHUNK + 100]);
  loads[0]?.answer(joined(SEGMENT).subarray(CHUNK + 100));
  expect(results).toMatchObject([{ bytes: joined(SEGMENT), peerBytes: CHUNK + 100 }]);
});

it('asks another neighbour after one that declines or is silent, and the origin where none is left', () => {
  const { connect, pull, clock, loads } = createEngine();
  const first = connect('first', INIT);
  pull(INIT);
  const second = connect('second', INIT);
  first.receive({ type: 'decline', address: INIT[0]?.entry.address ?? expect.fail() });
  expect(second.requested()).toHaveLength(1);
  clock.runUntil(clock.now() + 800);
  expect(second.sent.map(({ type }) => type)).toContain('cancel');
  expect(loads).toHaveLength(1);
});

it('waits for peers alone while the origin does not answer', () => {
  const { engine, connect, pull, clock, loads, results } = createEngine();
  connect('peer', SEGMENT);
  engine.setOriginAway(true);
  pull(SEGMENT, clock.now());
  clock.runUntil(clock.now() + 600);
  expect(results).toEqual([]);
  clock.runUntil(clock.now() + 2500);
  expect(results).toEqual([null]);
  expect(loads).toEqual([]);
});

it('gives init sections to neighbours that come later, and segments to those that pull them', () => {
  const { connect, pull, clock } = createEngine();
  const giver = connect('giver', [...INIT, ...SEGMENT]);
  for (const media of [INIT, SEGMENT]) {
    pull(media);
    for (const part of media) giver.push(part);
  }
  const later = connect('later', []);
  const announced = later.sent.flatMap((message) => (message.type === 'have' ? message.addresses : []));
  expect(announced).toContainEqual(INIT[0]?.entry.address);
  const [part] = SEGMENT;
  later.receive({ type: 'pull', address: part?.entry.address ?? expect.fail(), offset: 0 });
  later.receive({ type: 'request', address: INIT[0]?.entry.address ?? expect.fail(), offset: 0 });
  clock.runUntil(clock.now() + 100);
  const pushed = later.sent.filter(({ type }) => type === 'push');
  expect(pushed).toHaveLength(3);
});

it('remembers the init sections of a neighbour that has announced many parts since', () => {
  const { connect, pull } = createEngine();
  const peer = connect('peer', INIT);
  for (let sequence = 0; sequence < 20; sequence += 1) {
    const addresses = Array.from({ length: 60 }, (_, part) => ({ rendition: 0, sequence, part }));
    peer.receive({ type: 'have', addresses });
  }
  pull(INIT);
  expect(peer.requested()).toEqual([{ type: 'request', part: INIT_SECTION }]);
});

it('sends no message that a peer of an earlier revision does not know, and passes over those of a later one', () => {
  const { engine, connect, pull, dropped } = createEngine();
  const earlier = connect('earlier', SEGMENT, 1);
  let none = 0;
  engine.pulling.indexes.want(0, 9, () => {
    none += 1;
  });
  expect(none).toBe(1);
  pull(SEGMENT);
  expect(earlier.requested().every(({ type }) => type === 'request')).toBe(true);
  connect('later', [], 3);
  engine.received('later', Uint8Array.of(99, 1, 2));
  expect(dropped).toEqual([]);
  engine.received('earlier', Uint8Array.of(99, 1, 2));
  expect(dropped).toEqual(['earlier: protocol-error']);
});

it('declines an index that it has not, and gives a neighbour only so many at a time', () => {
  const { connect } = createEngine();
  const asking = connect('asking', []);
  asking.receive({ type: 'want-index', rendition: 0, sequence: 100 });
  const declined = { type: 'decline', address: { rendition: 0, sequence: 100, part: WHOLE_SEGMENT } };
  expect(asking.sent.at(-1)).toEqual(declined);
  for (let sequence = 0; sequence < 40; sequence += 1)
    asking.receive({ type: 'want-index', rendition: 0, sequence });
  expect(asking.sent.filter(({ type }) => type === 'index')).toHaveLength(15);
  expect(asking.sent.filter(({ type }) => type === 'decline')).toHaveLength(26);
});

it('subscribes to nothing where it loads all parts itself, and gives what it has', () => {
  const live = partOf({ rendition: 0, sequence: 0, part: 1 }, 500);
  for (const mayReceive of [true, false]) {
    const { engine, connect, clock } = createEngine(mayReceive);
    const peer = connect('peer', []);
    const state = { rendition: 0, stripe: 1, hops: 0, lag: 10, spare: 3 };
    peer.receive({ type: 'status', uploadKbps: 20_000, stripes: [state] });
    engine.want(live.entry, 1e6);
    clock.runUntil(clock.now() + 500);
    expect(peer.sent.some(({ type }) => type === 'subscribe')).toBe(mayReceive);
    peer.receive({ type: 'subscribe', rendition: 0, stripe: 1 });
    expect(peer.sent.some(({ type }) => type === 'accept')).toBe(!mayReceive);
  }
});
