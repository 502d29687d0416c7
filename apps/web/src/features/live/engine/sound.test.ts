import { describe, expect, it } from 'vitest';
import { Sound } from './sound.ts';

describe('Sound', () => {
  it('no longer counts as muted by the browser once something else has unmuted the element', () => {
    const video = { muted: false, volume: 1 };
    const sound = new Sound(video, { silent: true, muted: false }, () => {});
    sound.muteForBrowser();
    expect(sound.state).toEqual({ muted: true, volume: 1, mutedByBrowser: true });
    video.muted = false;
    expect(sound.state).toEqual({ muted: false, volume: 1, mutedByBrowser: false });
  });
});
