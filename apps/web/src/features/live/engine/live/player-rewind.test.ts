import { describe, expect, it } from 'vitest';
import { PlayerHarness } from '../../../../../test/support/player-harness.ts';

/** A player near live, in a stream that lists the minute before its start. */
async function playing(): Promise<PlayerHarness> {
  const h = new PlayerHarness();
  h.onOpen = (source) => {
    source.rewindSeconds = 60;
  };
  await h.startPlaying();
  return h;
}

describe('LivePlayer rewind', () => {
  it('stays where the viewer rewound to, at normal speed', async () => {
    const h = await playing();
    h.player.seekBy(-5);
    expect(h.snapshot).toMatchObject({ behind: true, latency: 6 });
    h.player.seekBy(-25);
    await h.seconds(60);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot).toMatchObject({ behind: true, latency: 31 });
    expect(h.video.playbackRate).toBe(1);
    // The start, and the two steps back.
    expect(h.video.seeks).toHaveLength(3);
  });

  it('plays at normal speed after a rewind while it was catching up', async () => {
    const h = await playing();
    await h.seconds(5);
    h.video.decoding = false;
    await h.seconds(2);
    h.video.decoding = true;
    await h.seconds(2);
    expect(h.video.playbackRate).toBeGreaterThan(1);
    h.player.seek(30);
    expect(h.video.playbackRate).toBe(1);
    await h.seconds(10);
    expect(h.video.playbackRate).toBe(1);
  });

  it('rewinds no further than the playlist reaches, less a margin for what leaves it meanwhile', async () => {
    const h = await playing();
    const { rewindSeconds } = h.snapshot;
    expect(rewindSeconds).toBeGreaterThan(55);
    h.player.seek(1_000);
    expect(h.snapshot.latency).toBeCloseTo(rewindSeconds, 0);
    expect(h.video.currentTime).toBeCloseTo((h.video.seekableRanges[0]?.[0] ?? 0) + 5);
  });

  it('follows live again once the viewer has sought back to it', async () => {
    const h = await playing();
    h.player.seek(20);
    await h.seconds(5);
    h.player.seekBy(15);
    await h.seconds(5);
    expect(h.snapshot).toMatchObject({ behind: true, latency: 5 });
    h.player.seekBy(5);
    await h.seconds(1);
    expect(h.snapshot).toMatchObject({ behind: false, latency: 1 });
  });

  it('does not seek where the viewer is at live already, or there is nothing to rewind to', async () => {
    const atLive = await playing();
    atLive.player.seekBy(5);
    expect(atLive.video.seeks).toHaveLength(1);
    const justStarted = new PlayerHarness();
    await justStarted.startPlaying();
    expect(justStarted.snapshot.rewindSeconds).toBe(1);
    justStarted.player.seekBy(-5);
    expect(justStarted.video.seeks).toHaveLength(1);
  });

  it('waits for media at the position sought rather than jumping to live', async () => {
    const h = await playing();
    h.player.seek(30);
    h.video.decoding = false;
    await h.seconds(10);
    expect(h.video.seeks).toHaveLength(2);
    h.video.decoding = true;
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot.behind).toBe(true);
  });

  it('follows live after the source was replaced', async () => {
    const h = await playing();
    h.player.seek(30);
    h.source.events.onError('gone');
    await h.seconds(3);
    expect(h.sources).toHaveLength(2);
    expect(h.snapshot).toMatchObject({ behind: false, latency: 1 });
  });

  it('moves a paused viewer too, and offers no rewind once the downloads have stopped', async () => {
    const h = await playing();
    h.player.pause();
    h.player.seek(20);
    expect(h.snapshot).toMatchObject({ state: { kind: 'paused' }, behind: true, latency: 20 });
    await h.seconds(61);
    expect(h.snapshot).toMatchObject({ suspended: true, rewindSeconds: 0 });
    const seeks = h.video.seeks.length;
    h.player.seekBy(-5);
    expect(h.video.seeks).toHaveLength(seeks);
  });

  it('is behind live while the viewer pauses, and plays at live when they go there', async () => {
    const h = await playing();
    h.player.pause();
    await h.seconds(10);
    expect(h.snapshot).toMatchObject({ state: { kind: 'paused' }, behind: true });
    expect(h.snapshot.latency).toBeGreaterThan(10);
    h.player.goToLive();
    await h.seconds(1);
    expect(h.snapshot).toMatchObject({ state: { kind: 'playing' }, behind: false, latency: 1 });
  });

  it('plays at live when the viewer goes there after the downloads have stopped', async () => {
    const h = await playing();
    h.player.pause();
    await h.seconds(90);
    expect(h.snapshot).toMatchObject({ behind: true, suspended: true });
    expect(h.snapshot.latency).toBeGreaterThan(90);
    h.player.goToLive();
    expect(h.source.loading).toBe(true);
    await h.seconds(2);
    expect(h.snapshot).toMatchObject({ state: { kind: 'playing' }, behind: false, suspended: false });
    expect(h.snapshot.latency).toBeLessThan(3);
  });
});
