import { expect, it } from 'vitest';
import { formatAppointment, formatBookDay, formatBookDays } from './dates.ts';

it('writes the days of the books as UTC has them', () => {
  expect(formatBookDay('2026-11-20T23:59:59Z')).toBe('20 Nov 2026');
  expect(formatBookDays('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z')).toMatch(/^1\s?–\s?31 Oct 2026$/);
});

it('writes an appointment with its zone', () => {
  expect(formatAppointment('2026-12-05T18:30:00Z', 'Asia/Tokyo')).toBe(
    'Sunday, 6 December 2026 at 03:30 GMT+9',
  );
});
