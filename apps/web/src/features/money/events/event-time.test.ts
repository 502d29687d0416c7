import { describe, expect, it } from 'vitest';
import { formatDuration, phaseOf, timesOf } from './event-time.ts';

const START = '2026-12-05T18:30:00Z';
const at = (iso: string) => Date.parse(iso);
const event = (status: 'draft' | 'published' | 'live' | 'ended' | 'canceled') => ({
  status,
  eventDate: START,
  durationMinutes: 90,
});

describe('phaseOf', () => {
  it.each([
    ['draft', '2026-12-05T18:40:00Z', 'draft'],
    ['canceled', '2026-12-01T00:00:00Z', 'canceled'],
    ['ended', '2026-12-05T18:40:00Z', 'over'],
    ['published', '2026-12-05T18:29:59Z', 'upcoming'],
    ['published', '2026-12-05T18:30:00Z', 'on'],
    ['live', '2026-12-05T18:20:00Z', 'on'],
    ['published', '2026-12-05T20:00:00Z', 'over'],
    ['live', '2026-12-05T20:00:00Z', 'over'],
  ] as const)('a %s event at %s is %s', (status, now, phase) => {
    expect(phaseOf(event(status), at(now))).toBe(phase);
  });
});

describe('timesOf', () => {
  it('returns both times when the time zones differ', () => {
    expect(timesOf(START, 'Europe/Lisbon', 'Asia/Tokyo')).toEqual({
      yours: 'Sunday, December 6, 2026 at 3:30 AM GMT+9',
      theirs: 'Saturday, December 5, 2026 at 6:30 PM GMT',
    });
  });

  it('returns one time when the zones agree, and UTC for an unknown zone', () => {
    expect(timesOf(START, 'Europe/Lisbon', 'Europe/London').theirs).toBeNull();
    expect(timesOf(START, 'Nowhere/Atlantis', 'Asia/Tokyo').theirs).toBe(
      'Saturday, December 5, 2026 at 6:30 PM GMT',
    );
  });
});

it.each([
  [1, '1 minute'],
  [45, '45 minutes'],
  [60, '1 hour'],
  [150, '2 hours 30 minutes'],
])('formats %i minutes as %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});
