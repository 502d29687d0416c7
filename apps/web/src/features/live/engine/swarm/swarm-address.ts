/** Finds the swarm that a playlist belongs to: streams and epochs are in the addresses of their media. */
import { swarmName } from '@tributary/swarm/manifest/playlist-manifest';
import { SWARM_ID_BYTES } from '@tributary/swarm/protocol/messages';

/**
 * @param url of a media playlist
 * @returns what names the swarm of its media; null where it is not that of a live stream
 */
export async function swarmOf(url: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const [, streamId, epoch] = /\/live\/([^/]+)\/([^/]+)\//.exec(url) ?? [];
  if (streamId === undefined || epoch === undefined) return null;
  const hash = await crypto.subtle.digest('SHA-256', swarmName(streamId, epoch));
  return new Uint8Array(hash).slice(0, SWARM_ID_BYTES);
}

/** A random id for a peer: 16 bytes in base64url. */
export function randomPeerId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = String.fromCharCode(...bytes);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
