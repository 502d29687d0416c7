import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { enhancedVideo } from '../../../test/support/rtmp/flv-samples.ts';
import { type EncodedSource, encodedSource } from '../../../test/support/transcoder/encoded-source.ts';
import { H264_OFFER, WebRtcPlayers } from '../../../test/support/webrtc/webrtc-players.ts';
import { STREAM, startWhepServer, type WhepServerOptions } from '../../../test/support/webrtc/whep-server.ts';
import type { OutputRequest } from '../transcoder/outputs.ts';

/** PacketType values of Enhanced RTMP. */
const SEQUENCE_START = 0;
const CODED_FRAMES_X = 3;

const CODECS = [
  { codec: 'hevc', fourCc: 'hvc1', offered: 'H265', parameters: 'profile-id=1' },
  { codec: 'av1', fourCc: 'av01', offered: 'AV1', parameters: 'profile=0' },
  { codec: 'vp9', fourCc: 'vp09', offered: 'VP9', parameters: 'profile-id=0' },
] as const;

let players: WebRtcPlayers;
beforeAll(() => {
  players = new WebRtcPlayers();
});
afterAll(() => players.close());

describe.each(CODECS)('a stream in $codec', ({ codec, fourCc, offered, parameters }) => {
  let source: EncodedSource;
  beforeAll(async () => {
    source = await encodedSource({ codec, seconds: 9, framesPerSecond: 10 });
  });

  async function live(options: WhepServerOptions = {}) {
    const server = await startWhepServer(options);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const client = await server.publish();
    client.video(0, enhancedVideo(1, SEQUENCE_START, fourCc, Buffer.from(source.video.configuration)));
    for (const { keyframe, dts, payload } of source.units)
      client.video(dts / 90, enhancedVideo(keyframe ? 1 : 2, CODED_FRAMES_X, fourCc, Buffer.from(payload)));
    await vi.waitFor(async () => {
      const response = await fetch(`${server.url}/live/${STREAM}/index.m3u8`);
      expect(response.status).toBe(200);
    }, 10_000);
    return server;
  }

  it('passes frames on to players that offer the codec, whole and in order', async () => {
    const server = await live();
    const player = players.create({
      video: [...H264_OFFER.video, { payloadType: 49, codec: offered, parameters }],
      audio: false,
    });
    const response = await server.play(player);
    expect([response.status, await response.text()]).toEqual([
      201,
      expect.stringContaining('m=video 9 UDP/TLS/RTP/SAVPF 49'),
    ]);
    const newestKeyframe = source.units.findLastIndex(({ keyframe }) => keyframe);
    const group = source.units.slice(newestKeyframe);
    const lastByteOf = (index: number) =>
      Number.parseInt(player.videoFrames[index]?.tail.slice(-2) ?? '', 16);
    await player.until(({ videoFrames }) => videoFrames.length > 0);
    // On a busy machine, the first packets may come before the player is ready for them. It asks for a keyframe then.
    if (lastByteOf(0) !== group[0]?.payload.at(-1)) {
      player.frames.length = 0;
      player.requestKeyframe();
    }
    await player.until(({ videoFrames }) => videoFrames.length >= group.length);
    // By their last bytes: the sizes of AV1 are not sent.
    expect(player.videoFrames.map((_frame, index) => lastByteOf(index))).toEqual(
      group.map(({ payload }) => payload.at(-1)),
    );
    expect(player.videoFrames.every(({ missing }) => missing === 0)).toBe(true);
  });

  it('is encoded as H.264 for others, and refused to them where nothing can encode it', async () => {
    const requests: OutputRequest[] = [];
    const server = await live({
      startOutput(_stream, request) {
        requests.push(request);
        return () => undefined;
      },
    });
    const offer = await players.create(H264_OFFER).offer();
    const response = await server.post(offer);
    expect([response.status, await response.text()]).toEqual([
      201,
      expect.stringContaining('m=video 9 UDP/TLS/RTP/SAVPF 106'),
    ]);
    expect(requests).toMatchObject([{ kind: 'video', rendition: { width: 320, height: 180 } }]);

    const alone = await live();
    const refused = await alone.post(offer);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'offer_not_acceptable', title: expect.stringContaining(codec) }),
    ]);
  });
});
