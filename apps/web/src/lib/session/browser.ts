import type { Page, Tabs } from './ports.ts';
import { isTabMessage } from './tab-messages.ts';

const NAME = 'tributary.session';
/** The longest wait for another tab's refresh, so that a tab that hangs doesn't block this one. */
const LOCK_TIMEOUT_MS = 60_000;

export function createTabs(): Tabs {
  const channel = new BroadcastChannel(NAME);
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        if (isTabMessage(data)) listener(data);
      });
    },
    async alone(work) {
      // Locks exist on https and localhost only. Elsewhere tabs refresh concurrently, which the server
      // tolerates.
      const locks: LockManager | undefined = navigator.locks;
      if (!locks) return work(false);
      const turn = await locks.request(NAME, { ifAvailable: true }, async (lock) =>
        lock ? { result: await work(false) } : null,
      );
      if (turn) return turn.result;
      return locks.request(NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, () => work(true));
    },
  };
}

export const browserPage: Page = {
  get visible() {
    return document.visibilityState === 'visible';
  },
  onChange(listener) {
    document.addEventListener('visibilitychange', listener);
    window.addEventListener('online', listener);
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) listener();
    });
  },
};
