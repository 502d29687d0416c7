/**
 * Access tokens: ten minutes of a session in a form that needs no cookie (RFC 7519, RFC 9068). They say
 * who and which session; what that person may do, the database says at each request.
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
  draw(session: {
    readonly id: string;
    readonly userId: UserId;
  }): Promise<{ token: string; expiresAt: Date }>;
  /** Null: not one of ours, altered, or expired. Whether its session still exists is the caller's to ask. */
  verify(token: string): Promise<{ readonly sessionId: string; readonly userId: UserId } | null>;
  /** Public keys, RFC 7517. */
  keys(): Promise<Record<string, unknown>[]>;
}

export interface AccessTokensOptions {
  readonly db: Database;
  /** Issuer and audience at once. */
  readonly publicUrl: string;
  /** What private keys are encrypted under. */
  readonly secret: string;
  /** Milliseconds of the wall clock. */
  readonly now?: () => number;
}

const ALGORITHM = 'EdDSA';
const TOKEN_SECONDS = 600;
/** How long a key signs; and how long it is known afterwards, which outlasts every token of it. */
const SIGNS_FOR_MS = 30 * 86_400_000;
const KNOWN_FOR_MS = SIGNS_FOR_MS + 86_400_000;
/** The key set's cache (spec section 9): another process may have made a newer key, or an operator taken one away. */
const REMEMBERED_FOR_MS = 600_000;

const claims = z.object({ sub: userId, sid: z.uuid() });

type Key = Awaited<ReturnType<typeof importJWK>>;

interface Remembered {
  readonly key: Key;
  readonly until: number;
}

/** Taken for the newest. */
interface Signer extends Remembered {
  readonly kid: string;
}

export function createAccessTokens({
  db,
  publicUrl,
  secret,
  now = Date.now,
}: AccessTokensOptions): AccessTokens {
  const { seal, open } = createSeal(secret, 'tributary signing keys v1');
  const publicKeys = new Map<string, Remembered>();
  let signer: Signer | null = null;
  let making: Promise<Signer> | null = null;

  /** Many ask at once; one looks. */
  function currentSigner(): Promise<Signer> {
    if (signer && signer.until > now()) return Promise.resolve(signer);
    making ??= findOrMakeSigner().finally(() => {
      making = null;
    });
    return making;
  }

  async function findOrMakeSigner(): Promise<Signer> {
    const newest = await db.read(repo.findNewest);
    const usable = newest && newest.createdAt.getTime() + SIGNS_FOR_MS > now() ? openKey(newest) : null;
    const { kid, jwk } = usable ?? (await makeKey());
    signer = { kid, key: await importJWK(jwk, ALGORITHM), until: now() + REMEMBERED_FOR_MS };
    return signer;
  }

  /** Null: sealed under a secret that the instance has no more, and so of no use. */
  function openKey(stored: repo.SigningKey) {
    try {
      return { kid: stored.kid, jwk: z.looseObject({}).parse(JSON.parse(open(stored.sealed, stored.kid))) };
    } catch {
      return null;
    }
  }

  async function makeKey() {
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
      await repo.deleteOlderThan(tx, new Date(now() - KNOWN_FOR_MS));
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
    publicKeys.set(kid, { key, until: now() + REMEMBERED_FOR_MS });
    return key;
  }

  return {
    async draw(session) {
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
      const stored = await db.read((reader) => repo.findPublicKeys(reader, new Date(now() - KNOWN_FOR_MS)));
      return stored.map(({ kid, jwk }) => ({ ...jwk, kid, alg: ALGORITHM, use: 'sig' }));
    },
  };
}
