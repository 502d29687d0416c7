/** Walks a screen as somebody does who has no pointer. */
import { expect, type Page } from '@playwright/test';

/** What can be stopped at, in the order in which it is read; run in the page. */
function stopsIn(main: Element): string[] {
  const tabbable = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      // Inside a composite widget (ARIA APG) the arrows move: it is one stop, wherever in it the focus lands.
      !element.parentElement?.closest('[role="tablist"], [role="radiogroup"], [role="toolbar"]') &&
      !element.matches(':disabled, [type="hidden"], [inert] *') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  return tabbable
    .filter((element) => {
      // Of a group of radio buttons the chosen one is stopped at, or the first.
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const group = tabbable.filter(
        (other) => other instanceof HTMLInputElement && other.type === 'radio' && other.name === element.name,
      );
      return element === (group.find((other) => (other as HTMLInputElement).checked) ?? group[0]);
    })
    .map((element, index) => {
      element.dataset.stop = String(index);
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return `${element.tagName.toLowerCase()} ${name || element.id}`.slice(0, 60).trim();
    });
}

/** A date has its day, month, year and calendar, each a Tab away from the next. */
const PARTS_OF_A_STOP = 4;

interface Focus {
  /** Which of the stops it is on; null: none of them. */
  stop: number | null;
  /** It has an outline, itself or what is drawn in its place, and is on screen. */
  seen: boolean;
}

/** Run in the page. */
function lookAtFocus(): Focus {
  const focused = document.activeElement;
  const stop = focused?.closest<HTMLElement>('[data-stop]')?.dataset.stop;
  if (!focused || stop === undefined) return { stop: null, seen: false };
  const box = focused.getBoundingClientRect();
  const drawn = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')];
  const outlined = drawn.some((element) => {
    const style = element && getComputedStyle(element);
    return style !== null && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
  });
  return { stop: Number(stop), seen: outlined && box.bottom > 0 && box.top < innerHeight };
}

/**
 * Presses Tab from the top of the page's own content to its end. Every control has to be stopped at, in
 * the order in which the page is read, with the focus to be seen, and nothing may hold the focus back.
 */
export async function walkByTab(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname;
  const main = page.getByRole('main');
  const expected = await main.evaluate(stopsIn);
  await main.focus();
  const stops: string[] = [];
  let last: number | null = null;
  for (let presses = 0; presses <= expected.length * PARTS_OF_A_STOP; presses++) {
    await page.keyboard.press('Tab');
    const { stop, seen } = await page.evaluate(lookAtFocus);
    if (stop === null) break;
    if (stop === last) continue;
    last = stop;
    const name = expected[stop] ?? '';
    stops.push(name);
    expect(seen, `${path}: the focus is seen on "${name}"`).toBe(true);
  }
  expect(stops, `${path}: what Tab stops at`).toEqual(expected);
}
