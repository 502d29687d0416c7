/** Writes events as an iCalendar object (RFC 5545). */

export interface CalendarEvent {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Date;
  readonly durationMinutes: number;
  readonly changedAt: Date;
  readonly isCanceled: boolean;
  readonly url: string;
}

/** @param prodId the name of the program (3.7.3) */
export const calendarFile = (event: CalendarEvent, prodId: string): string =>
  calendar(prodId, [], eventLines(event));

export interface CalendarFeed {
  readonly name: string;
  /** The page that shows the same events. */
  readonly url: string;
  readonly refreshHours: number;
  readonly events: readonly CalendarEvent[];
}

/** Writes a calendar that programs subscribe to (RFC 7986). The same events give the same text. */
export const calendarFeed = ({ name, url, refreshHours, events }: CalendarFeed, prodId: string): string =>
  calendar(
    prodId,
    [
      'METHOD:PUBLISH',
      `NAME:${escapeText(name)}`,
      // Apple’s and Google’s calendars read this one.
      `X-WR-CALNAME:${escapeText(name)}`,
      `URL:${url}`,
      `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
      `X-PUBLISHED-TTL:PT${refreshHours}H`,
    ],
    events.flatMap(eventLines),
  );

const calendar = (prodId: string, properties: readonly string[], events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escapeText(prodId)}`,
    ...properties,
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');

/** Writes times in UTC, so that no VTIMEZONE is needed. */
function eventLines(event: CalendarEvent): string[] {
  const endsAt = new Date(event.startsAt.getTime() + event.durationMinutes * 60_000);
  return [
    'BEGIN:VEVENT',
    // Calendars replace the event of this id if the stamp is later.
    `UID:${event.id}`,
    `DTSTAMP:${inUtc(event.changedAt)}`,
    `LAST-MODIFIED:${inUtc(event.changedAt)}`,
    `DTSTART:${inUtc(event.startsAt)}`,
    `DTEND:${inUtc(endsAt)}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    `URL:${event.url}`,
    `STATUS:${event.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** A date with time in form 2 (3.3.5): `20261205T183000Z`. */
const inUtc = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** A TEXT value (3.3.11), without the control characters that it forbids. */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

const LINE_OCTETS = 75;

/** Breaks a line after at most 75 octets (3.1), never inside a character. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      // The space that marks a continuation counts.
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
