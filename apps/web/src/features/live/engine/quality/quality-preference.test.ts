import { expect, it } from 'vitest';
import { downlinkOf } from './network-hints.ts';
import { indexForChoice, parseStored } from './quality-preference.ts';

it('finds the rendition for a chosen height in streams that have others', () => {
  const heights = [240, 480, 720, 1080];
  expect(indexForChoice({ kind: 'height', height: 720 }, heights)).toBe(2);
  expect(indexForChoice({ kind: 'height', height: 900 }, heights)).toBe(2);
  expect(indexForChoice({ kind: 'height', height: 144 }, heights)).toBe(0);
  expect(indexForChoice({ kind: 'height', height: 720 }, [720, 720])).toBe(1);
  expect(indexForChoice({ kind: 'auto' }, heights)).toBeNull();
  expect(indexForChoice({ kind: 'height', height: 720 }, [])).toBeNull();
});

it('reads what was stored, and falls back to automatic where that is something else', () => {
  const auto = { choice: { kind: 'auto' }, dataSaver: null };
  expect(parseStored('{"choice":{"kind":"height","height":480},"dataSaver":true}')).toEqual({
    choice: { kind: 'height', height: 480 },
    dataSaver: true,
  });
  expect(parseStored('{"choice":{"kind":"audio"}}')).toEqual({ choice: { kind: 'audio' }, dataSaver: null });
  for (const text of ['', 'null', '[]', '{"choice":{"kind":"height","height":"x"}}', '{"dataSaver":1}']) {
    expect(parseStored(text)).toEqual(auto);
  }
});

it('takes the estimate of the browser only where it is low, since browsers round it down to 10 Mbps', () => {
  expect(downlinkOf({ downlink: 1.5 })).toBe(1_500_000);
  expect(downlinkOf({ downlink: 10 })).toBeNull();
  expect(downlinkOf({})).toBeNull();
});
