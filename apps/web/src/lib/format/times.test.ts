import { describe, expect, it } from 'vitest';
import { formatClock, formatRelative } from './times.ts';

describe('formatClock', () => {
  it('shows hours only if there are any', () => {
    expect([-1, 7.9, 724, 11_381].map(formatClock)).toEqual(['0:00', '0:07', '12:04', '3:09:41']);
  });
});

describe('formatRelative', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');
  it.each([
    ['2026-05-01T11:59:30Z', 'Just now'],
    ['2026-05-01T12:00:10Z', 'Just now'],
    ['2026-05-01T11:59:00Z', '1 minute ago'],
    ['2026-05-01T09:10:00Z', '2 hours ago'],
    ['2026-04-30T11:00:00Z', '1 day ago'],
    ['2026-04-28T12:00:00Z', '3 days ago'],
  ])('formats %s as %s', (iso, text) => {
    expect(formatRelative(iso, now)).toBe(text);
  });
});
