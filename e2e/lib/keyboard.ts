/** Operating pages with the keyboard alone, as people without a pointer do: nothing is focused by script. */
import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/** More than there are stops on any page. */
const MAX_PRESSES = 150;

/**
 * The key that leads from the focused element toward a control; null once the control has the focus, undefined once it is
 * gone. Runs in the page.
 */
function keyToward(control: Element): string | null | undefined {
  if (!control.isConnected) return undefined;
  const focused = document.activeElement ?? document.body;
  if (focused === control) return null;
  const follows = Boolean(focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING);
  // Arrow keys move within a composite widget (ARIA APG), which is a single tab stop.
  if (control.closest('[role="menu"]')?.contains(focused)) return follows ? 'ArrowDown' : 'ArrowUp';
  if (control.closest('[role="tablist"]')?.contains(focused)) return follows ? 'ArrowRight' : 'ArrowLeft';
  // So they do between the messages of a chat, where Tab goes through the controls of one of them.
  const row = control.closest('[data-number]');
  const rows = row?.closest('[tabindex="0"]');
  if (rows && rows !== control && rows.contains(focused) && !row?.contains(focused))
    return focused !== rows && follows ? 'ArrowDown' : 'ArrowUp';
  const isRadio = (element: Element) => element instanceof HTMLInputElement && element.type === 'radio';
  if (isRadio(control) && isRadio(focused) && control.getAttribute('name') === focused.getAttribute('name'))
    return follows ? 'ArrowDown' : 'ArrowUp';
  return follows ? 'Tab' : 'Shift+Tab';
}

/** Moves the focus from where it is to a control that is enabled. Radio buttons on the way there are checked. */
async function reach(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(control).toBeEnabled();
  let target: ElementHandle<Element> | null = null;
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const key = await target?.evaluate(keyToward).catch(() => undefined);
    if (key === null) return;
    // The page may have rendered its list again, or be another one now.
    if (key === undefined) target = await control.elementHandle();
    else {
      await control.page().keyboard.press(key);
      await untilMoved(control.page());
    }
  }
  throw new Error(`${control} did not get the focus after ${MAX_PRESSES} presses of Tab and the arrow keys.`);
}

/** Some widgets move the focus in a task that follows the key. */
const untilMoved = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));

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

/** Checks a radio button. The arrow keys check those that they reach; Space checks the one that Tab reaches. */
export async function check(radio: Locator): Promise<void> {
  await press(radio, 'Space');
  await expect(radio).toBeChecked();
}
