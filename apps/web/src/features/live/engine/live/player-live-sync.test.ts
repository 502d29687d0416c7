import { describe, expect, it } from 'vitest';
import { PlayerHarness, URL_A, URL_B } from '../../../../../test/support/player-harness.ts';

describe('LivePlayer near live', () => {
  it('plays slightly faster while it has fallen behind, then at normal speed', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    await h.seconds(5);
    h.video.decoding = false;
    await h.seconds(2);
    h.video.decoding = true;
    await h.seconds(2);
    expect(h.snapshot.latency).toBeGreaterThan(2.5);
    expect(h.video.playbackRate).toBeGreaterThan(1);
    expect(h.video.playbackRate).toBeLessThanOrEqual(1.08);
    expect(h.snapshot.behind).toBe(false);
    await h.seconds(120);
    expect(h.video.playbackRate).toBe(1);
    expect(h.snapshot.latency).toBeLessThanOrEqual(1.2);
    // Only the start sought.
    expect(h.video.seeks).toHaveLength(1);
  });

  it('keeps more distance after a stall, and forgets that with the next stream', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    await h.seconds(5);
    h.stream.delivered = false;
    await h.seconds(1.3);
    expect(h.video.ranges.at(-1)?.[1]).toBeCloseTo(h.video.currentTime, 5);
    h.stream.delivered = true;
    await h.seconds(12);
    // The time that the stall has cost, and half a second more.
    expect(h.snapshot.latency).toBeGreaterThan(1.6);
    expect(h.snapshot.latency).toBeLessThan(1.9);
    h.player.load(URL_B);
    await h.seconds(2);
    expect(h.snapshot.latency).toBe(1);
    expect(h.video.playbackRate).toBe(1);
  });

  it('takes no seek for a stall', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.video.seeking = true;
    h.video.emit('waiting');
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('jumps to live where catching up would take too long', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    await h.seconds(5);
    h.video.decoding = false;
    await h.seconds(5.5);
    h.video.decoding = true;
    await h.seconds(1);
    expect(h.video.seeks).toHaveLength(2);
    expect(h.snapshot.latency).toBeLessThan(2);
    expect(h.snapshot.behind).toBe(false);
  });

  it('jumps to live when playback is stuck for six seconds, and replaces the source after fourteen', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    await h.seconds(5);
    h.video.decoding = false;
    await h.seconds(5.5);
    expect(h.state).toEqual({ kind: 'stalled' });
    expect(h.video.seeks).toHaveLength(1);
    await h.seconds(1);
    expect(h.video.seeks).toHaveLength(2);
    await h.seconds(6.5);
    expect(h.sources).toHaveLength(1);
    await h.seconds(1.5);
    expect(h.sources).toHaveLength(2);
    h.video.decoding = true;
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('jumps to live each time that playback is stuck', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    for (const seeks of [2, 3]) {
      await h.seconds(12);
      h.video.decoding = false;
      await h.seconds(7);
      expect(h.video.seeks).toHaveLength(seeks);
      h.video.decoding = true;
    }
    expect(h.sources).toHaveLength(1);
  });

  it('catches up after a pause so short that the viewer still counts as live', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.pause();
    await h.seconds(1);
    h.player.play();
    await h.seconds(60);
    expect(h.snapshot.behind).toBe(false);
    expect(h.snapshot.latency).toBeLessThanOrEqual(1.2);
  });

  it('counts each pause from its own beginning', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.pause();
    await h.seconds(40);
    h.player.play();
    await h.seconds(1);
    h.player.pause();
    await h.seconds(40);
    expect(h.source.loading).toBe(true);
  });

  it('stays where the viewer paused, is behind then, and goes to live at their request', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.pause();
    expect(h.state).toEqual({ kind: 'paused' });
    await h.seconds(10);
    expect(h.video.seeks).toHaveLength(1);
    h.player.play();
    await h.seconds(20);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot).toMatchObject({ behind: true, latency: 11 });
    expect(h.video.playbackRate).toBe(1);
    h.player.goToLive();
    expect(h.snapshot.behind).toBe(false);
    await h.seconds(1);
    expect(h.snapshot).toMatchObject({ behind: false, latency: 1 });
  });

  it('stops downloading after a minute of pause, and continues at live then', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.pause();
    await h.seconds(59);
    expect(h.source.loading).toBe(true);
    await h.seconds(2);
    expect(h.source.loading).toBe(false);
    await h.seconds(600);
    h.player.play();
    expect(h.source.loading).toBe(true);
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot).toMatchObject({ behind: false });
    expect(h.snapshot.latency).toBeLessThan(3);
  });

  it('downloads nothing while suspended, even by a source that opens meanwhile, and continues at live', async () => {
    const h = new PlayerHarness();
    h.player.load(URL_A);
    h.player.suspend();
    await h.seconds(5);
    expect(h.source.loading).toBe(false);
    expect(h.state).toEqual({ kind: 'paused' });
    h.player.play();
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
    h.player.suspend();
    expect(h.source.loading).toBe(false);
    await h.seconds(300);
    h.player.play();
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot.latency).toBeLessThan(3);
  });

  it('keeps playing in a background tab, where timers run once a minute', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.clock.minIntervalMs = 60_000;
    await h.seconds(600);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.sources).toHaveLength(1);
    expect(h.video.seeks).toHaveLength(1);
    expect(h.snapshot.latency).toBeCloseTo(1, 0);
  });

  it('in a preview, stays muted and does not correct its distance from live', async () => {
    const h = new PlayerHarness({ preview: true });
    await h.startPlaying();
    expect(h.snapshot.muted).toBe(true);
    h.video.decoding = false;
    await h.seconds(5);
    h.video.decoding = true;
    await h.seconds(20);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.video.playbackRate).toBe(1);
    expect(h.video.seeks).toHaveLength(1);
  });
});
