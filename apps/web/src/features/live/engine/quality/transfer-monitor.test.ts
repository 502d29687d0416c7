import { expect, it } from 'vitest';
import { type LoadProgress, TransferMonitor } from './transfer-monitor.ts';

const VIDEO = { isMain: true, durationSeconds: 0.5, endSeconds: 10 };

const progressOf = (start: number, first: number, loaded: number): LoadProgress => ({
  loading: { start, first, end: 0 },
  loaded,
  total: loaded,
});

it('measures bodies, and not the wait for a response', () => {
  const monitor = new TransferMonitor(null);
  const progress = progressOf(0, 900, 100_000);
  monitor.begin(progress, VIDEO);
  monitor.end(progress, 1_000, true);
  expect(monitor.estimate(1_000)).toBeCloseTo(8_000_000, -3);
  expect(monitor.responseMs).toBe(900);
});

it('says how long the last part of the video took beside its duration, and nothing of a new rendition', () => {
  const monitor = new TransferMonitor(null);
  let arrived = 0;
  monitor.onMedia = () => {
    arrived += 1;
  };
  for (const media of [{ ...VIDEO, isMain: false }, VIDEO]) {
    const progress = progressOf(0, 100, 50_000);
    monitor.begin(progress, media);
    monitor.end(progress, 400, true);
  }
  expect(arrived).toBe(1);
  expect(monitor.lastLoad).toBeCloseTo(0.8);
  monitor.forgetLoad();
  expect(monitor.lastLoad).toBeNull();
});

it('knows the part that is being downloaded until it has ended or was given up', () => {
  const monitor = new TransferMonitor(null);
  const progress = progressOf(0, 100, 20_000);
  monitor.begin(progress, VIDEO);
  expect(monitor.running?.endSeconds).toBe(10);
  monitor.end(progress, 400, false);
  expect(monitor.running).toBeNull();
  expect(monitor.lastLoad).toBeNull();
});

it('does not take a part for slow because the browser has told nothing of it for up to 50 ms', () => {
  const monitor = new TransferMonitor(null);
  // 4.8 Mbps, of which the player heard last after 100 ms.
  const progress = { ...progressOf(0, 20, 60_000), total: 200_000 };
  monitor.begin(progress, VIDEO);
  expect(monitor.estimate(170)).toBeCloseTo(4_800_000, -3);
});
