import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * That axe finds nothing on a page as it stands.
 * @param rules only these; for a second look at the same page that differs in colours or width alone
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const axe = new AxeBuilder({ page })
    // No page of ours has frames of others, for which alone axe would open a page of its own each time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(found, page.url()).toEqual([]);
}
