import { describe, expect, it } from 'vitest';
import { acceptsGzip, matchesTag } from './headers.ts';

describe('acceptsGzip', () => {
  it.each([
    ['gzip', true],
    ['gzip, deflate, br, zstd', true],
    ['br;q=1.0, GZIP;q=0.5', true],
    ['x-gzip', true],
    ['*', true],
    ['*;q=0, gzip', true],
    [undefined, false],
    ['', false],
    ['identity', false],
    ['br, zstd', false],
    ['gzip;q=0', false],
    ['gzip; Q=0.000', false],
    ['*, gzip;q=0', false],
    ['*;q=0', false],
    ['notgzip', false],
  ])('for %j is %j', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });
});

describe('matchesTag', () => {
  it('compares weakly with each tag of a list', () => {
    expect(matchesTag('"1"', '"1"')).toBe(true);
    expect(matchesTag('"a", W/"1"', '"1"')).toBe(true);
    expect(matchesTag('"e-7"', 'W/"e-7"')).toBe(true);
    expect(matchesTag('*', '"1"')).toBe(true);
    expect(matchesTag('"11"', '"1"')).toBe(false);
    expect(matchesTag(undefined, '"1"')).toBe(false);
  });
});
