import { constants, gzipSync } from 'node:zlib';
import type { CachedPlaylist } from './presentation.ts';

/** Playlists shrink to a sixth at any level; the lowest costs a third of the default's time. */
const GZIP_LEVEL = constants.Z_BEST_SPEED;

/** Bytes of a playlist, compressed when first asked for and then kept. */
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
