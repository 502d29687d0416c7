import { expect, it } from 'vitest';
import { formatDuration } from './appointments.ts';

it.each([
  [1, '1 minute'],
  [45, '45 minutes'],
  [60, '1 hour'],
  [150, '2 hours 30 minutes'],
])('formats %i minutes as %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});
