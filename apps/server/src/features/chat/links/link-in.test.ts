import { describe, expect, it } from 'vitest';
import { linkIn } from './link-in.ts';

describe('the link of a message', () => {
  it.each([
    ['first https://a.example then https://b.example', 'https://a.example/'],
    ['example.org', null],
    ['http://example.org:8080/', null],
    [`https://example.org/${'x'.repeat(481)}`, null],
  ])('of %j is %j', (text, link) => {
    expect(linkIn(text)).toBe(link);
  });
});
