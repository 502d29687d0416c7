import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { watchDiskSpace } from './disk-space.ts';

it('logs once that space is low, and refuses writes until there is enough', async () => {
  let output = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      output += chunk;
      done();
    },
  });
  const log = createLog('info', out);
  const full = await watchDiskSpace(tmpdir(), log, Number.MAX_SAFE_INTEGER);
  await full.measure();
  full.close();
  expect(() => full.check()).toThrow(/disk is full/);
  expect(full.state()).toMatchObject({
    state: 'degraded',
    detail: expect.stringMatching(/^\d+ MiB are free on the disk of DATA_DIR\. .*\.$/),
  });
  expect(output.match(/nearly full/g)).toHaveLength(1);

  await expect(full.whenFree(AbortSignal.timeout(1))).rejects.toThrow();

  const roomy = await watchDiskSpace(tmpdir(), log, 1);
  roomy.close();
  expect(() => roomy.check()).not.toThrow();
  await roomy.whenFree(AbortSignal.abort());
  expect(roomy.state()).toEqual({ state: 'ok' });
});
