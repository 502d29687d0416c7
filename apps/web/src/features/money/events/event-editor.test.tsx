import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { NewEvent } from './event-editor.tsx';

it('names the limits of a new event’s price in the instance’s currency', async () => {
  const text = await textOf(<NewEvent onSaved={() => undefined} />, [
    [['money', 'balance'], { currency: 'EUR' }],
  ]);
  expect(text).toContain('0 is free. €1.00 to €1,000.00.');
});
