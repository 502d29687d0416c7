import type { CaptionTrack } from '@tributary/contracts/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCaptionedVideo } from '../../../../../test/support/fake-text-tracks.ts';
import { VideoCaptions } from './video-captions.ts';

const FILES: readonly CaptionTrack[] = [
  { language: 'en', label: 'English', url: '/en.vtt' },
  { language: 'de', label: 'Deutsch', url: '/de.vtt' },
];

let stored: Map<string, string>;
let video: FakeCaptionedVideo;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  video = new FakeCaptionedVideo();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const create = (files = FILES) => new VideoCaptions(video.asElement, files);
const shownBy = ({ store }: VideoCaptions) => {
  const { chosen, lines } = store.get();
  return { chosen: chosen?.label ?? null, lines };
};

describe('the captions of a video', () => {
  it('are off at first, and shown once the viewer chooses them', () => {
    const captions = create();
    expect(shownBy(captions)).toEqual({ chosen: null, lines: [] });
    captions.choose(captions.store.get().tracks[1] ?? null);
    expect([video.track('English').mode, video.track('Deutsch').mode]).toEqual(['disabled', 'hidden']);
    video.track('Deutsch').say('Guten Abend', 'Guten Abend', ' ');
    expect(shownBy(captions)).toEqual({ chosen: 'Deutsch', lines: ['Guten Abend'] });
    captions.choose(null);
    expect(shownBy(captions)).toEqual({ chosen: null, lines: [] });
    video.track('Deutsch').say('Noch etwas');
    expect(shownBy(captions).lines).toEqual([]);
  });

  it('are shown again in the language that was chosen last, or in another one where it is missing', () => {
    const first = create();
    first.choose(first.store.get().tracks[1] ?? null);
    first.destroy();
    expect(shownBy(create()).chosen).toBe('Deutsch');
    video = new FakeCaptionedVideo();
    expect(shownBy(create(FILES.slice(0, 1))).chosen).toBe('English');
    expect(stored.get('captions')).toBe('de');
  });

  it('are turned off and on by a key, which changes nothing where there are none', () => {
    stored.set('captions', 'de');
    const captions = create();
    captions.toggle();
    expect([shownBy(captions).chosen, stored.get('captions')]).toEqual([null, undefined]);
    captions.toggle();
    expect([shownBy(captions).chosen, stored.get('captions')]).toEqual(['Deutsch', 'de']);
    video = new FakeCaptionedVideo();
    create([]).toggle();
    expect(stored.get('captions')).toBe('de');
  });

  it('include those that hls.js finds in the media, and nothing else of it', () => {
    stored.set('captions', '');
    const captions = create([]);
    video.add({ kind: 'metadata', label: 'id3', language: '' });
    expect(captions.store.get().tracks).toEqual([]);
    video.add({ kind: 'captions', label: 'Closed captions', language: '' }).say('HELLO');
    expect(shownBy(captions)).toEqual({ chosen: 'Closed captions', lines: ['HELLO'] });
  });

  it('are left to the browser while an iPhone shows the video alone in full screen', () => {
    stored.set('captions', 'en');
    const captions = create();
    video.track('English').say('Hello');
    video.dispatchEvent(new Event('webkitbeginfullscreen'));
    expect([video.track('English').mode, shownBy(captions).lines]).toEqual(['showing', []]);
    video.dispatchEvent(new Event('webkitendfullscreen'));
    expect([video.track('English').mode, shownBy(captions).lines]).toEqual(['hidden', ['Hello']]);
  });

  it('leave the video with their files', () => {
    const captions = create();
    captions.destroy();
    expect([...video.textTracks]).toEqual([]);
  });
});
