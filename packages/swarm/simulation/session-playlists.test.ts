/** Playlists that a session gets from peers. */
import { expect, it } from 'vitest';
import type { VerificationKey } from '../src/manifest/manifest-verifier.ts';
import type { VerifiedPlaylist } from '../src/playlists/playlist-verifier.ts';
import type { OfferedPlaylist } from '../src/scheduler/playlist-exchange.ts';
import { createSessionPlaylists } from '../src/session/session-playlists.ts';
import { LiveStream } from './live-peers.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function openPlaylists({ key, swarm }: { readonly key: VerificationKey; readonly swarm: Uint8Array }) {
  const offered: OfferedPlaylist[] = [];
  const wanted: number[] = [];
  const blamed: string[] = [];
  const reported: string[] = [];
  const got: VerifiedPlaylist[] = [];
  let isAway = false;
  const playlists = createSessionPlaylists({
    key,
    swarm,
    engine: {
      playlists: {
        offer: (one) => void offered.push(one),
        want: (_rendition, number) => void wanted.push(number),
        unwant: () => {},
      },
      forgedPlaylist: (peer) => void blamed.push(peer),
      setOriginAway: (away) => {
        isAway = away;
      },
    },
    signalling: { report: (peer) => void reported.push(peer) },
  });
  return {
    playlists,
    offered,
    wanted,
    blamed,
    reported,
    got,
    isAway: () => isAway,
    want: () => playlists.want({ rendition: 0, isWhole: true }, (playlist) => void got.push(playlist)),
  };
}

it('gives the player a playlist of a peer, passes it on, and asks for the next number', async () => {
  const stream = await LiveStream.create();
  const [first, second] = [await stream.publish(), await stream.publish()];
  const session = openPlaylists(stream);
  await session.playlists.keep(first.playlist);
  session.want();
  session.playlists.received('peer', 0, encode(second.playlist));
  await expect.poll(() => session.got.length).toBe(1);
  expect(session.got[0]?.text).toBe(second.playlist);
  expect(session.offered.map(({ number }) => number)).toEqual([0, 1]);
  expect(session.isAway()).toBe(true);
  session.want();
  expect(session.wanted).toEqual([1, 2]);
  session.playlists.originAnswered();
  expect(session.isAway()).toBe(false);
});

it('drops and reports a peer for a playlist with a changed byte, of another stream, or without a signature', async () => {
  const stream = await LiveStream.create();
  const other = await LiveStream.create();
  const { playlist } = await stream.publish();
  const forged = [
    playlist.replace('#EXTM3U', '#EXTM3V'),
    playlist.slice(0, -20),
    playlist.slice(0, playlist.indexOf('#EXT-X-TRIBUTARY-SIGNATURE')),
    (await other.publish()).playlist,
  ];
  const session = openPlaylists(stream);
  session.want();
  for (const [index, text] of forged.entries()) session.playlists.received(`peer ${index}`, 0, encode(text));
  session.playlists.received('peer 4', 0, Uint8Array.of(0xff, 0xfe));
  await expect.poll(() => session.blamed.length).toBe(5);
  expect(session.reported.toSorted()).toEqual(['peer 0', 'peer 1', 'peer 2', 'peer 3', 'peer 4']);
  expect(session.got).toEqual([]);
  session.playlists.received('honest', 0, encode(playlist));
  await expect.poll(() => session.got.length).toBe(1);
  expect(session.blamed).not.toContain('honest');
});

it('never goes back: a replayed playlist is passed over, without blame for the peer that was slow', async () => {
  const stream = await LiveStream.create();
  const [first, second, third] = [await stream.publish(), await stream.publish(), await stream.publish()];
  const session = openPlaylists(stream);
  await session.playlists.keep(second.playlist);
  session.want();
  for (const { playlist } of [first, second, third]) session.playlists.received('peer', 0, encode(playlist));
  await expect.poll(() => session.got.length).toBe(1);
  expect(session.got[0]?.text).toBe(third.playlist);
  expect(session.blamed).toEqual([]);
  expect(session.offered.map(({ number }) => number)).toEqual([1, 2]);
});
