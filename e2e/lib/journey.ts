/** A person's way through the app, with the clicks and the fields that it took. */
import { expect, type Locator } from '@playwright/test';

export class Journey {
  clicks = 0;
  fields = 0;

  async click(control: Locator): Promise<void> {
    await control.click();
    this.clicks += 1;
  }

  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.fields += 1;
  }

  /** Expects that the way so far took no more than this. */
  expectAtMost(most: { readonly clicks?: number; readonly fields?: number }): void {
    expect(this.clicks, 'clicks').toBeLessThanOrEqual(most.clicks ?? Number.POSITIVE_INFINITY);
    expect(this.fields, 'fields').toBeLessThanOrEqual(most.fields ?? Number.POSITIVE_INFINITY);
  }
}
