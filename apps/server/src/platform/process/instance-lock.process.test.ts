import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findLockHolder, lockInstance } from './instance-lock.ts';
import { processIdentity } from './process-identity.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('lets one instance at a time use a data directory', async () => {
  const unlock = await lockInstance(dataDir);
  expect(await findLockHolder(dataDir)).toBe(process.pid);
  await expect(lockInstance(dataDir)).rejects.toThrow(`process ${process.pid}`);
  await unlock();
  expect(await findLockHolder(dataDir)).toBeNull();
  await (await lockInstance(dataDir))();
});

it('takes over the lock of a dead process, even if its process id was reused', async () => {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(other, 'spawn');
  const identity = 'an earlier process with this id';
  await writeFile(join(dataDir, 'instance.lock'), JSON.stringify({ pid: other.pid, identity }));
  await (await lockInstance(dataDir))();
  other.kill();
  await once(other, 'exit');
});

it.each(['', '{"pid":'])('takes over an incomplete lock file with the content %j', async (content) => {
  await writeFile(join(dataDir, 'instance.lock'), content);
  await (await lockInstance(dataDir))();
});

it('identifies a process for as long as it lives', async () => {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(other, 'spawn');
  const pid = other.pid ?? 0;
  expect(processIdentity(pid)).toBe(processIdentity(pid));
  expect(processIdentity(pid)).not.toBe(processIdentity(process.pid));
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(processIdentity(pid)).toBeNull();
});
