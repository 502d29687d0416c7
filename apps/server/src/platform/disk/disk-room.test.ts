import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { watchDiskRoom } from './disk-room.ts';

it('says once that less than the reserve is left, then refuses what can wait until there is room', async () => {
  let said = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      said += chunk;
      done();
    },
  });
  const log = createLog('info', out);
  const full = await watchDiskRoom(tmpdir(), log, Number.MAX_SAFE_INTEGER);
  await full.look();
  full.close();
  expect(() => full.check()).toThrow(/disk is full/);
  expect(full.state()).toMatchObject({
    state: 'degraded',
    detail: expect.stringMatching(/^\d+ MiB are left on the disk of DATA_DIR\. .*: make room\.$/),
  });
  expect(said.match(/nearly full/g)).toHaveLength(1);

  await expect(full.whenFree(AbortSignal.timeout(1))).rejects.toThrow();

  const roomy = await watchDiskRoom(tmpdir(), log, 1);
  roomy.close();
  expect(() => roomy.check()).not.toThrow();
  await roomy.whenFree(AbortSignal.abort());
  expect(roomy.state()).toEqual({ state: 'ok' });
});
