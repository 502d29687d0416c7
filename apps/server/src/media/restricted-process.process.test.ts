import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { forkRestricted, type ProcessLimits, spawnRestricted } from './restricted-process.ts';

const LIMITS: ProcessLimits = { dataKib: 1024 ** 2, heapMib: 64 };

async function programOf(source: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-restricted-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'worker.mjs');
  await writeFile(file, source);
  return file;
}

// Other systems have no such file.
it.runIf(process.platform === 'linux')(
  'is what Linux ends first where the memory of the machine runs out',
  async () => {
    const file = await programOf("process.on('message', () => undefined); process.send('started');");
    const child = forkRestricted(file, LIMITS);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    expect((await readFile(`/proc/${child.pid}/oom_score_adj`, 'utf8')).trim()).toBe('1000');
  },
);

it('reads standard input and writes standard output, and has neither files, processes nor an environment', async () => {
  const file = await programOf(`
    import { spawnSync } from 'node:child_process';
    import { readFileSync, writeFileSync } from 'node:fs';
    import { text } from 'node:stream/consumers';
    const outcomeOf = (work) => {
      try {
        work();
        return 'allowed';
      } catch ({ code }) {
        return code;
      }
    };
    const read = outcomeOf(() => readFileSync('/etc/passwd'));
    const write = outcomeOf(() => writeFileSync(import.meta.filename, ''));
    const run = outcomeOf(() => spawnSync('true'));
    const input = await text(process.stdin);
    console.log(JSON.stringify({ input, args: process.argv.slice(2), env: process.env, read, write, run }));
  `);
  const { signal } = new AbortController();
  const child = spawnRestricted(file, LIMITS, { args: ['a b'], reads: [], signal });
  child.stdin.end('bytes');
  const denied = 'ERR_ACCESS_DENIED';
  expect(JSON.parse(await text(child.stdout))).toEqual({
    input: 'bytes',
    args: ['a b'],
    env: {},
    read: denied,
    write: denied,
    run: denied,
  });
});

it('ends after its CPU time', async () => {
  const file = await programOf('for (;;);');
  const { signal } = new AbortController();
  const child = spawnRestricted(file, { ...LIMITS, cpuSeconds: 1 }, { args: [], reads: [], signal });
  expect(await once(child, 'exit')).toEqual([null, expect.stringMatching(/^SIG(XCPU|KILL)$/)]);
});
