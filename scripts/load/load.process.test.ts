/** `npm run load` against an instance. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { adminCommand } from '../../apps/server/test/support/admin-command.ts';
import { freePort, startInstance } from '../../apps/server/test/support/instance-process.ts';

const LOAD = fileURLToPath(new URL('../load.ts', import.meta.url));

/** @returns its exit code and its output */
const runLoad = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...environment };
    const child = execFile(process.execPath, [LOAD, ...words], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: out + err }),
    );
  });

it('refuses without the consent of an admin, and simulates people with it, who pay test money only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-load-'));
  const settings = {
    DATA_DIR: join(dataDir, 'data'),
    PORT: await freePort(),
    RTMP_PORT: await freePort(),
    ALLOW_SANDBOX_PAYMENTS: 'true',
    TRANSCODING: 'off',
  };
  const instance = await startInstance(settings);
  onTestFinished(async () => {
    instance.process.kill('SIGTERM');
    await instance.ended;
    await rm(dataDir, { recursive: true, force: true });
  });
  const accounts = join(dataDir, 'accounts.json');
  await writeFile(accounts, await adminCommand(settings, 'create-streamer', '--username', 'ann'));
  const password = 'a phrase of the admin';
  const email = 'admin@example.org';
  await adminCommand(settings, 'create-user', '--username', 'root', '--email', email, '--password', password);

  const words = ['--url', instance.url, '--viewers', '3', '--seconds', '5', '--accounts', accounts];
  words.push('--publishers', '1', '--kbps', '200', '--chatters', '1', '--payers', '1');
  words.push('--rtmp', `rtmp://127.0.0.1:${settings.RTMP_PORT}/live`);
  expect(await runLoad(words)).toMatchObject({
    code: 2,
    output: expect.stringContaining('if you operate it'),
  });
  words.push('--i-operate-this-instance');
  const admin = { LOAD_ADMIN_EMAIL: email, LOAD_ADMIN_PASSWORD: password };
  expect(await runLoad(words, admin)).toMatchObject({
    code: 2,
    output: expect.stringContaining('not an admin'),
  });

  await adminCommand(settings, 'grant-role', '--username', 'root', '--role', 'admin');
  const { code, output } = await runLoad(words, admin);
  expect(output).toMatch(/viewers that play +3 of 3/);
  expect(output).toMatch(/requests that failed +0/);
  expect(output).toMatch(/encoders +1 connected, 0 connections lost/);
  expect(output).toMatch(/chat message to acknowledgement +p50 \d+ ms/);
  expect(output).toMatch(/payments +[1-9]/);
  expect(output).toMatch(/cores for 1,000 viewers +\S/);
  expect(code).toBe(0);
}, 180_000);
