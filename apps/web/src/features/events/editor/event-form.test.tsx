import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { EventForm } from './event-form.tsx';

it('names the limits of a new event’s price in the instance’s currency', async () => {
  const text = await textOf(<EventForm event={null} currency="EUR" onSaved={() => undefined} />);
  expect(text).toContain('0 is free. €1.00 to €1,000.00.');
});
