import { expect, it } from 'vitest';
import { RecordingHarness } from '../../../../../test/support/recording-harness.ts';

it('plays a recording from where the viewer stopped, without loading its beginning', async () => {
  const h = new RecordingHarness();
  await h.startPlaying(40);
  expect(h.source.startSeconds).toBe(40);
  expect(h.snapshot).toMatchObject({ state: { kind: 'playing' }, duration: 100, isGrowing: false, rate: 1 });
  expect(h.snapshot.position).toBeCloseTo(42, 0);
  expect(h.snapshot.bufferedTo).toBe(100);
});

it('seeks within the recording, and clamps what is beyond', async () => {
  const h = new RecordingHarness();
  await h.startPlaying(20);
  h.player.seekBy(-10);
  expect(h.snapshot.position).toBeCloseTo(12, 0);
  h.player.seek(-5);
  expect(h.snapshot.position).toBe(0);
  h.player.seek(500);
  expect(h.snapshot.position).toBe(100);
});

it('seeks to where the viewer wants to be once the playlist of the recording is known', async () => {
  const h = new RecordingHarness();
  h.onOpen = (source) => {
    source.lengthSeconds = null;
  };
  await h.startPlaying(0);
  h.player.seek(90);
  await h.seconds(1);
  expect(h.snapshot).toMatchObject({ position: 90, duration: 0 });
  h.source.lengthSeconds = 100;
  await h.seconds(1);
  expect(h.snapshot.position).toBeCloseTo(91, 0);
});

it('starts at the wall time of a viewer who rewound, skipping what was not recorded', async () => {
  const h = new RecordingHarness();
  h.onOpen = (source) => {
    source.positions = new Map([[1_700_000_000_000, 30]]);
  };
  h.player.load('/recordings/a/index.m3u8', { seconds: 55, dateMs: 1_700_000_000_000 });
  await h.seconds(1);
  expect(h.snapshot.position).toBeCloseTo(31, 0);
});

it('keeps the speed when the source is replaced, and stays between the limits', async () => {
  const h = new RecordingHarness();
  await h.startPlaying();
  h.player.setRate(1.5);
  h.video.playbackRate = 1;
  h.source.events.onReady();
  expect(h.video.playbackRate).toBe(1.5);
  h.player.setRate(16);
  expect(h.snapshot.rate).toBe(2);
  h.player.setRate(0);
  expect(h.snapshot.rate).toBe(0.25);
});

it('continues at the same position behind its last frame after a damaged part', async () => {
  const h = new RecordingHarness();
  await h.startPlaying(50);
  h.source.events.onError('decode_error');
  expect(h.snapshot.frameHeld).toBe(true);
  await h.seconds(1);
  expect(h.sources).toHaveLength(2);
  expect(h.source.startSeconds).toBeCloseTo(52, 0);
  expect(h.snapshot).toMatchObject({ state: { kind: 'playing' }, frameHeld: false });
});

it('waits for the server where it cannot be reached, and continues where it stopped', async () => {
  const h = new RecordingHarness();
  await h.startPlaying(10);
  h.network.statuses = [0];
  h.video.decoding = false;
  h.source.events.onError('unreachable');
  await h.seconds(1);
  expect(h.snapshot.state).toEqual({ kind: 'reconnecting', cause: 'server_unreachable' });
  h.network.statuses = [200];
  h.video.decoding = true;
  await h.seconds(10);
  expect(h.snapshot.state.kind).toBe('playing');
  expect(h.source.startSeconds).toBeGreaterThan(11);
});

it('ends at the end, and plays again from the beginning or from where the viewer seeks', async () => {
  const h = new RecordingHarness();
  await h.startPlaying(97);
  await h.seconds(3);
  expect(h.snapshot).toMatchObject({ state: { kind: 'ended' }, position: 100 });
  h.video.ended = false;
  h.player.toggle();
  await h.seconds(1);
  expect(h.snapshot.state.kind).toBe('playing');
  expect(h.snapshot.position).toBeLessThan(2);
});

it('does not take the closed playlist of a recording for its end', async () => {
  const h = new RecordingHarness();
  h.player.load('/recordings/a/index.m3u8');
  await h.seconds(0);
  h.source.events.onClosed();
  expect(h.snapshot.state.kind).toBe('loading');
});

it('shows the frame at the start of a viewer who had paused, and steps through frames', async () => {
  const h = new RecordingHarness({ playing: false, frameHeld: true });
  h.player.load('/recordings/a/index.m3u8', { seconds: 30 });
  await h.seconds(1);
  expect(h.snapshot).toMatchObject({ state: { kind: 'paused' }, frameHeld: false, position: 30 });
  h.player.step(1);
  expect(h.video.currentTime).toBeCloseTo(30 + 1 / 30);
  h.player.step(-1);
  expect(h.video.currentTime).toBeCloseTo(30);
  h.player.play();
  await h.seconds(1);
  h.player.step(1);
  expect(h.video.currentTime).toBeCloseTo(31, 0);
});

it('loads nothing before the viewer plays where autoplay is off', async () => {
  const h = new RecordingHarness({ autoplay: false });
  await h.startPlaying(5);
  expect(h.sources).toHaveLength(0);
  expect(h.snapshot.state.kind).toBe('blocked');
  h.player.seek(60);
  h.player.play();
  await h.seconds(1);
  expect(h.source.startSeconds).toBe(60);
  expect(h.snapshot.state.kind).toBe('playing');
});

it('reports that a recording grows, with what is stored as its length', async () => {
  const h = new RecordingHarness();
  h.onOpen = (source) => {
    source.isGrowing = true;
  };
  await h.startPlaying(10);
  expect(h.snapshot).toMatchObject({ isGrowing: true, duration: 100 });
  h.source.lengthSeconds = 104;
  await h.seconds(1);
  expect(h.snapshot.duration).toBe(104);
});
