import { afterEach, describe, expect, it, vi } from 'vitest';
import { Sound } from './sound.ts';

/** A browser's storage for one test. */
function stubStorage(content: Record<string, string> = {}): Record<string, string> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => content[key] ?? null,
    setItem: (key: string, value: string) => {
      content[key] = value;
    },
  });
  return content;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

function create(options: Partial<ConstructorParameters<typeof Sound>[1]> = {}) {
  const video = { muted: false, volume: 1 };
  const sound = new Sound(video, { preview: false, muted: false, ...options }, () => {});
  return { video, sound };
}

describe('Sound', () => {
  it('is no longer muted automatically once something else has unmuted the element', () => {
    const { video, sound } = create({ preview: true });
    sound.muteForAutoplay();
    expect(sound.state).toEqual({ muted: true, volume: 1, autoMuted: true });
    video.muted = false;
    expect(sound.state).toEqual({ muted: false, volume: 1, autoMuted: false });
  });

  it('saves the volume and muting that the viewer chose, and starts with them', () => {
    const content = stubStorage();
    const first = create();
    first.sound.setVolume(0.4);
    first.sound.setMuted(true);
    expect(content).toEqual({ player: '{"volume":0.4,"muted":true}' });
    expect(create().sound.state).toEqual({ muted: true, volume: 0.4, autoMuted: false });
  });

  it('saves neither automatic muting nor anything of a preview', () => {
    const content = stubStorage();
    create().sound.muteForAutoplay();
    const { sound } = create({ preview: true });
    expect(sound.state.muted).toBe(true);
    sound.setMuted(false);
    expect(content).toEqual({});
  });

  it('mutes at volume zero, and unmutes to the last volume above it', () => {
    stubStorage();
    const { video, sound } = create();
    sound.setVolume(0.6);
    sound.setVolume(-0.2);
    expect(video).toEqual({ muted: true, volume: 0 });
    sound.setMuted(false);
    expect(video).toEqual({ muted: false, volume: 0.6 });
    sound.setVolume(3);
    expect(video.volume).toBe(1);
  });

  it.each(['not JSON', '7', 'null', '{"volume":7,"muted":"yes"}'])(
    'starts unmuted at full volume where the stored preferences are %s',
    (stored) => {
      stubStorage({ player: stored });
      expect(create().sound.state).toEqual({ muted: false, volume: 1, autoMuted: false });
    },
  );

  it('works without storage', () => {
    vi.stubGlobal('localStorage', undefined);
    const { video, sound } = create();
    sound.setVolume(0.5);
    expect(video).toEqual({ muted: false, volume: 0.5 });
  });
});
