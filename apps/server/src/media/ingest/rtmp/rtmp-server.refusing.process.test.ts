import { describe, expect, it } from 'vitest';
import { enhancedAudio, enhancedVideo } from '../../../../test/support/rtmp/flv-samples.ts';
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
import { silentLog } from '../../../../test/support/rtmp/silent-log.ts';
import type { UnsupportedMedia } from '../../codecs/format-error.ts';
import type { PublishRefusal } from '../../ports.ts';
import { createRtmpServer } from './rtmp-server.ts';

useRtmpServer();

describe('refusing and stopping', () => {
  const cases: [PublishRefusal, string][] = [
    ['unknown_key', 'NetStream.Publish.BadName'],
    ['banned', 'NetStream.Publish.Denied'],
    ['already_publishing', 'NetStream.Publish.BadName'],
    ['shutting_down', 'NetStream.Publish.Rejected'],
    ['too_many_attempts', 'NetStream.Publish.Rejected'],
    ['unavailable', 'NetStream.Publish.Rejected'],
  ];
  it.each(cases)('sends the encoder a status for the refusal and closes: %s', async (refusal, code) => {
    publishTarget.refused.set('key', refusal);
    const client = await RtmpClient.open(port);
    await expect(client.publish()).rejects.toThrow(code);
    await client.ended;
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ [`refused_${refusal}`]: 1 });
  });

  it('refuses an empty stream key without authorizing it', async () => {
    const client = await RtmpClient.open(port);
    await expect(client.publish('')).rejects.toThrow('No stream key');
    expect(publishTarget.publications).toEqual([]);
  });

  it('refuses a publish as unavailable if its authorization fails', async () => {
    publishTarget.before(() => Promise.reject(new Error('no database')));
    const client = await RtmpClient.open(port);
    await expect(client.publish()).rejects.toThrow('NetStream.Publish.Rejected');
  });

  it.each([
    ['taken_over', 'NetStream.Publish.Rejected'],
    ['kicked', 'NetStream.Publish.Denied'],
    ['shutdown', 'NetStream.Publish.Rejected'],
  ] as const)('closes the connection of a publication that the hub ends: %s', async (reason, code) => {
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

  it('reports to an encoder that its stream failed on the server, not that an admin stopped it', async () => {
    const { client, got } = await publishing();
    begin(client);
    await got.received(1);
    got.stop('protocol_error');
    expect(await statusOf(client)).toEqual({
      level: 'error',
      code: 'NetStream.Publish.Rejected',
      description: 'The server failed to process this stream. Start streaming again.',
    });
    await client.ended;
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ internal_error: 1 });
  });

  it('refuses play with a status', async () => {
    const client = await RtmpClient.open(port);
    client.command(0, 'connect', 1, { app: 'live' });
    client.command(0, 'createStream', 2, null);
    client.command(1, 'play', 3, null, 'key');
    expect((await statusOf(client)).code).toBe('NetStream.Play.Failed');
    await client.ended;
  });

  it('keeps the publication of a connection that publishes a second time', async () => {
    const { client, got } = await publishing();
    client.command(1, 'publish', 9, null, 'other');
    expect(await statusOf(client)).toMatchObject({ code: 'NetStream.Publish.BadName' });
    begin(client);
    await got.received(1);
    expect(publishTarget.publications).toHaveLength(1);
  });

  it('answers unknown commands with an error', async () => {
    const { client } = await publishing();
    client.command(0, 'launchMissiles', 12, null);
    expect((await client.said('_error', 12)).values[1]).toMatchObject({ code: 'NetConnection.Call.Failed' });
  });

  const audioCodec = (codec: string): UnsupportedMedia => ({ code: 'unsupported_audio_codec', codec });
  it.each<[string, Buffer, RegExp, UnsupportedMedia]>([
    [
      'MP3',
      Buffer.of(0x2f, 1, 2, 3),
      /MP3 audio is not supported; send AAC or Opus/,
      { code: 'unsupported_audio_codec', codec: 'MP3' },
    ],
    ['AC-3', enhancedAudio(1, 'ac-3', Buffer.of(1)), /AC-3 audio/, audioCodec('AC-3')],
    ['FLAC', enhancedAudio(0, 'fLaC', Buffer.of(1)), /FLAC audio/, audioCodec('FLAC')],
    ['an unknown FourCC', enhancedAudio(0, 'wxyz', Buffer.of(1)), /wxyz audio/, audioCodec('wxyz')],
    [
      'multitrack audio',
      enhancedAudio(5, '\0Opus', Buffer.of(0)),
      /Multitrack audio/,
      { code: 'multiple_tracks', kind: 'audio' },
    ],
  ])(
    'ends a publication with unsupported audio and says why: %s',
    async (_name, body, words, unsupported) => {
      const { client, got } = await publishing();
      client.audio(0, body);
      expect((await statusOf(client)).description).toMatch(words);
      expect(await got.closed).toBe('unsupported_media');
      expect(got.unsupported).toEqual(unsupported);
      await client.ended;
    },
  );

  const videoCodec = (codec: string): UnsupportedMedia => ({ code: 'unsupported_video_codec', codec });
  it.each<[string, Buffer, RegExp, UnsupportedMedia]>([
    [
      'Sorenson',
      Buffer.of(0x12, 1, 2),
      /Sorenson H.263 video is not supported/,
      videoCodec('Sorenson H.263'),
    ],
    ['VVC', enhancedVideo(1, 0, 'vvc1', Buffer.of(1)), /vvc1 video/, videoCodec('vvc1')],
    [
      'multitrack video',
      enhancedVideo(1, 6, '\0avc', Buffer.of(1)),
      /multitrack/,
      { code: 'multiple_tracks', kind: 'video' },
    ],
  ])(
    'ends a publication with unsupported video and says why: %s',
    async (_name, body, words, unsupported) => {
      const { client, got } = await publishing();
      client.video(0, body);
      expect((await statusOf(client)).description).toMatch(words);
      expect(await got.closed).toBe('unsupported_media');
      expect(got.unsupported).toEqual(unsupported);
    },
  );
});

describe('the RTMP server', () => {
  it('rejects listen with EADDRINUSE if its port is taken', async () => {
    const other = createRtmpServer({ publishTarget, log: silentLog });
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
    const again = createRtmpServer({ publishTarget, log: silentLog });
    await expect(again.listen(port, '127.0.0.1')).resolves.toEqual({ port });
    await again.close();
  });
});
