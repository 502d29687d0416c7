/** The addresses of media in the URLs of a live stream: `/live/{streamId}/{epoch}/{rendition}/{file}`. */
import { renditionNumber } from './manifest/playlist-manifest.ts';
import { INIT_SECTION, MAX_SEQUENCE, type MediaAddress, WHOLE_SEGMENT } from './media-address.ts';

const FILE = /\/([\w-]+)\/(?:(\d{1,10})\.m4s|init-(\d{1,10})\.mp4)$/;

/** @returns the address of a whole segment or an init section; null for other URLs */
export function addressOf(url: string): MediaAddress | null {
  const [, name = '', segment, init] = FILE.exec(url) ?? [];
  const rendition = renditionNumber(name);
  const sequence = Number(segment ?? init);
  if (rendition === null || !(sequence <= MAX_SEQUENCE)) return null;
  return { rendition, sequence, part: segment === undefined ? INIT_SECTION : WHOLE_SEGMENT };
}
