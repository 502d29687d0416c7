import { expect, it } from 'vitest';
import { SegmentParts } from './segment-parts.ts';

const part = (sn: number, index: number) => ({ url: `/${sn}.${index}.m4s`, index, fragment: { sn } });
const fragment = (sn: number) => ({ sn, url: `/${sn}.m4s` });

it('knows the parts of a segment that was listed with all of them, also once they are listed no more', () => {
  const segments = new SegmentParts();
  segments.read({ fragments: [fragment(4)], partList: [part(4, 0), part(4, 1), part(5, 0)] });
  segments.read({ fragments: [fragment(4), fragment(5)], partList: [part(5, 0), part(5, 1)] });
  expect(segments.of('/4.m4s')).toEqual(['/4.0.m4s', '/4.1.m4s']);
  expect(segments.of('/5.m4s')).toEqual(['/5.0.m4s', '/5.1.m4s']);
});

it('does not know the parts of a segment that is not complete, or whose first parts were never listed', () => {
  const segments = new SegmentParts();
  segments.read({ fragments: [fragment(3), fragment(4)], partList: [part(4, 1), part(5, 0)] });
  for (const url of ['/3.m4s', '/4.m4s', '/5.m4s']) expect(segments.of(url)).toBeUndefined();
});

it('forgets the oldest segments', () => {
  const segments = new SegmentParts();
  for (let sn = 0; sn < 200; sn += 1) segments.read({ fragments: [fragment(sn)], partList: [part(sn, 0)] });
  expect(segments.of('/0.m4s')).toBeUndefined();
  expect(segments.of('/199.m4s')).toEqual(['/199.0.m4s']);
});
