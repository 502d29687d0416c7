import type { Page } from 'playwright-core';

export interface Candidate {
  /** Milliseconds since the navigation began. */
  readonly time: number;
  readonly element: string;
  readonly firstPaint: number;
}

/** Long enough after the load for every later candidate: the preview's own first frame, too. */
const SETTLED_MS = 4000;

/** Opens a page and tells its last candidate for the largest contentful paint. */
export async function watchPaints(page: Page, url: string): Promise<Candidate> {
  await page.addInitScript(() => {
    const found: { time: number; element: string }[] = [];
    Object.assign(globalThis, { candidates: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { element, startTime } = entry as PerformanceEntry & { element: Element | null };
        const words = element?.textContent?.trim().slice(0, 40);
        found.push({
          time: startTime,
          element: element
            ? `<${element.localName}>${words ? ` "${words}"` : ''}`
            : 'an element that is gone',
        });
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(SETTLED_MS);
  return await page.evaluate(() => {
    const { candidates = [] } = globalThis as { candidates?: { time: number; element: string }[] };
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    const last = candidates.at(-1) ?? { time: Number.NaN, element: 'nothing' };
    return { ...last, firstPaint: paint?.startTime ?? Number.NaN };
  });
}
