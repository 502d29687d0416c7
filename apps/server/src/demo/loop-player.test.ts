import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Publication, PublishRefusal } from '#media/ports.ts';
import type { Unit } from '#media/unit.ts';
import type { Clip } from './content/clip.ts';
import { LoopPlayer } from './loop-player.ts';

/** Two seconds: 24 frames per second with a keyframe each second, and 48 kHz AAC frames. */
const CLIP: Clip = {
  duration: 180_000,
  tracks: { video: null, audio: null },
  units: [
    ...Array.from({ length: 48 }, (_, i): Unit => frame('video', i * 3750, i % 24 === 0)),
    ...Array.from({ length: 93 }, (_, i): Unit => frame('audio', i * 1920, true)),
  ].sort((a, b) => a.dts - b.dts),
};

function frame(kind: 'video' | 'audio', dts: number, keyframe: boolean): Unit {
  return { kind, dts, pts: dts, keyframe, payload: Uint8Array.of(1) };
}

interface Heard {
  readonly unit: Unit;
  readonly atMs: number;
}

afterEach(() => {
  vi.useRealTimers();
});

/** A player on a scripted clock, and what it publishes. */
async function play(refusals: PublishRefusal[] = []) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const heard: Heard[] = [];
  const stop = new AbortController();
  const start = performance.now();
  const publication: Publication = {
    tracks() {},
    unit: (unit) => heard.push({ unit, atMs: performance.now() - start }),
    close: () => stop.abort(),
    signal: stop.signal,
  };
  const player = new LoopPlayer({
    log: { warn() {} },
    publishTarget: {
      publish: async () => {
        const refusal = refusals.shift();
        return refusal ? { accepted: false, refusal, channelId: null } : { accepted: true, publication };
      },
    },
  });
  player.add({ clip: CLIP, streamKey: 'key', phase: 0 });
  return { player, heard, stop };
}

function expectRising(heard: readonly Heard[], kind: 'video' | 'audio') {
  const times = heard.filter(({ unit }) => unit.kind === kind).map(({ unit }) => unit.dts);
  for (const [i, dts] of times.entries()) if (i > 0) expect(dts).toBeGreaterThan(times[i - 1] ?? 0);
  return times;
}

describe('LoopPlayer', () => {
  it('plays in real time with continuous timestamps across the loop', async () => {
    const { player, heard } = await play();
    await vi.advanceTimersByTimeAsync(2000 + 7000);
    player.close();
    const times = expectRising(heard, 'video');
    expectRising(heard, 'audio');
    for (const [i, dts] of times.entries()) expect(dts).toBe(i * 3750);
    expect(times.length).toBeGreaterThan(7 * 24 - 3);
    const begin = heard[0]?.atMs ?? 0;
    for (const { unit, atMs } of heard) {
      const late = atMs - begin - unit.dts / 90;
      expect(late).toBeGreaterThanOrEqual(-41);
      expect(late).toBeLessThanOrEqual(82);
    }
  });

  it('catches up after a stall without publishing the backlog at once', async () => {
    const { player, heard } = await play();
    await vi.advanceTimersByTimeAsync(4000);
    const before = heard.length;
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 2000);
    player.tick();
    const burst = heard.slice(before).filter(({ unit }) => unit.kind === 'video');
    expect(burst.length).toBeGreaterThan(0);
    expect(burst.length).toBeLessThanOrEqual(3);
    for (let i = 0; i < 60; i += 1) player.tick();
    const times = expectRising(heard, 'video');
    for (const [i, dts] of times.entries()) expect(dts).toBe(i * 3750);
    vi.restoreAllMocks();
    player.close();
  });

  it('skips a long suspension and continues with a keyframe at the current time', async () => {
    const { player, heard } = await play();
    await vi.advanceTimersByTimeAsync(4000);
    const before = heard.length;
    const last = heard.at(-1)?.unit.dts ?? 0;
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    player.tick();
    const first = heard.slice(before).find(({ unit }) => unit.kind === 'video')?.unit;
    expect(first?.keyframe).toBe(true);
    expect((first?.dts ?? 0) - last).toBeGreaterThan(58 * 90_000);
    expectRising(heard, 'video');
    vi.restoreAllMocks();
    player.close();
  });

  it('retries while the instance is not ready, and does not restart once it is stopped', async () => {
    const { heard, stop, player } = await play(['unavailable']);
    await vi.advanceTimersByTimeAsync(2500);
    expect(heard).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(6000);
    expect(heard.length).toBeGreaterThan(0);
    stop.abort();
    const count = heard.length;
    await vi.advanceTimersByTimeAsync(6000);
    expect(heard).toHaveLength(count);
    player.close();
  });
});
