import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RtmpClient } from '../../../../test/rtmp/client.ts';
import { type RecordedPublication, RecordingDoor } from '../../../../test/rtmp/recording-door.ts';
import {
  ASC,
  AVCC,
  aacFrame,
  aacHeader,
  avcFrame,
  avcHeader,
  enhancedAudio,
  enhancedVideo,
  nal,
  OTHER_AVCC,
  withLength,
} from '../../../../test/rtmp/samples.ts';
import { silentLog } from '../../../../test/rtmp/silent-log.ts';
import type { PublishRefusal } from '../../ports.ts';
import type { Amf0Value } from './amf0.ts';
import { encodeAmf0 } from './amf0.ts';
import { createRtmpServer, type RtmpClock, type RtmpServer } from './server.ts';

/** A clock that the test turns. */
class HandClock implements RtmpClock {
  #now = 0;
  #task: () => void = () => {};
  now(): number {
    return this.#now;
  }
  every(_ms: number, task: () => void): () => void {
    this.#task = task;
    return () => {};
  }
  advance(ms: number): void {
    this.#now += ms;
    this.#task();
  }
}

let door: RecordingDoor;
let server: RtmpServer;
let clock: HandClock;
let port: number;

beforeEach(async () => {
  door = new RecordingDoor();
  clock = new HandClock();
  server = createRtmpServer({ door, log: silentLog, clock });
  ({ port } = await server.listen(0, '127.0.0.1'));
});
afterEach(async () => {
  const closing = server.close();
  // Whoever lingers is cut off.
  clock.advance(60_000);
  await closing;
});

/** A client that publishes, and what the door got of it. */
async function publishing(
  name?: string,
  app?: string,
): Promise<{ client: RtmpClient; got: RecordedPublication }> {
  const client = await RtmpClient.open(port);
  const next = door.next();
  await client.publish(name, app);
  return { client, got: await next };
}

/** Sends both headers and a keyframe. */
function begin(client: RtmpClient, timestamp = 0): void {
  client.video(timestamp, avcHeader());
  client.audio(timestamp, aacHeader());
  client.video(timestamp, avcFrame(true));
}

async function statusOf(client: RtmpClient): Promise<{ code: string; level: string; description: string }> {
  const { values } = await client.said('onStatus');
  const status: Amf0Value = values[1];
  return { code: '', level: '', description: '', ...(typeof status === 'object' ? status : {}) };
}

/** The server has let go of every connection. */
function allClosed(): Promise<void> {
  return vi.waitFor(() => expect(server.stats().connections).toBe(0), { timeout: 5000, interval: 5 });
}

describe('publishing', () => {
  it('speaks with OBS as librtmp expects it', async () => {
    const client = await RtmpClient.open(port);
    client.setChunkSize(4096);
    client.command(0, 'connect', 1, {
      app: 'live',
      type: 'nonprivate',
      flashVer: 'FMLE/3.0 (compatible; FMSc/1.0)',
      swfUrl: 'rtmp://127.0.0.1/live',
      tcUrl: 'rtmp://127.0.0.1/live',
      fourCcList: ['av01', 'hvc1'],
    });
    const connected = await client.said('_result', 1);
    expect(connected.values[1]).toMatchObject({ code: 'NetConnection.Connect.Success', capsEx: 12 });
    client.command(0, 'releaseStream', 2, null, 'secret');
    client.command(0, 'FCPublish', 3, null, 'secret');
    client.command(0, 'createStream', 4, null);
    expect((await client.said('_result', 2)).values[0]).toBe(null);
    await client.said('onFCPublish');
    const created = await client.said('_result', 4);
    const next = door.next();
    client.command(Number(created.values[1]), 'publish', 5, null, 'secret', 'live');
    expect(await statusOf(client)).toMatchObject({ level: 'status', code: 'NetStream.Publish.Start' });
    const got = await next;
    expect(got.request).toEqual({
      protocol: 'rtmp',
      app: 'live',
      streamKey: 'secret',
      remoteAddress: '127.0.0.1',
      encoder: 'FMLE/3.0 (compatible; FMSc/1.0)',
    });
    client.send(
      {
        type: 18,
        streamId: 1,
        body: encodeAmf0(['@setDataFrame', 'onMetaData', { videocodecid: 7, audiocodecid: 10 }]),
      },
      4,
    );
    begin(client);
    client.audio(10, aacFrame());
    await got.received(2);
    client.command(0, 'FCUnpublish', 6, null, 'secret');
    client.command(0, 'deleteStream', 7, null, 1);
    client.close();
    expect(await got.closed).toBe('unpublished');
    await allClosed();
    expect(server.stats()).toMatchObject({ publishing: 0, closed: { unpublished: 1 } });
  });

  it.each([
    ['live', 'KEY', 'live'],
    ['live/', 'KEY?bandwidthtest=1', 'live'],
    ['live/KEY', '', 'live'],
    ['live?token=1', '/KEY', 'live'],
    ['', 'KEY', 'live'],
    ['eu/live', 'KEY', 'eu/live'],
    ['live', 'K%45Y', 'live'],
  ])('finds the key in app "%s" and name "%s"', async (app, name, expected) => {
    const { got } = await publishing(name, app);
    expect(got.request).toMatchObject({ app: expected, streamKey: 'KEY' });
  });

  it('takes commands as AMF3 messages, as some phones send them', async () => {
    const client = await RtmpClient.open(port);
    const next = door.next();
    const amf3 = (...values: Amf0Value[]) => Buffer.concat([Buffer.of(0), encodeAmf0(values)]);
    client.send({ type: 17, body: amf3('connect', 1, { app: 'live', objectEncoding: 3 }) });
    client.send({ type: 17, body: amf3('createStream', 2, null) });
    client.send({ type: 17, streamId: 1, body: amf3('publish', 0, null, 'key') }, 8);
    expect((await next).request.streamKey).toBe('key');
  });

  it('takes a stream on chunk streams of every width, interleaved', async () => {
    const { client, got } = await publishing();
    client.chunkSize = 128;
    const video = avcFrame(true, nal(5, 300));
    client.video(0, avcHeader());
    client.audio(0, aacHeader());
    // One message on chunk stream 70 (two bytes) broken by another on 1000 (three bytes).
    const header = (basic: number[], type: number, length: number) =>
      Buffer.from([...basic, 0, 0, 20, 0, length >> 8, length & 255, type, 1, 0, 0, 0]);
    const sound = aacFrame(40);
    client.raw(Buffer.concat([header([0, 6], 9, video.length), video.subarray(0, 128)]));
    client.raw(Buffer.concat([header([1, 0xa8, 3], 8, sound.length), sound]));
    client.raw(
      Buffer.concat([Buffer.of(0xc0, 6), video.subarray(128, 256), Buffer.of(0xc0, 6), video.subarray(256)]),
    );
    await got.received(2);
    expect(got.units.map(({ kind, dts }) => [kind, dts])).toEqual([
      ['audio', 1800],
      ['video', 1800],
    ]);
    expect(Buffer.from(got.units[1]?.payload ?? [])).toEqual(video.subarray(5));
  });

  it('forgets an aborted message', async () => {
    const { client, got } = await publishing();
    begin(client);
    const body = avcFrame(false, nal(1, 300));
    client.raw(Buffer.concat([Buffer.of(4, 0, 0, 40, 0, 0, 255, 9, 1, 0, 0, 0), body.subarray(0, 128)]));
    client.send({ type: 2, body: Buffer.of(0, 0, 0, 4) }, 2);
    client.video(80, body);
    await got.received(2);
    expect(got.units.map(({ dts }) => dts)).toEqual([0, 7200]);
  });

  it('follows extended timestamps and their wrap, and B-frames both ways', async () => {
    const { client, got } = await publishing();
    const last = 2 ** 32 - 40;
    begin(client, last);
    client.setChunkSize(128);
    client.video(last + 20, avcFrame(false, nal(1, 400), 60));
    client.video(0, avcFrame(false, nal(1, 400), -20));
    client.video(30, avcFrame(false));
    await got.received(4);
    const start = last * 90;
    expect(got.units.map(({ dts, pts }) => [dts - start, pts - start])).toEqual([
      [0, 0],
      [1800, 7200],
      [3600, 1800],
      [6300, 6300],
    ]);
  });

  it('reads timestamps as differences, repeated by format 3', async () => {
    const { client, got } = await publishing();
    client.video(0, avcHeader());
    client.audio(0, aacHeader());
    const frame = aacFrame(4);
    client.raw(Buffer.concat([Buffer.of(6, 0, 0, 20, 0, 0, frame.length, 8, 1, 0, 0, 0), frame]));
    client.raw(Buffer.concat([Buffer.of(0x86, 0, 0, 23), frame]));
    client.raw(Buffer.concat([Buffer.of(0xc6), frame]));
    client.raw(Buffer.concat([Buffer.of(0x46, 0, 0, 10, 0, 0, frame.length, 8), frame]));
    await got.received(4);
    expect(got.units.map(({ dts }) => dts / 90)).toEqual([20, 43, 66, 76]);
  });

  it('announces new parameter sets, from a new header and from inside a keyframe', async () => {
    const { client, got } = await publishing();
    begin(client);
    client.video(40, avcHeader(OTHER_AVCC));
    // Nothing can decode this one: the new sequence begins with a keyframe.
    client.video(60, avcFrame(false));
    client.video(80, avcFrame(true));
    const sps = AVCC.subarray(8, 31);
    const pps = AVCC.subarray(34, 38);
    client.video(120, avcFrame(true, Buffer.concat([withLength(sps), withLength(pps), nal(5)])));
    // The header as it was before says nothing new: some encoders repeat it before every keyframe.
    client.video(160, avcHeader(OTHER_AVCC));
    client.video(160, avcFrame(true));
    await got.received(4);
    expect(got.units.map(({ dts }) => dts / 90)).toEqual([0, 80, 120, 160]);
    const configurations = got.tracksSeen.map(({ video }) =>
      Buffer.from(video?.configuration ?? []).toString('hex'),
    );
    expect(configurations).toEqual([AVCC, OTHER_AVCC, AVCC].map((bytes) => bytes.toString('hex')));
  });

  it('settles sound alone after a second of it, and takes pictures that come later', async () => {
    const { client, got } = await publishing();
    client.audio(0, aacHeader());
    for (let ms = 0; ms <= 1000; ms += 100) client.audio(ms, aacFrame());
    await got.received(11);
    client.video(1100, avcHeader());
    client.video(1100, avcFrame(true));
    await got.received(12);
    expect(got.tracksSeen).toMatchObject([
      { video: null, audio: { codec: 'aac' } },
      { video: { codec: 'h264' }, audio: { codec: 'aac' } },
    ]);
  });

  it('keeps what a stream shorter than that held back', async () => {
    const { client, got } = await publishing();
    client.audio(0, aacHeader());
    client.audio(0, aacFrame());
    client.command(0, 'deleteStream', 0, null, 1);
    expect(await got.closed).toBe('unpublished');
    expect(got.units).toHaveLength(1);
    expect(got.tracksSeen).toHaveLength(1);
  });

  it('takes aggregate messages apart', async () => {
    const { client, got } = await publishing();
    const tag = (type: number, time: number, body: Buffer) =>
      Buffer.concat([
        Buffer.of(type, 0, 0, body.length, 0, time >> 8, time & 255, 0, 0, 0, 0),
        body,
        Buffer.of(0, 0, 0, body.length + 11),
      ]);
    const body = Buffer.concat([
      tag(9, 500, avcHeader()),
      tag(8, 500, aacHeader()),
      tag(9, 500, avcFrame(true)),
      tag(8, 520, aacFrame()),
    ]);
    client.send({ type: 22, streamId: 1, timestamp: 7000, body }, 4);
    await got.received(2);
    expect(got.units.map(({ dts }) => dts / 90)).toEqual([7000, 7020]);
  });

  it('adds the nanoseconds of Enhanced RTMP to the presentation time', async () => {
    const { client, got } = await publishing();
    client.video(0, enhancedVideo(1, 0, 'avc1', AVCC));
    client.audio(0, enhancedAudio(0, 'mp4a', ASC));
    // ModEx: three bytes of data, 500,000 ns; then CodedFramesX.
    client.video(
      40,
      Buffer.concat([Buffer.of(0x97, 2, 0x07, 0xa1, 0x20, 0x03), Buffer.from('avc1'), nal(5)]),
    );
    await got.received(1);
    expect(got.units[0]).toMatchObject({ dts: 3600, pts: 3645, keyframe: true });
  });

  it('publishes again on the same connection after an unpublish', async () => {
    const { client, got } = await publishing();
    client.command(0, 'FCUnpublish', 4, null, 'key');
    expect(await got.closed).toBe('unpublished');
    expect(await statusOf(client)).toMatchObject({ code: 'NetStream.Unpublish.Success' });
    const next = door.next();
    client.command(0, 'createStream', 5, null);
    client.command(2, 'publish', 6, null, 'key', 'live');
    expect((await next).request.streamKey).toBe('key');
    expect(await statusOf(client)).toMatchObject({ code: 'NetStream.Publish.Start' });
  });

  it('reads nothing while the decision is pending, and everything after it', async () => {
    const decision = Promise.withResolvers<void>();
    door.before(() => decision.promise);
    const client = await RtmpClient.open(port);
    const next = door.next();
    client.setChunkSize(65536);
    client.command(0, 'connect', 1, { app: 'live' });
    client.command(0, 'createStream', 2, null);
    client.command(1, 'publish', 3, null, 'key');
    begin(client);
    for (let ms = 0; ms < 300; ms++) client.video(40 + ms, avcFrame(false, nal(1, 60_000)));
    await client.said('_result', 2);
    const before = server.stats().bytesIn;
    expect(before).toBeLessThan(1e6);
    decision.resolve();
    const got = await next;
    await got.received(301);
    expect(server.stats().bytesIn).toBeGreaterThan(18e6);
  });

  it('acknowledges by the window that the encoder asked for, and answers its pings', async () => {
    const { client, got } = await publishing();
    client.send({ type: 5, body: Buffer.of(0, 0, 0x10, 0) }, 2);
    begin(client);
    client.setChunkSize(65536);
    client.video(40, avcFrame(false, nal(1, 5000)));
    await got.received(2);
    const acknowledged = (await client.message(3)).body.readUInt32BE(0);
    expect(acknowledged).toBeGreaterThan(4096);
    expect(acknowledged).toBeLessThanOrEqual(server.stats().bytesIn);
    client.send({ type: 4, body: Buffer.of(0, 6, 1, 2, 3, 4) }, 2);
    let control = await client.message(4);
    while (control.body.readUInt16BE(0) !== 7) control = await client.message(4);
    expect(control.body).toEqual(Buffer.of(0, 7, 1, 2, 3, 4));
    client.send({ type: 6, body: Buffer.of(0, 1, 0, 0, 2) }, 2);
    let window = await client.message(5);
    while (window.body.readUInt32BE(0) !== 65536) window = await client.message(5);
  });
});

describe('refusing and stopping', () => {
  const cases: [PublishRefusal, string][] = [
    ['unknown_key', 'NetStream.Publish.BadName'],
    ['banned', 'NetStream.Publish.Denied'],
    ['already_publishing', 'NetStream.Publish.BadName'],
    ['shutting_down', 'NetStream.Publish.Rejected'],
    ['unavailable', 'NetStream.Publish.Rejected'],
  ];
  it.each(cases)('tells the encoder why and closes: %s', async (refusal, code) => {
    door.refused.set('key', refusal);
    const client = await RtmpClient.open(port);
    await expect(client.publish()).rejects.toThrow(code);
    await client.ended;
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ [`refused_${refusal}`]: 1 });
  });

  it('refuses an empty key without asking', async () => {
    const client = await RtmpClient.open(port);
    await expect(client.publish('')).rejects.toThrow('No stream key was given');
    expect(door.publications).toEqual([]);
  });

  it('answers a door that fails as unavailable', async () => {
    door.before(() => Promise.reject(new Error('no database')));
    const client = await RtmpClient.open(port);
    await expect(client.publish()).rejects.toThrow('NetStream.Publish.Rejected');
  });

  it.each([
    ['taken_over', 'NetStream.Publish.Rejected'],
    ['kicked', 'NetStream.Publish.Denied'],
    ['shutdown', 'NetStream.Publish.Rejected'],
  ] as const)('closes the connection that the hub ends: %s', async (reason, code) => {
    const { client, got } = await publishing();
    begin(client);
    await got.received(1);
    got.stop(reason);
    expect(await statusOf(client)).toMatchObject({ level: 'error', code });
    await client.ended;
    client.close();
    await allClosed();
    expect(got.units).toHaveLength(1);
    expect(server.stats()).toMatchObject({ publishing: 0, closed: { [reason]: 1 } });
  });

  it('refuses to play, in words', async () => {
    const client = await RtmpClient.open(port);
    client.command(0, 'connect', 1, { app: 'live' });
    client.command(0, 'createStream', 2, null);
    client.command(1, 'play', 3, null, 'key');
    expect((await statusOf(client)).code).toBe('NetStream.Play.Failed');
    await client.ended;
  });

  it('keeps the stream when its connection tries to publish a second one', async () => {
    const { client, got } = await publishing();
    client.command(1, 'publish', 9, null, 'other');
    expect(await statusOf(client)).toMatchObject({ code: 'NetStream.Publish.BadName' });
    begin(client);
    await got.received(1);
    expect(door.publications).toHaveLength(1);
  });

  it('answers unknown commands as failed calls', async () => {
    const { client } = await publishing();
    client.command(0, 'launchMissiles', 12, null);
    expect((await client.said('_error', 12)).values[1]).toMatchObject({ code: 'NetConnection.Call.Failed' });
  });

  it.each<[string, Buffer, RegExp]>([
    ['MP3', Buffer.of(0x2f, 1, 2, 3), /MP3 audio is not carried; send AAC or Opus/],
    ['AC-3', enhancedAudio(1, 'ac-3', Buffer.of(1)), /AC-3 audio/],
    ['FLAC', enhancedAudio(0, 'fLaC', Buffer.of(1)), /FLAC audio/],
    ['an unknown FourCC', enhancedAudio(0, 'wxyz', Buffer.of(1)), /"wxyz" audio/],
    ['audio multitrack', enhancedAudio(5, '\0Opus', Buffer.of(0)), /Several audio tracks/],
  ])('tells the encoder what cannot be carried: %s', async (_name, body, words) => {
    const { client, got } = await publishing();
    client.audio(0, body);
    expect((await statusOf(client)).description).toMatch(words);
    expect(await got.closed).toBe('unsupported_media');
    await client.ended;
  });

  it.each<[string, Buffer, RegExp]>([
    ['Sorenson', Buffer.of(0x12, 1, 2), /Sorenson H.263 video is not carried/],
    ['VVC', enhancedVideo(1, 0, 'vvc1', Buffer.of(1)), /"vvc1"/],
    ['multitrack', enhancedVideo(1, 6, '\0avc', Buffer.of(1)), /multitrack/],
  ])('tells the encoder which picture cannot be carried: %s', async (_name, body, words) => {
    const { client, got } = await publishing();
    client.video(0, body);
    expect((await statusOf(client)).description).toMatch(words);
    expect(await got.closed).toBe('unsupported_media');
  });
});

describe('hostile and dying peers', () => {
  it.each<[string, string, (client: RtmpClient) => void]>([
    ['HTTP', 'not_rtmp', (client) => client.raw(Buffer.from('GET / HTTP/1.1\r\n\r\n'))],
    ['a command before connect', 'bad_message', (client) => client.command(0, 'createStream', 1, null)],
    [
      'a command that is no AMF0',
      'bad_message',
      (client) => client.send({ type: 20, body: Buffer.alloc(9, 0xff) }),
    ],
    ['a chunk that refers to nothing', 'bad_chunk', (client) => client.raw(Buffer.of(0xc9))],
    ['a chunk size of 0', 'bad_chunk', (client) => client.send({ type: 1, body: Buffer.alloc(4) }, 2)],
    ['an abort of no length', 'bad_chunk', (client) => client.send({ type: 2, body: Buffer.alloc(1) }, 2)],
    [
      'a video of 16 MB before a publish',
      'too_large',
      (client) => client.raw(Buffer.of(4, 0, 0, 0, 0xff, 0xff, 0xff, 9, 1, 0, 0, 0)),
    ],
    [
      'a message inside a message',
      'bad_chunk',
      (client) =>
        client.raw(
          Buffer.concat([
            Buffer.of(4, 0, 0, 0, 0, 1, 0, 9, 1, 0, 0, 0),
            Buffer.alloc(128),
            Buffer.of(4),
            Buffer.alloc(11),
          ]),
        ),
    ],
    [
      'chunk streams without end',
      'too_large',
      (client) => {
        for (let id = 3; id < 63; id++)
          client.raw(Buffer.of(id, 0, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, ...Buffer.alloc(128)));
      },
    ],
    [
      'streams without end',
      'too_large',
      (client) => {
        client.command(0, 'connect', 1, { app: 'live' });
        for (let i = 2; i < 30; i++) client.command(0, 'createStream', i, null);
      },
    ],
  ])('closes and counts: %s', async (_name, reason, attack) => {
    const client = reason === 'not_rtmp' ? await RtmpClient.connect(port) : await RtmpClient.open(port);
    attack(client);
    await client.ended;
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ [reason]: 1 });
  });

  it.each<[string, Buffer]>([
    ['an avcC that breaks off', avcHeader(AVCC.subarray(0, 20))],
    ['a frame type of 0', Buffer.concat([Buffer.of(0x07, 1, 0, 0, 0), nal(1)])],
    ['an Enhanced RTMP tag without FourCC', Buffer.of(0x91, 1, 2)],
  ])('ends a publisher that sends %s', async (_name, body) => {
    const { client, got } = await publishing();
    client.video(0, body);
    expect(await got.closed).toBe('protocol_error');
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ bad_media: 1 });
  });

  it('ends a publisher whose NAL units overrun their frame', async () => {
    const { client, got } = await publishing();
    begin(client);
    client.video(40, avcFrame(false, Buffer.of(0, 0, 1, 0, 0x41)));
    expect(await got.closed).toBe('protocol_error');
    expect(got.units).toHaveLength(1);
  });

  it('bounds the messages that a publisher interleaves', async () => {
    const { client, got } = await publishing();
    for (const id of [10, 11])
      client.raw(Buffer.of(id, 0, 0, 0, 0xff, 0xff, 0xf0, 9, 1, 0, 0, 0, ...Buffer.alloc(128)));
    expect(await got.closed).toBe('protocol_error');
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ too_large: 1 });
  });

  it('tells a socket that dies from an encoder that leaves', async () => {
    const { client, got } = await publishing();
    begin(client);
    await got.received(1);
    client.socket.resetAndDestroy();
    expect(await got.closed).toBe('connection_lost');
    await allClosed();
    expect(server.stats()).toMatchObject({ publishing: 0, closed: { connection_lost: 1 } });
  });

  it('closes whoever takes too long', async () => {
    const silent = await RtmpClient.connect(port);
    const shaken = await RtmpClient.open(port);
    shaken.command(0, 'connect', 1, { app: 'live' });
    await shaken.said('_result', 1);
    clock.advance(10_000);
    await silent.ended;
    const { client, got } = await publishing();
    clock.advance(5_000);
    expect((await statusOf(shaken)).description).toMatch(/Nothing was published/);
    begin(client);
    await got.received(1);
    clock.advance(19_999);
    client.video(40, avcFrame(false));
    await got.received(2);
    clock.advance(20_000);
    expect(await got.closed).toBe('connection_lost');
    expect((await statusOf(client)).description).toMatch(/No audio or video/);
    for (const each of [silent, shaken, client]) each.close();
    clock.advance(2000);
    await allClosed();
    expect(server.stats().closed).toEqual({ handshake_timeout: 1, publish_timeout: 1, idle_timeout: 1 });
  });

  it('closes a peer that does not read our answers', async () => {
    const { client, got } = await publishing();
    client.socket.pause();
    const pings = Buffer.concat(
      Array.from({ length: 5000 }, () => Buffer.of(2, 0, 0, 0, 0, 0, 6, 4, 0, 0, 0, 0, 0, 6, 1, 2, 3, 4)),
    );
    while (server.stats().publishing > 0) {
      if (!client.socket.write(pings)) await Promise.race([once(client.socket, 'drain'), got.closed]);
    }
    expect(await got.closed).toBe('connection_lost');
    clock.advance(2000);
    client.socket.destroy();
    await allClosed();
    expect(server.stats().closed).toEqual({ slow_reader: 1 });
  });

  it('turns connections away above its limit', async () => {
    const small = createRtmpServer({ door, log: silentLog, limits: { maxConnections: 1 } });
    const address = await small.listen(0, '127.0.0.1');
    const first = await RtmpClient.open(address.port);
    first.command(0, 'connect', 1, { app: 'live' });
    await first.said('_result', 1);
    const second = await RtmpClient.open(address.port);
    await second.ended;
    expect(small.stats()).toMatchObject({ connections: 1, closed: { too_many_connections: 1 } });
    first.close();
    await small.close();
  });
});

describe('the server', () => {
  it('rejects with the cause where its port is taken', async () => {
    const other = createRtmpServer({ door, log: silentLog });
    await expect(other.listen(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('ends every publication when it closes', async () => {
    const { client, got } = await publishing();
    begin(client);
    await got.received(1);
    client.socket.on('end', () => client.close());
    const closing = server.close();
    expect(await got.closed).toBe('shutdown');
    expect((await statusOf(client)).description).toMatch(/restarting/);
    await closing;
    expect(server.stats()).toMatchObject({ connections: 0, publishing: 0, closed: { shutdown: 1 } });
    const again = createRtmpServer({ door, log: silentLog });
    await expect(again.listen(port, '127.0.0.1')).resolves.toEqual({ port });
    await again.close();
  });
});
