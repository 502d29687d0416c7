import { describe, expect, it } from 'vitest';
import { parseDirectives } from './directives.ts';

describe('parseDirectives', () => {
  it.each([
    ['', { msn: null, part: null, delta: false }],
    ['_HLS_msn=7', { msn: 7, part: null, delta: false }],
    ['_HLS_part=0&_HLS_msn=12', { msn: 12, part: 0, delta: false }],
    ['_HLS_msn=12&_HLS_part=3&_HLS_skip=YES', { msn: 12, part: 3, delta: true }],
    ['_HLS_skip=v2', { msn: null, part: null, delta: true }],
    ['a=b&&x&_HLS_unknown=1&_HLS_msn=1&', { msn: 1, part: null, delta: false }],
  ])('parses %j', (query, expected) => {
    expect(parseDirectives(query)).toEqual(expected);
  });

  it.each([
    '_HLS_part=1',
    '_HLS_msn=',
    '_HLS_msn=-1',
    '_HLS_msn=1.5',
    '_HLS_msn=1e3',
    '_HLS_msn=%31',
    '_HLS_msn=1234567890123456',
    '_HLS_msn=1&_HLS_msn=2',
    '_HLS_msn=1&_HLS_part=x',
    '_HLS_msn=1&_HLS_part=1&_HLS_part=1',
    '_HLS_skip=no',
    '_HLS_skip=YES&_HLS_skip=YES',
  ])('rejects %j with a message', (query) => {
    expect(parseDirectives(query)).toMatch(/^_HLS_\w+ (must occur once, as|requires) .+\.$/);
  });
});
