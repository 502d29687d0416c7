import { expect, it } from 'vitest';
import { formatAppointment } from './appointments.ts';
import { formatBookDay, formatBookDays } from './dates.ts';

it('formats days of the ledger in UTC', () => {
  expect(formatBookDay('2026-11-20T23:59:59Z')).toBe('Nov 20, 2026');
  expect(formatBookDays('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z')).toMatch(/^Oct 1\s?–\s?31, 2026$/);
});

it('formats an appointment with its time zone', () => {
  expect(formatAppointment('2026-12-05T18:30:00Z', 'Asia/Tokyo')).toBe(
    'Sunday, December 6, 2026 at 3:30 AM GMT+9',
  );
});
