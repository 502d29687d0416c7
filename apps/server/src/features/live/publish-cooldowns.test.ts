import { userId } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PublishCooldowns } from './publish-cooldowns.ts';

const MINUTE = 60_000;
const SOMEBODY = userId.parse('01890000-0000-7000-8000-000000000001');

describe('an encoder whose stream was stopped', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function held(): PublishCooldowns {
    const holds = new PublishCooldowns();
    holds.hold(SOMEBODY);
    return holds;
  }

  it('is let in after five minutes where it has given up', () => {
    const holds = held();
    for (const minutes of [1, 1]) {
      vi.advanceTimersByTime(minutes * MINUTE);
      expect(holds.turnsAway(SOMEBODY)).toBe(true);
    }
    vi.advanceTimersByTime(3 * MINUTE);
    expect(holds.turnsAway(SOMEBODY)).toBe(false);
    expect(holds.until(SOMEBODY)).toBeNull();
  });

  it('stays out for as long as it tries to come back by itself, as OBS does', () => {
    const holds = held();
    // Its defaults: 25 times, 2 s apart at first, half as long again each time, a quarter of an hour at most.
    for (let attempt = 0, pause = 2000; attempt < 25; attempt += 1, pause *= 1.5) {
      vi.advanceTimersByTime(Math.min(pause, 15 * MINUTE));
      expect(holds.turnsAway(SOMEBODY)).toBe(true);
    }
    holds.release(SOMEBODY);
    expect(holds.turnsAway(SOMEBODY)).toBe(false);
  });
});
