/**
 * Backup codes at rest (OWASP ASVS 5.0, 6.5.2). A code has 59 bits, so the database holds its scrypt hash,
 * with one salt for the set: a lookup costs one derivation. better-auth compares codes as text, so a request
 * hook replaces the entered code with its hash.
 */
import { randomBytes } from 'node:crypto';
import type { createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { passwords } from '../passwords/passwords.ts';
import { pendingTwoFactorUser } from './pending-two-factor-user.ts';
import * as repo from './second-factor.repo.ts';

const PREFIX = 'scrypt';

const codes = z.array(z.string());
const body = z.looseObject({ code: z.string() });

/** Storage for better-auth's plugin, which writes the codes, or the remaining ones, as JSON. */
export const storeBackupCodes = {
  encrypt: async (json: string): Promise<string> => {
    const salt = randomBytes(16).toString('base64url');
    const hashed = codes.parse(JSON.parse(json)).map((code) => (isHash(code) ? code : hash(code, salt)));
    return JSON.stringify(await Promise.all(hashed));
  },
  decrypt: async (stored: string): Promise<string> => stored,
};

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Replaces the entered code with its hash. */
export function createBackupCodeHashing(db: Database) {
  return async (ctx: Context) => {
    const entered = body.parse(ctx.body);
    const id = await pendingTwoFactorUser(ctx);
    const stored = id && (await db.read((reader) => repo.findBackupCodes(reader, id)));
    const salt = stored ? saltOf(codes.parse(JSON.parse(stored))) : undefined;
    // Never pass on the entered text, which could be a hash read from the database.
    const code = salt === undefined ? '' : await hash(entered.code.trim(), salt);
    return { context: { body: { ...entered, code } } };
  };
}

const isHash = (code: string) => code.startsWith(`${PREFIX}:`);
const saltOf = ([first]: readonly string[]) => first?.split(':')[1];

async function hash(code: string, salt: string): Promise<string> {
  return [PREFIX, salt, await passwords.derive(code, salt)].join(':');
}
