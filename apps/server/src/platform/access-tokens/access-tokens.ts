/**
 * Access tokens: JWTs that represent a session for ten minutes without a cookie (RFC 7519, RFC 9068). They carry only
 * the user and session ids; roles are read from the database.
 */
import { type UserId, userId } from '@tributary/contracts/shared';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { DAY_MS } from '../durations.ts';
import { createSeal } from '../seal.ts';
import * as repo from './signing-keys.repo.ts';

/** The session that a token represents. */
export interface TokenClaims {
  readonly sessionId: string;
  readonly userId: UserId;
}

export interface AccessTokens {
  issue(session: {
    readonly id: string;
    readonly userId: UserId;
  }): Promise<{ token: string; expiresAt: Date }>;
  /**
   * Verifies a token without the database, except to read the key set every ten minutes.
   * @returns null if it is forged, altered, expired or revoked; the caller can then look for a cookie
   */
  verify(token: string): Promise<TokenClaims | null>;
  /** Verifies a token without regard to `revoke`, for callers that read the session from the database. */
  claimsOf(token: string): Promise<TokenClaims | null>;
  /** Revokes a person's tokens in this process, because their sessions, roles or ban have changed. */
  revoke(userId: UserId): void;
  /** The public keys (RFC 7517). */
  keys(): Promise<Record<string, unknown>[]>;
}

export interface AccessTokensOptions {
  readonly db: Database;
  /** The issuer and audience of the tokens. */
  readonly publicUrl: string;
  /** The secret that encrypts the private keys at rest. */
  readonly secret: string;
  /** The wall clock in milliseconds. */
  readonly now?: () => number;
}

const ALGORITHM = 'EdDSA';
const TOKEN_SECONDS = 600;
/** How long a key signs, and how long it stays valid for verification, longer than any of its tokens. */
const SIGNS_FOR_MS = 30 * DAY_MS;
const VERIFIES_FOR_MS = SIGNS_FOR_MS + DAY_MS;
/** Keys are cached this long (spec section 9), since other processes create and operators delete keys. */
const CACHED_FOR_MS = 600_000;
/**
 * An unknown key may be a new one of another process, so the key set is read again, but at most this often, because
 * keys may be forged.
 */
const READ_AGAIN_AFTER_MS = 1_000;
/** The maximum difference between the clocks of two processes. */
const CLOCK_SKEW_MS = 5_000;

const publicJwk = z.looseObject({ kty: z.string() });
const claims = z.object({ sub: userId, sid: z.uuid(), iat: z.int() });

type Key = Awaited<ReturnType<typeof importJWK>>;

interface Signer {
  readonly kid: string;
  readonly key: Key;
  readonly until: number;
}

interface KeySet {
  readonly find: Promise<JWTVerifyGetKey>;
  readonly readAt: number;
}

export function createAccessTokens({
  db,
  publicUrl,
  secret,
  now = Date.now,
}: AccessTokensOptions): AccessTokens {
  const { seal, open } = createSeal(secret, 'tributary signing keys v1');
  const revokedAt = new Map<UserId, number>();
  let keySet: KeySet | null = null;
  let signer: Signer | null = null;
  let creating: Promise<Signer> | null = null;

  function currentSigner(): Promise<Signer> {
    if (signer && signer.until > now()) return Promise.resolve(signer);
    creating ??= findOrCreateSigner().finally(() => {
      creating = null;
    });
    return creating;
  }

  async function findOrCreateSigner(): Promise<Signer> {
    const newest = await db.read(repo.findNewest);
    const usable = newest && newest.createdAt.getTime() + SIGNS_FOR_MS > now() ? openKey(newest) : null;
    const { kid, jwk } = usable ?? (await createKey());
    signer = { kid, key: await importJWK(jwk, ALGORITHM), until: now() + CACHED_FOR_MS };
    return signer;
  }

  /** @returns null if it was sealed under another secret */
  function openKey(stored: repo.SigningKey) {
    try {
      return { kid: stored.kid, jwk: z.looseObject({}).parse(JSON.parse(open(stored.sealed, stored.kid))) };
    } catch {
      return null;
    }
  }

  async function createKey() {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const jwk = await exportJWK(pair.privateKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    await db.transact(async (tx) => {
      await repo.insert(tx, {
        kid,
        publicJwk,
        sealed: seal(JSON.stringify(jwk), kid),
        createdAt: new Date(now()),
      });
      await repo.deleteOlderThan(tx, new Date(now() - VERIFIES_FOR_MS));
    });
    keySet = null;
    return { kid, jwk };
  }

  async function storedKeys() {
    const after = new Date(now() - VERIFIES_FOR_MS);
    const stored = await db.read((reader) => repo.findPublicKeys(reader, after));
    return stored.map(({ kid, jwk }) => ({ ...publicJwk.parse(jwk), kid, alg: ALGORITHM, use: 'sig' }));
  }

  /** @param maxAgeMs reads the key set again if it is older */
  function currentKeySet(maxAgeMs: number): Promise<JWTVerifyGetKey> {
    if (keySet && now() - keySet.readAt < maxAgeMs) return keySet.find;
    const find = storedKeys().then((keys) => createLocalJWKSet({ keys }));
    const read = { find, readAt: now() };
    keySet = read;
    find.catch(() => {
      if (keySet === read) keySet = null;
    });
    return find;
  }

  const findKey: JWTVerifyGetKey = async (header, token) => {
    const find = await currentKeySet(CACHED_FOR_MS);
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const read = await currentKeySet(READ_AGAIN_AFTER_MS);
      return read(header, token);
    }
  };

  /** @returns null if the token is forged, altered or expired */
  async function parse(token: string) {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: [ALGORITHM],
        typ: 'at+jwt',
        issuer: publicUrl,
        audience: publicUrl,
        currentDate: new Date(now()),
      });
      const { sub, sid, iat } = claims.parse(payload);
      return { sessionId: sid, userId: sub, issuedAt: iat * 1000 };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
      throw error;
    }
  }

  return {
    async issue(session) {
      const { kid, key } = await currentSigner();
      const issuedAt = Math.floor(now() / 1000);
      const token = await new SignJWT({ sid: session.id })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid })
        .setSubject(session.userId)
        .setIssuer(publicUrl)
        .setAudience(publicUrl)
        .setJti(uuidv7())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_SECONDS)
        .sign(key);
      return { token, expiresAt: new Date((issuedAt + TOKEN_SECONDS) * 1000) };
    },
    async verify(token) {
      const parsed = await parse(token);
      if (!parsed) return null;
      const { issuedAt, ...session } = parsed;
      const revoked = revokedAt.get(session.userId);
      return revoked !== undefined && issuedAt <= revoked + CLOCK_SKEW_MS ? null : session;
    },
    async claimsOf(token) {
      const parsed = await parse(token);
      return parsed && { sessionId: parsed.sessionId, userId: parsed.userId };
    },
    revoke(userId) {
      revokedAt.delete(userId);
      revokedAt.set(userId, now());
      // Tokens that were issued before these times have expired.
      const expired = now() - TOKEN_SECONDS * 1000 - CLOCK_SKEW_MS;
      for (const [id, at] of revokedAt) {
        if (at > expired) break;
        revokedAt.delete(id);
      }
    },
    async keys() {
      await currentSigner();
      return storedKeys();
    },
  };
}
