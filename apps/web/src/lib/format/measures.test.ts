import { describe, expect, it } from 'vitest';
import { formatBitrate, formatLatency } from './measures.ts';

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
