/** Interactions with a page, and the time until it shows their effect (Interaction to Next Paint). */
import type { Page } from '@playwright/test';

/** Controls that change the page without leaving it. */
const CONTROLS = [
  'button[aria-haspopup]',
  'button[aria-expanded]',
  'select',
  '[role="tab"]',
  '[role="switch"]',
  'summary',
].join(', ');
/** Controls that are tried on each page. */
const TRIED = 5;
const WAIT_MS = 1_500;

/** Records the longest interaction of every page that `page` opens from now on. */
export async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let slowest = { ms: 0, control: '' };
    const options = { type: 'event', buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { duration, interactionId, target, name } = entry as PerformanceEventTiming;
        if (!interactionId || duration <= slowest.ms) continue;
        const element = target instanceof Element ? target : null;
        const label = element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 30) ?? '';
        slowest = {
          ms: duration,
          control: `${name} on ${element?.localName ?? 'a removed element'} “${label}”`,
        };
        Reflect.set(globalThis, 'slowestInteraction', slowest);
      }
    }).observe(options);
  });
}

/** Moves by keyboard, opens and closes menus, turns switches on and off, and types into the first field. */
export async function interact(page: Page): Promise<void> {
  for (let press = 0; press < 3; press++) await page.keyboard.press('Tab');
  const controls = page.locator(CONTROLS).filter({ visible: true });
  const count = Math.min(TRIED, await controls.count());
  for (let index = 0; index < count; index++) {
    const control = controls.nth(index);
    if (!(await control.isEnabled().catch(() => false))) continue;
    // A tab, unlike the others, stays chosen.
    const isSwitch = (await control.getAttribute('role').catch(() => null)) === 'switch';
    await control.click({ timeout: WAIT_MS }).catch(() => undefined);
    await frames(page);
    if (isSwitch) await control.click({ timeout: WAIT_MS }).catch(() => undefined);
    else await page.keyboard.press('Escape');
    await frames(page);
  }
  const field = page.locator('input[type="text"], input[type="search"], input:not([type]), textarea').filter({
    visible: true,
  });
  if ((await field.count()) === 0) return;
  await field
    .first()
    .pressSequentially('lake', { timeout: WAIT_MS })
    .catch(() => undefined);
  await frames(page);
}

/** The longest interaction since the page was opened; the last one is recorded after the frame that it causes. */
export async function slowestInteraction(page: Page): Promise<{ ms: number | null; control: string }> {
  await frames(page);
  const found: unknown = await page.evaluate(() => Reflect.get(globalThis, 'slowestInteraction') ?? null);
  if (typeof found !== 'object' || found === null) return { ms: null, control: '' };
  const { ms, control } = found as { ms: number; control: string };
  return { ms, control };
}

const frames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
