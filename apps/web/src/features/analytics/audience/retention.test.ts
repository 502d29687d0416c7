import { expect, it } from 'vitest';
import { stepsOf } from './retention.ts';

const marker = (minute: number) => ({ id: `${minute}`, positionMs: minute * 60_000 + 5_000, label: '' });

it('begins with the first viewer, and has the markers of each minute', () => {
  const points = [
    { minute: 0, started: 0, watching: 0 },
    { minute: 1, started: 4, watching: 4 },
    { minute: 2, started: 5, watching: 2 },
  ];
  expect(stepsOf(points, [marker(0), marker(2), marker(2)])).toEqual([
    { minute: 1, share: 1, watching: 4, started: 4, markers: [] },
    { minute: 2, share: 0.4, watching: 2, started: 5, markers: [2, 3] },
  ]);
});

it('has no more steps than fit, each with the mean of its minutes and all their markers', () => {
  const points = [10, 5, 2, 1].map((watching, minute) => ({ minute, started: 10, watching }));
  expect(stepsOf(points, [marker(1), marker(3)], 2)).toEqual([
    { minute: 0, share: 0.75, watching: 8, started: 10, markers: [1] },
    { minute: 2, share: 0.15000000000000002, watching: 2, started: 10, markers: [2] },
  ]);
});

it('has no steps without viewers', () => {
  expect(stepsOf([{ minute: 0, started: 0, watching: 0 }], [])).toEqual([]);
});
