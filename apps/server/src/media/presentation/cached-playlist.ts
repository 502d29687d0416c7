import { constants, gzipSync } from 'node:zlib';
import type { CachedPlaylist } from './presentation.ts';

/** Playlists shrink to a sixth at any level; the lowest level takes a third of the default's time. */
const GZIP_LEVEL = constants.Z_BEST_SPEED;

export function cachedPlaylist(text: string): CachedPlaylist {
  const body = Buffer.from(text);
  let compressed: Uint8Array | undefined;
  return {
    body,
    gzip() {
      compressed ??= gzipSync(body, { level: GZIP_LEVEL });
      return compressed;
    },
  };
}
