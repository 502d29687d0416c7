/** Init sections and segments that a session pulls from others over real connections on loopback. */
import { afterEach, expect, it } from 'vitest';
import type { SuppliedPart } from '../src/session/session-setup.ts';
import { joinStream, type LivePeer, type LivePeers, LiveStream } from './live-peers.ts';

/** Far more than connecting takes. */
const MAX_SEGMENTS = 60;
/** The segment is needed at some time in the buffer. */
const NEED_MS = 20_000;

const peers: LivePeers = new Map();
afterEach(() => {
  for (const { session } of peers.values()) session.close();
  peers.clear();
});

/** @returns null where the player would load the media itself */
const request = ({ session }: LivePeer, url: string, needMs = NEED_MS) =>
  new Promise<SuppliedPart | null>((resolve) => {
    if (session.request(url, needMs, resolve) === null) resolve(null);
  });

/**
 * Publishes segments, whose parts some peers play live, and requests each of them for a peer that does not, until the
 * condition holds. On a busy machine, some of them come from the origin.
 */
async function pullUntil(
  stream: LiveStream,
  live: readonly LivePeer[],
  late: LivePeer,
  condition: (supplied: SuppliedPart | null, size: number) => boolean,
  pull = (url: string) => request(late, url),
): Promise<void> {
  for (let sequence = 0; sequence < MAX_SEGMENTS; sequence += 1) {
    // A segment is known to be complete once a part of the next one is there.
    while (stream.parts.size < (sequence + 1) * 6 + 1) {
      const part = await stream.publish();
      await Promise.all(live.map((peer) => peer.play(part)));
    }
    const url = stream.segmentUrl(sequence);
    const bytes = stream.media.get(url) ?? expect.fail(`There is no segment ${sequence}.`);
    const supplied = await pull(url);
    if (supplied !== null) expect(Buffer.compare(supplied.bytes, bytes), url).toBe(0);
    if (condition(supplied, bytes.length)) return;
  }
  expect.fail(`The condition does not hold after ${MAX_SEGMENTS} segments.`);
}

it('pulls a segment from peers that were there when it was published, and needs none for it again', async () => {
  const stream = await LiveStream.create();
  const live = ['a', 'b'].map((id) => joinStream(stream, peers, id));
  const late = joinStream(stream, peers, 'late');
  let pulled = '';
  await pullUntil(stream, live, late, (supplied, size) => {
    pulled = stream.segmentUrl(Math.floor((stream.parts.size - 1) / 6) - 1);
    return supplied?.peerBytes === size && supplied.originBytes === 0;
  });
  expect(await request(late, pulled, 0)).toMatchObject({ peerBytes: 0, originBytes: 0 });
  expect(late.reported).toEqual([]);
});

it('drops and reports a peer that corrupts a segment', async () => {
  const stream = await LiveStream.create();
  let isPulling = false;
  const live = [joinStream(stream, peers, 'a'), joinStream(stream, peers, 'liar', () => isPulling)];
  const late = joinStream(stream, peers, 'late');
  const isOver = () => late.reported.length > 0;
  await pullUntil(stream, live, late, isOver, async (url) => {
    isPulling = late.session.totals.peers === 2;
    const supplied = await request(late, url);
    isPulling = false;
    return supplied;
  });
  expect(late.reported).toEqual(['liar']);
  expect((await late.session.peers()).map(({ id }) => id)).toEqual(['a']);
  expect(late.hasFailed()).toBe(false);
});

it('drops and reports a peer whose index of a segment has a manifest of another instance', async () => {
  const [stream, forger] = [await LiveStream.create(), await LiveStream.create()];
  const liar = joinStream(forger, peers, 'liar');
  const late = joinStream(stream, peers, 'late');
  await pullUntil(forger, [liar], late, () => late.reported.length > 0);
  expect(late.reported).toEqual(['liar']);
  expect(late.hasFailed()).toBe(false);
});

it('pulls an init section that a peer has offered, and no other bytes than those that the instance has signed', async () => {
  const stream = await LiveStream.create();
  const bytes = stream.media.get(stream.initUrl) ?? expect.fail();
  const [giver, late] = ['giver', 'late'].map((id) => joinStream(stream, peers, id));
  if (giver === undefined || late === undefined) throw new Error('There are two peers.');
  const { playlist } = await stream.publish();
  for (const { session } of [giver, late]) session.playlist(playlist, (address) => stream.urlOf(address));
  giver.session.offer(
    stream.initUrl,
    bytes.map((byte) => byte ^ 1),
  );
  giver.session.offer(stream.initUrl, bytes);
  await expect.poll(() => late.session.totals.peers).toBe(1);
  const supplied = await request(late, stream.initUrl);
  expect(Buffer.compare(supplied?.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
});

it('leaves an init section to the player where the playlist that names it was changed', async () => {
  const stream = await LiveStream.create();
  const peer = joinStream(stream, peers, 'a');
  const { playlist } = await stream.publish();
  const forged = playlist.replace(/SHA256=../, 'SHA256=00');
  peer.session.playlist(forged, (address) => stream.urlOf(address));
  expect(await request(peer, stream.initUrl)).toBeNull();
  peer.session.playlist(playlist, (address) => stream.urlOf(address));
  expect(await request(peer, stream.initUrl)).toMatchObject({ originBytes: 700 });
});

it('gives what a hidden page has, which pulls nothing and gets nothing from peers', async () => {
  const stream = await LiveStream.create();
  const hidden = joinStream(stream, peers, 'hidden', false, () => false);
  const late = joinStream(stream, peers, 'late');
  await pullUntil(stream, [hidden], late, (supplied) => (supplied?.peerBytes ?? 0) > 0);
  const { peerBytes, givenBytes } = hidden.session.totals;
  expect(peerBytes).toBe(0);
  expect(givenBytes).toBeGreaterThan(0);
  const part = await stream.publish();
  expect(await request(hidden, stream.segmentUrl(999))).toBeNull();
  expect(await hidden.play(part)).toMatchObject({ peerBytes: 0 });
});
