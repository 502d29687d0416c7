import { expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

it('reads a range, one without an end, and the last bytes', () => {
  expect(parseRange('bytes=0-9', 100)).toEqual({ start: 0, end: 9 });
  expect(parseRange('bytes=90-', 100)).toEqual({ start: 90, end: 99 });
  expect(parseRange('bytes=90-500', 100)).toEqual({ start: 90, end: 99 });
  expect(parseRange('bytes=-10', 100)).toEqual({ start: 90, end: 99 });
  expect(parseRange('bytes=-500', 100)).toEqual({ start: 0, end: 99 });
});

it('ignores what is no single range of bytes', () => {
  for (const header of [undefined, '', 'bytes=-', 'bytes=9-0', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b'])
    expect(parseRange(header, 100)).toBeNull();
});

it('cannot satisfy a range behind the end', () => {
  expect([parseRange('bytes=100-', 100), parseRange('bytes=-0', 100)]).toEqual([
    'unsatisfiable',
    'unsatisfiable',
  ]);
});
