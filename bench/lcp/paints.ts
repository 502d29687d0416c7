import type { Page } from 'playwright-core';

export interface LcpCandidate {
  /** Milliseconds since the start of the navigation. */
  readonly time: number;
  readonly element: string;
  /** First contentful paint, in milliseconds. */
  readonly firstPaint: number;
}

/** Long enough after the load event for all later candidates, including the first frame of the preview. */
const SETTLED_MS = 4000;

/** Opens a page and returns its last candidate for the largest contentful paint. */
export async function measurePaints(page: Page, url: string): Promise<LcpCandidate> {
  await page.addInitScript(() => {
    const found: { time: number; element: string }[] = [];
    Object.assign(globalThis, { candidates: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { element, startTime } = entry as PerformanceEntry & { element: Element | null };
        const words = element?.textContent?.trim().slice(0, 40);
        found.push({
          time: startTime,
          element: element ? `<${element.localName}>${words ? ` "${words}"` : ''}` : 'a removed element',
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
