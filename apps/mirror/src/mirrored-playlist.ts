/** Reads what the mirror needs to know of a media playlist of the instance. Other lines are served as they are. */
import { type AddressKey, addressKey } from '@tributary/swarm/media-address';

export interface PlaylistEdge {
  readonly msn: number;
  /** -1: the segment has no part yet. */
  readonly part: number;
}

export interface MirroredPlaylist {
  /** The URIs of listed parts, relative to the playlist. */
  readonly parts: ReadonlyMap<AddressKey, string>;
  /** The URIs of listed initialization sections, relative to the playlist. */
  readonly inits: readonly string[];
  /** The part that a blocking reload asks for last: those behind it do not exist yet. */
  readonly edge: PlaylistEdge;
  readonly targetDurationSeconds: number;
  /** The numbers of parts of the finished segments whose parts are listed, by media sequence number. */
  readonly finished: ReadonlyMap<number, number>;
}

const PART = /^#EXT-X-PART:.*URI="([\w-]+\/(\d+)\.(\d+)\.m4s)"/;
const SEGMENT = /^[\w-]+\/(\d+)\.m4s$/;
const INIT = /^#EXT-X-MAP:URI="([\w-]+\/init-\d+\.mp4)"/;
const TARGET = /^#EXT-X-TARGETDURATION:(\d+)$/;

export function readPlaylist(text: string, rendition: number): MirroredPlaylist {
  const parts = new Map<AddressKey, string>();
  const inits: string[] = [];
  let edge: PlaylistEdge = { msn: 0, part: -1 };
  let targetDurationSeconds = 1;
  const finished = new Map<number, number>();
  for (const line of text.split('\n')) {
    const part = PART.exec(line);
    const segment = SEGMENT.exec(line);
    if (part !== null) {
      const [, uri = '', msn, index] = part;
      const address = { rendition, sequence: Number(msn), part: Number(index) };
      parts.set(addressKey(address), uri);
      edge = { msn: address.sequence, part: address.part };
    } else if (segment !== null) {
      const msn = Number(segment[1]);
      if (edge.msn === msn && edge.part >= 0) finished.set(msn, edge.part + 1);
      edge = { msn: msn + 1, part: -1 };
    } else {
      const init = INIT.exec(line)?.[1];
      if (init !== undefined) inits.push(init);
      targetDurationSeconds = Number(TARGET.exec(line)?.[1] ?? targetDurationSeconds);
    }
  }
  return { parts, inits, edge, targetDurationSeconds, finished };
}

/** Whether the playlist has what a blocking reload waits for (RFC 8216bis section 6.2.5.2). */
export function hasReached(edge: PlaylistEdge, msn: number, part: number | null): boolean {
  if (part === null) return edge.msn > msn;
  return edge.msn > msn || (edge.msn === msn && edge.part >= part);
}

/** The variants of a multivariant playlist whose media playlists are mirrored, and the audio. */
export function withRenditions(multivariant: string, renditions: readonly string[]): string {
  const isMirrored = (uri: string | undefined) =>
    renditions.some((name) => uri?.endsWith(`/${name}.m3u8`) === true);
  const lines = multivariant.split('\n');
  return lines
    .filter((line, index) => {
      if (line.startsWith('#EXT-X-STREAM-INF:')) return isMirrored(lines[index + 1]);
      if (line.startsWith('#EXT-X-MEDIA:')) return isMirrored(/URI="([^"]+)"/.exec(line)?.[1]);
      return line.startsWith('#') || line === '' || isMirrored(line);
    })
    .join('\n');
}

/** The media playlists that a multivariant playlist names, relative to it. */
export function mediaPlaylists(multivariant: string): string[] {
  const uris = multivariant.matchAll(/^(?:#EXT-X-MEDIA:.*URI="([^"]+)".*|([\w-]+\/[\w-]+\.m3u8))$/gm);
  return [...new Set([...uris].map(([, media, variant]) => media ?? variant ?? ''))];
}
