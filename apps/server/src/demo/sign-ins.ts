import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Role, UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Channels } from '#features/channels/index.ts';
import type { CreateUser, Users } from '#features/identity/index.ts';
import type { Database } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import { markDemoAccounts } from './demo-accounts.ts';

/** An account for visitors of the demo to sign in with. */
export interface DemoSignIn {
  readonly role: Role;
  readonly email: string;
  readonly password: string;
}

const ACCOUNTS = [
  { role: 'viewer', username: 'viewer', displayName: 'Demo Viewer', email: 'viewer@demo.example' },
  { role: 'streamer', username: 'streamer', displayName: 'Demo Streamer', email: 'streamer@demo.example' },
  { role: 'admin', username: 'admin', displayName: 'Demo Admin', email: 'admin@demo.example' },
] as const;

const kept = z.object({ viewer: z.string(), streamer: z.string(), admin: z.string() });

export interface SignInParts {
  /** Stores the passwords, so that they stay the same across starts. */
  readonly file: string;
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
}

/** Creates missing accounts. If the password file is lost, sets new passwords. Idempotent. */
export async function seedSignIns({ file, db, users, channels }: SignInParts): Promise<DemoSignIn[]> {
  const found = await read(file);
  const passwords = found ?? { viewer: generate(), streamer: generate(), admin: generate() };
  // Write the file first, so that there is no account whose password is unknown.
  if (!found) await write(file, JSON.stringify(passwords));
  const signIns: DemoSignIn[] = [];
  for (const { role, username, displayName, email } of ACCOUNTS) {
    const password = passwords[role];
    const existing = await users.findByEmail(email);
    if (existing && !found) await users.resetPassword(existing.id, password);
    const id = existing?.id ?? (await create(users, { username, displayName, email, password }));
    if (role === 'streamer') await channels.upgrade(id);
    if (role === 'admin') await db.transact((tx) => users.grantRole(tx, id, 'admin', null));
    signIns.push({ role, email, password });
  }
  return signIns;
}

/**
 * Creates the account with the first free username of `admin`, `admin2`, `admin3` and so on: a visitor may have
 * changed the address of an earlier demo account, or registered the username.
 */
async function create(users: Users, account: CreateUser, number = 1): Promise<UserId> {
  const username = number === 1 ? account.username : `${account.username}${number}`;
  try {
    return (await users.create({ ...account, username }, (tx, id) => markDemoAccounts(tx, [id]))).id;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'username_taken')) throw error;
    return create(users, account, number + 1);
  }
}

const generate = (): string => randomBytes(12).toString('base64url');

async function read(file: string): Promise<z.infer<typeof kept> | null> {
  try {
    return kept.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, text, { mode: 0o600 });
  await rename(`${file}.partial`, file);
}
