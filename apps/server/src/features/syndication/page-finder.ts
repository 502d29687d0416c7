/** Finds what a path of the web app shows. */
import { type Clip, type ClipId, LIVE_SLUG, type StreamId } from '@tributary/contracts';
import { findClip } from '#features/clips/index.ts';
import type { Database } from '#platform/db/database.ts';
import * as repo from './syndication.repo.ts';

export type Found =
  | { readonly kind: 'stream'; readonly stream: repo.SharedStream; readonly byChannel: boolean }
  /** A channel's live page while it is offline. */
  | { readonly kind: 'offline'; readonly person: repo.SharedPerson }
  | { readonly kind: 'person'; readonly person: repo.SharedPerson }
  | { readonly kind: 'event'; readonly event: repo.SharedEvent }
  | { readonly kind: 'clip'; readonly clip: Clip };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How a stream's page addresses its stream. */
export type StreamAddress = { readonly id: StreamId } | { readonly username: string; readonly slug: string };

export interface Finder {
  /** @returns null if there is no such stream, person or event; undefined for other paths */
  find(path: string): Promise<Found | null | undefined>;
}

export function createFinder(db: Database): Finder {
  const person = (username: string) => db.read((reader) => repo.findPerson(reader, username.toLowerCase()));

  async function stream(id: string): Promise<Found | null> {
    const found = UUID.test(id) && (await db.read((reader) => repo.findStream(reader, id as StreamId)));
    return found ? { kind: 'stream', stream: found, byChannel: false } : null;
  }

  async function clip(id: string): Promise<Found | null> {
    const found = UUID.test(id) && (await db.read((reader) => findClip(reader, id as ClipId)));
    return found ? { kind: 'clip', clip: found } : null;
  }

  async function channel(username: string): Promise<Found | null> {
    const live = await db.read((reader) => repo.findLiveStream(reader, username.toLowerCase()));
    if (live) return { kind: 'stream', stream: live, byChannel: true };
    const found = await person(username);
    return found?.isStreamer ? { kind: 'offline', person: found } : null;
  }

  return {
    async find(path) {
      const [section, first, second, ...rest] = segmentsOf(path);
      if (first === undefined || rest.length > 0) return undefined;
      if (section === 's' && second) {
        if (second === LIVE_SLUG) return channel(first);
        const found = await db.read((reader) => repo.findStreamBySlug(reader, first.toLowerCase(), second));
        return found ? { kind: 'stream', stream: found, byChannel: false } : null;
      }
      if (section === 'embed' && first === 'stream' && second) return stream(second);
      if (section === 'embed' && first === 'clip' && second) return clip(second);
      if (second !== undefined) return undefined;
      switch (section) {
        case 'clips':
          return clip(first);
        case 'stream':
          return stream(first);
        case 'embed':
          return channel(first);
        case 'streamer': {
          const found = await person(first);
          return found ? { kind: 'person', person: found } : null;
        }
        case 'events': {
          const event = UUID.test(first) && (await db.read((reader) => repo.findEvent(reader, first)));
          return event ? { kind: 'event', event } : null;
        }
        default:
          return undefined;
      }
    },
  };
}

/** The stream that a stream's page or its embedded player shows; null for other paths. */
export function streamAddress(path: string): StreamAddress | null {
  const [section, ...segments] = segmentsOf(path.replace(/^\/embed\/stream\//, '/stream/'));
  const [first, second, ...rest] = section === 'embed' ? [...segments, LIVE_SLUG] : segments;
  if (!first || rest.length > 0) return null;
  if ((section === 's' || section === 'embed') && second) return { username: first, slug: second };
  return section === 'stream' && second === undefined && UUID.test(first) ? { id: first as StreamId } : null;
}

const segmentsOf = (path: string): string[] => path.slice(1).split('/').map(decoded);

/** @returns the empty string if it cannot be decoded, which matches nothing */
function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    // PostgreSQL's text cannot contain NUL.
    return text.includes('\0') ? '' : text;
  } catch {
    return '';
  }
}
