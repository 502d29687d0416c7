/** When a page has loaded everything. Playwright's `networkidle` waits for half a second of silence each time. */
import type { Page, Request } from '@playwright/test';

const QUIET_MS = 100;

/** Call it before the page is opened. The result resolves once the page has had no request for a moment. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  function restart(): void {
    clearTimeout(timer);
    if (open.size > 0 || waiting.size === 0) return;
    timer = setTimeout(() => {
      for (const resolve of waiting) resolve();
      waiting.clear();
    }, QUIET_MS);
  }
  page.on('request', (request) => {
    open.add(request);
    restart();
  });
  const close = (request: Request) => {
    open.delete(request);
    restart();
  };
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return () =>
    new Promise((resolve) => {
      waiting.add(resolve);
      restart();
    });
}
