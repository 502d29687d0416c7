import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FLOWS = ['admin-money', 'chat', 'crypto', 'donations', 'events', 'gated', 'money', 'sandbox', 'tiers'];

/** What moves a pointer, or the focus or a value by script. Keys are pressed on the page, not on an element. */
const WITHOUT_KEYS =
  /\.(?:click|dblclick|tap|hover|dragTo|fill|clear|pressSequentially|selectOption|setChecked|check|uncheck|focus|blur|dispatchEvent|setInputFiles)\(|\.(?:mouse|touchscreen)\b|(?<!keyboard)\.(?:press|type)\([^)]/;

describe.each(FLOWS)('the flows of %s.spec.ts', (name) => {
  const read = () => readFile(join(import.meta.dirname, `../${name}.spec.ts`), 'utf8');

  it('are operated by the keyboard alone', async () => {
    expect((await read()).match(WITHOUT_KEYS)).toBeNull();
  });

  it('run whole at the width of a phone and of a desktop, with axe on their states', async () => {
    const text = await read();
    expect(text).toMatch(/^for \(const .* of (?:VIEWPORTS|LOOKS)\) \{$/m);
    expect(text).not.toContain('setViewportSize(');
    expect(text).toContain('await expectAccessible(');
  });
});

it('finds what is not done by keys', () => {
  const lines = [
    'await row.click();',
    'await page.mouse.down();',
    "await box.press('Enter');",
    "await box.fill('x');",
  ];
  for (const line of lines) expect(line).toMatch(WITHOUT_KEYS);
  for (const line of [
    "await page.keyboard.press('Enter');",
    'await press(button);',
    'await type(field, text);',
  ])
    expect(line).not.toMatch(WITHOUT_KEYS);
});
