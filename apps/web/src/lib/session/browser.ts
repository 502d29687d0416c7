import type { Page, Tabs } from './ports.ts';
import { isTabMessage } from './tab-messages.ts';

const NAME = 'tributary.session';
/** Another tab's turn never takes this long, in milliseconds; one that hangs does not hold us up for ever. */
const LONGEST_TURN_MS = 60_000;

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
      // Browsers have locks on https and localhost only. Elsewhere tabs refresh side by side, which
      // the server tolerates.
      const locks: LockManager | undefined = navigator.locks;
      if (!locks) return work(false);
      const turn = await locks.request(NAME, { ifAvailable: true }, async (lock) =>
        lock ? { result: await work(false) } : null,
      );
      if (turn) return turn.result;
      return locks.request(NAME, { signal: AbortSignal.timeout(LONGEST_TURN_MS) }, () => work(true));
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
