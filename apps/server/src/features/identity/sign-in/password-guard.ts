/**
 * Limits guessing at passwords without locking owners out. The limit of a network comes first, so that the attempts it
 * refuses count against no account. Failures count per account and network, and per account for all networks, which
 * bounds a distributed guesser. A browser that has signed in to the account before counts as a network of its own and
 * is not affected by the failures of others.
 */
import { AppError } from '#platform/errors.ts';
import { NETWORKS_PER_SITE, networkOf, siteOf } from '#platform/network/network.ts';
import type { AttemptLimit, AttemptLimiter } from '../attempts/attempt-limiter.ts';
import { identityErrors } from '../identity.errors.ts';
import type { BrowserCookie } from '../sessions/browser-cookie.ts';

/** The attempts of a network at any accounts, successful ones included. */
const FROM_SOURCE: AttemptLimit = { window: 60, max: 10 };
/** The attempts of all networks of an IPv6 site. */
const FROM_SITE: AttemptLimit = { ...FROM_SOURCE, max: FROM_SOURCE.max * NETWORKS_PER_SITE };
/** The failures of a network at one account. */
const AT_ACCOUNT_FROM_SOURCE: AttemptLimit = { window: 900, max: 10 };
const AT_ACCOUNT: AttemptLimit = { window: 900, max: 30 };

/** The parts of a request that identify its source. */
export interface RequestSource {
  readonly ip: string;
  readonly headers: { readonly cookie?: string | undefined };
}

export interface PasswordGuard {
  /**
   * Runs `signIn` if the source may fail once more at this account.
   * @throws AppError `too_many_attempts`, `too_many_failures`, and the errors of `signIn`
   */
  attempt<T>(from: RequestSource, email: string, signIn: () => Promise<T>): Promise<T>;
}

export function createPasswordGuard(
  limiter: AttemptLimiter,
  knownBrowsers: Pick<BrowserCookie, 'find'>,
): PasswordGuard {
  return {
    async attempt({ ip, headers }, email, signIn) {
      const browser = knownBrowsers.find(headers.cookie, email);
      const source = browser === null ? networkOf(ip) : `browser ${browser}`;
      await limiter.limit(`password from ${source}`, FROM_SOURCE);
      const site = siteOf(source);
      if (site !== null) await limiter.limit(`password from ${site}`, FROM_SITE);
      // Attempts count before their outcome is known, so that concurrent ones cannot pass a limit together.
      await limiter.limit(`password of ${email} from ${source}`, AT_ACCOUNT_FROM_SOURCE);
      if (browser === null) {
        const { allowed, retryAfter } = await limiter.consume(`password of ${email}`, AT_ACCOUNT);
        if (!allowed) throw identityErrors.too_many_failures({ retryAfterSeconds: retryAfter ?? 60 });
      }
      let wrong = false;
      try {
        return await signIn();
      } catch (error) {
        wrong = error instanceof AppError && error.kind === 'unauthenticated';
        throw error;
      } finally {
        if (!wrong) {
          await limiter.takeBack(`password of ${email} from ${source}`, AT_ACCOUNT_FROM_SOURCE);
          if (browser === null) await limiter.takeBack(`password of ${email}`, AT_ACCOUNT);
        }
      }
    },
  };
}
