/**
 * Playback grants: signed cookies, or encrypted parts of addresses, that let one browser's session fetch the media of one
 * stream for a minute.
 */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { MEDIA_GRANT_HEADER } from '#platform/media-grant-header.ts';
import { createSealedGrants } from './sealed-grants.ts';

export const GRANT_SECONDS = 60;
export const GRANT_COOKIE = 'tributary_playback';

const GRANT_MS = GRANT_SECONDS * 1000;
/** How much the clocks of two processes may differ. */
const CLOCK_SKEW_MS = 5_000;
const NO_LEASE = '-';
const PATTERN = new RegExp(`(?:^|;\\s*)${GRANT_COOKIE}=([^.;]+)\\.([^.;]+)\\.([^.;]+)\\.([^.;]+)(?:;|$)`);

export interface PlaybackGrants {
  /** @returns the Set-Cookie value */
  issue(grant: NewGrant): string;
  /** @returns the grant for addresses of media on another host */
  issueForAddress(grant: NewAddressGrant): string;
  /** The time for which the request with these headers may fetch the stream's media; 0: none. Reads no database. */
  remainingMs(streamId: string, headers: IncomingHttpHeaders): number;
  /** Refuses the grants in addresses of a session that has ended, in this process. Its cookies are gone by themselves. */
  endSession(sessionId: string): void;
  /** Refuses the grants that a person holds now, in this process. */
  revoke(userId: UserId): void;
  /** Refuses the grants for a screen that another browser has taken over, in this process. */
  withdraw(lease: string): void;
}

export interface NewGrant {
  readonly streamId: StreamId;
  readonly userId: UserId;
  readonly sessionToken: string;
  /** That of the browser's screen; null where the stream has no gate. */
  readonly lease: string | null;
  /** Of the stream's media. */
  readonly path: string;
}

export interface NewAddressGrant extends Pick<NewGrant, 'streamId' | 'userId' | 'lease'> {
  readonly sessionId: string;
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
 * A grant is `user.lease.expiry.signature`. The signature covers the stream and the token of the session, which the
 * grant does not contain: without that session's cookie it is worth nothing.
 */
export function createPlaybackGrants(options: PlaybackGrantsOptions): PlaybackGrants {
  const { secret, sessionTokenOf, secureCookies, nowMs } = options;
  // As a key object, with which a signature takes a quarter of the time.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'playback grants', 32)));
  /** By user, oldest first. */
  const revokedAt = new Map<string, number>();
  /** By lease, oldest first. */
  const withdrawnAt = new Map<string, number>();
  /** Revocations by session, oldest first. */
  const sessionEndedAt = new Map<string, number>();
  const sealed = createSealedGrants(secret);

  const sign = (...signed: readonly string[]): string =>
    createHmac('sha256', key).update(signed.join('\n')).digest('base64url');

  /** Adds to times that are in order, and forgets those from which on all grants have expired. */
  function note(times: Map<string, number>, id: string): void {
    times.delete(id);
    times.set(id, nowMs());
    const expired = nowMs() - GRANT_MS - CLOCK_SKEW_MS;
    for (const [one, at] of times) {
      if (at > expired) break;
      times.delete(one);
    }
  }

  /** The time for which a grant is valid, as it states; 0 for a revoked one. */
  function leftMs(userId: string, lease: string, expiresAtMs: number): number {
    const left = expiresAtMs - nowMs();
    if (!(left > 0 && left <= GRANT_MS + CLOCK_SKEW_MS)) return 0;
    const issuedAt = expiresAtMs - GRANT_MS;
    if (issuedAt <= (revokedAt.get(userId) ?? Number.NEGATIVE_INFINITY)) return 0;
    return withdrawnAt.has(lease) ? 0 : left;
  }

  function remainingOfCookies(streamId: string, cookies: string): number {
    const [, userId = '', lease = '', expiry = '', signature = ''] = PATTERN.exec(cookies) ?? [];
    const left = leftMs(userId, lease, Number(expiry));
    if (left === 0) return 0;
    const sessionToken = sessionTokenOf(cookies);
    if (sessionToken === null) return 0;
    return equal(signature, sign(streamId, userId, lease, expiry, sessionToken)) ? left : 0;
  }

  function remainingOfAddress(streamId: string, grant: string): number {
    const granted = sealed.open(streamId, grant);
    if (granted === null || sessionEndedAt.has(granted.sessionId)) return 0;
    return leftMs(granted.userId, granted.lease ?? NO_LEASE, granted.expiresAtMs);
  }

  return {
    issue({ streamId, userId, sessionToken, lease, path }) {
      const expiry = String(nowMs() + GRANT_MS);
      const screen = lease ?? NO_LEASE;
      const signature = sign(streamId, userId, screen, expiry, sessionToken);
      const value = `${userId}.${screen}.${expiry}.${signature}`;
      const attributes = `Path=${path}; Max-Age=${GRANT_SECONDS}; HttpOnly; SameSite=Lax`;
      return `${GRANT_COOKIE}=${value}; ${attributes}${secureCookies ? '; Secure' : ''}`;
    },
    issueForAddress({ streamId, ...granted }) {
      return sealed.seal(streamId, { ...granted, expiresAtMs: nowMs() + GRANT_MS });
    },
    remainingMs(streamId, headers) {
      const { cookie = '', [MEDIA_GRANT_HEADER]: grant } = headers;
      return typeof grant === 'string'
        ? remainingOfAddress(streamId, grant)
        : remainingOfCookies(streamId, cookie);
    },
    endSession: (sessionId) => note(sessionEndedAt, sessionId),
    revoke: (userId) => note(revokedAt, userId),
    withdraw: (lease) => note(withdrawnAt, lease),
  };
}

/** Compares the texts, since several texts decode to the same base64url bytes. */
function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
