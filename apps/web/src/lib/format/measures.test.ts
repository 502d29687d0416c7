import { afterEach, describe, expect, it } from 'vitest';
import { setMessages } from '../messages/language.ts';
import { formatBitrate, formatLatency, formatSize, formatTrimmed } from './measures.ts';

afterEach(() => setMessages('en-US', {}));

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

describe('formatTrimmed', () => {
  it('shows no zeros at the end, and the decimal sign of the language', () => {
    expect([30, 29.97, 2.5].map((value) => formatTrimmed(value, 'fps', 2))).toEqual([
      '30 fps',
      '29.97 fps',
      '2.5 fps',
    ]);
    setMessages('de', {});
    expect(formatTrimmed(29.97, 'fps', 2)).toBe('29,97 fps');
  });
});

describe('formatSize', () => {
  it('keeps the width before the height in a line from right to left', () => {
    expect(formatSize(1280, 720)).toBe('1280 × 720');
    setMessages('ar-u-nu-latn', {});
    expect(formatSize(1280, 720)).toBe('\u20661280 × 720\u2069');
  });
});
