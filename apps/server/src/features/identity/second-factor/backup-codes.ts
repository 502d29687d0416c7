/**
 * Backup codes at rest (OWASP ASVS 5.0, 6.5.2). They have 59 bits, so the database holds scrypt of each
 * under one salt for the set: who reads it cannot sign in, and a code costs one derivation to look up.
 * The sign-in library compares codes as texts; it is given the hash in the place of what was entered.
 */
import { randomBytes } from 'node:crypto';
import type { createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { passwords } from '../passwords/passwords.ts';
import { whoseTurn } from './pending-two-factor-user.ts';
import * as repo from './second-factor.repo.ts';

const PREFIX = 'scrypt';

const codes = z.array(z.string());
const body = z.looseObject({ code: z.string() });

/** For the library's plugin: it writes a set as JSON, also what is left of one. */
export const storeBackupCodes = {
  encrypt: async (json: string): Promise<string> => {
    const salt = randomBytes(16).toString('base64url');
    const hashed = codes.parse(JSON.parse(json)).map((code) => (isHash(code) ? code : hash(code, salt)));
    return JSON.stringify(await Promise.all(hashed));
  },
  decrypt: async (stored: string): Promise<string> => stored,
};

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Puts the hash into the library's request. */
export function createBackupCodeHashing(db: Database) {
  return async (ctx: Context) => {
    const entered = body.parse(ctx.body);
    const id = await whoseTurn(ctx);
    const stored = id && (await db.read((reader) => repo.findBackupCodes(reader, id)));
    const salt = stored ? saltOf(codes.parse(JSON.parse(stored))) : undefined;
    // Never the entered text itself: it might be what somebody read in the database.
    const code = salt === undefined ? '' : await hash(entered.code.trim(), salt);
    return { context: { body: { ...entered, code } } };
  };
}

const isHash = (code: string) => code.startsWith(`${PREFIX}:`);
const saltOf = ([first]: readonly string[]) => first?.split(':')[1];

async function hash(code: string, salt: string): Promise<string> {
  return [PREFIX, salt, await passwords.derive(code, salt)].join(':');
}
