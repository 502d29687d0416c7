/** Checks that a page can be used by everybody: with assistive technology, and with the keyboard alone. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SETTLED_MS = 15_000;

/** The violations that axe finds, with the elements concerned. Runs in the page. */
async function findViolations(options: RunOptions): Promise<string[]> {
  const axe: typeof import('axe-core') = Reflect.get(globalThis, 'axe');
  const { violations } = await axe.run(options);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/**
 * Expects that axe finds no violation on the page in its present state, once it has settled.
 * @param rules restricts the check, for a second look at a page that differs only in colors or width
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Not through @axe-core/playwright, which loads axe again for each check and reports what passed in detail.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await AXE);
  const options: RunOptions = {
    reporter: 'no-passes',
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
  };
  // What fades in, or changes with the color scheme, has another contrast for a moment.
  await expect(async () => {
    expect(await page.evaluate(findViolations, options), page.url()).toEqual([]);
  }).toPass({ timeout: SETTLED_MS });
}

/** The elements that Tab must reach, in reading order, by their names. Runs in the page. */
function listTabStops(main: Element): string[] {
  const tabbable = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      // Arrow keys move within a composite widget (ARIA APG), which is a single tab stop.
      !element.parentElement?.closest('[role="tablist"], [role="radiogroup"], [role="toolbar"]') &&
      !element.matches(':disabled, [type="hidden"], [inert] *') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  return tabbable
    .filter((element) => {
      // In a group of radio buttons, the checked one is the tab stop, or else the first.
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

/** A date input takes four presses of Tab: day, month, year and calendar. */
const MAX_PRESSES_PER_STOP = 4;

interface Focus {
  /** The index of the focused tab stop, or null for none of them. */
  stop: number | null;
  /** It is on screen and outlined, by itself or by the element drawn in its place. */
  visible: boolean;
}

/** Runs in the page. */
function inspectFocus(): Focus {
  const focused = document.activeElement;
  const stop = focused?.closest<HTMLElement>('[data-stop]')?.dataset.stop;
  if (!focused || stop === undefined) return { stop: null, visible: false };
  const box = focused.getBoundingClientRect();
  const drawn = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')];
  // The link of a card outlines its area, which is the card.
  const styles = [
    ...drawn.map((element) => element && getComputedStyle(element)),
    getComputedStyle(focused, '::after'),
  ];
  const outlined = styles.some(
    (style) => style !== null && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0,
  );
  return { stop: Number(stop), visible: outlined && box.bottom > 0 && box.top < innerHeight };
}

/**
 * Presses Tab from the start of the main content to its end. Expects that it reaches every control in
 * reading order with a visible focus, and that nothing traps the focus.
 */
export async function expectTabbable(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname;
  const main = page.getByRole('main');
  const expected = await main.evaluate(listTabStops);
  await main.focus();
  const stops: string[] = [];
  let last: number | null = null;
  for (let presses = 0; presses <= expected.length * MAX_PRESSES_PER_STOP; presses++) {
    await page.keyboard.press('Tab');
    const { stop, visible } = await page.evaluate(inspectFocus);
    if (stop === null) break;
    if (stop === last) continue;
    last = stop;
    const name = expected[stop] ?? '';
    stops.push(name);
    expect(visible, `${path}: visible focus on "${name}"`).toBe(true);
  }
  expect(stops, `${path}: tab stops`).toEqual(expected);
}

/** The least size of a target for fingers (WCAG 2.5.8), in pixels. */
const MIN_TARGET = 24;

/** The visible controls that are smaller than `min` in one direction, by name and size. Runs in the page. */
function listSmallTargets(min: number): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary',
  );
  return [...controls].flatMap((control) => {
    const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
    const small = control.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < min;
    // Only for screen readers and the keyboard, as the link that skips to the content.
    const hidden = getComputedStyle(control).clipPath !== 'none';
    // The link of a card, whose area is the card.
    const stretched = getComputedStyle(control, '::after').position === 'absolute';
    // A link within a sentence is as high as its line.
    const inSentence =
      getComputedStyle(control).display === 'inline' &&
      control.parentElement?.textContent?.trim() !== control.textContent?.trim();
    if (!small || hidden || stretched || inSentence) return [];
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
    return `${control.tagName.toLowerCase()} ${name}: ${Math.round(width)} × ${Math.round(height)} px`;
  });
}

/** Expects that fingers can hit every control of the page. */
export async function expectTouchable(page: Page): Promise<void> {
  expect(await page.evaluate(listSmallTargets, MIN_TARGET), page.url()).toEqual([]);
}

/** The controls of the page that are beyond its sides, and cannot be scrolled into view. Runs in the page. */
function listControlsOutside(): string[] {
  const canScroll = (element: Element | null): boolean =>
    element !== null &&
    element !== document.documentElement &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || canScroll(element.parentElement));
  return [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ].flatMap((control) => {
    const { left, right } = control.getBoundingClientRect();
    const isOutside = left < -1 || right > document.documentElement.clientWidth + 1;
    // Such elements are for screen readers and the keyboard alone, or for the browser's own forms.
    const hidden = getComputedStyle(control).clipPath !== 'none' || control.ariaHidden === 'true';
    if (!isOutside || hidden || !control.checkVisibility({ visibilityProperty: true }) || canScroll(control))
      return [];
    return `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent?.trim()}`;
  });
}

/** Expects that the page is as wide as the window, and all of its controls are within it. */
export async function expectInView(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow(), `${page.url()}: width`).toBeLessThanOrEqual(0);
  expect(await page.evaluate(listControlsOutside), page.url()).toEqual([]);
}

/** Animations and transitions that run for longer than a frame. Runs in the page. */
export function runningMotion(): string[] {
  return document.getAnimations().flatMap((animation) => {
    const { duration } = animation.effect?.getComputedTiming() ?? {};
    const isBrief = typeof duration === 'number' && duration <= 10;
    if (isBrief || animation.playState !== 'running') return [];
    const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
    return `${target?.localName} ${target?.className}: ${duration} ms`;
  });
}

/** Controls that are drawn by a background in the color behind them, without a line around them. Runs in the page. */
export function hiddenDrawings(): string[] {
  const page = getComputedStyle(document.documentElement).backgroundColor;
  const behind = (element: Element) =>
    element.parentElement?.role === 'switch' ? getComputedStyle(element.parentElement).backgroundColor : page;
  return [...document.querySelectorAll('[role="switch"], [role="switch"] > *, progress')].flatMap(
    (element) => {
      const { backgroundColor, borderTopStyle, borderTopWidth } = getComputedStyle(element);
      const isLined = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
      return isLined || backgroundColor !== behind(element) ? [] : element.outerHTML.slice(0, 80);
    },
  );
}
