import { describe, expect, it } from 'vitest';
import { Sound } from './sound.ts';

describe('Sound', () => {
  it('is no longer muted automatically once something else has unmuted the element', () => {
    const video = { muted: false, volume: 1 };
    const sound = new Sound(video, { preview: true, muted: false }, () => {});
    sound.muteForAutoplay();
    expect(sound.state).toEqual({ muted: true, volume: 1, autoMuted: true });
    video.muted = false;
    expect(sound.state).toEqual({ muted: false, volume: 1, autoMuted: false });
  });
});
