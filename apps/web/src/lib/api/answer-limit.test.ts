import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinLimit } from './answer-limit.ts';
import { ApiProblem, send } from './client.ts';

/** The functions that answer requests, in their order. A request fails when its signal is aborted, like `fetch`. */
const answers: ((body: unknown) => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answers.length = 0;
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal(
    'fetch',
    (_url: URL, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        answers.push((body) => resolve(Response.json(body)));
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = (signal: AbortSignal) =>
  withinLimit(signal, 10_000, (limited) => send('/api/x', { signal: limited }));

it('reports a read without an answer as a server that cannot be reached, once the limit is over', async () => {
  const failed = read(new AbortController().signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await Promise.race([failed, 'pending'])).toBe('pending');
  await vi.advanceTimersByTimeAsync(1);
  const error = await failed;
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ code: 'network', isTransient: true });
});

it('passes on an answer within the limit, and the abort of its caller', async () => {
  const answered = read(new AbortController().signal);
  answers[0]?.({ fine: true });
  expect(await answered).toEqual({ fine: true });
  expect(vi.getTimerCount()).toBe(0);
  const caller = new AbortController();
  const aborted = read(caller.signal).catch((error: unknown) => error);
  caller.abort(new Error('The page was left.'));
  expect(await aborted).toMatchObject({ message: 'The page was left.' });
});
