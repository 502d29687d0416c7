/** Playback grants: signed cookies that let one browser's session fetch the media of one stream for a minute. */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { StreamId, UserId } from '@tributary/contracts';

export const GRANT_SECONDS = 60;
export const GRANT_COOKIE = 'tributary_playback';

const GRANT_MS = GRANT_SECONDS * 1000;
/** How much the clocks of two processes may differ. */
const CLOCK_SKEW_MS = 5_000;
const PATTERN = new RegExp(`(?:^|;\\s*)${GRANT_COOKIE}=([^.;]+)\\.([^.;]+)\\.([^.;]+)(?:;|$)`);

export interface PlaybackGrants {
  /** @param grant.path of the stream's media @returns the Set-Cookie value */
  issue(grant: { streamId: StreamId; userId: UserId; sessionToken: string; path: string }): string;
  /** How long the request with these cookies may still fetch the stream's media; 0: not at all. Reads no database. */
  remainingMs(streamId: string, cookies: string | undefined): number;
  /** Refuses the grants that a person holds now, in this process. */
  revoke(userId: UserId): void;
}

export interface PlaybackGrantsOptions {
  /** Of the instance: every process issues and verifies the same grants. */
  readonly secret: string;
  /** Reads the token of a session cookie that this instance has signed. */
  readonly sessionTokenOf: (cookies?: string) => string | null;
  readonly secureCookies: boolean;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

/**
 * A grant is `user.expiry.signature`. The signature covers the stream and the token of the session, which the grant
 * does not contain: without that session's cookie it is worth nothing.
 */
export function createPlaybackGrants(options: PlaybackGrantsOptions): PlaybackGrants {
  const { secret, sessionTokenOf, secureCookies, nowMs } = options;
  // As a key object, with which a signature takes a quarter of the time.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'playback grants', 32)));
  /** By user, oldest first. */
  const revokedAt = new Map<string, number>();

  const sign = (streamId: string, userId: string, expiry: string, sessionToken: string): string =>
    createHmac('sha256', key).update([streamId, userId, expiry, sessionToken].join('\n')).digest('base64url');

  return {
    issue({ streamId, userId, sessionToken, path }) {
      const expiry = String(nowMs() + GRANT_MS);
      const value = `${userId}.${expiry}.${sign(streamId, userId, expiry, sessionToken)}`;
      const attributes = `Path=${path}; Max-Age=${GRANT_SECONDS}; HttpOnly; SameSite=Lax`;
      return `${GRANT_COOKIE}=${value}; ${attributes}${secureCookies ? '; Secure' : ''}`;
    },
    remainingMs(streamId, cookies = '') {
      const [, userId = '', expiry = '', signature = ''] = PATTERN.exec(cookies) ?? [];
      const leftMs = Number(expiry) - nowMs();
      if (!(leftMs > 0 && leftMs <= GRANT_MS + CLOCK_SKEW_MS)) return 0;
      const issuedAt = Number(expiry) - GRANT_MS;
      if (issuedAt <= (revokedAt.get(userId) ?? Number.NEGATIVE_INFINITY)) return 0;
      const sessionToken = sessionTokenOf(cookies);
      if (sessionToken === null) return 0;
      const isSigned = equal(signature, sign(streamId, userId, expiry, sessionToken));
      return isSigned ? leftMs : 0;
    },
    revoke(userId) {
      revokedAt.delete(userId);
      revokedAt.set(userId, nowMs());
      // Grants that were issued before these have expired.
      const expired = nowMs() - GRANT_MS - CLOCK_SKEW_MS;
      for (const [id, at] of revokedAt) {
        if (at > expired) break;
        revokedAt.delete(id);
      }
    },
  };
}

/** Compares the texts, since several texts decode to the same base64url bytes. */
function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
