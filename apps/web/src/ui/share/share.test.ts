import { expect, it } from 'vitest';
import { MORE_SHARE_TARGETS, mailLink } from './more-share-targets.ts';
import { shareLink } from './share-link.ts';
import { SHARE_TARGETS } from './share-targets.ts';

it('links to the beginning of a page, or to a whole second of a recording', () => {
  expect(shareLink('/s/ada/reef', 'https://live.example', null)).toBe('https://live.example/s/ada/reef');
  expect(shareLink('/s/ada/reef', 'https://live.example', 83.9)).toBe(
    'https://live.example/s/ada/reef?t=83s',
  );
});

it('gives every app the address unchanged, whatever the address and the title contain', () => {
  const url = 'https://live.example/s/ada/reef?t=83s';
  const title = 'Fish & chips #1 + “more”';
  for (const { name, href } of [...SHARE_TARGETS, ...MORE_SHARE_TARGETS, { name: 'mail', href: mailLink }]) {
    const target = new URL(href(url, title));
    const values = [...target.searchParams.values()].join('\n');
    expect(values, name).toContain(url);
    if (target.searchParams.size > 1) expect(values, name).toContain(title);
  }
});
