/** Reads a recording like a player, from an instance that serves it. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { readFragments } from './packager/fragments.ts';

export interface RecordingRead {
  /** Hexadecimal SHA-256 of every frame, in the order of the playlist. */
  readonly frames: readonly string[];
  readonly discontinuities: number;
  readonly playlist: string;
}

/** @param name the name of its rendition */
export async function readRecording(
  origin: string,
  streamId: string,
  name: 'video' | 'audio',
  cookie = '',
): Promise<RecordingRead> {
  const get = async (path: string) => {
    const response = await fetch(`${origin}/recordings/${streamId}/${path}`, { headers: { cookie } });
    expect([path, response.status]).toEqual([path, 200]);
    return Buffer.from(await response.arrayBuffer());
  };
  const playlist = (await get(`${name}.m3u8`)).toString();
  const frames: string[] = [];
  for (const path of playlist.split('\n').filter((line) => line.endsWith('.m4s'))) {
    for (const { samples } of readFragments(await get(path))) {
      frames.push(...samples.map(({ payload }) => createHash('sha256').update(payload).digest('hex')));
    }
  }
  return { frames, playlist, discontinuities: playlist.split('#EXT-X-DISCONTINUITY\n').length - 1 };
}
