import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Publication, PublishDecision, PublishRequest } from '../ports.ts';
import type { StreamReader } from '../reader.ts';
import type { AudioTrack, Tracks, Unit, VideoTrack } from '../unit.ts';
import { Hub } from './hub.ts';

const video: VideoTrack = {
  kind: 'video',
  codec: 'h264',
  codecString: 'avc1.64001f',
  width: 640,
  height: 360,
  frameRate: 30,
  configuration: new Uint8Array([1, 2, 3]),
};
const audio: AudioTrack = {
  kind: 'audio',
  codec: 'aac',
  codecString: 'mp4a.40.2',
  sampleRate: 48_000,
  channels: 2,
  samplesPerFrame: 1024,
  configuration: new Uint8Array([4, 5]),
};
const both: Tracks = { video, audio };
const frame = (dts: number, keyframe = true): Unit => ({
  kind: 'video',
  dts,
  pts: dts,
  keyframe,
  payload: new Uint8Array(4),
});
const request: PublishRequest = {
  protocol: 'rtmp',
  app: 'live',
  streamKey: 'k',
  remoteAddress: '::1',
  encoder: null,
};
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function setup(
  decide: (request: PublishRequest) => PublishDecision | Promise<PublishDecision> = () => ({
    accepted: true,
    channelId: 'c',
    streamId: 's',
  }),
) {
  const events: string[] = [];
  let ms = 0;
  const seen: string[] = [];
  const reader: StreamReader = {
    onTracks: (tracks) => seen.push(`tracks ${tracks.video?.width ?? '-'}`),
    onUnit: (u) => seen.push(`unit ${u.keyframe ? 'key' : 'delta'}`),
    onDiscontinuity: (reason) => seen.push(`discontinuity ${reason}`),
    onEnd: (reason) => seen.push(`end ${reason}`),
  };
  const hub = new Hub({
    settings: { graceSeconds: 30, deadAfterSeconds: 3, maxStreams: 2, maxBitrateKbps: 8000 },
    log: silent,
    now: () => ms,
    ports: {
      authorizePublish: async (asked) => decide(asked),
      onAccepted: () => {},
      onRefused: (_r, { refusal, channelId }) => events.push(`refused ${refusal} ${channelId}`),
      onStart: (liveStream) => {
        events.push('start');
        liveStream.attach(reader);
      },
      onInterrupted: (_s, reason) => events.push(`interrupted ${reason}`),
      onResumed: () => events.push('resumed'),
      onUnsupportedMedia: (channelId, { code }) => events.push(`unsupported ${channelId} ${code}`),
      onEnd: (_s, reason) => events.push(`end ${reason}`),
    },
  });
  const publish = async (streamKey = 'k'): Promise<Publication> => {
    const result = await hub.publish({ ...request, streamKey });
    if (!result.accepted) throw new Error(result.refusal);
    return result.publication;
  };
  return {
    hub,
    events,
    seen,
    publish,
    advance: (by: number) => {
      ms += by;
    },
  };
}

describe('Hub', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts a live stream with its first tracks, and video with a keyframe', async () => {
    const { publish, events, seen } = setup();
    const p = await publish();
    expect(events).toEqual([]);
    p.tracks(both);
    p.unit(frame(0, false));
    p.unit(frame(3000));
    expect(events).toEqual(['start']);
    expect(seen).toEqual(['tracks 640', 'unit key']);
  });

  it('continues the same live stream when the publisher reconnects within the grace period', async () => {
    const { hub, publish, events, seen } = setup();
    const first = await publish();
    first.tracks(both);
    first.unit(frame(0));
    first.close('connection_lost');
    expect(hub.liveStream('c')?.state).toBe('interrupted');
    vi.advanceTimersByTime(29_000);
    const second = await publish();
    second.tracks(both);
    second.unit(frame(0, false));
    second.unit(frame(3000));
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual(['start', 'interrupted connection_lost', 'resumed']);
    expect(seen).toEqual(['tracks 640', 'unit key', 'discontinuity reconnected', 'tracks 640', 'unit key']);
    expect(hub.liveStream('c')?.state).toBe('live');
  });

  it('ends a live stream when the grace period is over', async () => {
    const { hub, publish, events, seen } = setup();
    const p = await publish();
    p.tracks(both);
    p.close('unpublished');
    vi.advanceTimersByTime(30_000);
    expect(events.at(-1)).toBe('end unpublished');
    expect(seen.at(-1)).toBe('end unpublished');
    expect(hub.liveStream('c')).toBeUndefined();
  });

  it('reports unsupported media, before the first track of a stream and after', async () => {
    const { publish, events } = setup();
    (await publish()).close('unsupported_media', { code: 'unsupported_audio_codec', codec: 'MP3' });
    const p = await publish();
    p.tracks(both);
    p.close('unsupported_media', { code: 'unsupported_video_codec', codec: 'vvc1' });
    expect(events).toEqual([
      'unsupported c unsupported_audio_codec',
      'start',
      'unsupported c unsupported_video_codec',
      'interrupted unsupported_media',
    ]);
  });

  it('stays interrupted when a publisher reconnects and leaves without a frame', async () => {
    const { publish, events } = setup();
    (await publish()).close('connection_lost');
    const p = await publish();
    p.tracks(both);
    p.close('connection_lost');
    vi.advanceTimersByTime(20_000);
    (await publish()).close('protocol_error');
    vi.advanceTimersByTime(20_000);
    expect(events).toEqual(['start', 'interrupted connection_lost']);
    vi.advanceTimersByTime(10_000);
    expect(events.at(-1)).toBe('end protocol_error');
  });

  it('refuses a second publisher while the first one sends', async () => {
    const { hub, publish, advance } = setup();
    const p = await publish();
    p.tracks(both);
    advance(2_900);
    expect(await hub.publish(request)).toEqual({
      accepted: false,
      refusal: 'already_publishing',
      channelId: 'c',
    });
    expect(p.signal.aborted).toBe(false);
  });

  it('replaces a silent publisher by one with the same key, and ignores later media of the old one', async () => {
    const { publish, advance, events, seen } = setup();
    const dead = await publish();
    dead.tracks(both);
    dead.unit(frame(0));
    advance(3_000);
    const alive = await publish();
    expect(dead.signal.reason).toBe('taken_over');
    alive.tracks(both);
    alive.unit(frame(0));
    const before = seen.length;
    dead.unit(frame(90_000));
    dead.close('connection_lost');
    expect(seen.length).toBe(before);
    expect(events).toEqual(['start', 'interrupted taken_over', 'resumed']);
  });

  it('reports changed tracks to readers once', async () => {
    const { publish, seen } = setup();
    const p = await publish();
    p.tracks(both);
    p.unit(frame(0));
    p.tracks({ video: { ...video }, audio });
    p.tracks({ video: { ...video, width: 1280, configuration: new Uint8Array([9]) }, audio });
    p.unit(frame(3000, false));
    p.unit(frame(6000));
    expect(seen).toEqual([
      'tracks 640',
      'unit key',
      'discontinuity tracks_changed',
      'tracks 1280',
      'unit key',
    ]);
  });

  it('reports a discontinuity at a jump of the clock and waits for a keyframe', async () => {
    const { publish, seen } = setup();
    const p = await publish();
    p.tracks(both);
    p.unit(frame(0));
    p.unit(frame(900_000_000, false));
    p.unit(frame(900_003_000));
    expect(seen).toEqual(['tracks 640', 'unit key', 'discontinuity timestamps_jumped', 'unit key']);
  });

  it('detaches a reader that throws and continues with the others', async () => {
    const { hub, publish, seen } = setup();
    const p = await publish();
    p.tracks(both);
    const faults: unknown[] = [];
    const bad: StreamReader = {
      onTracks: () => {},
      onUnit: () => {
        throw new Error('full');
      },
      onDiscontinuity: () => {},
      onEnd: () => {},
    };
    hub.liveStream('c')?.attach(bad, (error) => faults.push(error));
    p.unit(frame(0));
    p.unit(frame(3000));
    expect(faults).toHaveLength(1);
    expect(seen.filter((s) => s.startsWith('unit'))).toHaveLength(2);
  });

  it('ends a live stream and its publication at once when its channel is stopped', async () => {
    const { hub, publish, events } = setup();
    const p = await publish();
    p.tracks(both);
    hub.stop('c', 'kicked');
    expect(p.signal.reason).toBe('kicked');
    expect(events).toEqual(['start', 'end kicked']);
  });

  it('refuses a publish whose channel is stopped while it is being authorized', async () => {
    const { promise, resolve } = Promise.withResolvers<PublishDecision>();
    const { hub } = setup(() => promise);
    const publishing = hub.publish(request);
    hub.stop('c', 'kicked');
    resolve({ accepted: true, channelId: 'c', streamId: 's' });
    expect(await publishing).toEqual({ accepted: false, refusal: 'unavailable', channelId: 'c' });
    expect((await hub.publish(request)).accepted).toBe(true);
  });

  it('ends a live stream stopped for a fault without reporting an interruption', async () => {
    const { hub, publish, events, seen } = setup();
    const p = await publish();
    p.tracks(both);
    hub.stop('c', 'protocol_error');
    expect(events).toEqual(['start', 'end protocol_error']);
    expect(seen.at(-1)).toBe('end protocol_error');
    expect(p.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not call a reader that is attached after the end', async () => {
    const { hub, publish } = setup();
    (await publish()).tracks(both);
    const liveStream = hub.liveStream('c');
    hub.stop('c', 'kicked');
    const words: string[] = [];
    const note = (word: string) => () => void words.push(word);
    liveStream?.attach({
      onTracks: note('tracks'),
      onUnit: note('unit'),
      onDiscontinuity: note('cut'),
      onEnd: note('end'),
    });
    expect(words).toEqual([]);
  });

  it('refuses publishes that authorization refuses or fails to decide, and every publish while closing', async () => {
    const refusal = { accepted: false, refusal: 'banned', channelId: 'c' } as const;
    const refused = setup(() => refusal);
    expect(await refused.hub.publish(request)).toEqual(refusal);
    expect(refused.events).toEqual(['refused banned c']);
    const broken = setup(() => Promise.reject(new Error('database away')));
    expect(await broken.hub.publish(request)).toEqual({
      accepted: false,
      refusal: 'unavailable',
      channelId: null,
    });
    const closing = setup();
    closing.hub.close();
    expect(await closing.hub.publish(request)).toEqual({
      accepted: false,
      refusal: 'shutting_down',
      channelId: null,
    });
  });

  it('refuses a publisher whose bitrate exceeds the limit over seconds, and reports the bitrate', async () => {
    const { publish, seen, advance } = setup();
    const p = await publish();
    p.tracks({ video, audio: null });
    // This is 16 Mbps, twice the limit.
    const send = (seconds: number) => {
      for (let n = 0; n < seconds * 20; n += 1) {
        p.unit({ ...frame(n * 4500), payload: new Uint8Array(100_000) });
        advance(50);
      }
    };
    send(9);
    expect(seen).toHaveLength(1 + 9 * 20);
    expect(() => send(2)).toThrow(/^A bitrate of 16\d\d\d kbps exceeds the limit of 8000 kbps/);
  });

  it('accepts a burst after a stall and a bitrate at the limit for any length of time', async () => {
    const { publish, seen, advance } = setup();
    const p = await publish();
    p.tracks({ video, audio: null });
    const second = (from: number) => p.unit({ ...frame(from), payload: new Uint8Array(1_000_000) });
    for (let n = 0; n < 100; n += 1) {
      second(n * 90_000);
      advance(1000);
    }
    advance(9000);
    for (let n = 0; n < 9; n += 1) second((100 + n) * 90_000);
    expect(seen.filter((s) => s.startsWith('unit'))).toHaveLength(109);
  });

  it('refuses a stream beyond the limit of streams until one has ended, but never a reconnection', async () => {
    const { hub, publish, events } = setup(({ streamKey }) => ({
      accepted: true,
      channelId: streamKey,
      streamId: streamKey,
    }));
    const first = await publish('first');
    first.tracks(both);
    (await publish('second')).tracks(both);
    await expect(publish('third')).rejects.toThrow('at_capacity');
    expect(events.at(-1)).toBe('refused at_capacity third');
    first.close('connection_lost');
    await expect(publish('third')).rejects.toThrow('at_capacity');
    await publish('first');
    hub.stop('second', 'stopped');
    await publish('third');
  });

  it('keeps no live stream of a publisher that never sent tracks', async () => {
    const { hub, publish, events } = setup();
    (await publish()).close('protocol_error');
    expect(hub.size).toBe(0);
    expect(events).toEqual([]);
  });
});
