import type { Level } from 'hls.js';
import { expect, it } from 'vitest';
import { LadderHls } from '../../../../../test/support/ladder-hls.ts';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import { LevelSteering } from './level-steering.ts';
import { QualityController } from './quality-controller.ts';
import type { QualityChoice } from './quality-preference.ts';
import { RenditionWarmer } from './rendition-warmer.ts';
import { TransferMonitor } from './transfer-monitor.ts';

const LEVELS = [240, 480, 1080].map((height) => ({
  height,
  averageBitrate: height * 5_000,
  uri: `/${height}p.m3u8`,
}));
const SOURCE = 2;

/** A controller beside a scripted hls.js. @param statuses of the server's answers, by URL; 200 by default */
function openController(choice: QualityChoice, statuses: Record<string, number> = {}, priorBps = 50_000_000) {
  const clock = new ScriptedClock();
  const hls = new LadderHls(LEVELS as unknown as Level[], SOURCE);
  const steering = new LevelSteering();
  const requested: string[] = [];
  const transfers = new TransferMonitor(priorBps);
  const controller = new QualityController(hls.module, {
    hls: hls.asHls,
    steering,
    transfers,
    warmer: new RenditionWarmer(clock, async (url) => {
      requested.push(url);
      return { status: statuses[url] ?? 200, retryAfterSeconds: null };
    }),
    view: { hasStarted: true, heightFor: () => null, droppedRatio: () => 0 },
    clock,
    choice,
    maxHeight: null,
    onMeasured() {},
  });
  hls.steerBy(steering);
  return { clock, hls, controller, requested, transfers };
}

it('begins with the source, and has a chosen rendition made before it switches', async () => {
  const { clock, hls, controller, requested } = openController({ kind: 'height', height: 480 });
  expect(hls.nextLoadLevel).toBe(SOURCE);
  hls.loadPlaylist(SOURCE);
  await clock.advance(200);
  expect(requested).toEqual(['/480p.m3u8']);
  hls.mainForwardBufferInfo = { len: 1, start: 9.5, end: 10.5 };
  expect(hls.nextLoadLevel).toBe(SOURCE);
  // The segment is complete: nothing is loaded twice.
  hls.mainForwardBufferInfo = { len: 1, start: 11, end: 12 };
  expect(hls.nextLoadLevel).toBe(1);
  hls.loadPlaylist(1);
  expect(controller.lastSwitch).toEqual({ from: SOURCE, to: 1, reason: { kind: 'viewer' } });
});

it('has a smaller rendition made before the source’s playlist has arrived where the network is known to be slow', async () => {
  const slow = openController({ kind: 'auto' }, {}, 3_000_000);
  await slow.clock.advance(100);
  expect(slow.requested).toEqual(['/480p.m3u8']);
  const fast = openController({ kind: 'auto' });
  await fast.clock.advance(100);
  expect(fast.requested).toEqual([]);
});

it('stays with the source where the server refuses a rendition, and says so', async () => {
  const { clock, hls, controller } = openController({ kind: 'height', height: 480 }, { '/480p.m3u8': 503 });
  hls.loadPlaylist(SOURCE);
  await clock.advance(5_000);
  expect(hls.nextLoadLevel).toBe(SOURCE);
  expect(controller.isAvailable(1)).toBe(false);
  expect(controller.isAvailable(SOURCE)).toBe(true);
});

it('returns to the source at once where a rendition fails, without giving up the stream', async () => {
  const { clock, hls, controller } = openController({ kind: 'height', height: 480 });
  hls.loadPlaylist(SOURCE);
  await clock.advance(200);
  hls.mainForwardBufferInfo = { len: 1, start: 11, end: 12 };
  hls.loadPlaylist(hls.nextLoadLevel);
  const failed = { type: 'networkError', details: 'levelLoadError', fatal: false, context: { level: 1 } };
  // Without an answer, it is the network that failed.
  expect(controller.onError(hls.errorOf(failed))).toBe(false);
  expect(controller.isAvailable(1)).toBe(true);
  const answered = { ...failed, response: { code: 503 } };
  expect(controller.onError(hls.errorOf(answered))).toBe(true);
  expect(hls.nextLoadLevel).toBe(SOURCE);
  // The source's own failure is the stream's.
  expect(controller.onError(hls.errorOf({ ...failed, context: { level: SOURCE } }))).toBe(false);
});

it('leaves a rendition with a gap before playback reaches it', async () => {
  const { clock, hls, controller } = openController({ kind: 'height', height: 480 });
  hls.loadPlaylist(SOURCE);
  await clock.advance(200);
  hls.mainForwardBufferInfo = { len: 1, start: 11, end: 12 };
  hls.loadPlaylist(hls.nextLoadLevel);
  hls.loadPlaylist(1, { partList: [{ gap: true, end: 12.3 }] });
  expect(hls.nextLoadLevel).toBe(SOURCE);
  hls.loadPlaylist(SOURCE);
  expect(controller.lastSwitch).toMatchObject({ from: 1, to: SOURCE, reason: { kind: 'unavailable' } });
});

it('leaves a rendition whose encoder was started again, but not where the stream itself has a discontinuity', async () => {
  const { clock, hls, controller } = openController({ kind: 'height', height: 480 });
  hls.loadPlaylist(SOURCE);
  await clock.advance(200);
  hls.mainForwardBufferInfo = { len: 1, start: 11, end: 12 };
  hls.loadPlaylist(hls.nextLoadLevel);
  // The playlist of the audio arrives a little later.
  hls.audioTracks = [{ details: { endCC: 0, lastPartSn: 6 } }];
  hls.loadPlaylist(1, { endCC: 1, lastPartSn: 7 });
  hls.audioTracks = [{ details: { endCC: 1, lastPartSn: 7 } }];
  hls.loadPlaylist(1, { endCC: 1, lastPartSn: 7 });
  expect(controller.isAvailable(1)).toBe(true);
  hls.loadPlaylist(1, { endCC: 2, lastPartSn: 7 });
  expect(controller.isAvailable(1)).toBe(false);
});

it('gives up the part of the old rendition that hls.js has gone on to once the new playlist has arrived', async () => {
  const { clock, hls } = openController({ kind: 'height', height: 480 });
  hls.loadPlaylist(SOURCE);
  await clock.advance(200);
  const old = hls.loadFragment(SOURCE);
  hls.mainForwardBufferInfo = { len: 1, start: 11, end: 12 };
  expect(hls.nextLoadLevel).toBe(1);
  expect(old.aborts).toBe(0);
  hls.loadPlaylist(1);
  expect(old.aborts).toBe(1);
  const next = hls.loadFragment(1);
  hls.loadPlaylist(1);
  expect(next.aborts).toBe(0);
});

it('takes a request that hls.js gave up because of a switch for no failure', () => {
  const { hls, controller } = openController({ kind: 'auto' });
  const aborted = { type: 'networkError', details: 'aborted', fatal: false, context: { level: 1 } };
  expect(controller.onError(hls.errorOf(aborted))).toBe(false);
  expect(controller.isAvailable(1)).toBe(true);
});

it('begins with a smaller rendition where the last visit measured too little for the source', async () => {
  const { clock, hls } = openController({ kind: 'auto' }, {}, 4_000_000);
  hls.loadPlaylist(SOURCE);
  await clock.advance(200);
  hls.mainForwardBufferInfo = { len: 1, start: 11, end: 12 };
  expect(hls.nextLoadLevel).toBe(1);
});

it('gives up a rendition whose playlist does not come although the audio does, and returns to what it played', async () => {
  const { clock, hls, controller, transfers } = openController({ kind: 'height', height: 480 });
  hls.loadPlaylist(SOURCE);
  await clock.advance(200);
  hls.mainForwardBufferInfo = { len: 1, start: 11, end: 12 };
  hls.loadLevel = hls.nextLoadLevel;
  // Without the audio, the network is to blame: a larger rendition would be worse.
  await clock.advance(6_000);
  expect(controller.isAvailable(1)).toBe(true);
  const now = clock.now();
  const audio = { loading: { start: now - 30, first: now - 5, end: 0 }, loaded: 30_000, total: 30_000 };
  transfers.begin(audio, { isMain: false, durationSeconds: 0.5, endSeconds: 12 });
  transfers.end(audio, clock.now(), true);
  await clock.advance(200);
  expect(hls.nextLoadLevel).toBe(SOURCE);
  expect(controller.isAvailable(1)).toBe(false);
});
