import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeHls, fakeHlsModule } from '../../../../../test/support/fake-hls.ts';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import { HlsPreloader } from './hls-preload.ts';

const URL = '/live/a/index.m3u8';
const SETTINGS = { preview: false, maxHeight: 720, lowData: false };

beforeEach(() => {
  FakeHls.created.length = 0;
  vi.stubGlobal('MediaSource', class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function create() {
  const clock = new ScriptedClock();
  return { clock, preloader: new HlsPreloader(clock, () => Promise.resolve(fakeHlsModule)) };
}

it('loads a stream’s playlists, and hands them over once', async () => {
  const { clock, preloader } = create();
  await preloader.start(URL, SETTINGS);
  await preloader.start(URL, SETTINGS);
  expect(FakeHls.created.map(({ url }) => url)).toEqual([URL]);
  expect(preloader.take('/live/b/index.m3u8')).toBeNull();
  expect(preloader.take(URL)).toBe(FakeHls.created[0]);
  expect(preloader.take(URL)).toBeNull();
  expect(clock.pending).toBe(0);
});

it('leaves out the levels that the viewer does not want', async () => {
  const { preloader } = create();
  await preloader.start(URL, SETTINGS);
  const hls = FakeHls.created[0];
  hls?.parseManifest([1080, 720, 480].map((height) => ({ height, bitrate: height * 1000 })));
  expect(hls?.levels.map(({ height }) => height)).toEqual([720, 480]);
});

it('drops a preload after ten seconds, when it fails, and when another stream is preloaded', async () => {
  const { clock, preloader } = create();
  await preloader.start(URL, SETTINGS);
  await clock.advance(9_900);
  expect(FakeHls.created[0]?.destroyed).toBe(false);
  await clock.advance(200);
  expect(FakeHls.created[0]?.destroyed).toBe(true);
  await preloader.start(URL, SETTINGS);
  FakeHls.created[1]?.fail({ type: 'networkError', details: 'manifestLoadError', fatal: true });
  expect(FakeHls.created[1]?.destroyed).toBe(true);
  expect(preloader.take(URL)).toBeNull();
  await preloader.start(URL, SETTINGS);
  await preloader.start('/live/b/index.m3u8', SETTINGS);
  expect(FakeHls.created[2]?.destroyed).toBe(true);
  expect(preloader.take(URL)).toBeNull();
});

it('does not drop a stream that a player has taken', async () => {
  const { clock, preloader } = create();
  await preloader.start(URL, SETTINGS);
  preloader.take(URL);
  FakeHls.created[0]?.fail({ type: 'networkError', details: 'fragLoadError', fatal: true });
  await clock.advance(20_000);
  expect(FakeHls.created[0]?.destroyed).toBe(false);
});

it('does nothing where there is no Media Source', async () => {
  vi.unstubAllGlobals();
  const { preloader } = create();
  await preloader.start(URL, SETTINGS);
  expect(FakeHls.created).toEqual([]);
});
