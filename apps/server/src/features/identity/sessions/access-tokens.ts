/**
 * Access tokens: JWTs that represent a session for ten minutes without a cookie (RFC 7519, RFC 9068). They
 * carry the user and session ids only; roles are read from the database on each request.
 */
import { type UserId, userId } from '@tributary/contracts';
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { createSeal } from '#platform/seal.ts';
import * as repo from './signing-keys.repo.ts';

export interface AccessTokens {
  issue(session: {
    readonly id: string;
    readonly userId: UserId;
  }): Promise<{ token: string; expiresAt: Date }>;
  /** @returns null if forged, altered or expired. The caller checks whether the session still exists. */
  verify(token: string): Promise<{ readonly sessionId: string; readonly userId: UserId } | null>;
  /** Public keys, RFC 7517. */
  keys(): Promise<Record<string, unknown>[]>;
}

export interface AccessTokensOptions {
  readonly db: Database;
  /** Issuer and audience. */
  readonly publicUrl: string;
  /** Encrypts the private keys at rest. */
  readonly secret: string;
  /** Milliseconds of the wall clock. */
  readonly now?: () => number;
}

const ALGORITHM = 'EdDSA';
const TOKEN_SECONDS = 600;
/** How long a key signs, and how long it stays valid for verification, longer than any of its tokens. */
const SIGNS_FOR_MS = 30 * 86_400_000;
const VERIFIES_FOR_MS = SIGNS_FOR_MS + 86_400_000;
/** Keys are cached this long (spec section 9), since other processes create and operators delete keys. */
const CACHED_FOR_MS = 600_000;

const claims = z.object({ sub: userId, sid: z.uuid() });

type Key = Awaited<ReturnType<typeof importJWK>>;

interface CachedKey {
  readonly key: Key;
  readonly until: number;
}

interface Signer extends CachedKey {
  readonly kid: string;
}

export function createAccessTokens({
  db,
  publicUrl,
  secret,
  now = Date.now,
}: AccessTokensOptions): AccessTokens {
  const { seal, open } = createSeal(secret, 'tributary signing keys v1');
  const publicKeys = new Map<string, CachedKey>();
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
    return { kid, jwk };
  }

  async function publicKey(kid: string): Promise<Key> {
    const known = publicKeys.get(kid);
    if (known && known.until > now()) return known.key;
    publicKeys.delete(kid);
    const jwk = await db.read((reader) => repo.findPublicKey(reader, kid));
    if (!jwk) throw new errors.JWKSNoMatchingKey();
    const key = await importJWK(jwk, ALGORITHM);
    publicKeys.set(kid, { key, until: now() + CACHED_FOR_MS });
    return key;
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
      try {
        const { payload } = await jwtVerify(token, ({ kid = '' }) => publicKey(kid), {
          algorithms: [ALGORITHM],
          typ: 'at+jwt',
          issuer: publicUrl,
          audience: publicUrl,
          currentDate: new Date(now()),
        });
        const { sub, sid } = claims.parse(payload);
        return { sessionId: sid, userId: sub };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
        throw error;
      }
    },
    async keys() {
      await currentSigner();
      const stored = await db.read((reader) =>
        repo.findPublicKeys(reader, new Date(now() - VERIFIES_FOR_MS)),
      );
      return stored.map(({ kid, jwk }) => ({ ...jwk, kid, alg: ALGORITHM, use: 'sig' }));
    },
  };
}
