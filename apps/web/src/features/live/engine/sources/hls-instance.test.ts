import { expect, it } from 'vitest';
import {
  type FakeAudioStreamController,
  FakeHls,
  type FakeStreamController,
  fakeHlsModule,
} from '../../../../../test/support/fake-hls.ts';
import { createHls, unwantedLevels } from './hls-instance.ts';

const levels = [1080, 720, 480].map((height) => ({ height, bitrate: height * 1000 }));

it('leaves out all levels but the smallest with the data saver, and none without', () => {
  expect(unwantedLevels(levels, { lowData: false })).toEqual([]);
  expect(unwantedLevels(levels, { lowData: true })).toEqual([0, 1]);
  expect(unwantedLevels(levels.slice(0, 1), { lowData: true })).toEqual([]);
});

it('removes the levels that the viewer does not want before any of them is loaded', () => {
  createHls(fakeHlsModule, { preview: false, lowData: true });
  const hls = FakeHls.created.at(-1);
  hls?.parseManifest([...levels]);
  expect(hls?.levels.map(({ height }) => height)).toEqual([480]);
});

it('ends tracks with small holes, across which hls.js plays, and waits behind larger ones', () => {
  createHls(fakeHlsModule, { preview: false, lowData: false });
  const { streamController, audioStreamController } = FakeHls.created.at(-1)?.config ?? {};
  for (const Controller of [
    streamController,
    audioStreamController,
  ] as unknown as (typeof FakeStreamController)[]) {
    const controller = new Controller();
    // The next range that hls.js states is that behind a larger hole.
    const buffered = [
      { start: 0, end: 4.9 },
      { start: 5, end: 9 },
    ];
    expect(controller._streamEnded({ buffered })).toBe(true);
    expect(controller._streamEnded({ buffered, nextStart: 5 })).toBe(false);
  }
});

it('loads audio as soon as the first timestamp of the video is known, without waiting for ticks', () => {
  createHls(fakeHlsModule, { preview: false, lowData: false });
  const Controller = FakeHls.created.at(-1)?.config.audioStreamController as unknown as
    | typeof FakeAudioStreamController
    | undefined;
  const controller = Controller ? new Controller() : expect.fail();
  controller.onInitPtsFound();
  // The first tick ends hls.js's wait, the second one loads.
  expect(controller.ticks).toBe(2);
});
