import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '#platform/config-error.ts';
import { preloader } from './preloads.ts';

it.each([
  ['missing', null],
  ['of an older version', '{"/s/":{"scripts":["/assets/stream.js"]}}'],
  ['truncated', '{"/s/":'],
])('asks the operator in one line to build when preloads.json is %s', async (_what, text) => {
  const root = await mkdtemp(join(tmpdir(), 'tributary-preloads-'));
  onTestFinished(() => rm(root, { recursive: true }));
  if (text !== null) await writeFile(join(root, 'preloads.json'), text);
  const asked = () => preloader(root);
  expect(asked).toThrow(ConfigError);
  expect(asked).toThrow(/^[^\n]* Run `npm run build`, then start again\.$/);
});
