import { describe, expect, it } from 'vitest';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createAttempts } from './sign-in-attempts.ts';

describe('sign-in attempts', () => {
  const rule = { window: 60, max: 3 };

  it('allows as many attempts as the rule says, then returns how long to wait, then starts again', async () => {
    let now = 0;
    const attempts = createAttempts(createMemoryState(() => now));
    const allowed = async () => (await attempts.consume('a', rule)).allowed;
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    now = 30_500;
    expect(await attempts.consume('a', rule)).toEqual({ allowed: false, retryAfter: 30 });
    now = 60_000;
    expect(await allowed()).toBe(true);
  });

  it('counts each key separately', async () => {
    const attempts = createAttempts(createMemoryState(() => 0));
    for (let n = 0; n < 3; n++) await attempts.consume('a', rule);
    expect((await attempts.consume('a', rule)).allowed).toBe(false);
    expect((await attempts.consume('b', rule)).allowed).toBe(true);
  });

  it('forgets the oldest of more than 50,000 keys', async () => {
    const attempts = createAttempts(createMemoryState(() => 0));
    const once = { window: 60, max: 1 };
    for (let n = 0; n < 50_001; n++) await attempts.consume(String(n), once);
    expect((await attempts.consume('0', once)).allowed).toBe(true);
    expect((await attempts.consume('50000', once)).allowed).toBe(false);
  });
});
