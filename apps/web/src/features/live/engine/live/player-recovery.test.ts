import { describe, expect, it } from 'vitest';
import { PlayerHarness, URL_A } from '../../../../../test/support/player-harness.ts';

const LIVE = { state: 'live', connected: true } as const;

describe('LivePlayer interruptions', () => {
  it('plays what is buffered, is interrupted while the publisher is gone, and resumes with it', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.published = false;
    h.player.setStreamStatus({ state: 'interrupted', connected: true });
    await h.seconds(0.5);
    expect(h.state).toEqual({ kind: 'playing' });
    await h.seconds(3);
    expect(h.state).toEqual({ kind: 'interrupted' });
    await h.seconds(20);
    expect(h.state).toEqual({ kind: 'interrupted' });
    expect(h.sources).toHaveLength(1);
    h.stream.published = true;
    h.player.setStreamStatus(LIVE);
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.sources).toHaveLength(1);
  });

  it('says that a stream is interrupted, not that the server is gone, where requests for its media time out meanwhile', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.published = false;
    h.player.setStreamStatus({ state: 'interrupted', connected: true });
    await h.seconds(3);
    h.source.events.onRequestFailed();
    await h.seconds(0.5);
    expect(h.state).toEqual({ kind: 'interrupted' });
    h.player.setStreamStatus({ state: 'interrupted', connected: false });
    await h.seconds(0.5);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'server_unreachable' });
  });

  it('takes a stream for interrupted that has not grown for three seconds, whatever the page knows', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.published = false;
    await h.seconds(2.5);
    expect(h.state).toEqual({ kind: 'stalled' });
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'interrupted' });
  });

  it('does not count an interruption as time in which playback was stuck', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.published = false;
    await h.seconds(60);
    h.stream.published = true;
    h.video.decoding = false;
    await h.seconds(1);
    h.video.decoding = true;
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.sources).toHaveLength(1);
    expect(h.video.seeks).toHaveLength(1);
  });

  it('neither speeds up nor jumps while an interrupted stream plays what is buffered', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.video.decoding = false;
    await h.seconds(5);
    h.video.decoding = true;
    h.player.setStreamStatus({ state: 'interrupted', connected: true });
    h.stream.published = false;
    await h.seconds(0.5);
    const { seeks, currentTime } = h.video;
    const count = seeks.length;
    await h.seconds(3);
    expect(h.video.playbackRate).toBe(1);
    expect(seeks).toHaveLength(count);
    expect(h.video.currentTime).toBeCloseTo(currentTime + 3, 1);
  });

  it('plays a closed playlist to its end, and is ended there', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.published = false;
    h.source.events.onClosed();
    h.player.setStreamStatus({ state: 'ended', connected: true });
    await h.seconds(0.5);
    expect(h.state).toEqual({ kind: 'playing' });
    await h.seconds(1);
    h.video.emit('ended');
    expect(h.state).toEqual({ kind: 'ended' });
    await h.seconds(120);
    expect(h.state).toEqual({ kind: 'ended' });
    expect(h.sources).toHaveLength(1);
  });

  it('is ended where the page says so and nothing further arrives', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.published = false;
    h.player.setStreamStatus({ state: 'ended', connected: true });
    await h.seconds(5);
    expect(h.state).toEqual({ kind: 'ended' });
  });
});

describe('LivePlayer reconnecting', () => {
  it('is ended at once where the rest of an ended stream cannot be fetched', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.delivered = false;
    h.source.events.onRequestFailed();
    h.player.setStreamStatus({ state: 'ended', connected: true });
    await h.seconds(0.5);
    expect(h.state).toEqual({ kind: 'playing' });
    await h.seconds(1.5);
    expect(h.state).toEqual({ kind: 'ended' });
  });

  /** The server stops answering: nothing arrives, and the source gives up. */
  function loseServer(h: PlayerHarness, status: number | 'no answer' = 503): void {
    h.stream.delivered = false;
    h.network.statuses = [status];
    h.source.events.onError('unreachable');
  }

  it('plays what is buffered while the server is gone, then reconnects and holds the last frame', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    const broken = h.source;
    loseServer(h);
    await h.seconds(0.5);
    expect(h.state).toEqual({ kind: 'playing' });
    await h.seconds(5);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'server_unreachable' });
    expect(broken.destroyed).toBe(false);
    h.stream.delivered = true;
    h.network.statuses = [200];
    await h.seconds(5.2);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.sources).toHaveLength(2);
    expect(broken.destroyed).toBe(true);
    expect(h.framesHeld).toBe(1);
    expect(h.snapshot.frameHeld).toBe(false);
  });

  it('says at once, while it still plays, that the server refuses the stream, and plays on once it does not', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    loseServer(h, 403);
    await h.seconds(0.5);
    expect([h.state.kind, h.snapshot.forbidden]).toEqual(['playing', true]);
    await h.seconds(5);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'forbidden' });
    h.stream.delivered = true;
    h.network.statuses = [200];
    await h.seconds(5.2);
    expect([h.state.kind, h.snapshot.forbidden]).toEqual(['playing', false]);
  });

  it('holds the last frame until the new source plays', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    loseServer(h);
    h.network.statuses = [200];
    await h.seconds(3);
    expect(h.sources).toHaveLength(2);
    expect(h.snapshot.frameHeld).toBe(true);
    h.stream.delivered = true;
    await h.seconds(1);
    expect(h.snapshot.frameHeld).toBe(false);
  });

  it('asks for a lost stream with growing delays of at most five seconds, for as long as it takes', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    loseServer(h);
    await h.seconds(600);
    const delays = h.network.requestedAt.map((at, i, all) => at - (all[i - 1] ?? at)).slice(1);
    expect(delays.length).toBeGreaterThan(120);
    expect(delays[0]).toBeLessThanOrEqual(680);
    expect(Math.max(...delays)).toBeLessThanOrEqual(5_000);
    expect(Math.min(...delays.slice(8))).toBeGreaterThanOrEqual(3_000);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'server_unreachable' });
    expect(h.sources).toHaveLength(1);
  });

  it('retries quickly again after the stream has played in between', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    loseServer(h);
    await h.seconds(60);
    h.stream.delivered = true;
    h.network.statuses = [200];
    await h.seconds(8);
    expect(h.state).toEqual({ kind: 'playing' });
    h.network.requestedAt.length = 0;
    const lostAt = h.clock.now();
    loseServer(h);
    await h.seconds(1);
    expect(h.network.requestedAt[0]).toBeLessThanOrEqual(lostAt + 400);
  });

  it('asks at once when the device comes back online, when the page reconnects, and when the stream changes', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.setStreamStatus({ state: 'live', connected: false });
    loseServer(h);
    await h.seconds(60);
    const asksNow = async (change: () => void) => {
      h.network.requestedAt.length = 0;
      change();
      await h.seconds(0);
      return h.network.requestedAt.length;
    };
    expect(await asksNow(() => h.player.setStreamStatus({ state: 'live', connected: false }))).toBe(0);
    expect(await asksNow(() => h.player.setStreamStatus(LIVE))).toBe(1);
    // From then on with short delays again.
    await h.seconds(0.5);
    expect(h.network.requestedAt).toHaveLength(2);
    expect(await asksNow(() => h.player.setStreamStatus({ state: 'interrupted', connected: true }))).toBe(1);
    h.network.online = false;
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'offline' });
    expect(
      await asksNow(() => {
        h.network.online = true;
      }),
    ).toBe(1);
  });

  it('says that the device is offline once what is buffered has played', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.network.online = false;
    h.stream.delivered = false;
    await h.seconds(0.5);
    expect(h.state).toEqual({ kind: 'playing' });
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'offline' });
    h.network.online = true;
    h.stream.delivered = true;
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('takes silence for a lost connection, not for a lost publisher, while the page is disconnected', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.setStreamStatus({ state: 'live', connected: false });
    h.stream.delivered = false;
    await h.seconds(5);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'server_unreachable' });
  });

  it('recovers from failed requests that the source retries', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.delivered = false;
    h.source.events.onRequestFailed();
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'server_unreachable' });
    h.stream.delivered = true;
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.sources).toHaveLength(1);
  });

  it('asks for a stream that is gone (404) for 90 seconds, then fails, and starts again at the viewer’s request', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.delivered = false;
    h.network.statuses = [404];
    h.source.events.onError('gone');
    await h.seconds(80);
    // The server answers, so there is no network error to report.
    expect(h.state).toEqual({ kind: 'interrupted' });
    await h.seconds(25);
    expect(h.state).toEqual({ kind: 'failed', reason: 'not_found' });
    h.network.requestedAt.length = 0;
    await h.seconds(60);
    expect(h.network.requestedAt).toEqual([]);
    h.player.retry();
    h.source.events.onError('gone');
    await h.seconds(60);
    expect(h.state).not.toMatchObject({ kind: 'failed' });
    h.stream.delivered = true;
    h.player.retry();
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('does not count a stream as gone while the server is in trouble', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.stream.delivered = false;
    h.network.statuses = [404];
    h.source.events.onError('gone');
    await h.seconds(60);
    h.network.statuses = [503];
    await h.seconds(10);
    h.network.statuses = [404];
    await h.seconds(60);
    expect(h.state).toEqual({ kind: 'interrupted' });
  });

  it('gives up a request that is not answered within six seconds, and asks again', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    loseServer(h, 'no answer');
    await h.seconds(5);
    expect(h.network.requestedAt).toHaveLength(1);
    await h.seconds(3);
    expect(h.network.requestedAt).toHaveLength(2);
  });

  it('retries where the player code cannot be fetched', async () => {
    const h = new PlayerHarness();
    h.openingFails = true;
    h.player.load(URL_A);
    await h.seconds(0);
    expect(h.state).toEqual({ kind: 'reconnecting', cause: 'server_unreachable' });
    h.openingFails = false;
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('replaces the source at once after a decoding error, and fails after the fourth within 30 seconds', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    for (let n = 2; n <= 4; n += 1) {
      h.source.events.onError('decode_error');
      await h.seconds(2);
      expect(h.state).toEqual({ kind: 'playing' });
      expect(h.sources).toHaveLength(n);
    }
    h.source.events.onError('decode_error');
    await h.seconds(0);
    expect(h.state).toEqual({ kind: 'failed', reason: 'decode_error' });
    expect(h.sources).toHaveLength(4);
    h.player.retry();
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
    h.source.events.onError('decode_error');
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('holds no frame of a source that never showed one', async () => {
    const h = new PlayerHarness();
    h.player.load(URL_A);
    await h.seconds(0);
    h.source.events.onError('decode_error');
    await h.seconds(0);
    expect(h.sources).toHaveLength(2);
    expect(h.framesHeld).toBe(0);
    expect(h.snapshot.frameHeld).toBe(false);
  });

  it('shows the latency of a new source once it plays', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.pause();
    await h.seconds(10);
    h.player.play();
    await h.seconds(1);
    h.source.events.onError('decode_error');
    h.video.decoding = false;
    await h.seconds(1);
    expect(h.source.latency).toBeLessThan(3);
    expect(h.snapshot.latency).toBeGreaterThan(10);
    h.video.decoding = true;
    await h.seconds(1);
    expect(h.snapshot.latency).toBeLessThan(3);
  });

  it('forgives decoding errors that are further apart', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    for (let n = 0; n < 8; n += 1) {
      h.source.events.onError('decode_error');
      await h.seconds(11);
    }
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('fails without retrying where the browser does not support the codec', async () => {
    const h = new PlayerHarness();
    h.player.load(URL_A);
    await h.seconds(0);
    h.source.events.onError('unsupported_codec');
    await h.seconds(30);
    expect(h.state).toEqual({ kind: 'failed', reason: 'unsupported_codec' });
    expect(h.sources).toHaveLength(1);
    expect(h.network.requestedAt).toEqual([]);
  });
});
