import { describe, expect, it } from 'vitest';
import { PlayerHarness, URL_A, URL_B } from '../../../../../test/support/player-harness.ts';
import { chooseQualityFor, DATA_SAVER_HEIGHT, qualityChoice } from '../quality/quality-preference.ts';
import { AUDIO_ONLY, AUTO } from '../sources/source.ts';

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

  it('waits where a slow network still brings what comes before the position at which playback starts', async () => {
    const h = new PlayerHarness();
    h.stream.delivered = false;
    h.player.load(URL_A);
    await h.seconds(0.5);
    h.video.currentTime = 20;
    h.video.ranges = [[18, 19]];
    await h.seconds(4);
    expect(h.video.seeks).toHaveLength(1);
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

  it('plays the sound alone from another source, and returns from it, at live both times', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.chooseQuality(AUDIO_ONLY);
    expect(qualityChoice()).toEqual({ kind: 'audio' });
    await h.seconds(2);
    expect(h.sources).toHaveLength(2);
    expect(h.state).toEqual({ kind: 'playing' });
    h.source.quality = AUDIO_ONLY;
    await h.seconds(1);
    h.player.chooseQuality(AUTO);
    await h.seconds(2);
    expect(h.sources).toHaveLength(3);
    expect(h.snapshot).toMatchObject({ state: { kind: 'playing' }, behind: false, quality: AUTO });
    expect(h.snapshot.latency).toBeCloseTo(1, 1);
    chooseQualityFor({ kind: 'auto' });
  });

  it('holds the quality down while the viewer saves data', async () => {
    const h = new PlayerHarness();
    await h.startPlaying();
    h.player.setDataSaver(true);
    expect(h.snapshot.dataSaver).toBe(true);
    expect(h.source.maxHeight).toBe(DATA_SAVER_HEIGHT);
    h.player.setDataSaver(false);
    expect(h.source.maxHeight).toBeNull();
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
