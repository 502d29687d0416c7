/** What the main process loads before anything asks for it: the memory of an idle instance. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const MODULES = ['../../src/app.ts', '../../src/features.ts'].map(
  (path) => new URL(path, import.meta.url).href,
);

const PROGRAM = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
for (const module of ${JSON.stringify(MODULES)}) await import(module);
process.stdout.write(JSON.stringify(loaded), () => process.exit());
`;

/** Only child processes decode media; mails, uploads, new passwords and payments load their libraries themselves. */
const ON_DEMAND = [
  'node-av',
  'node-datachannel',
  '@napi-rs/canvas',
  'nodemailer',
  '@tus/server',
  '@zxcvbn-ts/language-common',
  'web-push',
  'ioredis',
  'prom-client',
  'stripe',
  'viem',
];

it('starts without the libraries that only some instances and requests need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const loaded = z.array(z.string()).parse(JSON.parse(stdout));
  expect(loaded).toEqual(expect.arrayContaining(MODULES));
  const found = ON_DEMAND.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}/`)));
  expect(found).toEqual([]);
});
