/** The data of a demo, opened by a production instance. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { problem } from '../support/account-fixture.ts';
import { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

it('a start with DEMO=false disables the accounts of an earlier demo on the same data', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const start = (DEMO: 'true' | 'false') =>
    createApp(
      {
        ...parseConfig({ DEMO, DEMO_CHANNELS: '0', DATABASE_URL: db.url }, dataDir),
        host: '127.0.0.1',
        port: 0,
        rtmpPort: 0,
      },
      { log: createLog('silent'), webRoot: dataDir },
    );
  const demo = await start('true');
  const { signIns } = demo;
  expect(signIns).toHaveLength(3);
  expect(demo.disabledDemoAccounts).toBe(0);
  await demo[Symbol.asyncDispose]();

  const app = await start('false');
  onTestFinished(() => app[Symbol.asyncDispose]());
  expect(app.signIns).toEqual([]);
  expect(app.disabledDemoAccounts).toBeGreaterThanOrEqual(3);
  for (const { email, password } of signIns) {
    const browser = new Browser(`http://127.0.0.1:${app.port}`);
    const answer = await browser.post('/api/auth/sign-in/email', { email, password });
    expect(problem(answer)).toMatchObject({ status: 403, code: 'banned' });
  }
}, 90_000);
