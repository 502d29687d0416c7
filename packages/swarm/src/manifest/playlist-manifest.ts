/**
 * Carries part manifests in media playlists, which every viewer reloads anyway. The line begins with a tag of this
 * product, which other players ignore (RFC 8216bis section 6.3.1).
 */
import { ManifestError, SIGNATURE_BYTES, type SignedManifest } from './part-manifest.ts';

const TAG = '#EXT-X-TRIBUTARY-MANIFEST:';

/** Parts that a manifest covers: a viewer who misses some reloads in a row still learns of all parts. */
export const MANIFEST_PARTS = 4;

/** The renditions that an encoder sends, and those that an instance makes, by their numbers in manifests. */
const RENDITIONS = ['video', 'audio', '1440p', '1080p', '720p', '480p', '360p', '240p'];

/** @returns null for a rendition that is not exchanged */
export function renditionNumber(name: string): number | null {
  const number = RENDITIONS.indexOf(name);
  return number < 0 ? null : number;
}

/** The first 16 bytes of its SHA-256 name the swarm: both parts are in the addresses of all media of a live stream. */
export function swarmName(streamId: string, epoch: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`tributary swarm\n${streamId}\n${epoch}`);
}

/** The line of a playlist that carries a manifest: its signature and its encoding, in base64. */
export function writeManifestLine({ encoded, signature }: SignedManifest): string {
  let binary = '';
  for (const bytes of [signature, encoded]) {
    for (const byte of bytes) binary += String.fromCharCode(byte);
  }
  return `${TAG}${btoa(binary)}\n`;
}

/**
 * Finds the manifest in the text of a playlist; null where it has none. It is not verified yet.
 * @throws ManifestError
 */
export function readManifestLine(playlist: string): SignedManifest | null {
  // The line is the last one of a playlist, or close to it.
  const at = playlist.lastIndexOf(`\n${TAG}`);
  if (at < 0) return null;
  const start = at + 1 + TAG.length;
  const end = playlist.indexOf('\n', start);
  const bytes = decode(playlist.slice(start, end < 0 ? undefined : end).trimEnd());
  if (bytes.length <= SIGNATURE_BYTES)
    throw new ManifestError(`The manifest of a playlist has ${bytes.length} bytes.`);
  return { signature: bytes.slice(0, SIGNATURE_BYTES), encoded: bytes.slice(SIGNATURE_BYTES) };
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new ManifestError('The manifest of a playlist is not valid base64.');
  }
}
