import { eventEdit, type OwnEvent } from '@tributary/contracts/events';
import { expect, it } from 'vitest';
import { editOf, emptyValues, FIELD_OF, valuesOf } from './event-form-values.ts';

const event: OwnEvent = {
  id: '019a0000-0000-7000-8000-000000000001',
  title: 'Harbor night',
  description: 'Songs from the quay.',
  eventDate: '2026-07-05T17:30:00.000Z',
  timezone: 'Europe/Lisbon',
  durationMinutes: 90,
  priceCents: 1250,
  currency: 'USD',
  capacity: null,
  status: 'draft',
  posterUrl: null,
  totalTicketsSold: 0,
  totalRevenueCents: 0,
  platformCommissionCents: 0,
  commissionRatePercent: 10,
  takesStreams: true,
};

it('shows a stored event in its own time zone, and reads it back unchanged', () => {
  const values = valuesOf(event);
  expect(values).toMatchObject({ date: '2026-07-05', time: '18:30', price: '12.50', capacity: '' });
  expect(eventEdit.parse(event)).toEqual(editOf(values));
});

it.each([
  ['', 0],
  ['0', 0],
  ['5', 500],
  ['5.5', 550],
  ['5,50', 550],
  [' 12.05 ', 1205],
  ['5.505', Number.NaN],
  ['-5', Number.NaN],
  ['five', Number.NaN],
  ['1e3', Number.NaN],
])('reads the price %j as %d cents', (price, cents) => {
  expect(editOf({ ...valuesOf(event), price }).priceCents).toBe(cents);
});

it('assigns every refusal of the schema to a field', () => {
  const empty = { ...emptyValues('UTC'), minutes: 'long', price: 'much', capacity: '0.5' };
  const { error } = eventEdit.safeParse(editOf(empty));
  const named: Readonly<Record<string, string>> = FIELD_OF;
  const fields = error?.issues.map(({ path: [property] }) => named[String(property)] ?? property);
  expect(fields).toEqual(['title', 'date', 'minutes', 'price', 'capacity']);
});
