import { expect, it } from 'vitest';
import {
  ccData,
  characters,
  END_OF_CAPTION,
  ERASE,
  PAINT_ON,
  POP_ON,
} from '../../../../../../test/support/caption-data.ts';
import { CaptionReader } from './caption-reader.ts';

function open() {
  const shown: (readonly [number, string])[] = [];
  const reader = new CaptionReader((channel, seconds, text) => {
    expect(channel).toBe(1);
    shown.push([seconds, text]);
  });
  return { reader, shown };
}
const sample = (pts: number, ...data: Parameters<typeof ccData>) => ({ pts, bytes: ccData(...data) });
/** Frames without captions, behind which those before them are decoded. */
const frames = (from: number) => Array.from({ length: 4 }, (_, i) => sample(from + i, []));

it('shows a caption from the frame that completes it, also across parts and segments', () => {
  const { reader, shown } = open();
  reader.add({ sn: 7, cc: 0 }, [sample(1, POP_ON)]);
  reader.add({ sn: 7, cc: 0 }, [sample(2, characters('Hello'))]);
  reader.add({ sn: 8, cc: 0 }, [sample(3, END_OF_CAPTION), sample(4, ERASE), ...frames(5)]);
  expect(shown).toEqual([
    [3, 'Hello'],
    [4, ''],
  ]);
});

it('reads the frames of video with B-frames as they are shown, also where a part ends between them', () => {
  const { reader, shown } = open();
  reader.add({ sn: 1, cc: 0 }, [sample(1, PAINT_ON), sample(4, characters('ef'))]);
  reader.add({ sn: 1, cc: 0 }, [sample(2, characters('ab')), sample(3, characters('cd')), ...frames(5)]);
  expect(shown.at(-1)).toEqual([4, 'abcdef']);
});

it.each([
  ['a seek', { sn: 20, cc: 0 }, 100],
  ['a seek back within a segment', { sn: 7, cc: 0 }, 0],
  ['a discontinuity', { sn: 8, cc: 1 }, 3],
])('completes no caption behind %s that was begun before it', (_, place, pts) => {
  const { reader, shown } = open();
  reader.add({ sn: 7, cc: 0 }, [sample(1, [...POP_ON, ...characters('Old')]), ...frames(2)]);
  reader.add(place, [sample(pts, END_OF_CAPTION), sample(pts + 0.5, [...PAINT_ON, ...characters('New')])]);
  reader.add(place, frames(pts + 1));
  expect(shown).toEqual([[pts + 0.5, 'New']]);
});
