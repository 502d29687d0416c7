/** Init sections and segments that sessions pull from each other over real connections on loopback. */
import { afterEach, expect, it } from 'vitest';
import type { SuppliedPart } from '../src/session/session-setup.ts';
import { joinStream, type LivePeer, type LivePeers, LiveStream } from './live-peers.ts';

/** Far more than connecting and finding parents takes. */
const MAX_PARTS = 400;
/** Playback needs a segment that has passed at some time in the buffer. */
const NEED_MS = 20_000;

const peers: LivePeers = new Map();
afterEach(() => {
  for (const { session } of peers.values()) session.close();
  peers.clear();
});

/** Publishes parts, which these peers play, until the condition holds. */
async function playUntil(
  stream: LiveStream,
  players: readonly LivePeer[],
  condition: () => boolean,
): Promise<void> {
  for (let count = 0; count < MAX_PARTS && !condition(); count += 1) {
    const part = await stream.publish();
    await Promise.all(players.map((peer) => peer.play(part)));
  }
  expect(condition()).toBe(true);
}

/** @returns null where the player would load the media itself */
const request = ({ session }: LivePeer, url: string, needMs = NEED_MS) =>
  new Promise<SuppliedPart | null>((resolve) => {
    if (session.request(url, needMs, resolve) === null) resolve(null);
  });

/** Lets peers watch, and another one join after they have seen some segments, with connections to them. */
async function joinLate(stream: LiveStream, watching: readonly string[], corrupting: readonly string[] = []) {
  const watchers = watching.map((id) => joinStream(stream, peers, id, corrupting.includes(id)));
  await playUntil(stream, watchers, () => stream.parts.size >= 20);
  const late = joinStream(stream, peers, 'late');
  const all = [...watchers, late];
  await playUntil(stream, all, () => late.session.totals.peers === watching.length);
  // Peers announce the revision of the protocol that they speak with the connection.
  for (let count = 0; count < 4; count += 1) await playUntil(stream, all, () => stream.parts.size > 20 + count);
  return { watchers, late };
}

const bytesOf = (stream: LiveStream, sequence: number) =>
  stream.media.get(stream.segmentUrl(sequence)) ?? expect.fail(`There is no segment ${sequence}.`);

it('pulls a segment that has passed from the peers that had its parts, and asks the origin for nothing', async () => {
  const stream = await LiveStream.create();
  const { late } = await joinLate(stream, ['a', 'b']);
  const before = stream.originBytes;
  const supplied = await request(late, stream.segmentUrl(1));
  expect(supplied).toMatchObject({ originBytes: 0, peerBytes: bytesOf(stream, 1).length });
  expect(Buffer.compare(supplied?.bytes ?? Buffer.alloc(0), bytesOf(stream, 1))).toBe(0);
  expect(stream.originBytes).toBe(before);
  // A second request needs no peers.
  expect(await request(late, stream.segmentUrl(1), 0)).toMatchObject({ peerBytes: 0, originBytes: 0 });
});

it('drops and reports a peer that corrupts a segment, and completes it from others or the origin', async () => {
  const stream = await LiveStream.create();
  const { late } = await joinLate(stream, ['a', 'liar'], ['liar']);
  const wanted = [0, 1, 2];
  const supplied = await Promise.all(wanted.map((sequence) => request(late, stream.segmentUrl(sequence))));
  for (const [index, one] of supplied.entries())
    expect(Buffer.compare(one?.bytes ?? Buffer.alloc(0), bytesOf(stream, index))).toBe(0);
  expect(late.reported).toEqual(['liar']);
  expect((await late.session.peers()).map(({ id }) => id)).toEqual(['a']);
  expect(late.hasFailed()).toBe(false);
});
