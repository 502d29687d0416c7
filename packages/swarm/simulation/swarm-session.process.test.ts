/** Sessions over real connections on loopback. */
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { joinStream, type LivePeers, LiveStream } from './live-peers.ts';

/** Far more than connecting and finding parents takes. */
const MAX_PARTS = 400;
/** By its hash, this id is the seed of three of four stripes beside `a`, `b` and `c`, so that these receive from it. */
const LIAR = 'liar-20';

const peers: LivePeers = new Map();
afterEach(() => {
  for (const { session } of peers.values()) session.close();
  peers.clear();
});

/** Publishes parts, which all peers play, until the condition holds. A peer gets the bytes of the stream or, on a busy machine, none. */
async function playUntil(stream: LiveStream, condition: () => boolean): Promise<void> {
  for (let count = 0; count < MAX_PARTS && !condition(); count += 1) {
    const part = await stream.publish();
    const played = await Promise.all([...peers.values()].map((peer) => peer.play(part)));
    for (const supplied of played)
      if (supplied !== null) expect(Buffer.compare(supplied.bytes, part.bytes), part.url).toBe(0);
  }
  expect(condition()).toBe(true);
}

const totals = () => [...peers.values()].map(({ session }) => session.totals);

it('exchanges live parts, so that the origin sends less than it would to each viewer', async () => {
  const stream = await LiveStream.create();
  for (const id of ['a', 'b', 'c']) joinStream(stream, peers, id);
  await playUntil(stream, () => totals().every(({ peerBytes }) => peerBytes > 0));
  expect(totals().filter(({ givenBytes }) => givenBytes > 0)).not.toHaveLength(0);
  const asked = totals().reduce((sum, { peerBytes, originBytes }) => sum + peerBytes + originBytes, 0);
  expect(stream.originBytes).toBeLessThan(asked);
  const [figures] = (await peers.get('a')?.session.peers()) ?? [];
  expect(figures).toMatchObject({ isRelayed: false });
});

it('drops and reports a peer that sends wrong bytes, and plays on', async () => {
  const stream = await LiveStream.create();
  const honest = ['a', 'b', 'c'].map((id) => joinStream(stream, peers, id));
  joinStream(stream, peers, LIAR, true);
  await playUntil(stream, () => honest.some(({ reported }) => reported.includes(LIAR)));
  const [victim] = honest.filter(({ reported }) => reported.includes(LIAR));
  expect((await victim?.session.peers())?.map(({ id }) => id)).not.toContain(LIAR);
  expect(honest.flatMap(({ reported }) => reported).filter((id) => id !== LIAR)).toEqual([]);
  expect(honest.some(({ hasFailed }) => hasFailed())).toBe(false);
});

it('gives the player a segment of verified parts alone, and none where a part is missing', async () => {
  const stream = await LiveStream.create();
  const honest = ['a', 'b', 'c'].map((id) => joinStream(stream, peers, id));
  joinStream(stream, peers, LIAR, true);
  await playUntil(stream, () => honest.some(({ reported }) => reported.includes(LIAR)));
  await playUntil(stream, () => stream.parts.size >= 12);
  const segments = Map.groupBy(stream.parts.values(), ({ entry }) => entry.address.sequence);
  let assembled = 0;
  for (const parts of segments.values()) {
    const urls = parts.map(({ url }) => url);
    const bytes = Buffer.concat(parts.map((part) => part.bytes));
    for (const { session } of honest) {
      const segment = session.segment(urls);
      if (segment !== null) assembled += 1;
      if (segment !== null) expect(Buffer.compare(segment, bytes)).toBe(0);
      expect(session.segment([...urls, '/live/video/9999.0.m4s'])).toBeNull();
    }
  }
  expect(assembled).toBeGreaterThan(0);
});

it('leaves all parts to the player after a manifest that the instance has not signed', async () => {
  const stream = await LiveStream.create();
  const forger = await LiveStream.create();
  const peer = joinStream(stream, peers, 'a');
  expect(await peer.play(await forger.publish())).toBeNull();
  expect(peer.hasFailed()).toBe(true);
  expect(await peer.play(await stream.publish())).toBeNull();
});

it('plays from the origin where no peer can be found', async () => {
  const stream = await LiveStream.create();
  const peer = joinStream(stream, new Map(), 'a');
  const part = await stream.publish();
  const supplied = await peer.play(part);
  expect(supplied).toMatchObject({ bytes: part.bytes, peerBytes: 0, originBytes: part.bytes.length });
  peer.session.close();
});

it('plays on where a peer cannot reach the origin, from the playlists and parts of another one', async () => {
  const stream = await LiveStream.create();
  const away = joinStream(stream, peers, 'away');
  joinStream(stream, peers, 'a');
  await playUntil(stream, () => away.session.totals.peers === 1);
  away.cutOff();
  peers.delete('away');
  onTestFinished(() => away.session.close());
  const asked = new Set<string>();
  const played = new Set<string>();
  // A player asks again for a part that has not come in time.
  const play = (url: string): void => {
    away.session.request(url, 1000, (part) => {
      if (part === null) return play(url);
      expect(Buffer.compare(part.bytes, stream.parts.get(url)?.bytes ?? Buffer.alloc(0))).toBe(0);
      expect(part.originBytes).toBe(0);
      played.add(url);
    });
  };
  const playNext = (): void => {
    away.session.playlists.want({ rendition: 0, isWhole: true }, ({ text, entries }) => {
      away.session.playlist(text, (address) => stream.urlOf(address));
      const urls = entries.map(({ address }) => stream.urlOf(address));
      // As a player begins with the newest part, and then plays all that follow it, also where a playlist was missed.
      const fresh = asked.size === 0 ? urls.slice(-1) : urls.filter((url) => !asked.has(url));
      for (const url of urls) asked.add(url);
      for (const url of fresh) play(url);
      playNext();
    });
  };
  playNext();
  // Parts are awaited side by side, so that they may come in another order: of 20 in a row, none may be missing.
  const isContinued = () => {
    let inARow = 0;
    for (const url of stream.parts.keys()) {
      inARow = played.has(url) ? inARow + 1 : 0;
      if (inARow === 20) return true;
    }
    return false;
  };
  await playUntil(stream, isContinued);
  expect(away.hasFailed()).toBe(false);
});

it('leaves a part to the player that no manifest covers', async () => {
  const stream = await LiveStream.create();
  const peer = joinStream(stream, peers, 'a');
  const part = await stream.publish();
  expect(await peer.play({ ...part, playlist: '#EXTM3U\n' })).toBeNull();
  expect(peer.hasFailed()).toBe(false);
});
