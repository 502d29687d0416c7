import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimeOf, momentOf } from './zoned-time.ts';

const LISBON = 'Europe/Lisbon';

describe('momentOf', () => {
  it.each([
    ['in winter', '2026-12-05', '18:30', LISBON, '2026-12-05T18:30:00.000Z'],
    ['in summer', '2026-07-05', '18:30', LISBON, '2026-07-05T17:30:00.000Z'],
    ['east of UTC by half hours', '2026-07-05', '00:15', 'Asia/Kolkata', '2026-07-04T18:45:00.000Z'],
    ['that occurs twice', '2026-10-25', '01:30', LISBON, '2026-10-25T00:30:00.000Z'],
    ['that is skipped', '2026-03-29', '01:30', LISBON, '2026-03-29T01:30:00.000Z'],
  ])('reads a time %s', (_, date, time, zone, moment) => {
    expect(momentOf({ date, time }, zone)).toBe(moment);
  });

  it('returns null for an empty date or time', () => {
    expect(momentOf({ date: '', time: '18:30' }, LISBON)).toBeNull();
    expect(momentOf({ date: '2026-12-05', time: '' }, LISBON)).toBeNull();
  });

  it('reads back the local time of every zone, except in the repeated hour', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
    fc.assert(
      fc.property(zones, minutes, (zone, minute) => {
        const moment = new Date(minute * 60_000).toISOString();
        const local = localTimeOf(moment, zone);
        const read = momentOf(local, zone) ?? '';
        expect(localTimeOf(read, zone)).toEqual(local);
        expect(Date.parse(moment) - Date.parse(read)).toBeGreaterThanOrEqual(0);
        expect(Date.parse(moment) - Date.parse(read)).toBeLessThanOrEqual(3 * 3_600_000);
      }),
    );
  });
});
