import { describe, expect, it } from 'vitest';
import { PlayerHarness, URL_A, URL_B } from '../../../../test/support/player-harness.ts';

const LIVE = { state: 'live', connected: true } as const;

describe('LivePlayer start', () => {
  it('is idle until a stream is loaded, then loads and plays it at the distance that it asks for', async () => {
    const h = new PlayerHarness();
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'idle' });
    expect(h.sources).toEqual([]);
    h.player.load(URL_A);
    expect(h.state).toEqual({ kind: 'loading' });
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.sources.map(({ url }) => url)).toEqual([URL_A]);
    expect(h.snapshot.latency).toBeCloseTo(1, 1);
    expect(h.snapshot).toMatchObject({ behind: false, frameHeld: false, muted: false, autoMuted: false });
  });

  it('plays once a source that became ready before it had finished opening is open', async () => {
    const h = new PlayerHarness();
    const opening = Promise.withResolvers<void>();
    h.opening = opening.promise;
    h.player.load(URL_A);
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'loading' });
    expect(h.video.paused).toBe(true);
    opening.resolve();
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('mutes and plays where the browser refuses autoplay with sound, and unmutes at the viewer’s request', async () => {
    const h = new PlayerHarness();
    h.video.autoplayPolicy = 'muted only';
    await h.startPlaying();
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot).toMatchObject({ muted: true, autoMuted: true });
    h.player.setMuted(false);
    expect(h.video.muted).toBe(false);
    expect(h.snapshot).toMatchObject({ muted: false, autoMuted: false });
  });

  it('waits for a gesture where the browser refuses muted autoplay too, and plays after it', async () => {
    const h = new PlayerHarness();
    h.video.autoplayPolicy = 'refused';
    await h.startPlaying();
    expect(h.state).toEqual({ kind: 'blocked' });
    await h.seconds(30);
    expect(h.state).toEqual({ kind: 'blocked' });
    expect(h.sources).toHaveLength(1);
    h.video.autoplayPolicy = 'allowed';
    h.player.toggle();
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('loads nothing before the viewer plays where autoplay is off', async () => {
    const h = new PlayerHarness({ autoplay: false });
    h.player.load(URL_A);
    await h.seconds(5);
    expect(h.state).toEqual({ kind: 'blocked' });
    expect(h.sources).toEqual([]);
    h.player.play();
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'playing' });
    // The viewer has decided by now: the next stream plays without another gesture.
    h.player.load(URL_B);
    await h.seconds(2);
    expect(h.source.url).toBe(URL_B);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('stays paused where the viewer paused before the source was ready', async () => {
    const h = new PlayerHarness();
    h.player.load(URL_A);
    h.player.pause();
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'paused' });
    expect(h.video.paused).toBe(true);
  });

  it('starts muted where the page wants it, without taking that for the viewer’s choice', async () => {
    const h = new PlayerHarness({ muted: true });
    await h.startPlaying();
    expect(h.snapshot).toMatchObject({ muted: true, autoMuted: true });
  });

  it('jumps to live after 2.5 seconds where a source has media but starts at a gap', async () => {
    const h = new PlayerHarness();
    h.onOpen = (source) => {
      source.startsAtGap = true;
    };
    h.player.load(URL_A);
    await h.seconds(2);
    expect(h.video.seeks).toHaveLength(1);
    await h.seconds(1.5);
    expect(h.video.seeks).toHaveLength(2);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('skips what was buffered past the target while the first keyframe was fetched', async () => {
    const h = new PlayerHarness();
    h.onOpen = (source) => {
      source.declaredLatency = 3;
    };
    h.player.load(URL_A);
    await h.seconds(0.2);
    h.source.declaredLatency = 1;
    await h.seconds(1);
    expect(h.snapshot.latency).toBeCloseTo(1, 0);
    expect(h.video.seeks).toHaveLength(2);
  });
});

describe('LivePlayer across streams', () => {
  it('closes a stream when it is unloaded, and plays the next one once there is one', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.video.playbackRate = 1.05;
    h.player.load(null);
    expect(h.state).toEqual({ kind: 'idle' });
    expect(h.video.playbackRate).toBe(1);
    expect(h.source.destroyed).toBe(true);
    expect(h.snapshot).toMatchObject({ latency: null, qualities: [], frameHeld: false });
    await h.seconds(60);
    expect(h.sources).toHaveLength(1);
    await h.startPlaying(URL_B);
    expect(h.source.url).toBe(URL_B);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('does nothing when the stream that it plays is loaded again', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.load(URL_A);
    await h.seconds(1);
    expect(h.sources).toHaveLength(1);
  });

  it('destroys a source that finishes opening after another stream was loaded', async () => {
    const h = new PlayerHarness();
    const opening = Promise.withResolvers<void>();
    h.opening = opening.promise;
    h.player.load(URL_A);
    h.opening = Promise.resolve();
    await h.startPlaying(URL_B);
    opening.resolve();
    await h.seconds(1);
    expect(h.sources.map(({ url, destroyed }) => [url, destroyed])).toEqual([
      [URL_A, true],
      [URL_B, false],
    ]);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('ignores events of a source that was replaced', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    const { events } = h.source;
    await h.startPlaying(URL_B);
    events.onClosed();
    events.onRequestFailed();
    events.onError('unsupported_codec');
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.sources).toHaveLength(2);
  });
});

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

  it('is ended where the page says so and nothing arrives any more', async () => {
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

  it('holds the last frame until the new source shows a moving picture', async () => {
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

  it('shows the latency of a new source once its picture moves', async () => {
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
    await h.seconds(3);
    expect(h.snapshot.latency).toBe(1.3);
    expect(h.video.playbackRate).toBe(1);
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

describe('LivePlayer controls', () => {
  it('publishes the qualities, and passes on the one that the viewer chooses', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    const { qualities, quality } = h.snapshot;
    expect(qualities.map(({ label }) => label)).toEqual(['480p', '1080p']);
    expect(quality).toBe(-1);
    h.player.chooseQuality(1);
    expect(h.snapshot.quality).toBe(1);
    expect(h.source.quality).toBe(1);
    h.source.qualities = h.source.qualities.map((each) => ({ ...each }));
    await h.seconds(1);
    expect(h.snapshot.qualities).toBe(qualities);
  });

  it('plays and pauses by turns', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.toggle();
    expect(h.video.paused).toBe(true);
    expect(h.state).toEqual({ kind: 'paused' });
    h.player.toggle();
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('follows play and pause of a picture-in-picture window or a media key', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.video.pause();
    expect(h.state).toEqual({ kind: 'paused' });
    await h.seconds(3);
    expect(h.state).toEqual({ kind: 'paused' });
    await h.video.play();
    await h.seconds(1);
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot.behind).toBe(true);
  });

  it('ignores a pause event of an element that plays, has ended, or has lost its source', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.video.emit('pause');
    expect(h.state).toEqual({ kind: 'playing' });
    Object.assign(h.video, { paused: true, ended: true });
    h.video.emit('pause');
    expect(h.state).toEqual({ kind: 'playing' });
    Object.assign(h.video, { paused: true, ended: false, readyState: 0 });
    h.video.emit('pause');
    expect(h.state).toEqual({ kind: 'playing' });
  });

  it('publishes a volume that was changed on the element itself', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    Object.assign(h.video, { volume: 0.3, muted: true });
    h.video.emit('volumechange');
    expect(h.snapshot).toMatchObject({ volume: 0.3, muted: true });
  });

  it('reports the statistics of what it plays', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    const { width, height, codecs, bitrateKbps, bufferedSeconds, targetLatency } = h.player.statistics();
    expect({ width, height, codecs, bitrateKbps, targetLatency }).toEqual({
      width: 1280,
      height: 720,
      codecs: 'avc1.640028, mp4a.40.2',
      bitrateKbps: 4_000,
      targetLatency: 1,
    });
    expect(bufferedSeconds).toBeCloseTo(1, 1);
  });
});

describe('LivePlayer disposal', () => {
  const lost = (h: PlayerHarness, status: number | 'no answer') => {
    h.stream.delivered = false;
    h.network.statuses = [status];
    h.source.events.onError('unreachable');
  };
  const moments: Record<string, (h: PlayerHarness) => void | Promise<void>> = {
    'before a stream is loaded': () => {},
    'while a source opens': (h) => {
      h.opening = new Promise(() => {});
      h.player.load(URL_A);
    },
    'while it waits for a gesture': (h) => {
      h.video.autoplayPolicy = 'refused';
      return h.startPlaying();
    },
    'while it plays': (h) => h.startPlaying(),
    'while it is paused': async (h) => {
      await h.startPlaying();
      h.player.pause();
    },
    'while it is suspended': async (h) => {
      await h.startPlaying();
      h.player.suspend();
    },
    'before it asks for a lost stream': async (h) => {
      await h.startPlaying();
      lost(h, 503);
    },
    'while it asks for a lost stream': async (h) => {
      await h.startPlaying();
      lost(h, 'no answer');
      await h.seconds(1);
    },
    'after it has failed': async (h) => {
      await h.startPlaying();
      h.source.events.onError('unsupported_codec');
    },
    'after the stream has ended': async (h) => {
      await h.startPlaying();
      h.video.emit('ended');
    },
  };

  it.each(Object.entries(moments))(
    'leaves no timer, source, request or listener %s',
    async (moment, reach) => {
      const h = new PlayerHarness();
      await reach(h);
      h.player.destroy();
      expect(h.clock.pending).toBe(0);
      expect(h.network.listeners).toBe(0);
      expect(h.network.waiting).toBe(0);
      const { length } = h.sources;
      h.network.requestedAt.length = 0;
      const before = h.snapshot;
      await h.seconds(30);
      for (const type of ['pause', 'play', 'waiting', 'ended', 'volumechange']) h.video.emit(type);
      await h.seconds(30);
      expect(h.clock.pending).toBe(0);
      expect(h.network.requestedAt).toEqual([]);
      expect(h.sources).toHaveLength(length);
      expect(h.snapshot).toBe(before);
      if (moment !== 'while a source opens') expect(h.sources.every(({ destroyed }) => destroyed)).toBe(true);
    },
  );

  it('destroys a source that finishes opening after the player was disposed of', async () => {
    const h = new PlayerHarness();
    const opening = Promise.withResolvers<void>();
    h.opening = opening.promise;
    h.player.load(URL_A);
    h.player.destroy();
    opening.resolve();
    await h.seconds(1);
    expect(h.source.destroyed).toBe(true);
    expect(h.clock.pending).toBe(0);
  });
});
