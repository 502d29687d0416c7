import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, Packet } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import { createRtmpServer } from '../../apps/server/src/media/ingest/rtmp/rtmp-server.ts';
import { freePort } from './ports.ts';
import { PublishError, type PublisherOptions, startPublisher } from './publisher.ts';

interface Received {
  readonly codecs: string[];
  readonly packets: { kind: 'video' | 'audio'; dtsMs: number; keyframe: boolean }[];
}

/** Publishes to FFmpeg's RTMP listener until `enough` packets have arrived, then ends as `how` says. */
async function publishToListener(options: Partial<PublisherOptions>, enough: number, how: 'stop' | 'kill') {
  const port = await freePort();
  const input = new FormatContext();
  // openInput frees the dictionary.
  const listen = Dictionary.fromObject({ listen: 1, timeout: 10 });
  const opened = input.openInput(`rtmp://127.0.0.1:${port}/live/key`, null, listen);
  const publisher = await connect({ url: `rtmp://127.0.0.1:${port}/live`, key: 'key', ...options });
  FFmpegError.throwIfError(await opened, 'listen');
  const received: Received = { codecs: [], packets: [] };
  using packet = new Packet();
  packet.alloc();
  while ((await input.readFrame(packet)) >= 0) {
    const stream = input.streams[packet.streamIndex];
    received.packets.push({
      kind: stream?.codecpar.codecType === AVMEDIA_TYPE_VIDEO ? 'video' : 'audio',
      dtsMs: Number(packet.dts),
      keyframe: packet.isKeyframe,
    });
    packet.unref();
    if (received.packets.length === enough) how === 'stop' ? void publisher.stop() : publisher.kill();
  }
  for (const stream of input.streams) {
    expect([AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO]).toContain(stream.codecpar.codecType);
    received.codecs.push(stream.codecpar.getCodecString() ?? '?');
  }
  await input.closeInput();
  return { received, reason: await publisher.exited };
}

/** Retries, since nothing tells when the listener has bound its port. */
async function connect(options: PublisherOptions) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await startPublisher(options);
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

describe('startPublisher', () => {
  it('publishes H.264 and AAC with a keyframe each second, and stops cleanly', async () => {
    const { received, reason } = await publishToListener({ gopSeconds: 1 }, 170, 'stop');
    expect(reason).toBeNull();
    expect(received.codecs.sort()).toEqual([expect.stringMatching(/^avc1/), 'mp4a.40.2']);
    const video = received.packets.filter((packet) => packet.kind === 'video');
    for (const [index, packet] of video.entries())
      expect(packet.dtsMs).toBeGreaterThan(video[index - 1]?.dtsMs ?? Number.NEGATIVE_INFINITY);
    const keyframes = video.filter((packet) => packet.keyframe).map((packet) => packet.dtsMs);
    expect(keyframes.length).toBeGreaterThanOrEqual(2);
    expect((keyframes[1] ?? 0) - (keyframes[0] ?? 0)).toBeCloseTo(1000, -2);
  });

  it.each(['hevc', 'av1'] as const)('publishes %s with Opus over Enhanced RTMP', async (video) => {
    const { received } = await publishToListener(
      { video, audio: 'opus', width: 320, height: 180 },
      60,
      'stop',
    );
    expect(received.packets.some((packet) => packet.kind === 'video' && packet.keyframe)).toBe(true);
    expect(received.packets.some((packet) => packet.kind === 'audio')).toBe(true);
  });

  it('publishes audio without video', async () => {
    const { received } = await publishToListener({ video: 'none' }, 20, 'stop');
    expect(received.packets.every((packet) => packet.kind === 'audio')).toBe(true);
  });

  it('reports the signal that killed its process', async () => {
    const { reason } = await publishToListener({}, 60, 'kill');
    expect(reason).toBe('The publisher was ended by SIGKILL.');
  });

  it("rejects with the server's message where the stream key is unknown", async () => {
    const quiet = { info() {}, warn() {}, error() {} };
    const server = createRtmpServer({
      publishTarget: { publish: async () => ({ accepted: false, refusal: 'unknown_key', channelId: null }) },
      log: quiet,
    });
    const { port } = await server.listen(0, '127.0.0.1');
    const refused = startPublisher({ url: `rtmp://127.0.0.1:${port}/live`, key: 'wrong' });
    await expect(refused).rejects.toThrow('Unknown stream key.');
    await server.close();
  });

  it('rejects with the reason where no server is listening', async () => {
    const url = `rtmp://127.0.0.1:${await freePort()}/live`;
    const refused = startPublisher({ url, key: 'key' });
    await expect(refused).rejects.toThrow(PublishError);
    await expect(refused).rejects.toThrow(/refused/i);
  });
});
