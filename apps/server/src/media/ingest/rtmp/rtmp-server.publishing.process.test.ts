import { describe, expect, it } from 'vitest';
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
} from '../../../../test/support/rtmp/flv-samples.ts';
import { RtmpClient } from '../../../../test/support/rtmp/rtmp-client.ts';
import {
  allClosed,
  begin,
  port,
  publishing,
  publishTarget,
  server,
  statusOf,
  useRtmpServer,
} from '../../../../test/support/rtmp/rtmp-server-harness.ts';
import { type Amf0Value, encodeAmf0 } from './protocol/amf0.ts';

useRtmpServer();

describe('publishing', () => {
  it('answers OBS the way librtmp expects', async () => {
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
    const next = publishTarget.next();
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
  ])('finds the stream key in app "%s" and name "%s"', async (app, name, expected) => {
    const { got } = await publishing(name, app);
    expect(got.request).toMatchObject({ app: expected, streamKey: 'KEY' });
  });

  it('accepts commands in AMF3 messages, which some phones send', async () => {
    const client = await RtmpClient.open(port);
    const next = publishTarget.next();
    const amf3 = (...values: Amf0Value[]) => Buffer.concat([Buffer.of(0), encodeAmf0(values)]);
    client.send({ type: 17, body: amf3('connect', 1, { app: 'live', objectEncoding: 3 }) });
    client.send({ type: 17, body: amf3('createStream', 2, null) });
    client.send({ type: 17, streamId: 1, body: amf3('publish', 0, null, 'key') }, 8);
    expect((await next).request.streamKey).toBe('key');
  });

  it('accepts chunk stream ids of one, two and three bytes, interleaved', async () => {
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

  it('discards an aborted message', async () => {
    const { client, got } = await publishing();
    begin(client);
    const body = avcFrame(false, nal(1, 300));
    client.raw(Buffer.concat([Buffer.of(4, 0, 0, 40, 0, 0, 255, 9, 1, 0, 0, 0), body.subarray(0, 128)]));
    client.send({ type: 2, body: Buffer.of(0, 0, 0, 4) }, 2);
    client.video(80, body);
    await got.received(2);
    expect(got.units.map(({ dts }) => dts)).toEqual([0, 7200]);
  });

  it('unwraps extended timestamps, and keeps composition offsets of either sign', async () => {
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

  it('reads timestamp differences, which format 3 repeats', async () => {
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

  it('reports new parameter sets from a new header and from inside a keyframe', async () => {
    const { client, got } = await publishing();
    begin(client);
    client.video(40, avcHeader(OTHER_AVCC));
    // This frame cannot be decoded, since the new sequence begins with a keyframe.
    client.video(60, avcFrame(false));
    client.video(80, avcFrame(true));
    const sps = AVCC.subarray(8, 31);
    const pps = AVCC.subarray(34, 38);
    client.video(120, avcFrame(true, Buffer.concat([withLength(sps), withLength(pps), nal(5)])));
    // A repeated header changes nothing; some encoders send it before every keyframe.
    client.video(160, avcHeader(OTHER_AVCC));
    client.video(160, avcFrame(true));
    await got.received(4);
    expect(got.units.map(({ dts }) => dts / 90)).toEqual([0, 80, 120, 160]);
    const configurations = got.tracksSeen.map(({ video }) =>
      Buffer.from(video?.configuration ?? []).toString('hex'),
    );
    expect(configurations).toEqual([AVCC, OTHER_AVCC, AVCC].map((bytes) => bytes.toString('hex')));
  });

  it('starts with audio alone after a second of it, and adds video that comes later', async () => {
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

  it('passes on the held units of a stream that ends before its tracks are settled', async () => {
    const { client, got } = await publishing();
    client.audio(0, aacHeader());
    client.audio(0, aacFrame());
    client.command(0, 'deleteStream', 0, null, 1);
    expect(await got.closed).toBe('unpublished');
    expect(got.units).toHaveLength(1);
    expect(got.tracksSeen).toHaveLength(1);
  });

  it('splits aggregate messages', async () => {
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
    // The message has ModEx with three bytes of data, 500,000 ns; then CodedFramesX.
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
    const next = publishTarget.next();
    client.command(0, 'createStream', 5, null);
    client.command(2, 'publish', 6, null, 'key', 'live');
    expect((await next).request.streamKey).toBe('key');
    expect(await statusOf(client)).toMatchObject({ code: 'NetStream.Publish.Start' });
  });

  it('does not read until the publish is decided, and then reads everything that follows', async () => {
    const decision = Promise.withResolvers<void>();
    publishTarget.before(() => decision.promise);
    const client = await RtmpClient.open(port);
    const next = publishTarget.next();
    client.setChunkSize(65536);
    client.command(0, 'connect', 1, { app: 'live' });
    client.command(0, 'createStream', 2, null);
    client.command(1, 'publish', 3, null, 'key');
    begin(client);
    for (let ms = 0; ms < 300; ms++) client.video(40 + ms, avcFrame(false, nal(1, 60_000)));
    await client.said('_result', 2);
    const before = server.stats().bytesIn;
    expect(before).toBeLessThan(1e6);
    // Bytes that were read before are intact after further reads.
    const other = await RtmpClient.open(port);
    other.command(0, 'connect', 1, { app: 'x'.repeat(8000) });
    await other.said('_result', 1);
    decision.resolve();
    const got = await next;
    await got.received(301);
    for (const { payload } of got.units.slice(1)) expect(nal(1, 60_000).equals(payload)).toBe(true);
    expect(server.stats().bytesIn).toBeGreaterThan(18e6);
  });

  it('acknowledges bytes by the window that the encoder sets, and answers its pings', async () => {
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
