/** Operating pages with keys alone, as people without a pointer do. */
import { expect, type Locator } from '@playwright/test';

/** Tab reaches it, or the arrow keys do in the menu or the tabs that Tab reaches. Runs in the page. */
const isReachable = (control: HTMLElement | SVGElement) =>
  control.tabIndex >= 0 || control.closest('[role="menu"], [role="tablist"]') !== null;

/** Presses a key on a control once it is enabled. keyboard.spec.ts reaches all controls with Tab itself. */
export async function press(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await expect(control).toBeEnabled();
  expect(await control.evaluate(isReachable), `Tab reaches ${control}`).toBe(true);
  await control.press(key);
}
