/** How much a page's content moves by itself: the Cumulative Layout Shift of web.dev. */
import type { Page } from '@playwright/test';

/** A page this stable is good by a wide margin: the limit of web.dev is 0.1. */
export const MAX_LAYOUT_SHIFT = 0.05;

/** Adds up the shifts of every page that `page` opens from now on, except those that follow the user's input. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) sum += value;
      }
      Reflect.set(globalThis, 'layoutShift', sum);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum since the page was opened, once what it has now is drawn. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return Number(Reflect.get(globalThis, 'layoutShift') ?? 0);
  });
