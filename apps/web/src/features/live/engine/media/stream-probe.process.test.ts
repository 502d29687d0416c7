import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { browserNetwork, systemClock } from './environment.ts';
import { retryDelay, StreamProbe } from './stream-probe.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that answers with `statuses` in turn, and with the last one from then on. */
async function serve(...statuses: number[]): Promise<string> {
  const server = createServer((_, response) => {
    response.statusCode = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 500;
    response.end();
  }).listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`Expected a TCP address, got ${address}`);
  return `http://127.0.0.1:${address.port}/index.m3u8`;
}

function record() {
  const heard: string[] = [];
  const found = Promise.withResolvers<void>();
  const probe = new StreamProbe(
    { clock: systemClock, network: browserNetwork },
    {
      onFound: () => {
        heard.push('found');
        found.resolve();
      },
      onNoAnswer: () => heard.push('no answer'),
      onForbidden: () => heard.push('forbidden'),
      onAbsent: () => heard.push('absent'),
      onMissing: () => heard.push('missing'),
    },
  );
  closers.push(() => probe.stop());
  return { probe, heard, found: found.promise };
}

it('asks until the stream is found, and tells an absent or refused stream from a server error', async () => {
  const url = await serve(503, 404, 403, 200);
  const { probe, heard, found } = record();
  probe.askNow(url);
  expect(probe.running).toBe(true);
  await found;
  expect(heard).toEqual(['no answer', 'absent', 'forbidden', 'found']);
  expect(probe.running).toBe(false);
});

it('reports nothing after it was stopped', async () => {
  const url = await serve(200);
  const { probe, heard } = record();
  const other = record();
  probe.askNow(url);
  probe.stop();
  other.probe.askNow(url);
  await other.found;
  expect(heard).toEqual([]);
});

it('retries quickly at first, then every few seconds for as long as it takes', () => {
  const delays = Array.from({ length: 40 }, (_, attempt) => retryDelay(attempt, () => 1));
  expect(delays[0]).toBe(400);
  expect(delays.at(-1)).toBe(5_000);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  // After a restart of one minute, viewers return within a few seconds.
  expect(delays.slice(0, 14).reduce((sum, delay) => sum + delay)).toBeLessThan(60_000);
});
