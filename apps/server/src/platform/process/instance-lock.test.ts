import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { instanceHolder, lockInstance } from './instance-lock.ts';
import { processIdentity } from './process-identity.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('lets one in at a time', async () => {
  const unlock = await lockInstance(dataDir);
  expect(await instanceHolder(dataDir)).toBe(process.pid);
  await expect(lockInstance(dataDir)).rejects.toThrow(`process ${process.pid}`);
  await unlock();
  expect(await instanceHolder(dataDir)).toBeNull();
  await (await lockInstance(dataDir))();
});

it('takes over from a process that is gone, also when its number has been given to another', async () => {
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(stranger, 'spawn');
  const identity = 'an earlier process of this number';
  await writeFile(join(dataDir, 'instance.lock'), JSON.stringify({ pid: stranger.pid, identity }));
  await (await lockInstance(dataDir))();
  stranger.kill();
  await once(stranger, 'exit');
});

it.each(['', '{"pid":'])('takes over from one that was killed while it wrote %j', async (content) => {
  await writeFile(join(dataDir, 'instance.lock'), content);
  await (await lockInstance(dataDir))();
});

it('tells processes apart by their start', async () => {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(other, 'spawn');
  const pid = other.pid ?? 0;
  expect(processIdentity(pid)).toBe(processIdentity(pid));
  expect(processIdentity(pid)).not.toBe(processIdentity(process.pid));
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(processIdentity(pid)).toBeNull();
});
