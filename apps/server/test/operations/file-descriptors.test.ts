import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const from = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** Runs work that needs a child process in a process without free file descriptors. */
const SCRIPT = `
  import { openSync } from 'node:fs';
  const { WorkerProcess } = await import(${from('media/thumbnailer/worker-process.ts')});
  const { createImageRenderer } = await import(${from('platform/images/image-renderer.ts')});
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
  try { for (;;) openSync('/dev/null'); } catch (error) { if (error.code !== 'EMFILE') throw error; }
  const drawn = await new WorkerProcess().run({ type: 'thumbnail', codec: 'h264', configuration: gif, payload: gif });
  const rendered = await createImageRenderer().render(gif, { width: 1, height: 1 }).catch((error) => error.code);
  console.log(JSON.stringify([Object.keys(drawn), rendered]));
`;

it('refuses work that needs a child process while no file descriptors are left, and keeps running', async () => {
  const limited = ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, SCRIPT];
  const { stdout } = await promisify(execFile)('/bin/sh', limited);
  expect(JSON.parse(stdout)).toEqual([['failure'], 'images_busy']);
});
