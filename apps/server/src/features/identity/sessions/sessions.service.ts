/** From a request's cookie or access token to the person, as the database has them now (spec section 6). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { type Auth, SESSION_SECONDS, SESSION_UPDATE_SECONDS } from '../auth/auth.ts';
import { hashSessionToken } from '../auth/session-tokens.ts';
import type { Profile } from '../users/users.repo.ts';
import type { AccessTokens } from './access-tokens.ts';
import { findSessionOfPerson, markUsed } from './sessions.repo.ts';

export interface CurrentSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly profile: Profile;
}

export interface Sessions {
  /**
   * By access token where there is one, else by cookie. Null: nobody is signed in, or somebody who is
   * banned, or the session behind the token has ended.
   * @throws AppError `database_unavailable`
   */
  current(headers: IncomingHttpHeaders): Promise<CurrentSession | null>;
  /**
   * By cookie alone; counts as use of the session, which ends 30 days after its last use.
   * @returns `cookies`: Set-Cookie headers of a session that was prolonged
   */
  use(
    headers: IncomingHttpHeaders,
  ): Promise<(CurrentSession & { readonly cookies: readonly string[] }) | null>;
}

/** How exact "last used" is, and so how seldom it is written. */
const USE_COUNTS_EVERY_MS = 300_000;
/** Once a day, as the library has it. */
const PROLONGED_BELOW_MS = (SESSION_SECONDS - SESSION_UPDATE_SECONDS) * 1000;
/** One write for all that were used since the last: a read is not to wait for the disk. */
const WRITE_USE_EVERY_MS = 5_000;
const MOST_REMEMBERED = 20_000;

export interface SessionsOptions {
  readonly auth: Auth;
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly readCookie: (cookies?: string) => string | null;
  readonly log: Log;
}

export function createSessions({ auth, db, tokens, readCookie, log }: SessionsOptions): Sessions {
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
    const claims = await tokens.verify(token);
    const session = claims && (await find({ id: claims.sessionId }));
    return session?.profile.id === claims?.userId ? session : null;
  }

  /** @returns the cookie's new lifetime; the library writes both that and the row's */
  async function prolong({ cookie = '' }: IncomingHttpHeaders): Promise<string[]> {
    try {
      const answer = await auth.api.getSession({ headers: new Headers({ cookie }), returnHeaders: true });
      return answer.headers.getSetCookie();
    } catch (err) {
      // Due again at the next use.
      log.warn({ err }, 'A session could not be prolonged');
      return [];
    }
  }

  async function mark(id: string): Promise<void> {
    const now = performance.now();
    if ((lastMarked.get(id) ?? -Infinity) > now - USE_COUNTS_EVERY_MS) return;
    lastMarked.delete(id);
    lastMarked.set(id, now);
    for (const oldest of lastMarked.keys()) {
      if (lastMarked.size <= MOST_REMEMBERED) break;
      lastMarked.delete(oldest);
    }
    used.add(id);
    if (writtenAt > now - WRITE_USE_EVERY_MS) return;
    writtenAt = now;
    const ids = [...used];
    used.clear();
    await db
      .transact((tx) => markUsed(tx, ids))
      .catch((err: unknown) => {
        // Whoever is signed in stays so where nothing can be written.
        log.warn({ err }, 'When sessions were last used could not be recorded');
        for (const missed of ids) used.add(missed);
      });
  }

  return {
    current(headers) {
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      return token === undefined ? byCookie(headers) : byToken(token);
    },
    async use(headers) {
      const session = await byCookie(headers);
      if (!session) return null;
      await mark(session.id);
      const due = session.expiresAt.getTime() < Date.now() + PROLONGED_BELOW_MS;
      return { ...session, cookies: due ? await prolong(headers) : [] };
    },
  };
}
