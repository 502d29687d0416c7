import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FfmpegPublish,
  playWithFfmpeg,
  publishWithFfmpeg,
  type SentPacket,
} from '../../../../test/support/rtmp/ffmpeg-publisher.ts';
import { RecordingPublishTarget } from '../../../../test/support/rtmp/recording-publish-target.ts';
import { silentLog } from '../../../../test/support/rtmp/silent-log.ts';
import type { Unit } from '../../unit.ts';
import { createRtmpServer, type RtmpServer } from './rtmp-server.ts';

/** Converts a unit to the encoder's terms: FLV's header belongs to the codec, not to the frame. */
function asSent(unit: Unit): SentPacket {
  return {
    kind: unit.kind,
    dtsMs: unit.dts / 90,
    ptsMs: unit.pts / 90,
    keyframe: unit.keyframe,
    bytes: unit.payload.length,
    digest: createHash('sha256').update(unit.payload).digest('hex'),
  };
}

describe('FFmpeg publishing over RTMP', () => {
  let publishTarget: RecordingPublishTarget;
  let server: RtmpServer;
  let port: number;

  beforeEach(async () => {
    publishTarget = new RecordingPublishTarget();
    server = createRtmpServer({ publishTarget, log: silentLog });
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  afterEach(() => server.close());

  async function publish(settings: Omit<FfmpegPublish, 'address' | 'frames'>) {
    const report = await publishWithFfmpeg({
      ...settings,
      address: `rtmp://127.0.0.1:${port}/live/key`,
      frames: 60,
    });
    expect(report.error).toBe('');
    const [publication] = publishTarget.publications;
    if (publication === undefined) throw new Error('FFmpeg did not publish.');
    expect(await publication.closed).toBe('unpublished');
    expect(publication.request).toMatchObject({ protocol: 'rtmp', app: 'live', streamKey: 'key' });
    return { sent: report.packets, publication };
  }

  /** Expects the same packets in each track: count, order, bytes, times and keyframes. */
  function expectSame(units: readonly Unit[], sent: readonly SentPacket[]): void {
    for (const kind of ['video', 'audio'] as const) {
      const came = units.filter((unit) => unit.kind === kind).map(asSent);
      expect(came).toEqual(sent.filter((packet) => packet.kind === kind));
    }
  }

  it('delivers H.264 with B-frames and AAC packet for packet', async () => {
    const { sent, publication } = await publish({ video: 'h264', audio: 'aac', bFrames: 2 });
    expectSame(publication.units, sent);
    expect(sent.some((packet) => packet.ptsMs !== packet.dtsMs)).toBe(true);
    expect(sent.filter((packet) => packet.keyframe && packet.kind === 'video').length).toBe(3);
    expect(publication.tracksSeen).toHaveLength(1);
    expect(publication.tracksSeen[0]).toMatchObject({
      video: { codec: 'h264', width: 320, height: 180, frameRate: 25 },
      audio: {
        codec: 'aac',
        codecString: 'mp4a.40.2',
        sampleRate: 48000,
        channels: 2,
        samplesPerFrame: 1024,
      },
    });
  });

  it('delivers HEVC with B-frames and AAC over Enhanced RTMP', async () => {
    const { sent, publication } = await publish({ video: 'hevc', audio: 'aac', bFrames: 2 });
    expectSame(publication.units, sent);
    expect(sent.some((packet) => packet.ptsMs !== packet.dtsMs)).toBe(true);
    expect(publication.tracksSeen).toMatchObject([
      { video: { codec: 'hevc', width: 320, height: 180, frameRate: 25 } },
    ]);
    expect(publication.tracksSeen[0]?.video?.codecString).toMatch(/^hvc1\.1\.6\.L\d+\.90$/);
  });

  it('delivers AV1 and Opus over Enhanced RTMP', async () => {
    const { sent, publication } = await publish({ video: 'av1', audio: 'opus' });
    expectSame(publication.units, sent);
    expect(publication.tracksSeen).toMatchObject([
      {
        video: { codec: 'av1', width: 320, height: 180 },
        audio: { codec: 'opus', sampleRate: 48000, channels: 2 },
      },
    ]);
    expect(publication.tracksSeen[0]?.video?.codecString).toMatch(/^av01\.0\.\d\dM\.08$/);
  });

  it('starts VP9 without audio at once if the metadata announces only video', async () => {
    const { sent, publication } = await publish({ video: 'vp9', audio: null });
    expectSame(publication.units, sent);
    expect(publication.tracksSeen).toMatchObject([
      { video: { codec: 'vp9', width: 320, height: 180 }, audio: null },
    ]);
  });

  it('delivers audio without video', async () => {
    const { sent, publication } = await publish({ video: null, audio: 'aac' });
    expectSame(publication.units, sent);
    expect(publication.tracksSeen).toMatchObject([{ video: null, audio: { codec: 'aac' } }]);
  });

  it('completes the handshake with digests that a player verifies, and refuses it only when it plays', async () => {
    const complaints = await playWithFfmpeg(`rtmp://127.0.0.1:${port}/live/key`);
    expect(complaints).toContain('on the watch page');
    expect(server.stats().closed).toEqual({ refused_play: 1 });
  });

  it('sends a refusal whose description FFmpeg prints', async () => {
    publishTarget.refused.set('key', 'unknown_key');
    const address = `rtmp://127.0.0.1:${port}/live/key`;
    const report = await publishWithFfmpeg({ address, video: 'h264', audio: null, frames: 5 });
    expect(report.error).toContain('Unknown stream key');
    expect(report.packets).toEqual([]);
    expect(server.stats().closed).toEqual({ refused_unknown_key: 1 });
  });
});
