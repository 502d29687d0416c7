import { describe, expect, it } from 'vitest';
import { linkIn } from './link-in.ts';

describe('the link of a message', () => {
  it.each([
    ['see https://example.org/a?b=1#c!', 'https://example.org/a?b=1#c'],
    ['(https://example.org/wiki/Tea_(drink))', 'https://example.org/wiki/Tea_(drink)'],
    ['“http://Example.ORG”', 'http://example.org/'],
    ['first https://a.example then https://b.example', 'https://a.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['example.org', null],
    ['xhttps://example.org', null],
    ['javascript:alert(1)', null],
    ['https://user:word@example.org', null],
    ['http://example.org:8080/', null],
    ['https://', null],
    [`https://example.org/${'x'.repeat(481)}`, null],
  ])('of %j is %j', (text, link) => {
    expect(linkIn(text)).toBe(link);
  });
});
