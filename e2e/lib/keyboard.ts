/** Operating pages with the keyboard alone, as people without a pointer do: nothing is focused by script. */
import { type ElementHandle, expect, type Keyboard, type Locator } from '@playwright/test';

/** More than there are stops on any page. */
const MAX_PRESSES = 150;

interface Move {
  readonly key: string;
  /** How often to press it before looking again. */
  readonly times: number;
}

/**
 * What leads from the focused element toward a control; null once the control has the focus, undefined once it is gone,
 * and `unready` where it cannot get the focus yet. Runs in the page.
 */
async function moveToward(control: Element): Promise<Move | null | undefined | 'unready'> {
  // Some widgets move the focus in a task that follows the key.
  await new Promise((resolve) => setTimeout(resolve));
  if (!control.isConnected) return undefined;
  const { width, height } = control.getBoundingClientRect();
  const isVisible = width > 0 && height > 0 && control.checkVisibility({ visibilityProperty: true });
  if (!isVisible || control.matches(':disabled, [aria-disabled="true"]')) return 'unready';
  const focused = document.activeElement ?? document.body;
  if (focused === control) return null;
  const isAfter = (one: Element, other: Element) =>
    Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const follows = isAfter(control, focused);
  const once = (key: string) => ({ key, times: 1 });
  // Arrow keys move within a composite widget (ARIA APG), which is a single tab stop.
  if (control.closest('[role="menu"]')?.contains(focused)) return once(follows ? 'ArrowDown' : 'ArrowUp');
  if (control.closest('[role="tablist"]')?.contains(focused))
    return once(follows ? 'ArrowRight' : 'ArrowLeft');
  // So they do between the messages of a chat, where Tab goes through the controls of one of them.
  const row = control.closest('[data-number]');
  const rows = row?.closest('[tabindex="0"]');
  if (rows && rows !== control && rows.contains(focused) && !row?.contains(focused))
    return once(focused !== rows && follows ? 'ArrowDown' : 'ArrowUp');
  const isRadio = (element: Element) => element instanceof HTMLInputElement && element.type === 'radio';
  if (isRadio(control) && isRadio(focused) && control.getAttribute('name') === focused.getAttribute('name'))
    return once(follows ? 'ArrowDown' : 'ArrowUp');
  const key = follows ? 'Tab' : 'Shift+Tab';
  // It is not known where the browser continues.
  if (focused === document.body) return once(key);
  // Links and buttons on the way are stops for certain. There may be more, so that this does not lead too far.
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button')].filter(
    (stop) =>
      stop.tabIndex === 0 &&
      (follows ? isAfter(stop, focused) : isAfter(focused, stop)) &&
      (follows ? isAfter(control, stop) : isAfter(stop, control)) &&
      !stop.contains(control) &&
      !stop.matches(':disabled, [inert] *, [role="tab"], [role^="menuitem"], [data-number] *') &&
      stop.checkVisibility({ visibilityProperty: true }),
  );
  return { key, times: stops.length + 1 };
}

/** How long to wait for a control, as long as the assertions wait. */
const APPEARS = { timeout: 20_000 };

/** Moves the focus from where it is to a control that is enabled. Radio buttons on the way there are checked. */
async function reach(control: Locator): Promise<void> {
  const { keyboard } = control.page();
  let target: ElementHandle<Element> | null = null;
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const move = await target?.evaluate(moveToward).catch(() => undefined);
    if (move === null) return;
    // The page may have rendered its list again, or be another one now.
    if (move === undefined) target = await control.elementHandle(APPEARS);
    else if (move === 'unready') {
      await expect(control).toBeVisible();
      await expect(control).toBeEnabled();
      target = null;
    } else {
      await hold(keyboard, move);
      presses += move.times - 1;
    }
  }
  throw new Error(`${control} did not get the focus after ${MAX_PRESSES} presses of Tab and the arrow keys.`);
}

/** Holds a key down, so that it is repeated. The page receives the repetitions in order, without an answer between them. */
async function hold(keyboard: Keyboard, { key, times }: Move): Promise<void> {
  const [last = '', ...modifiers] = key.split('+').reverse();
  for (const modifier of modifiers) await keyboard.down(modifier);
  await Promise.all(Array.from({ length: times }, () => keyboard.down(last)));
  await keyboard.up(last);
  for (const modifier of modifiers) await keyboard.up(modifier);
}

/** Presses a key on a control. */
export async function press(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(control);
  await control.page().keyboard.press(key);
}

/** Replaces the text of a field. */
export async function type(field: Locator, text: string): Promise<void> {
  await reach(field);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+A');
  if (text === '') await keyboard.press('Delete');
  else await keyboard.type(text);
}

/** Types the parts of a date or a time as they are shown: `12052030`, `0630P`. */
export async function typeParts(field: Locator, parts: string): Promise<void> {
  await reach(field);
  const { keyboard } = field.page();
  // Each part is a tab stop. The first one gets the focus from the control before it.
  do await keyboard.press('Shift+Tab');
  while (await field.evaluate((element) => element === document.activeElement));
  await keyboard.press('Tab');
  await keyboard.type(parts);
}

/** Selects an option of a closed list by typing its label. */
export async function choose(list: Locator, label: string): Promise<void> {
  await reach(list);
  await list.page().keyboard.type(label);
  await expect(list.locator('option:checked')).toHaveText(label);
}

/** Picks an option of a combobox: types a part of its label, and takes the first one found. */
export async function pick(field: Locator, typed: string, label: string): Promise<void> {
  await type(field, typed);
  await expect(field.page().getByRole('option').first()).toContainText(label);
  await field.page().keyboard.press('Enter');
  await expect(field).toHaveValue(label);
}

/** Checks a radio button. The arrow keys check those that they reach; Space checks the one that Tab reaches. */
export async function check(radio: Locator): Promise<void> {
  await press(radio, 'Space');
  await expect(radio).toBeChecked();
}
