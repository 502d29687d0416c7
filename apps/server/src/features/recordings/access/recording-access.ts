/** Who may watch a recording. */
import type { IncomingHttpHeaders } from 'node:http';
import type { StreamId } from '@tributary/contracts/shared';
import type { Live } from '#features/live/index.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { ShortCache } from '#platform/short-cache.ts';
import * as repo from './audience.repo.ts';

/** Who may watch is read again after this: a recording that is withdrawn is gone within a second. */
const AUDIENCE_MS = 1_000;

interface Request {
  readonly headers: IncomingHttpHeaders;
}

/** Who may watch recordings, as a process knows it. */
export interface RecordingAudiences {
  /** Null where nobody may watch it. */
  of(id: StreamId): Promise<repo.Audience | null>;
  /** Call it when a recording has changed: its creator, who looks at once, gets the files of now. */
  changed(id: StreamId): void;
}

export function createRecordingAudiences(db: Database): RecordingAudiences {
  const cache = new ShortCache<repo.Audience | null>({ ttlMs: AUDIENCE_MS, maxEntries: 10_000 });

  return {
    of: (id) => cache.get(id, () => db.read((reader) => repo.findAudience(reader, id))),
    changed(id) {
      cache.delete(id);
    },
  };
}

export interface RecordingAccess {
  /** Null where nobody may watch it. */
  audienceOf(id: StreamId): Promise<repo.Audience | null>;
  /** Whether a request may have the recording without a session. */
  isOpen(request: Request, audience: repo.Audience, id: StreamId): boolean;
  mayWatch(request: Request, audience: repo.Audience, id: StreamId): Promise<boolean>;
  /** Whether the request is its streamer's or an admin's. */
  isOwn(request: Request, audience: repo.Audience): Promise<boolean>;
}

export function createRecordingAccess(
  authenticate: (request: Request) => Promise<Caller | null>,
  audiences: Pick<RecordingAudiences, 'of'>,
  playback: Pick<Live['playback'], 'mayPlay'>,
): RecordingAccess {
  async function isOwn(request: Request, { streamerId }: repo.Audience): Promise<boolean> {
    const caller = await authenticate(request);
    if (caller === null) return false;
    return caller.userId === streamerId || (caller.roles.includes('admin') && !caller.owesSecondFactor);
  }

  const isOpen = (request: Request, { visibility, isGated }: repo.Audience, id: StreamId): boolean =>
    visibility !== 'private' && (!isGated || playback.mayPlay(id, request.headers));

  return {
    audienceOf: (id) => audiences.of(id),
    isOpen,
    mayWatch: async (request, audience, id) =>
      isOpen(request, audience, id) || (await isOwn(request, audience)),
    isOwn,
  };
}
