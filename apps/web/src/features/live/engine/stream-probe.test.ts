import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { StreamProbe } from './stream-probe.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that answers with these statuses in turn, the last one for ever. */
async function serve(...statuses: number[]): Promise<string> {
  const server = createServer((_, response) => {
    response.statusCode = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 500;
    response.end();
  }).listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/index.m3u8`;
}

function record() {
  const heard: string[] = [];
  const found = Promise.withResolvers<void>();
  const probe = new StreamProbe({
    onFound: () => {
      heard.push('found');
      found.resolve();
    },
    onNoAnswer: () => heard.push('no answer'),
    onAbsent: () => heard.push('absent'),
    onMissing: () => heard.push('missing'),
  });
  closers.push(() => probe.stop());
  return { probe, heard, found: found.promise };
}

it('asks until the stream is there, telling an absent stream from a server in trouble', async () => {
  const url = await serve(503, 404, 200);
  const { probe, heard, found } = record();
  probe.hurry(url);
  expect(probe.running).toBe(true);
  await found;
  expect(heard).toEqual(['no answer', 'absent', 'found']);
  expect(probe.running).toBe(false);
});

it('says nothing more once it is stopped', async () => {
  const url = await serve(200);
  const { probe, heard } = record();
  const other = record();
  probe.hurry(url);
  probe.stop();
  other.probe.hurry(url);
  await other.found;
  expect(heard).toEqual([]);
});
