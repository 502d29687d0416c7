/** Finds the session and person behind a request's cookie or access token, in the database (spec section 6). */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from '#platform/access-tokens/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { Profile } from '../users/users.repo.ts';
import { SESSION_SECONDS, SESSION_UPDATE_SECONDS } from './session-cookie.ts';
import { hashSessionToken } from './session-tokens.ts';
import { findSessionOfPerson, markUsed } from './sessions.repo.ts';

export interface CurrentSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly isProven: boolean;
  readonly profile: Profile;
}

export interface Sessions {
  /**
   * Finds the session by access token if there is one, else by cookie. Null: the caller is not signed in, the person is
   * banned, or the token's session has ended.
   * @throws AppError `database_unavailable`
   */
  current(headers: IncomingHttpHeaders): Promise<CurrentSession | null>;
  /**
   * Finds the session by id. Null: it has ended, or the person is banned.
   * @throws AppError `database_unavailable`
   */
  find(id: string): Promise<CurrentSession | null>;
  /**
   * Finds the session by cookie only. Counts as use of the session, which ends 30 days after its last use.
   * @returns `cookies`: Set-Cookie headers if the session was extended
   */
  use(
    headers: IncomingHttpHeaders,
  ): Promise<(CurrentSession & { readonly cookies: readonly string[] }) | null>;
}

/** The precision of "last used" in the database, which limits how often it is written. */
const USE_PRECISION_MS = 300_000;
/** Extends a session once a day, as better-auth does. */
const EXTEND_BELOW_MS = (SESSION_SECONDS - SESSION_UPDATE_SECONDS) * 1000;
/** Uses are written in batches, so that reads rarely wait for a write. */
const WRITE_INTERVAL_MS = 5_000;
const MAX_REMEMBERED = 20_000;

export interface SessionsOptions {
  /** Extends the session of a cookie, in the database as well. @returns Set-Cookie headers */
  readonly extendSession: (cookie: string) => Promise<string[]>;
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly readCookie: (cookies?: string) => string | null;
  readonly log: Log;
}

export function createSessions({ extendSession, db, tokens, readCookie, log }: SessionsOptions): Sessions {
  const lastMarked = new Map<string, number>();
  const used = new Set<string>();
  let writtenAt = -Infinity;

  async function find(by: Parameters<typeof findSessionOfPerson>[1]) {
    const session = await db.read((reader) => findSessionOfPerson(reader, by));
    return session && !session.profile.bannedAt ? session : null;
  }

  async function byCookie({ cookie }: IncomingHttpHeaders) {
    const token = readCookie(cookie);
    return token === null ? null : find({ tokenHash: hashSessionToken(token) });
  }

  async function byToken(token: string) {
    const claims = await tokens.claimsOf(token);
    const session = claims && (await find({ id: claims.sessionId }));
    return session?.profile.id === claims?.userId ? session : null;
  }

  async function extend({ cookie = '' }: IncomingHttpHeaders): Promise<string[]> {
    try {
      return await extendSession(cookie);
    } catch (err) {
      // The next use of the session tries again.
      log.warn({ err }, 'Could not extend a session');
      return [];
    }
  }

  async function mark(id: string): Promise<void> {
    const now = performance.now();
    if ((lastMarked.get(id) ?? -Infinity) > now - USE_PRECISION_MS) return;
    lastMarked.delete(id);
    lastMarked.set(id, now);
    for (const oldest of lastMarked.keys()) {
      if (lastMarked.size <= MAX_REMEMBERED) break;
      lastMarked.delete(oldest);
    }
    used.add(id);
    if (writtenAt > now - WRITE_INTERVAL_MS) return;
    writtenAt = now;
    const ids = [...used];
    used.clear();
    await db
      .transact((tx) => markUsed(tx, ids))
      .catch((err: unknown) => {
        // People stay signed in even if the database cannot be written.
        log.warn({ err, sessions: ids.length }, 'Could not record when sessions were last used');
        for (const missed of ids) used.add(missed);
      });
  }

  return {
    find: (id) => find({ id }),
    current(headers) {
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      return token === undefined ? byCookie(headers) : byToken(token);
    },
    async use(headers) {
      const session = await byCookie(headers);
      if (!session) return null;
      await mark(session.id);
      const due = session.expiresAt.getTime() < Date.now() + EXTEND_BELOW_MS;
      return { ...session, cookies: due ? await extend(headers) : [] };
    },
  };
}
