import { userId } from '@tributary/contracts/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createPublishCooldowns, type PublishCooldowns } from './publish-cooldowns.ts';

const MINUTE = 60_000;
const STREAMER = userId.parse('01890000-0000-7000-8000-000000000001');

describe('an encoder whose stream was stopped', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  async function startCooldown(): Promise<PublishCooldowns> {
    const cooldowns = createPublishCooldowns(createMemoryState(() => Date.now()));
    await cooldowns.start(STREAMER);
    return cooldowns;
  }

  it('may publish after five minutes when it has stopped trying', async () => {
    const cooldowns = await startCooldown();
    for (const minutes of [1, 1]) {
      vi.advanceTimersByTime(minutes * MINUTE);
      expect(await cooldowns.refuses(STREAMER)).toBe(true);
    }
    expect(await cooldowns.until(STREAMER)).toEqual(new Date(Date.now() + 3 * MINUTE));
    vi.advanceTimersByTime(3 * MINUTE);
    expect(await cooldowns.refuses(STREAMER)).toBe(false);
    expect(await cooldowns.until(STREAMER)).toBeNull();
  });

  it('is refused for as long as it retries by itself, as OBS does', async () => {
    const cooldowns = await startCooldown();
    // The defaults of OBS: 25 attempts, first 2 s apart, each pause half as long again, up to 15 minutes.
    for (let attempt = 0, pause = 2000; attempt < 25; attempt += 1, pause *= 1.5) {
      vi.advanceTimersByTime(Math.min(pause, 15 * MINUTE));
      expect(await cooldowns.refuses(STREAMER)).toBe(true);
    }
    await cooldowns.clear(STREAMER);
    expect(await cooldowns.refuses(STREAMER)).toBe(false);
  });
});
