import { describe, expect, it } from 'vitest';
import { URL_A } from '../../../../../test/support/player-harness.ts';
import { WebRtcHarness } from '../../../../../test/support/webrtc-harness.ts';
import { AUDIO_ONLY, AUTO } from '../sources/source.ts';
import { ConnectFailure } from './ultra-low-delay-types.ts';

describe('UltraLowDelay', () => {
  it('plays over HLS until WebRTC has a frame, then over WebRTC alone, with the last frame held in between', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    expect(h.phase).toBe('on');
    expect(h.state).toEqual({ kind: 'playing' });
    expect(h.snapshot.latency).toBe(0.1);
    expect(h.sources).toHaveLength(1);
    expect(h.source.destroyed).toBe(true);
    expect(h.framesHeld).toBe(1);
    expect(h.snapshot.frameHeld).toBe(false);
    await h.seconds(120);
    expect(h.offers).toBe(1);
  });

  it('does not connect before HLS plays, on a hidden page, or with captions on', async () => {
    const h = new WebRtcHarness();
    await h.seconds(5);
    expect(h.offers).toBe(0);
    h.isVisible = false;
    await h.startPlaying();
    await h.seconds(5);
    expect(h.offers).toBe(0);
    h.delay.setCaptions({ areOn: true, haveTracks: true });
    h.isVisible = true;
    await h.seconds(5);
    expect(h.offers).toBe(0);
    h.delay.setCaptions({ areOn: false, haveTracks: true });
    await h.seconds(1);
    expect(h.phase).toBe('on');
  });

  it('stays with HLS where no frame comes within two seconds, says so for a while, and tries again later and less often', async () => {
    const h = new WebRtcHarness();
    h.connecting = 'blocked';
    h.player.load(URL_A);
    await h.seconds(1);
    expect(h.phase).toBe('connecting');
    await h.seconds(2);
    expect([h.phase, h.notice, h.state.kind]).toEqual(['fallen_back', 'no_frame', 'playing']);
    expect(h.framesHeld).toBe(0);
    await h.seconds(8);
    expect(h.notice).toBeNull();
    await h.seconds(10);
    expect(h.offers).toBe(2);
    // The delay has not changed since.
    expect([h.phase, h.notice]).toEqual(['fallen_back', null]);
    await h.seconds(40);
    expect(h.offers).toBe(2);
    await h.seconds(30);
    expect(h.offers).toBe(3);
    h.connecting = 'works';
    h.delay.choose();
    await h.seconds(1);
    expect(h.phase).toBe('on');
  });

  it.each([
    ['lost', 'frames_stopped'],
    ['unstable', 'packet_loss'],
    ['unstable', 'freezing'],
  ] as const)('goes back to HLS and says that the connection is %s after %s', async (notice, fault) => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.connection.onFault(fault);
    expect(h.connection.isClosed).toBe(true);
    expect(h.snapshot.frameHeld).toBe(true);
    await h.seconds(1);
    expect([h.phase, h.notice, h.state.kind]).toEqual(['fallen_back', notice, 'playing']);
    expect(h.sources).toHaveLength(2);
    expect(h.snapshot.frameHeld).toBe(false);
    await h.seconds(10);
    expect(h.offers).toBe(1);
    await h.seconds(10);
    expect(h.phase).toBe('on');
  });

  it('does not try again where the browser cannot play the stream, unless the viewer chooses it again', async () => {
    const h = new WebRtcHarness();
    h.connecting = new ConnectFailure('unsupported');
    await h.startOverWebRtc();
    expect(h.notice).toBe('unsupported');
    await h.seconds(3_600);
    expect(h.offers).toBe(1);
    h.delay.choose();
    expect(h.offers).toBe(2);
  });

  it('falls back as for any failure where the browser throws', async () => {
    const h = new WebRtcHarness();
    h.connecting = new DOMException('The browser has no network', 'UnknownError');
    await h.startOverWebRtc();
    expect([h.offers, h.phase, h.notice]).toEqual([1, 'fallen_back', 'refused']);
  });

  it('tries again soon and without a word where the server has no frames yet', async () => {
    const h = new WebRtcHarness();
    h.connecting = new ConnectFailure(null);
    await h.startOverWebRtc();
    expect(h.notice).toBeNull();
    h.connecting = 'works';
    await h.seconds(3);
    expect(h.phase).toBe('on');
  });

  it('leaves the viewer over HLS where they pause, and returns once they watch live', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.player.pause();
    await h.seconds(20);
    expect([h.phase, h.state.kind, h.notice]).toEqual(['idle', 'paused', null]);
    expect(h.connection.isClosed).toBe(true);
    h.player.play();
    await h.seconds(5);
    expect(h.snapshot.behind).toBe(true);
    expect(h.offers).toBe(1);
    h.player.goToLive();
    await h.seconds(2);
    expect(h.phase).toBe('on');
  });

  it('goes over HLS to the moment that the viewer rewinds to', async () => {
    const h = new WebRtcHarness();
    h.onOpen = (source) => {
      source.rewindSeconds = 60;
    };
    await h.startOverWebRtc();
    expect(h.snapshot.rewindSeconds).toBeGreaterThan(50);
    h.player.seekBy(-1);
    expect(h.phase).toBe('on');
    h.player.seekBy(-30);
    await h.seconds(2);
    expect(h.state.kind).toBe('playing');
    expect(h.snapshot.behind).toBe(true);
    expect(h.snapshot.latency).toBeCloseTo(30.1, 0);
    await h.seconds(10);
    expect(h.offers).toBe(1);
  });

  it('adds up the steps back that the viewer takes while HLS opens', async () => {
    const h = new WebRtcHarness();
    h.onOpen = (source) => {
      source.rewindSeconds = 60;
    };
    await h.startOverWebRtc();
    h.player.seekBy(-10);
    expect(h.snapshot).toMatchObject({ behind: true, latency: 10.1 });
    h.player.seekBy(-10);
    expect(h.snapshot.latency).toBeCloseTo(20.1, 5);
    await h.seconds(2);
    expect(h.state.kind).toBe('playing');
    expect(h.snapshot).toMatchObject({ behind: true, latency: 20.1 });
  });

  it('goes where the viewer rewinds to while HLS opens after the connection was lost', async () => {
    const h = new WebRtcHarness();
    h.onOpen = (source) => {
      source.rewindSeconds = 60;
    };
    await h.startOverWebRtc();
    h.connection.onFault('frames_stopped');
    h.player.seek(10);
    h.player.seekBy(-10);
    await h.seconds(2);
    expect(h.state.kind).toBe('playing');
    expect(h.snapshot).toMatchObject({ behind: true, latency: 20 });
    await h.seconds(60);
    expect(h.offers).toBe(1);
  });

  it('returns to live where the viewer takes back a step before HLS has opened', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.player.seekBy(-10);
    h.player.seekBy(10);
    await h.seconds(2);
    expect(h.snapshot.behind).toBe(false);
  });

  it('is turned off by choosing a quality, and replaces audio only and the data saver when it is chosen', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.player.chooseQuality(0);
    expect(h.turnedOff).toBe(1);
    h.player.chooseQuality(AUDIO_ONLY);
    h.player.setDataSaver(true);
    await h.seconds(5);
    expect(h.phase).toBe('idle');
    h.delay.choose();
    expect(h.snapshot.dataSaver).toBe(false);
    await h.seconds(5);
    expect(h.snapshot.quality).toBe(AUTO);
    expect(h.phase).toBe('on');
  });

  it('goes to HLS where the viewer turns captions on, and says why', async () => {
    const h = new WebRtcHarness();
    h.delay.setCaptions({ areOn: false, haveTracks: true });
    await h.startOverWebRtc();
    h.delay.setCaptions({ areOn: true, haveTracks: true });
    await h.seconds(2);
    expect([h.phase, h.notice, h.state.kind]).toEqual(['idle', 'captions', 'playing']);
    // The tracks come with the first captions over HLS.
    h.delay.setCaptions({ areOn: true, haveTracks: false });
    await h.seconds(5);
    expect(h.offers).toBe(1);
    h.delay.setCaptions({ areOn: false, haveTracks: true });
    await h.seconds(2);
    expect(h.phase).toBe('on');
  });

  it('looks for captions over HLS where the viewer turns them on before any have come, and returns where there are none', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    expect(h.captionsAreLikely).toBe(true);
    h.delay.setCaptions({ areOn: true, haveTracks: true });
    await h.seconds(2);
    expect([h.phase, h.notice]).toEqual(['idle', 'captions']);
    h.delay.setCaptions({ areOn: true, haveTracks: false });
    await h.seconds(7);
    expect(h.offers).toBe(1);
    await h.seconds(2);
    expect([h.phase, h.captionsAreLikely]).toEqual(['on', false]);
  });

  it('waits for the first captions of viewers who have them on, unless they choose it now', async () => {
    const h = new WebRtcHarness();
    h.delay.setCaptions({ areOn: true, haveTracks: false });
    await h.startPlaying();
    await h.seconds(5);
    expect(h.offers).toBe(0);
    await h.seconds(5);
    expect(h.phase).toBe('on');
    const other = new WebRtcHarness();
    other.delay.setCaptions({ areOn: true, haveTracks: false });
    await other.startPlaying();
    other.delay.choose();
    await other.seconds(1);
    expect(other.phase).toBe('on');
  });

  it('goes to HLS without a word while the stream is interrupted, and connects again when it resumes', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.delay.setStreamState('interrupted');
    h.connection.onFault('frames_stopped');
    await h.seconds(5);
    expect([h.phase, h.notice]).toEqual(['idle', null]);
    h.delay.setStreamState('live');
    await h.seconds(2);
    expect(h.phase).toBe('on');
  });

  it('ends where the stream ends, without playing its last seconds once more', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.player.setStreamStatus({ state: 'ended', connected: true });
    h.delay.setStreamState('ended');
    h.video.decoding = false;
    h.connection.silence = 4;
    h.connection.onFault('frames_stopped');
    await h.seconds(2);
    expect(h.state).toEqual({ kind: 'ended' });
    expect(h.sources).toHaveLength(1);
  });

  it('shows the renewed right of a gated stream to the server, and goes to HLS when it is turned off', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.delay.renewAccess();
    expect(h.connection.renewals).toBe(1);
    h.delay.destroy();
    await h.seconds(2);
    expect(h.connection.isClosed).toBe(true);
    expect(h.state.kind).toBe('playing');
    expect(h.sources).toHaveLength(2);
  });

  it('closes the connection with the player, and when another stream is played', async () => {
    const h = new WebRtcHarness();
    await h.startOverWebRtc();
    h.player.load('/live/b/index.m3u8');
    expect(h.connection.isClosed).toBe(true);
    h.delay.destroy();
    const other = new WebRtcHarness();
    await other.startOverWebRtc();
    other.player.destroy();
    expect(other.connection.isClosed).toBe(true);
  });

  it('closes a connection that was made for a viewer who has paused meanwhile', async () => {
    const h = new WebRtcHarness();
    h.connecting = 'blocked';
    h.player.load(URL_A);
    await h.seconds(1);
    h.player.pause();
    await h.seconds(5);
    expect([h.phase, h.notice, h.connections.length]).toEqual(['idle', null, 0]);
  });
});
