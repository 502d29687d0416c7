import { expect, it } from 'vitest';
import { markedLink } from './stream-links.ts';

it.each([
  ['/s/ada/live', '/s/ada/live?via=notification'],
  ['/s/ada/show?t=90', '/s/ada/show?t=90&via=notification'],
  ['/stream/01890a5d', '/stream/01890a5d?via=notification'],
  ['/dashboard/streamer', '/dashboard/streamer'],
  ['/streamer/ada', '/streamer/ada'],
])('writes %s as %s', (href, marked) => {
  expect(markedLink(href)).toBe(marked);
});
