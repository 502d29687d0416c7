/** Parses the URLs under /live/ (listed in presentation/presentation.ts) without allocating a URL object. */
export const LIVE_PREFIX = '/live/';

/** The resource of a URL under /live/, which need not exist. */
export type Address = MultivariantAddress | PlaylistAddress | MediaAddress;

export interface MultivariantAddress {
  readonly kind: 'multivariant';
  readonly streamId: string;
}

export interface PlaylistAddress {
  readonly kind: 'playlist';
  readonly streamId: string;
  readonly epoch: string;
  readonly rendition: string;
  /** The query without its question mark; empty if there is none. */
  readonly query: string;
}

export interface MediaAddress {
  readonly kind: 'init' | 'segment' | 'part';
  readonly streamId: string;
  readonly epoch: string;
  readonly rendition: string;
  /** The version of an init section, otherwise the media sequence number. */
  readonly number: number;
  /** The index of a part; otherwise 0. */
  readonly part: number;
}

/**
 * Parses a request target that begins with LIVE_PREFIX. Ids, epochs and numbers have only one spelling (no
 * percent-encoding, no leading zeros), so that two URLs cannot fill a cache with the same bytes.
 * @returns undefined if it is not valid
 */
export function parseAddress(target: string): Address | undefined {
  const mark = target.indexOf('?');
  const pathEnd = mark === -1 ? target.length : mark;
  const streamEnd = target.indexOf('/', LIVE_PREFIX.length);
  if (streamEnd === -1 || streamEnd >= pathEnd) return undefined;
  const streamId = target.slice(LIVE_PREFIX.length, streamEnd);

  const epochEnd = target.indexOf('/', streamEnd + 1);
  if (epochEnd === -1 || epochEnd >= pathEnd) {
    return target.slice(streamEnd + 1, pathEnd) === 'index.m3u8'
      ? { kind: 'multivariant', streamId }
      : undefined;
  }
  const epoch = target.slice(streamEnd + 1, epochEnd);

  const renditionEnd = target.indexOf('/', epochEnd + 1);
  if (renditionEnd === -1 || renditionEnd >= pathEnd) {
    const name = target.slice(epochEnd + 1, pathEnd);
    if (!name.endsWith('.m3u8')) return undefined;
    const query = mark === -1 ? '' : target.slice(mark + 1);
    return { kind: 'playlist', streamId, epoch, rendition: name.slice(0, -5), query };
  }
  const rendition = target.slice(epochEnd + 1, renditionEnd);
  const file = target.slice(renditionEnd + 1, pathEnd);

  if (file.startsWith('init-') && file.endsWith('.mp4')) {
    const version = parseCount(file, 5, file.length - 4);
    return version < 0 ? undefined : { kind: 'init', streamId, epoch, rendition, number: version, part: 0 };
  }
  if (!file.endsWith('.m4s')) return undefined;
  const stemEnd = file.length - 4;
  const dot = file.indexOf('.');
  const msn = parseCount(file, 0, dot);
  if (msn < 0) return undefined;
  if (dot === stemEnd) return { kind: 'segment', streamId, epoch, rendition, number: msn, part: 0 };
  const part = parseCount(file, dot + 1, stemEnd);
  return part < 0 ? undefined : { kind: 'part', streamId, epoch, rendition, number: msn, part };
}

/** The number between two offsets, or -1. `007` is not valid, since it would be a second name for 7. */
function parseCount(text: string, from: number, to: number): number {
  if (to - from > 1 && text.charCodeAt(from) === 0x30) return -1;
  return parseDecimal(text, from, to);
}

/** The decimal integer between two offsets of a text, or -1 for anything but 1 to 15 digits. */
export function parseDecimal(text: string, from: number, to: number): number {
  const length = to - from;
  if (length < 1 || length > 15) return -1;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
