import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTabs } from './browser.ts';
import type { TabMessage } from './ports.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

// These tests use real channels and locks, which Node has as well.
describe('tabs of one browser', () => {
  it("receive each other's messages, but not their own or unknown ones", async () => {
    const [one, two] = [createTabs(), createTabs()];
    const echoes: TabMessage[] = [];
    one.onMessage((message) => void echoes.push(message));
    const heard = new Promise<TabMessage>((resolve) => two.onMessage(resolve));
    const stranger = new BroadcastChannel('tributary.session');
    stranger.postMessage({ type: 'sign-out-at-once' });
    one.post({ type: 'signed-out' });
    expect(await heard).toEqual({ type: 'signed-out' });
    expect(echoes).toEqual([]);
    stranger.close();
  });

  it('take turns, and know when they waited', async () => {
    const [one, two] = [createTabs(), createTabs()];
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = one.alone(async (waited) => {
      begun.resolve();
      await gate.promise;
      order.push('one');
      return waited;
    });
    await begun.promise;
    const second = two.alone(async (waited) => {
      order.push('two');
      return waited;
    });
    gate.resolve();
    expect(await Promise.all([first, second])).toEqual([false, true]);
    expect(order).toEqual(['one', 'two']);
  });

  it('release the lock when the work fails', async () => {
    const [one, two] = [createTabs(), createTabs()];
    const failed = one.alone(async () => {
      throw new Error('No luck.');
    });
    await expect(failed).rejects.toThrow('No luck.');
    expect(await two.alone(async (waited) => waited)).toBe(false);
  });

  it('work concurrently in browsers without locks', async () => {
    vi.stubGlobal('navigator', {});
    expect(await createTabs().alone(async (waited) => waited)).toBe(false);
  });
});
