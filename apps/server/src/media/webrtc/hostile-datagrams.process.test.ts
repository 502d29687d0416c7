import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AttackedStream } from '../../../test/support/webrtc/attacked-stream.ts';
import { helloVerifyRequest } from '../../../test/support/webrtc/dtls-records.ts';
import type { HostilePeer } from '../../../test/support/webrtc/hostile-peer.ts';
import { WebRtcPlayers } from '../../../test/support/webrtc/webrtc-players.ts';

let players: WebRtcPlayers;
beforeAll(() => {
  players = new WebRtcPlayers();
});
afterAll(() => players.close());

it.each<[string, (peer: HostilePeer) => Promise<void>]>([
  ['after ICE', async () => undefined],
  [
    'after the second ClientHello',
    async (peer) => {
      const cookie = Buffer.from('a cookie');
      peer.send(helloVerifyRequest(cookie));
      await peer.until(({ handshakes }) => handshakes.some((bytes) => bytes.includes(cookie)));
    },
  ],
  [
    'with records that are cut off',
    async (peer) => {
      const [hello = Buffer.alloc(0)] = peer.handshakes;
      for (let bytes = 0; bytes < hello.length; bytes += 1) peer.send(hello.subarray(0, bytes));
    },
  ],
])('ends a connection whose DTLS handshake stops %s', async (_what, handshake) => {
  const stream = await AttackedStream.start(players);
  const peers = await Promise.all(Array.from({ length: 5 }, () => stream.hostilePeer({ passesIce: true })));
  await Promise.all(peers.map(handshake));
  await stream.playsUntilAlone();
  expect(stream.stats).toMatchObject({ neverConnected: 5, workerCrashes: 0 });
});

it('answers no check of ICE with a wrong password', async () => {
  const stream = await AttackedStream.start(players);
  const peer = await stream.hostilePeer({ passesIce: false });
  for (let i = 0; i < 20; i += 1) peer.check('another password of the server');
  await stream.playsUntilAlone();
  expect([peer.hasPassedIce, peer.handshakes]).toEqual([false, []]);
});

/** First bytes of the protocols on the port (RFC 7983): STUN, DTLS, and RTP or RTCP. */
const FIRST_BYTES = [0, 1, 20, 22, 23, 63, 64, 128, 144, 191] as const;
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(fc.constantFrom(...FIRST_BYTES), fc.uint8Array({ maxLength: 1_500 }))
    .map(([first, bytes]) => Buffer.from([first, ...bytes])),
);
/** The longest is shorter. */
const CHECK_BYTES = 160;

it('plays on while any bytes arrive on its port, from strangers and in the middle of a handshake', async () => {
  const stream = await AttackedStream.start(players, { connectMs: 60_000 });
  const peers = [
    await stream.hostilePeer({ passesIce: false }),
    await stream.hostilePeer({ passesIce: true }),
  ];
  const attack = async () => {
    for (const bytes of fc.sample(noise, { numRuns: 3_000, seed: 30 })) {
      for (const peer of peers) peer.send(bytes);
      await new Promise(setImmediate);
    }
    for (let bytes = 0; bytes < CHECK_BYTES; bytes += 1)
      for (const peer of peers) peer.check(undefined, bytes);
  };
  await stream.playsThrough(attack());
  expect(stream.stats.workerCrashes).toBe(0);
});
