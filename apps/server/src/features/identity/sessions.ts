/** From a request's cookie or access token to the person, as the database has them now (spec section 6). */
import type { IncomingHttpHeaders } from 'node:http';
import { userId } from '@tributary/contracts';
import { isAPIError } from 'better-auth/api';
import type { Database } from '#platform/db/database.ts';
import { databaseUnavailable } from '#platform/db/database-errors.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Auth } from './auth.ts';
import { findProfile, type Profile } from './identity.repo.ts';
import { findSession, markUsed } from './sessions.repo.ts';

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
const MOST_REMEMBERED = 20_000;

export function createSessions(auth: Auth, db: Database, tokens: AccessTokens): Sessions {
  const lastMarked = new Map<string, number>();

  async function byCookie({ cookie }: IncomingHttpHeaders, prolong: boolean) {
    if (!cookie?.includes('session_token')) return null;
    const { headers, response } = await auth.api
      .getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: !prolong },
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        // The library reports a database that is away as an internal error of its own.
        throw isAPIError(error) ? databaseUnavailable(error) : error;
      });
    if (!response) return null;
    const { id, createdAt, userId: owner } = response.session;
    const profile = await unlessBanned(owner);
    return profile && { id, createdAt, profile, cookies: headers.getSetCookie() };
  }

  async function byToken(token: string): Promise<CurrentSession | null> {
    const claims = await tokens.verify(token);
    if (!claims) return null;
    const session = await db.read((reader) => findSession(reader, claims.sessionId));
    if (session?.userId !== claims.userId) return null;
    const profile = await unlessBanned(claims.userId);
    return profile && { id: session.id, createdAt: session.createdAt, profile };
  }

  async function unlessBanned(owner: string): Promise<Profile | null> {
    const profile = await db.read((reader) => findProfile(reader, userId.parse(owner)));
    return profile && !profile.bannedAt ? profile : null;
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
    await db.transact((tx) => markUsed(tx, id));
  }

  return {
    current(headers) {
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      return token === undefined ? byCookie(headers, false) : byToken(token);
    },
    async use(headers) {
      const session = await byCookie(headers, true);
      if (session) await mark(session.id);
      return session;
    },
  };
}
