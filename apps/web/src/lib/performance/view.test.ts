import { expect, it } from 'vitest';
import { PageView } from './view.ts';

const shift = (startTime: number, value: number) => ({ startTime, value, hadRecentInput: false });
const event = (startTime: number, duration: number) => ({ startTime, duration, interactionId: startTime });

it('reports the metrics of its own time span once', () => {
  const view = new PageView('/discover', 1000, 3, true);
  view.shift(shift(900, 0.5));
  view.shift(shift(1100, 0.02));
  view.event(event(900, 800));
  view.event(event(1200, 64));
  expect(view.finish(4)).toEqual([
    ['CLS', 0.02],
    ['INP', 64],
  ]);
  expect(view.finish(4)).toEqual([]);
});

it('has no CLS in browsers that don’t report layout shifts', () => {
  expect(new PageView('/', 0, 0, false).finish(0)).toEqual([]);
  expect(new PageView('/', 0, 0, true).finish(0)).toEqual([['CLS', 0]]);
});
