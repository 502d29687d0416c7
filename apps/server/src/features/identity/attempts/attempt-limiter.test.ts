import { describe, expect, it } from 'vitest';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createAttemptLimiter } from './attempt-limiter.ts';

describe('the attempt limiter', () => {
  const limit = { window: 60, max: 3 };

  it('allows as many attempts as the rule permits, then returns the time to wait, then starts again', async () => {
    let now = 0;
    const limiter = createAttemptLimiter(createMemoryState(() => now));
    const allowed = async () => (await limiter.consume('a', limit)).allowed;
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    now = 30_500;
    expect(await limiter.consume('a', limit)).toEqual({ allowed: false, retryAfter: 30 });
    now = 60_000;
    expect(await allowed()).toBe(true);
  });

  it('counts each key separately', async () => {
    const limiter = createAttemptLimiter(createMemoryState(() => 0));
    for (let n = 0; n < 3; n++) await limiter.consume('a', limit);
    expect((await limiter.consume('a', limit)).allowed).toBe(false);
    expect((await limiter.consume('b', limit)).allowed).toBe(true);
  });

  it('forgets the oldest of more than 50,000 keys', async () => {
    const limiter = createAttemptLimiter(createMemoryState(() => 0));
    const once = { window: 60, max: 1 };
    for (let n = 0; n < 50_001; n++) await limiter.consume(String(n), once);
    expect((await limiter.consume('0', once)).allowed).toBe(true);
    expect((await limiter.consume('50000', once)).allowed).toBe(false);
  });
});
