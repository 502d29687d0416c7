/**
 * The hashes of init sections, in the playlists that name them by EXT-X-MAP, and in one playlist of each segment. The
 * signature of the playlist covers these lines, so that an init section costs no signature of its own.
 */
import { HASH_BYTES } from '../manifest/part-manifest.ts';
import { addressKey, INIT_SECTION, MAX_SEQUENCE } from '../media-address.ts';
import { MAX_CHUNK_BYTES } from '../protocol/messages.ts';
import { CHUNK_HASH_BYTES, type PartEntry } from '../scheduler/part-entry.ts';

const TAG = '#EXT-X-TRIBUTARY-INIT:';
const LINE = /^#EXT-X-TRIBUTARY-INIT:VERSION=(\d{1,10}),BYTES=(\d{1,5}),SHA256=([0-9a-f]{64})$/gm;

/** The hash of the init section `init-{version}.mp4`. */
export interface InitHash {
  readonly version: number;
  readonly bytes: number;
  readonly hash: Uint8Array;
}

/** An init section is one chunk. Longer ones, which encoders do not make, are not exchanged. */
export const MAX_INIT_BYTES = MAX_CHUNK_BYTES;

export function writeInitLine({ version, bytes, hash }: InitHash): string {
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${TAG}VERSION=${version},BYTES=${bytes},SHA256=${hex}\n`;
}

/** @returns the entries of the init sections in a playlist, which are to be believed once its signature is verified */
export function readInitLines(playlist: string, rendition: number): PartEntry[] {
  return Array.from(playlist.matchAll(LINE), ([, version, size, hex = '']) => {
    const hash = Uint8Array.from({ length: HASH_BYTES }, (_, index) =>
      Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
    );
    const address = { rendition, sequence: Number(version), part: INIT_SECTION };
    const chunkHashes = [hash.subarray(0, CHUNK_HASH_BYTES)];
    return { address, key: addressKey(address), bytes: Number(size), hash, chunkHashes };
  }).filter(({ address, bytes }) => address.sequence <= MAX_SEQUENCE && bytes > 0 && bytes <= MAX_INIT_BYTES);
}
