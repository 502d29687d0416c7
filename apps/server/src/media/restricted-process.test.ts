import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { forkRestricted } from './restricted-process.ts';

// Other systems have no such file.
it.runIf(process.platform === 'linux')(
  'is what Linux ends first where the memory of the machine runs out',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tributary-restricted-'));
    const file = join(directory, 'worker.mjs');
    await writeFile(file, "process.on('message', () => undefined); process.send('started');");
    const child = forkRestricted(file, { dataKib: 1024 ** 2, heapMib: 64 });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await rm(directory, { recursive: true });
    });
    await once(child, 'message');
    expect((await readFile(`/proc/${child.pid}/oom_score_adj`, 'utf8')).trim()).toBe('1000');
  },
);
