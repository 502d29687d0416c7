import { expect, it } from 'vitest';
import {
  type FakeAudioStreamController,
  FakeHls,
  type FakeStreamController,
  fakeHlsModule,
} from '../../../../../test/support/fake-hls.ts';
import { createHls, keepFirstLevel } from './hls-instance.ts';

const levels = [1080, 720, 480].map((height) => ({ height, bitrate: height * 1000 }));

it('leaves a preview the first variant alone, before any is loaded', () => {
  const hls = new FakeHls();
  keepFirstLevel(fakeHlsModule, hls.asHls);
  hls.firstLevel = 1;
  hls.parseManifest([...levels]);
  expect(hls.levels.map(({ height }) => height)).toEqual([720]);
});

it('ends tracks with small holes, across which hls.js plays, and waits behind larger ones', () => {
  createHls(fakeHlsModule, { preview: false });
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
  createHls(fakeHlsModule, { preview: false });
  const Controller = FakeHls.created.at(-1)?.config.audioStreamController as unknown as
    | typeof FakeAudioStreamController
    | undefined;
  const controller = Controller ? new Controller() : expect.fail();
  controller.onInitPtsFound();
  // The first tick ends hls.js's wait, the second one loads.
  expect(controller.ticks).toBe(2);
});
