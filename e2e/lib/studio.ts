import type { Page } from '@playwright/test';
import { press } from './keyboard.ts';

/** Shows the preview and the signal of a live stream in Pro Studio, which phones have behind a tab. */
export async function showStream(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Chat' }).waitFor();
  const tab = page.getByRole('tab', { name: 'Stream' });
  if (await tab.isVisible()) await press(tab);
}
