/** Random secrets of the instance: created once, stored in DATA_DIR/secrets.json, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#platform/config-error.ts';
import type { Config } from './config.ts';

const schema = z.object({
  /** Signs sessions, links in mails and other account data. */
  auth: z.string().min(32),
  /** Encrypts stream keys. */
  streamKey: z.string().min(32),
  /** Password of the embedded database's owner; that of its application role is derived from it. */
  database: z.string().min(32),
});
export type Secrets = z.infer<typeof schema>;

/**
 * The directory must exist. Does not create new secrets beside an existing database, whose encrypted values
 * could not be read with them.
 * @throws ConfigError
 */
export async function loadSecrets(config: Pick<Config, 'dataDir' | 'givenSecrets'>): Promise<Secrets> {
  const path = join(config.dataDir, 'secrets.json');
  const stored = await readStored(path);
  if (!stored && existsSync(join(config.dataDir, 'postgres'))) {
    throw new ConfigError(
      `${path} is missing, but there is a database beside it. Restore the file from a backup, or move the whole directory away to start over.`,
    );
  }
  const secrets = stored ?? { auth: random(), streamKey: random(), database: random() };
  if (!stored) await writeAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return withGiven(secrets, config);
}

/** Reads the secrets of an instance without changing them; null before its first start. @throws ConfigError */
export async function findSecrets(config: Pick<Config, 'dataDir' | 'givenSecrets'>): Promise<Secrets | null> {
  const stored = await readStored(join(config.dataDir, 'secrets.json'));
  return stored && withGiven(stored, config);
}

function withGiven(secrets: Secrets, { givenSecrets }: Pick<Config, 'givenSecrets'>): Secrets {
  return {
    ...secrets,
    auth: givenSecrets.auth ?? secrets.auth,
    streamKey: givenSecrets.streamKey ?? secrets.streamKey,
  };
}

/** Writes the secrets of a backup to a directory that has none. @throws ConfigError */
export async function restoreSecrets(dataDir: string, text: string): Promise<Secrets> {
  const secrets = schema.safeParse(JSON.parse(text));
  if (!secrets.success) throw new ConfigError('The backup contains no valid secrets. Use another backup.');
  await writeAtomically(join(dataDir, 'secrets.json'), `${JSON.stringify(secrets.data, null, 2)}\n`);
  return secrets.data;
}

const random = () => randomBytes(32).toString('base64url');

async function readStored(path: string): Promise<Secrets | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ConfigError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`${path} is not a valid secrets file. Restore it from a backup.`);
  }
}

/** Survives a power failure at any moment: the file is either complete or missing. */
async function writeAtomically(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const directory = await open(dirname(path), 'r');
  await directory.sync().finally(() => directory.close());
}
