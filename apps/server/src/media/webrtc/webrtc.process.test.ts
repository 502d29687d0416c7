import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { OPUS_TRACK, VIDEO_TRACK } from '../../../test/support/packager/units.ts';
import { AVCC, nal } from '../../../test/support/rtmp/flv-samples.ts';
import { FrameSource } from '../../../test/support/webrtc/frame-source.ts';
import { LossyLink } from '../../../test/support/webrtc/lossy-link.ts';
import { H264_OFFER, WebRtcPlayers } from '../../../test/support/webrtc/webrtc-players.ts';
import {
  CHANNEL,
  STREAM,
  startWhepServer,
  type WhepServerOptions,
} from '../../../test/support/webrtc/whep-server.ts';
import type { OutputRequest } from '../transcoder/outputs.ts';

const GOP_FRAMES = 30;
const SPS = 7;

let players: WebRtcPlayers;
beforeAll(() => {
  players = new WebRtcPlayers();
});
afterAll(() => players.close());

/** A stream whose newest group of pictures has 15 frames. */
async function live(options: WhepServerOptions & { compositionMs?: number } = {}) {
  const { compositionMs = 0, ...rest } = options;
  const server = await startWhepServer(rest);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const client = await server.publish();
  const source = new FrameSource(client, compositionMs);
  source.send(285);
  await vi.waitFor(async () => {
    const response = await fetch(`${server.url}/live/${STREAM}/index.m3u8`);
    expect(response.status).toBe(200);
  });
  return { server, source, client };
}

/**
 * The first packets may come before a player is ready for them. Such a player asks for a keyframe, and the test ignores
 * what came before that.
 * @returns whether it has a keyframe
 */
function beginsAtKeyframe(player: ReturnType<WebRtcPlayers['create']>): boolean {
  const { videoFrames } = player;
  const first = videoFrames.find(({ nalTypes }) => nalTypes[0] === SPS);
  if (first !== undefined) player.frames.splice(0, player.frames.indexOf(first));
  else if (videoFrames.length > 0) player.requestKeyframe();
  return first !== undefined;
}

/** A player that has received a picture. */
async function watching(
  { server, source }: Awaited<ReturnType<typeof live>>,
  headers: Record<string, string> = {},
): Promise<{ player: ReturnType<WebRtcPlayers['create']>; session: string; etag: string }> {
  const player = players.create();
  const response = await server.play(player, headers);
  expect(response.status).toBe(201);
  await player.until(({ videoFrames }) => videoFrames.length > 0);
  if (!beginsAtKeyframe(player)) await source.sendUntil(player.until(() => beginsAtKeyframe(player)));
  const session = server.url + (response.headers.get('location') ?? '');
  return { player, session, etag: response.headers.get('etag') ?? '' };
}

const remove = async (session: string) => (await fetch(session, { method: 'DELETE' })).status;

/** Resolves when the session has ended. */
const ended = (session: string) =>
  vi.waitFor(async () => expect((await fetch(session)).status).toBe(404), 10_000);

it('sends the newest group of pictures from its keyframe on, then every frame, in decode order', async () => {
  const stream = await live();
  const { player } = await watching(stream);
  await player.until(({ videoFrames }) => videoFrames.length >= stream.source.gopFrames);
  stream.source.send(2 * GOP_FRAMES);
  const isKeyframe = ({ nalTypes }: { nalTypes: readonly number[] }) => nalTypes.includes(5);
  await player.until(({ videoFrames }) => videoFrames.filter(isKeyframe).length >= 3);

  const { videoFrames } = player;
  expect(videoFrames[0]?.nalTypes).toEqual([7, 8, 5]);
  expect(videoFrames.every(({ missing }) => missing === 0)).toBe(true);
  const keyframesAt = videoFrames.flatMap((frame, index) => (isKeyframe(frame) ? [index] : []));
  expect(keyframesAt).toEqual([0, GOP_FRAMES, 2 * GOP_FRAMES]);
  const timestamps = videoFrames.map(({ timestamp }) => timestamp);
  expect(timestamps).toEqual(timestamps.toSorted((a, b) => a - b));
  // At the live edge, the times are those of the encoder.
  expect((timestamps.at(-1) ?? 0) - (timestamps.at(-2) ?? 0)).toBe(33 * 90);
  // Without an encoder for Opus, a stream of AAC has no sound.
  expect(player.audioFrames).toEqual([]);
});

it('describes the session: answer, location, tag and ICE servers, readable by pages of any origin', async () => {
  const { server } = await live({
    settings: {
      addresses: ['198.51.100.7', '2001:db8::7'],
      iceServers: ['stun:stun.example.org:3478', 'turn:turn.example.org:3478'],
      turnSecret: 'a secret of the TURN server',
    },
  });
  const response = await server.post(await players.create().offer());
  expect(response.status).toBe(201);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/sdp',
    location: expect.stringMatching(/^\/whep\/stream\/[\w-]{22}$/),
    etag: expect.stringMatching(/^"[\w-]+"$/),
    'accept-patch': 'application/trickle-ice-sdpfrag',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Accept-Patch, Accept-Post, ETag, Link, Location, Retry-After',
    'cache-control': 'no-store',
    link: expect.stringMatching(
      /^<stun:stun\.example\.org:3478>; rel="ice-server", <turn:turn\.example\.org:3478>; rel="ice-server"; username="\d+"; credential="[\w+/]+="; credential-type="password"$/,
    ),
  });
  const answer = await response.text();
  // The stream's profile is High, so that format is chosen over those of other profiles.
  expect(answer).toMatch(/^m=video 9 UDP\/TLS\/RTP\/SAVPF 106\r$/m);
  expect(answer).toMatch(/^m=audio 0 UDP\/TLS\/RTP\/SAVPF 111\r$/m);
  expect(
    [...answer.matchAll(/^a=candidate:.* (\S+) \d+ typ host\r$/gm)].map(([, address]) => address),
  ).toEqual(['198.51.100.7', '2001:db8::7']);

  const session = response.headers.get('location') ?? '';
  for (const path of [`/whep/${STREAM}`, session]) {
    const preflight = await fetch(server.url + path, { method: 'OPTIONS' });
    expect(preflight.status).toBe(200);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'Authorization, Content-Type, If-Match',
      'accept-post': 'application/sdp',
    });
    const read = await fetch(server.url + path);
    expect([read.status, await read.text()]).toEqual([204, '']);
    expect((await fetch(server.url + path, { method: 'HEAD' })).status).toBe(204);
    const put = await fetch(server.url + path, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, expect.stringContaining('OPTIONS')]);
  }
});

it('refuses what is no offer, what it cannot answer, and what there is not', async () => {
  const { server, client } = await live();
  const offer = await players.create().offer();
  const vp8 = await players
    .create({ video: [{ payloadType: 96, codec: 'VP8', parameters: '' }], audio: true })
    .offer();
  const status = async (answer: Promise<Response>) => (await answer).status;
  expect(await status(server.post('v=0\r\n'))).toBe(400);
  expect(await status(server.post(offer, { 'content-type': 'application/json' }))).toBe(415);
  expect(await status(server.post('v=0\r\n'.repeat(20_000)))).toBe(413);
  expect(await status(server.post(vp8))).toBe(422);
  const endpoint = `${server.url}/whep/${STREAM}`;
  expect(await status(fetch(`${endpoint}/missing`, { method: 'DELETE' }))).toBe(404);
  expect(await status(fetch(`${server.url}/whep/other`, { method: 'POST', body: offer }))).toBe(404);
  client.socket.destroy();
  await vi.waitFor(async () => {
    const interrupted = await server.post(offer);
    expect([interrupted.status, interrupted.headers.get('retry-after')]).toEqual([409, '1']);
  });
  expect(server.core.stats().webrtc?.viewers).toBe(0);
});

it('takes trickled candidates of the session, and refuses an ICE restart', async () => {
  const stream = await live();
  const { player, session, etag } = await watching(stream);
  const offer = await player.offer();
  const credentials = offer.split('\r\n').filter((line) => /^a=ice-(ufrag|pwd):/.test(line));
  const fragment = [...credentials.slice(0, 2), 'm=video 9 RTP/AVP 0', 'a=mid:0', 'a=end-of-candidates', ''];
  const patch = async (body: string, headers: Record<string, string>) => {
    const type = { 'content-type': 'application/trickle-ice-sdpfrag' };
    return (await fetch(session, { method: 'PATCH', body, headers: { ...type, ...headers } })).status;
  };
  const text = fragment.join('\r\n');
  expect(await patch(text, { 'if-match': etag })).toBe(204);
  expect(await patch(text, {})).toBe(428);
  expect(await patch(text, { 'if-match': '"other"' })).toBe(412);
  expect(await patch(text, { 'if-match': '*' })).toBe(204);
  const restarts = [
    text.replace(/ufrag:\S+/, 'ufrag:another'),
    text.replace(/pwd:\S+/, `pwd:${'another'.repeat(4)}`),
  ];
  for (const restart of restarts)
    for (const tag of ['*', etag]) expect(await patch(restart, { 'if-match': tag })).toBe(422);
  expect(await patch('a=mid:0\r\n', { 'if-match': etag })).toBe(400);
  expect(await patch(text, { 'if-match': etag, 'content-type': 'application/sdp' })).toBe(415);
  // A refused restart leaves the session as it is.
  const before = player.videoFrames.length;
  stream.source.send(GOP_FRAMES);
  await player.until(({ videoFrames }) => videoFrames.length > before);
});

it('sends nothing more after DELETE, while others play on', async () => {
  const stream = await live();
  const [first, second] = [await watching(stream), await watching(stream)];
  expect(stream.server.core.stats().webrtc?.viewers).toBe(2);
  for (const { player } of [first, second])
    await stream.source.sendUntil(player.until(({ videoFrames }) => videoFrames.length > 0));
  expect(await remove(first.session)).toBe(200);
  expect(await remove(first.session)).toBe(404);
  // Not a number of frames in all: a busy machine may lose some.
  const secondPlays = (frames: number) => {
    const before = second.player.videoFrames.length;
    return stream.source.sendUntil(
      second.player.until(({ videoFrames }) => videoFrames.length >= before + frames),
    );
  };
  // Packets that were on their way to the first player arrive before the next frame of the second one.
  await secondPlays(1);
  const received = first.player.videoFrames.length;
  await secondPlays(GOP_FRAMES);
  expect(first.player.videoFrames).toHaveLength(received);
  expect(stream.server.core.stats().webrtc?.viewers).toBe(1);
});

it('ends the session of a player that is gone without a word', async () => {
  const stream = await live({ silentMs: 2_000 });
  const [gone, watchingOn] = [await watching(stream), await watching(stream)];
  gone.player.close();
  await stream.source.sendUntil(ended(gone.session));
  expect((await fetch(watchingOn.session)).status).toBe(204);
});

it.each<[string, (core: Awaited<ReturnType<typeof live>>['server']['core']) => void]>([
  ['is kicked', (core) => core.stop(CHANNEL, 'kicked')],
  ['is stopped by its creator', (core) => core.stop(CHANNEL, 'stopped')],
  ['is withheld', (core) => core.withhold(STREAM, true)],
  ['gets a gate that the viewer does not pass', (core) => core.restrict(STREAM, true)],
])('closes the connections of a stream that %s', async (_what, change) => {
  const stream = await live();
  const { session } = await watching(stream);
  change(stream.server.core);
  await ended(session);
  expect(stream.server.core.stats().webrtc?.viewers).toBe(0);
});

it('serves a gated stream to requests with a right to it, until the right ends', async () => {
  const stream = await live();
  const { server } = stream;
  server.core.restrict(STREAM, true);
  const offer = await players.create().offer();
  const refused = await server.post(offer);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();

  server.granted.add('first');
  const { player, session, etag } = await watching(stream, { cookie: 'first' });
  const [ufrag, pwd] = (await player.offer())
    .split('\r\n')
    .filter((line) => /^a=ice-(ufrag|pwd):/.test(line));
  const extend = (cookie: string) =>
    fetch(session, {
      method: 'PATCH',
      body: `${ufrag}\r\n${pwd}\r\na=end-of-candidates\r\n`,
      headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': etag, cookie },
    });
  expect((await extend('second')).status).toBe(403);
  server.granted.add('second');
  expect((await extend('second')).status).toBe(204);
  // The connection now depends on the second grant alone.
  server.granted.delete('first');
  const before = player.videoFrames.length;
  stream.source.send(GOP_FRAMES);
  await player.until(({ videoFrames }) => videoFrames.length > before);
  server.granted.delete('second');
  await ended(session);
});

it('encodes video with B-frames and AAC once for all viewers, where something can encode them', async () => {
  const requests: OutputRequest[] = [];
  const stream = await live({
    compositionMs: 66,
    startOutput(_stream, request) {
      requests.push(request);
      return () => undefined;
    },
  });
  const [first, second] = [players.create(), players.create()];
  for (const player of [first, second]) expect((await stream.server.play(player)).status).toBe(201);
  expect(requests.map(({ kind }) => kind)).toEqual(['video', 'opus']);
  expect(requests[0]).toMatchObject({ rendition: { width: 320, height: 180, frameRateDivisor: 1 } });
  for (const request of requests) {
    if (request.kind === 'opus') request.output.onTrack(OPUS_TRACK);
    else request.output.onTrack({ ...VIDEO_TRACK, configuration: AVCC });
  }
  let sent = 0;
  const sendFrame = () => {
    for (const { kind, output } of requests) {
      const isVideo = kind === 'video';
      const ticks = sent * (isVideo ? 3_000 : 1_800);
      output.onUnit({
        kind: isVideo ? 'video' : 'audio',
        keyframe: !isVideo || sent % GOP_FRAMES === 0,
        dts: ticks,
        pts: ticks,
        payload: isVideo ? nal(sent % GOP_FRAMES === 0 ? 5 : 1) : Uint8Array.of(0xfc, 0),
      });
    }
    sent += 1;
  };
  // The players are connected at some moment, from which on they receive frames.
  await vi.waitFor(
    () => {
      sendFrame();
      for (const player of [first, second]) {
        expect(beginsAtKeyframe(player)).toBe(true);
        expect(player.videoFrames.length).toBeGreaterThan(5);
        expect(player.audioFrames.length).toBeGreaterThan(5);
      }
    },
    { timeout: 20_000, interval: 20 },
  );
  for (const { videoFrames, audioFrames } of [first, second]) {
    expect(videoFrames[0]?.nalTypes).toEqual([7, 8, 5]);
    const steps = audioFrames.map(({ timestamp }, i) => timestamp - (audioFrames[i - 1]?.timestamp ?? 0));
    expect(steps.slice(1).every((step) => step > 0 && step % 960 === 0)).toBe(true);
  }
});

it('refuses a stream with B-frames where nothing can encode it without them', async () => {
  const { server } = await live({ compositionMs: 66 });
  const response = await server.post(await players.create().offer());
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    code: 'offer_not_acceptable',
    title: expect.stringContaining('B-frames'),
  });
});

it('frees the place of a player that never connects', async () => {
  let open = 0;
  const limit = {
    admits: () => open < 1,
    add: () => {
      open += 1;
      return () => {
        open -= 1;
      };
    },
  };
  const { server } = await live({ connectMs: 300, limits: { connecting: limit } });
  const offer = await players.create().offer();
  expect((await server.post(offer)).status).toBe(201);
  const busy = await server.post(offer);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '30']);
  await vi.waitFor(() => expect(server.core.stats().webrtc).toMatchObject({ viewers: 0, neverConnected: 1 }));
  expect((await server.post(offer)).status).toBe(201);
});

it('sends nothing to a player that lost the picture before the next keyframe, and counts it', async () => {
  const stream = await live();
  const { player } = await watching(stream);
  await vi.waitFor(
    () => {
      player.requestKeyframe();
      stream.source.send(1);
      if (stream.source.gopFrames > GOP_FRAMES - 3) stream.source.send(6);
      expect(stream.server.core.stats().webrtc?.drops).toBeGreaterThan(0);
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(stream.server.core.stats().webrtc?.droppedFrames).toBeGreaterThan(0);
  const before = player.videoFrames.length;
  stream.source.send(GOP_FRAMES);
  await player.until(({ videoFrames }) =>
    videoFrames.slice(before).some(({ nalTypes }) => nalTypes.includes(5)),
  );
});

it('sends a lost packet again where the player asks for it', async () => {
  const { server, source } = await live();
  const player = players.create({ ...H264_OFFER, isSilent: true });
  const answer = await (await server.post(await player.offer())).text();
  using link = await LossyLink.open(answer, 106, 5);
  player.answer(link.through(answer));
  await source.sendUntil(player.until(() => link.lostSequence !== null));
  const lost = link.lostSequence ?? 0;
  // A generic NACK (RFC 4585 section 6.2.1).
  const nack = Buffer.from('81cd0003000000010000000000000000', 'hex');
  nack.writeUInt32BE(Number(/a=ssrc:(\d+)/.exec(answer)?.[1]), 8);
  nack.writeUInt16BE(lost, 12);
  player.sendRtcp(nack);
  await player.until(({ videoFrames }) => videoFrames.some(({ sequence }) => sequence === lost));
});

it('plays on for a player whose offer has only audio codecs that it does not know', async () => {
  const { server } = await live();
  const player = players.create({ ...H264_OFFER, audio: false });
  expect((await server.play(player)).status).toBe(201);
  await player.until(({ videoFrames }) => videoFrames.length > 0);
});

it('answers 503 while the process that serves the viewers dies, and closes what it served', async () => {
  const workerFile = new URL('../../../test/support/webrtc/dying-worker.ts', import.meta.url).pathname;
  const { server } = await live({ workerFile });
  const offer = await players.create().offer();
  for (const _attempt of [1, 2]) {
    const response = await server.post(offer);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
  }
  expect(server.core.stats().webrtc).toMatchObject({ viewers: 0, workerCrashes: 1 });
});
