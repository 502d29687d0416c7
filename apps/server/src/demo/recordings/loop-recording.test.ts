import { expect, it } from 'vitest';
import { durationMsOf, RecordingIndex, readTrack, renderAll } from '#media/recorder/index.ts';
import { readFragments } from '../../../test/support/packager/fragments.ts';
import {
  AAC_TRACK,
  audioUnits,
  interleave,
  VIDEO_TRACK,
  videoUnits,
} from '../../../test/support/packager/units.ts';
import { describeFindings, lintMediaPlaylist } from '../../../test/support/playlist-linter/index.ts';
import { writeLoop } from './loop-recording.ts';

const CLIP = {
  duration: 8 * 90_000,
  tracks: { video: { ...VIDEO_TRACK, frameRate: 30 }, audio: AAC_TRACK },
  units: interleave(
    videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, reorder: 0, from: 0, seconds: 8 }),
    audioUnits({ from: 0, seconds: 8 }),
  ),
};

it('repeats a clip as one run without a discontinuity, and ends it after the wanted time', async () => {
  const files = new Map<string, Uint8Array>();
  const put = async (path: string, bytes: Uint8Array) => void files.set(path, bytes);
  await writeLoop(CLIP, { durationMs: 21_000, startMs: Date.UTC(2026, 0, 1), epoch: 'demo' }, { put });
  const stored = [...files].map(([path, { byteLength }]) => ({ path, byteLength }));
  const index = await RecordingIndex.of(stored, async (path) =>
    readTrack(files.get(path) ?? expect.fail(path)),
  );
  // The times of the clip are whole milliseconds.
  expect(Math.abs(durationMsOf(index) - 21_000)).toBeLessThan(2);

  const playlists = renderAll(index);
  for (const name of ['video.m3u8', 'audio.m3u8']) {
    const text = playlists.get(name) ?? '';
    expect(describeFindings(lintMediaPlaylist(text))).toBe('');
    expect(text).not.toContain('DISCONTINUITY');
  }
  const uris = (playlists.get('video.m3u8') ?? '').split('\n').filter((line) => line.endsWith('.m4s'));
  const frames = uris.flatMap((uri) => readFragments(files.get(uri) ?? new Uint8Array()));
  expect(frames.flatMap(({ samples }) => samples)).toHaveLength(21 * 30);
});
