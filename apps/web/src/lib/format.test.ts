import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatClock, formatCount, formatRelative, formatViewers } from './format.ts';
import { formatBitrate, formatLatency } from './format-measure.ts';

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1204, '1.2K'],
    [1299, '1.2K'],
    [10_999, '10K'],
    [999_999, '999K'],
    [1_000_000, '1M'],
    [3_450_000, '3.4M'],
  ])('formats %i as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it('never rounds up, and stays short', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (count) => {
        const text = formatCount(count);
        const unit = { K: 1000, M: 1_000_000 }[text.slice(-1)] ?? 1;
        expect(Math.round(Number.parseFloat(text) * unit)).toBeLessThanOrEqual(count);
        expect(text.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe('formatViewers', () => {
  it('uses the singular for one viewer', () => {
    expect([0, 1, 1204].map(formatViewers)).toEqual(['0 viewers', '1 viewer', '1,204 viewers']);
  });
});

describe('formatBitrate', () => {
  it('changes the unit at one megabit', () => {
    expect([850.4, 999, 1000, 6240].map(formatBitrate)).toEqual([
      '850 kbps',
      '999 kbps',
      '1.0 Mbps',
      '6.2 Mbps',
    ]);
  });
});

describe('formatLatency', () => {
  it('shows tenths below ten seconds, then whole seconds, then minutes', () => {
    expect([0, 1.44, 9.94, 10.4, 59.4, 90, 600].map(formatLatency)).toEqual([
      '0.0 s',
      '1.4 s',
      '9.9 s',
      '10 s',
      '59 s',
      '2 min',
      '10 min',
    ]);
  });
});

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
