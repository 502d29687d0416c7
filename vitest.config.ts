import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { messageKeys } from './apps/web/message-keys.ts';

const exclude = ['**/node_modules/**', '**/dist/**'];

/** What needs a database, and so a server started for the run. */
const withDatabase = [
  'apps/server/**/*.db.test.ts',
  'apps/server/test/{accounts,chat,money,operations,rules,streams,videos}/*.test.ts',
];

/** What starts child processes or encoders, or listens on sockets: left out of `npm run test:fast`. */
const withProcesses = '**/*.process.test.ts';

/** Node runs the sources, as in production: transforming each module would take as long as many of the tests. */
const native = { viteModuleRunner: false, nodeLoader: false };

const resolve = { alias: { '@': fileURLToPath(new URL('apps/web/src', import.meta.url)) } };

export default defineConfig({
  test: {
    // CI counts what has run from the file.
    reporters: process.env.CI
      ? ['default', './scripts/flaky-reporter.ts', ['json', { outputFile: '.cache/unit.json' }]]
      : ['default'],
    // A third of a test's time is waiting for a database or a child: one worker more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // A worker loads a module once for all of its files: tests leave nothing behind in modules.
    isolate: false,
    setupFiles: [fileURLToPath(new URL('scripts/fixed-seed.ts', import.meta.url))],
    // A loaded CI machine gets one more try, as in the browser tests; the report then says "flaky", which needs a fix.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{apps/mirror,apps/server,packages,e2e/lib,scripts}/**/*.test.ts'],
          exclude: [...exclude, ...withDatabase, withProcesses],
          experimental: native,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['{apps/mirror,apps/server,packages,e2e/lib,scripts}/**/*.process.test.ts'],
          exclude,
          experimental: native,
        },
      },
      {
        extends: true,
        resolve,
        plugins: [messageKeys()],
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: [...exclude, withProcesses],
        },
      },
      {
        extends: true,
        resolve,
        plugins: [messageKeys()],
        test: { name: 'web-process', include: ['apps/web/**/*.process.test.ts'], exclude },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: withDatabase,
          exclude,
          globalSetup: 'apps/server/test/support/database-server.ts',
          setupFiles: 'apps/server/test/support/cheap-passwords.ts',
          experimental: native,
        },
      },
    ],
  },
});
