import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const load = (given: { auth?: string; streamKey?: string } = {}) =>
  loadSecrets({ dataDir, givenSecrets: { auth: given.auth, streamKey: given.streamKey } });

it('creates the secrets once, in a file that only its owner can read', async () => {
  const secrets = await load();
  expect(new Set(Object.values(secrets)).size).toBe(3);
  expect(await load()).toEqual(secrets);
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

it('prefers secrets of the environment, and does not write them to the file', async () => {
  const auth = 'given-by-the-environment-of-the-process';
  expect((await load({ auth })).auth).toBe(auth);
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).not.toContain(auth);
});

it('creates no secrets beside an existing database', async () => {
  await mkdir(join(dataDir, 'postgres'));
  await expect(load()).rejects.toThrow(/secrets\.json is missing/);
});

it.each(['{', '{"auth":"short"}', ''])(
  'does not overwrite a secrets file with the content %j',
  async (content) => {
    await writeFile(join(dataDir, 'secrets.json'), content);
    await expect(load()).rejects.toThrow(/Restore it from a backup/);
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(content);
  },
);
