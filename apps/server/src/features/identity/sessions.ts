/** From a request's cookie to the person, as the database has them now (spec section 6). */
import type { IncomingHttpHeaders } from 'node:http';
import { userId } from '@tributary/contracts';
import { isAPIError } from 'better-auth/api';
import type { Database } from '#platform/db/database.ts';
import { databaseUnavailable } from '#platform/db/database-errors.ts';
import type { Auth } from './auth.ts';
import { findProfile, type Profile } from './identity.repo.ts';

export interface CurrentSession {
  readonly profile: Profile;
  /** Set-Cookie headers of a session that was prolonged. */
  readonly cookies: readonly string[];
}

export interface Sessions {
  /**
   * Null: nobody is signed in, or somebody who is banned.
   * @param prolong count this as use of the session, which ends 30 days after its last use
   * @throws AppError `database_unavailable`
   */
  current(headers: IncomingHttpHeaders, prolong?: boolean): Promise<CurrentSession | null>;
}

export function createSessions(auth: Auth, db: Database): Sessions {
  return {
    async current({ cookie }, prolong = false) {
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
      const id = userId.parse(response.user.id);
      const profile = await db.read((reader) => findProfile(reader, id));
      return profile && !profile.bannedAt ? { profile, cookies: headers.getSetCookie() } : null;
    },
  };
}
