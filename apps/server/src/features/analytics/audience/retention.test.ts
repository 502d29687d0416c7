import { expect, it } from 'vitest';
import { retentionOf } from './retention.ts';

it('counts those who had started by each minute beside those who watched it', () => {
  expect(
    retentionOf([
      { minute: 1, started: 4, watched: 4 },
      { minute: 2, started: 1, watched: 3 },
      { minute: 4, started: 0, watched: 2 },
    ]),
  ).toEqual([
    { minute: 0, started: 0, watching: 0 },
    { minute: 1, started: 4, watching: 4 },
    { minute: 2, started: 5, watching: 3 },
    { minute: 3, started: 5, watching: 0 },
    { minute: 4, started: 5, watching: 2 },
  ]);
});

it('never has more viewers than have started, as after a restart that forgot who had', () => {
  expect(retentionOf([{ minute: 0, started: 1, watched: 3 }])).toEqual([
    { minute: 0, started: 1, watching: 1 },
  ]);
});

it('is empty without viewers', () => {
  expect(retentionOf([])).toEqual([]);
});
