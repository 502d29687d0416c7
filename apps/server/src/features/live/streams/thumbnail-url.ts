/**
 * The URLs of generated thumbnails: `/thumbnails/{streamId}-{key}.webp?v={version}`. The key is random, since nobody but
 * its creator may see the thumbnail of a private video, and requests for images name no account. It stays when the
 * thumbnail is replaced, and is replaced when fewer people may watch.
 */
import { randomBytes } from 'node:crypto';
import { type StreamId, streamId } from '@tributary/contracts/shared';

export type ThumbnailExtension = 'webp' | 'jpg';

/** Earlier ones had no key. */
const FILE = /^(?<id>[0-9a-f-]{36})(?:-(?<key>[0-9a-f]{32}))?\.(?<extension>webp|jpg)$/;
const ADDRESS = /^\/thumbnails\/(?<file>[^?]+)(?<version>\?v=.*)?$/;

interface ThumbnailFile {
  readonly id: StreamId;
  readonly key: string | undefined;
  readonly extension: string;
}

/** @returns null where it names no generated thumbnail */
export function parseFile(file: string): ThumbnailFile | null {
  const { id, key, extension = '' } = FILE.exec(file)?.groups ?? {};
  const parsed = streamId.safeParse(id);
  return parsed.success ? { id: parsed.data, key, extension } : null;
}

const newKey = (): string => randomBytes(16).toString('hex');

/** @param before the present URL of the stream's thumbnail */
export function nextUrl(before: string | null, id: StreamId, extension: ThumbnailExtension): string {
  const { file = '' } = ADDRESS.exec(before ?? '')?.groups ?? {};
  const key = parseFile(file)?.key ?? newKey();
  return `/thumbnails/${id}-${key}.${extension}?v=${Date.now().toString(36)}`;
}

/** The same thumbnail under another URL; null where it was not generated. */
export function renamedUrl(url: string | null): string | null {
  const { file = '', version = '' } = ADDRESS.exec(url ?? '')?.groups ?? {};
  const parsed = parseFile(file);
  return parsed && `/thumbnails/${parsed.id}-${newKey()}.${parsed.extension}${version}`;
}
