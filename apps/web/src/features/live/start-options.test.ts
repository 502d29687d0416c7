import { expect, it } from 'vitest';
import { readStartOptions } from './start-options.ts';

it.each([
  [{}, {}],
  [{ muted: '1' }, { muted: true }],
  [
    { muted: 1, autoplay: 0 },
    { muted: true, autoplay: false },
  ],
  [
    { muted: 'true', autoplay: 'false' },
    { muted: true, autoplay: false },
  ],
  [{ muted: false, autoplay: true }, {}],
  [{ muted: '0', autoplay: '' }, {}],
])('reads from the query %j of an embedded player that it starts with %j', (query, options) =>
  expect(readStartOptions(query)).toEqual(options),
);
