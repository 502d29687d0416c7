import type { Track, Tracks } from '../unit.ts';

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
}

function sameTrack(a: Track | null, b: Track | null): boolean {
  if (a === null || b === null) return a === b;
  return a.codecString === b.codecString && sameBytes(a.configuration, b.configuration);
}

/** Whether a decoder set up for one needs nothing new for the other. */
export function sameTracks(a: Tracks, b: Tracks): boolean {
  return sameTrack(a.video, b.video) && sameTrack(a.audio, b.audio);
}
