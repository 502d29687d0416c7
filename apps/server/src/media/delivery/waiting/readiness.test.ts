import { describe, expect, it } from 'vitest';
import { createPresentationFixture } from '../../../../test/support/delivery/presentation-fixture.ts';
import { partState, playlistState } from './readiness.ts';

const bytes = Buffer.from('x');

/** Creates a rendition whose segment 0 has three parts, and segment 1 has two so far. */
function live() {
  const { video } = createPresentationFixture('s', 'e', { windowSegments: 3 });
  for (let part = 0; part < 3; part++) video.addPart(bytes);
  video.closeSegment();
  video.addPart(bytes);
  video.addPart(bytes);
  return video;
}

describe('playlistState (RFC 8216bis section 6.2.5.2)', () => {
  it.each([
    [0, null, 'ready'],
    [1, null, 'wait'],
    [2, null, 'wait'],
    [3, null, 'too_far'],
    [0, 2, 'ready'],
    [1, 0, 'ready'],
    [1, 1, 'ready'],
    [1, 2, 'wait'],
    [1, 10, 'wait'],
    [1, 11, 'too_far'],
    [2, 0, 'wait'],
    [2, 9, 'wait'],
    [2, 10, 'too_far'],
    [3, 0, 'too_far'],
  ] as const)('msn %j part %j is %s', (msn, part, expected) => {
    expect(playlistState(live(), msn, part)).toBe(expected);
  });

  it('treats a part past the last of its segment as part 0 of the next', () => {
    const video = live();
    video.closeSegment();
    expect(playlistState(video, 1, 1)).toBe('ready');
    expect(playlistState(video, 1, 2)).toBe('wait');
    video.addPart(bytes);
    expect(playlistState(video, 1, 2)).toBe('ready');
    expect(playlistState(video, 1, 500)).toBe('ready');
  });

  it('is ready for media that has left the window, and for any part after the end', () => {
    const video = live();
    for (let segment = 0; segment < 6; segment++) {
      video.closeSegment();
      video.addPart(bytes);
    }
    expect(video.segment(0)).toBeUndefined();
    expect(playlistState(video, 0, 1)).toBe('ready');
    expect(playlistState(video, 0, null)).toBe('ready');
    video.end();
    expect(playlistState(video, 900, 7)).toBe('ready');
  });
});

describe('partState (RFC 8216bis section 6.2.6)', () => {
  it.each([
    [1, 1, 'ready'],
    [1, 2, 'wait'],
    [1, 3, 'unknown'],
    [2, 0, 'wait'],
    [2, 1, 'unknown'],
    [3, 0, 'unknown'],
    [0, 3, 'unknown'],
  ] as const)('part %j.%j is %s', (msn, part, expected) => {
    expect(partState(live(), msn, part)).toBe(expected);
  });

  it('is unknown for an unfulfilled hint and after the end, and gone for media older than the window', () => {
    const video = live();
    video.closeSegment();
    expect(partState(video, 1, 2)).toBe('unknown');
    expect(partState(video, 2, 0)).toBe('wait');
    expect(partState(video, 3, 0)).toBe('unknown');
    for (let segment = 0; segment < 5; segment++) {
      video.addPart(bytes);
      video.closeSegment();
    }
    expect(partState(video, 0, 0)).toBe('gone');
    video.addPart(bytes);
    video.end();
    expect(partState(video, video.edge.msn, 1)).toBe('unknown');
  });
});
