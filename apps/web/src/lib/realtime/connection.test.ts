import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshedToken } from './connection.ts';

type Grant = Awaited<ReturnType<Parameters<typeof refreshedToken>[0]['token']>>;

function setUp(isTokenExpiring: boolean) {
  const answer = Promise.withResolvers<Grant>();
  const token = vi.fn(() => answer.promise);
  const ready = refreshedToken({ isTokenExpiring, token });
  const onReady = vi.fn();
  void ready?.then(onReady);
  return { ready, answer, token, onReady };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('a connection', () => {
  it('does not wait for a token while the held one lasts, or if there is none', () => {
    const { ready, token } = setUp(false);
    expect(ready).toBeNull();
    expect(token).not.toHaveBeenCalled();
  });

  it('waits for the refresh of a token that is about to expire', async () => {
    const { answer, onReady } = setUp(true);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(onReady).not.toHaveBeenCalled();
    answer.resolve(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(onReady).toHaveBeenCalledOnce();
  });

  it('opens with the held token if the refresh takes long or fails', async () => {
    const [slow, failing] = [setUp(true), setUp(true)];
    failing.answer.reject(new Error('The server is away.'));
    await vi.advanceTimersByTimeAsync(0);
    expect([failing.onReady, slow.onReady].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(slow.onReady).toHaveBeenCalledOnce();
  });
});
