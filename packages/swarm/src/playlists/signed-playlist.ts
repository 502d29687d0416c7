/**
 * Playlists that the instance has signed, so that a viewer who cannot reach the instance can take them from another peer
 * (docs/decisions/035). The signature is the last line, and covers all lines before it, the manifest included: it names
 * the presentation, the rendition and a number that rises.
 */
import { ManifestError, SIGNATURE_BYTES } from '../manifest/part-manifest.ts';

const TAG = '#EXT-X-TRIBUTARY-SIGNATURE:';

/** Tells signatures of playlists apart from those of manifests. */
const DOMAIN = 'tributary playlist\n';

export interface SignedText {
  /** The lines that the signature covers. */
  readonly text: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** The bytes that the signature of a playlist is made for. */
export function bytesToSign(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(DOMAIN + text);
}

/** The last line of a signed playlist. */
export function writeSignatureLine(signature: Uint8Array): string {
  let binary = '';
  for (const byte of signature) binary += String.fromCharCode(byte);
  return `${TAG}${btoa(binary)}\n`;
}

/**
 * Separates a playlist from its signature, which is not verified yet; null where it has none.
 * @throws ManifestError
 */
export function readSignature(playlist: string): SignedText | null {
  const at = playlist.lastIndexOf(`\n${TAG}`) + 1;
  if (at === 0) return null;
  const line = playlist.slice(at + TAG.length);
  const signature = decode(line);
  if (signature.length !== SIGNATURE_BYTES || playlist.slice(at) !== writeSignatureLine(signature))
    throw new ManifestError('The signature of a playlist is not its last line.');
  return { text: playlist.slice(0, at), signature };
}

function decode(line: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(line.trimEnd()), (character) => character.charCodeAt(0));
  } catch {
    throw new ManifestError('The signature of a playlist is not valid base64.');
  }
}
