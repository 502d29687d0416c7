import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, calendarFile } from './calendar-file.ts';

const event: CalendarEvent = {
  id: '019a0000-0000-7000-8000-000000000001',
  title: 'Harbor night',
  description: 'Bring a coat, a cup; and a friend\\guest.\nDoors at 6.',
  // 18:30 in Lisbon, where clocks were set back at 2:00 that day.
  startsAt: new Date('2026-10-25T18:30:00Z'),
  durationMinutes: 90,
  changedAt: new Date('2026-10-01T08:00:00.250Z'),
  isCanceled: false,
  url: 'https://live.example/events/019a0000-0000-7000-8000-000000000001',
};

/** The properties of the event, as a calendar reads them (RFC 5545, 3.1 and 3.3.11). */
function read(file: string): Map<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  return new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      const text = line
        .slice(at + 1)
        .replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
      return [line.slice(0, at), text];
    }),
  );
}

describe('calendarFile', () => {
  it('writes start, end and stamp in UTC', () => {
    const file = read(calendarFile(event, 'Test'));
    expect(Object.fromEntries(file)).toMatchObject({
      VERSION: '2.0',
      PRODID: 'Test',
      UID: event.id,
      DTSTAMP: '20261001T080000Z',
      DTSTART: '20261025T183000Z',
      DTEND: '20261025T200000Z',
      SUMMARY: event.title,
      DESCRIPTION: event.description,
      STATUS: 'CONFIRMED',
    });
  });

  it('marks a canceled event for calendars', () => {
    expect(read(calendarFile({ ...event, isCanceled: true }, 'Test')).get('STATUS')).toBe('CANCELLED');
  });

  it('folds lines to 75 octets and escapes text so that calendars read back the original', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    const awkward = fc.string({
      unit: fc.constantFrom('\\', ';', ',', '\n', ':', 'n', 'é', '🌊', ' '),
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.oneof(text, awkward), fc.oneof(text, awkward), (title, description) => {
        const file = calendarFile({ ...event, title, description }, 'Test');
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        expect(Buffer.from(file).toString()).toBe(file);
        expect(read(file).get('SUMMARY')).toBe(title);
        expect(read(file).get('DESCRIPTION')).toBe(description);
      }),
    );
  });

  it('leaves out control characters and normalizes line breaks', () => {
    const file = read(calendarFile({ ...event, description: 'a\u0000b\u001b\u007fc\r\nd\re\tf' }, 'Test'));
    expect(file.get('DESCRIPTION')).toBe('abc\nd\ne\tf');
  });
});
