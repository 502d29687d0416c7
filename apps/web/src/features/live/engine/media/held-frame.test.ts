import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coverVideo } from './held-frame.ts';

class Video extends EventTarget {
  videoWidth = 1280;
  present: () => void = () => {};
  requestVideoFrameCallback = (callback: VideoFrameRequestCallback) => {
    this.present = () => callback(0, {} as VideoFrameCallbackMetadata);
    return 1;
  };
}

let animationFrames: (() => void)[] = [];
const drawPage = () => {
  for (const callback of animationFrames.splice(0)) callback();
};
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => animationFrames.push(callback));
});
afterEach(() => {
  animationFrames = [];
  vi.unstubAllGlobals();
});

function start(video = new Video(), cover = { hidden: true }) {
  const state = { isHeld: false };
  let limit: () => void = () => {};
  const update = coverVideo(video, cover, () => state.isHeld, {
    after(_, task) {
      limit = task;
      return () => {
        limit = () => {};
      };
    },
  });
  const hold = (isHeld: boolean) => {
    state.isHeld = isHeld;
    update();
  };
  const load = () => video.dispatchEvent(new Event('loadedmetadata'));
  return { video, cover, hold, load, reachLimit: () => limit() };
}

it('covers the video until a frame of its next source is on the screen, although playback says that it advances', () => {
  const { video, cover, hold, load } = start();
  hold(true);
  expect(cover.hidden).toBe(false);
  load();
  hold(false);
  expect(cover.hidden).toBe(false);
  video.present();
  drawPage();
  expect(cover.hidden).toBe(false);
  drawPage();
  expect(cover.hidden).toBe(true);
});

it('stays until playback advances where a frame comes first', () => {
  const { video, cover, hold, load } = start();
  hold(true);
  load();
  video.present();
  drawPage();
  drawPage();
  expect(cover.hidden).toBe(false);
  hold(false);
  expect(cover.hidden).toBe(true);
});

it('waits for a frame of the last source where one replaces another before it has displayed any', () => {
  const { video, cover, hold, load } = start();
  hold(true);
  load();
  const presentFirst = video.present;
  video.dispatchEvent(new Event('emptied'));
  load();
  presentFirst();
  drawPage();
  drawPage();
  hold(false);
  expect(cover.hidden).toBe(false);
  video.present();
  drawPage();
  drawPage();
  expect(cover.hidden).toBe(true);
});

it('uncovers sound without a picture at once, and a video that displays no new frame after a while', () => {
  const sound = start();
  sound.video.videoWidth = 0;
  sound.hold(true);
  sound.load();
  sound.hold(false);
  expect(sound.cover.hidden).toBe(true);

  const paused = start();
  paused.hold(true);
  paused.hold(false);
  expect(paused.cover.hidden).toBe(false);
  paused.reachLimit();
  expect(paused.cover.hidden).toBe(true);
});

it('leaves the cover to the next player of the element', () => {
  const old = start();
  old.hold(true);
  const next = start(old.video, old.cover);
  next.hold(true);
  next.load();
  next.video.present();
  drawPage();
  drawPage();
  next.hold(false);
  old.hold(true);
  expect(next.cover.hidden).toBe(true);
});
