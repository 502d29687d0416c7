import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '#config/config-error.ts';
import { preloader } from './preloads.ts';

it.each([
  ['none', null],
  ['an older shape', '{"/s/":["/assets/stream.js"]}'],
  ['half of it', '{"/s/":'],
])('asks in one line for a build where there is %s of what this version needs', async (_what, text) => {
  const root = await mkdtemp(join(tmpdir(), 'tributary-preloads-'));
  onTestFinished(() => rm(root, { recursive: true }));
  if (text !== null) await writeFile(join(root, 'preloads.json'), text);
  const asked = () => preloader(root);
  expect(asked).toThrow(ConfigError);
  expect(asked).toThrow(/^[^\n]* run `npm run build`, then start again\.$/);
});
