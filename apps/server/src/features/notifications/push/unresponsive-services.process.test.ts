import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NoAnswerError, post } from '#platform/outbound/index.ts';
import { createUnresponsiveServices } from './unresponsive-services.ts';

const HERE = 'https://push.example.org/send/a';
const ELSEWHERE = 'https://updates.example.com/b';

it('skips a service that did not answer for a minute, then tries it with a single message', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const services = createUnresponsiveServices();
  const asked: string[] = [];
  const ask = (endpoint: string, answer: Promise<string>) =>
    services.unlessUnresponsive(endpoint, () => {
      asked.push(endpoint);
      return answer;
    });
  const silence = () => Promise.reject(new NoAnswerError('Nobody answered.'));

  // A service that closes the connection has answered.
  await expect(ask(HERE, Promise.reject(new Error('ECONNRESET')))).rejects.toThrow('ECONNRESET');
  await expect(ask(HERE, silence())).rejects.toThrow(NoAnswerError);
  await expect(ask(`${HERE}/2`, Promise.resolve('201'))).rejects.toThrow('did not answer a moment ago');
  expect(await ask(ELSEWHERE, Promise.resolve('201'))).toBe('201');
  expect(asked).toEqual([HERE, HERE, ELSEWHERE]);

  vi.advanceTimersByTime(60_000);
  const answer = Promise.withResolvers<string>();
  const first = ask(HERE, answer.promise);
  await expect(ask(HERE, Promise.resolve('201'))).rejects.toThrow('did not answer a moment ago');
  answer.resolve('201');
  expect(await first).toBe('201');
  expect(await ask(HERE, Promise.resolve('201'))).toBe('201');
});

it('recognizes a service that does not answer by the timeout of the request', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const sent = post(url, { headers: {}, body: Buffer.from('x'), timeoutMs: 50 }, () => true);
  await expect(sent).rejects.toThrow(NoAnswerError);
});
