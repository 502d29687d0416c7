import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tileAt } from './storyboard.ts';

const storyboard = { url: '/storyboard', intervalMs: 5000, tiles: 30, columns: 5, rows: 5 };

it('finds the frame of a position in its sheet', () => {
  expect(tileAt(storyboard, 0)).toEqual({ sheet: '/storyboard/0.webp', column: 0, row: 0 });
  expect(tileAt(storyboard, 4_999)).toEqual({ sheet: '/storyboard/0.webp', column: 0, row: 0 });
  expect(tileAt(storyboard, 36_000)).toEqual({ sheet: '/storyboard/0.webp', column: 2, row: 1 });
  expect(tileAt(storyboard, 125_000)).toEqual({ sheet: '/storyboard/1.webp', column: 0, row: 0 });
});

it('shows the first frame before the beginning of a recording, and the last one after its end', () => {
  expect(tileAt(storyboard, -1)).toEqual(tileAt(storyboard, 0));
  expect(tileAt(storyboard, 1_000_000)).toEqual({ sheet: '/storyboard/1.webp', column: 4, row: 0 });
});

it('has a frame for each position of a growing recording', () => {
  const running = { ...storyboard, tiles: null, columns: 1, rows: 1 };
  expect(tileAt(running, 1_000_000)).toEqual({ sheet: '/storyboard/200.webp', column: 0, row: 0 });
});

it('uses another frame for each interval, in ascending order of sheets, rows and columns', () => {
  const size = fc.integer({ min: 1, max: 8 });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 200 }), (columns, rows, tiles) => {
      const places = Array.from({ length: tiles }, (_, tile) => {
        const place = tileAt({ ...storyboard, columns, rows, tiles }, tile * 5000 + 2500);
        const sheet = Number(/(\d+)\.webp$/.exec(place.sheet)?.[1]);
        return (sheet * rows + place.row) * columns + place.column;
      });
      expect(places).toEqual(places.map((_, tile) => tile));
    }),
  );
});
