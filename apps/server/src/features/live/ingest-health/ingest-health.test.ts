import { ingestHealthStatus } from '@tributary/contracts/live';
import { userId } from '@tributary/contracts/shared';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LiveStreamView } from '#media/ports.ts';
import type { StreamReader } from '#media/reader.ts';
import type { SignalReading } from '#media/signal/signal-meter.ts';
import { TIMESCALE, type Tracks } from '#media/unit.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createPublishCooldowns } from '../lifecycle/publish-cooldowns.ts';
import { createIngestHealth, type IngestHealth } from './ingest-health.ts';
import { warningsFor } from './ingest-warnings.ts';

const owner = userId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
/** An account made within the same minute: the first 8 digits of a UUIDv7 are the same for about 65 seconds. */
const neighbor = userId.parse('01890a5d-bd07-7c11-9d4e-0f3a5b6c7d8e');
const tracks: Tracks = {
  video: {
    kind: 'video',
    codec: 'h264',
    codecString: 'avc1.64001f',
    width: 1920,
    height: 1080,
    frameRate: 60,
    configuration: new Uint8Array(1),
  },
  audio: {
    kind: 'audio',
    codec: 'aac',
    codecString: 'mp4a.40.2',
    sampleRate: 48_000,
    channels: 2,
    samplesPerFrame: 1024,
    configuration: new Uint8Array(2),
  },
};

function session(
  state: LiveStreamView['state'] = 'live',
): LiveStreamView & { readonly sinks: StreamReader[] } {
  const sinks: StreamReader[] = [];
  return {
    channelId: owner,
    streamId: '01890a5d-ac96-774b-bcce-b302099a8058',
    startedAtMs: Date.now(),
    state,
    tracks,
    sinks,
    attach(sink) {
      sinks.push(sink);
      sink.onTracks(tracks);
      return () => {};
    },
  };
}

const steady: SignalReading = {
  tracks,
  bitrateKbps: 4500,
  bitrateSpread: 1.2,
  frameRate: 60,
  keyframeIntervalSeconds: 2,
  keyframeIntervalSpread: 1,
  hasBFrames: false,
  clockJumps: 0,
  droppedFrames: 0,
  recent: { bitrateKbps: 4500, frameRate: 60, droppedFrames: 0, lateMs: 0 },
};
const codes = (change: Partial<SignalReading>) => warningsFor({ ...steady, ...change }).map((w) => w.code);

/** One process's; closed with the test. */
function open(state = createMemoryState()): IngestHealth {
  const health = createIngestHealth(state, createPublishCooldowns(state));
  onTestFinished(async () => {
    health.close();
    await state.close();
  });
  return health;
}

describe('IngestHealth', () => {
  it('is waiting, then receiving, then interrupted, then waiting again', async () => {
    const healths = open();
    expect((await healths.read(owner)).state).toBe('waiting');
    const live = session();
    healths.started(live);
    for (let i = 0; i < 240; i += 1) {
      const dts = (i * TIMESCALE) / 60;
      live.sinks[0]?.onUnit({
        kind: 'video',
        dts,
        pts: dts,
        keyframe: i % 120 === 0,
        payload: new Uint8Array(5000),
      });
    }
    const health = ingestHealthStatus.parse(await healths.read(owner));
    expect(health).toMatchObject({
      state: 'receiving',
      video: { width: 1920, height: 1080, frameRate: 60, keyframeIntervalSeconds: 2 },
      audio: { codec: 'aac', sampleRate: 48_000, channels: 2 },
      bitrateKbps: 2400,
      warnings: [],
    });
    const away = open();
    away.started(session('interrupted'));
    expect((await away.read(owner)).state).toBe('interrupted');
    healths.ended(live);
    expect(await healths.read(owner)).toMatchObject({ state: 'waiting', streamId: null, video: null });
  });

  it('keeps the history of the last ten minutes, gaps included', async () => {
    vi.useFakeTimers();
    const healths = open();
    onTestFinished(() => void vi.useRealTimers());
    const gone = session('interrupted');
    healths.started(gone);
    vi.advanceTimersByTime(11 * 60_000);
    const history = healths.history(owner);
    expect(history).toHaveLength(300);
    expect(Date.parse(history.at(-1)?.at ?? '') - Date.parse(history[0]?.at ?? '')).toBe(598_000);
    expect(history.every((point) => point.bitrateKbps === null)).toBe(true);
    expect((await healths.read(owner)).point).toEqual(history.at(-1));
    expect(healths.history(neighbor)).toEqual([]);
  });

  it('shows a refusal to the owner of the key, not to an account made in the same minute', async () => {
    const healths = open();
    healths.refused(owner, 'already_publishing');
    expect((await healths.read(owner)).lastRefusal?.reason).toContain('another encoder');
    expect((await healths.read(neighbor)).lastRefusal).toBeNull();
  });

  it('shows unsupported media to the owner of the channel, not to an account made in the same minute', async () => {
    const healths = open();
    healths.unsupportedMedia(owner, { code: 'unsupported_audio_codec', codec: 'MP3' });
    expect((await healths.read(owner)).lastRefusal?.reason).toBe(
      'MP3 audio isn’t supported. Set your encoder to AAC or Opus.',
    );
    expect((await healths.read(neighbor)).lastRefusal).toBeNull();
  });

  it('shows another process the current reading and the refusal, but no history', async () => {
    const state = createMemoryState();
    const [receiving, other] = [open(state), open(state)];
    const live = session();
    receiving.started(live);
    receiving.refused(owner, 'already_publishing');
    const { connectedSeconds, ...seen } = await other.read(owner);
    expect(seen).toMatchObject({ state: 'receiving', streamId: live.streamId, video: { width: 1920 } });
    expect(seen.lastRefusal?.reason).toContain('another encoder');
    expect(connectedSeconds).toBeGreaterThanOrEqual(0);
    expect(other.history(owner)).toEqual([]);
    receiving.ended(live);
    expect((await other.read(owner)).state).toBe('waiting');
  });

  it('is waiting again for other processes when the receiving one stops renewing its reading', async () => {
    let now = 0;
    const state = createMemoryState(() => now);
    const [receiving, other] = [open(state), open(state)];
    receiving.started(session());
    expect((await other.read(owner)).state).toBe('receiving');
    now = 6_000;
    expect((await other.read(owner)).state).toBe('waiting');
  });

  it('hides a refusal after ten minutes, and one from before the stream began', async () => {
    let now = 0;
    const healths = open(createMemoryState(() => now));
    healths.refused(owner, 'banned');
    now = 9 * 60_000;
    expect((await healths.read(owner)).lastRefusal).not.toBeNull();
    healths.started({ ...session(), startedAtMs: Date.now() + 1000 });
    expect((await healths.read(owner)).lastRefusal).toBeNull();
    healths.refused(neighbor, 'banned');
    now = 20 * 60_000;
    expect((await healths.read(neighbor)).lastRefusal).toBeNull();
  });

  it('forgets the oldest refusals when there are more than 50,000', async () => {
    const healths = open();
    healths.refused(owner, 'banned');
    for (let i = 0; i < 50_000; i += 1) healths.refused(`channel ${i}`, 'banned');
    expect((await healths.read(owner)).lastRefusal).toBeNull();
  });
});

describe('warningsFor', () => {
  it('returns no warnings for a steady signal or before anything is measured', () => {
    expect(codes({})).toEqual([]);
    const unknown = { bitrateKbps: null, bitrateSpread: null, frameRate: null };
    expect(
      codes({
        ...unknown,
        keyframeIntervalSeconds: null,
        keyframeIntervalSpread: null,
        droppedFrames: null,
        recent: null,
      }),
    ).toEqual([]);
  });

  it.each<[string, Partial<SignalReading>]>([
    ['no_video', { tracks: { ...tracks, video: null } }],
    ['no_audio', { tracks: { ...tracks, audio: null } }],
    // 4:4:4, which FFmpeg makes of a screen.
    [
      'codec_not_widely_playable',
      { tracks: { ...tracks, video: tracks.video && { ...tracks.video, codecString: 'avc1.f4001f' } } },
    ],
    ['keyframe_interval_long', { keyframeIntervalSeconds: 8 }],
    ['keyframe_interval_uneven', { keyframeIntervalSpread: 3 }],
    ['timestamps_jump', { clockJumps: 1 }],
    ['frame_rate_low', { frameRate: 12 }],
    ['bitrate_high', { bitrateKbps: 12_000 }],
    ['bitrate_unstable', { bitrateSpread: 4 }],
    ['signal_late', { recent: { bitrateKbps: 1, frameRate: 1, droppedFrames: 0, lateMs: 1600 } }],
    ['frames_dropped', { droppedFrames: 40 }],
    ['b_frames', { hasBFrames: true }],
  ])('says %s', (code, change) => expect(codes(change)).toEqual([code]));
});
