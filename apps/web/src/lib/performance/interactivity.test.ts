import { expect, it } from 'vitest';
import { type Loading, timeToInteractive } from './interactivity.ts';

const at = (loading: Partial<Loading>) =>
  timeToInteractive({
    firstContentfulPaint: 1000,
    contentLoaded: 800,
    longTasks: [],
    requests: [],
    now: 60_000,
    ...loading,
  });

it('is the first contentful paint of a page that is quiet afterwards', () => {
  expect(at({ now: 6000 })).toBe(1000);
  expect(at({ contentLoaded: 1400 })).toBe(1400);
});

it('is unknown before five quiet seconds', () => {
  expect(at({ now: 5999 })).toBeNull();
  expect(at({ longTasks: [{ start: 2000, end: 2100 }], now: 7099 })).toBeNull();
  expect(at({ longTasks: [{ start: 2000, end: 2100 }], now: 7100 })).toBe(2100);
});

it('is the end of the last long task before the quiet window', () => {
  const longTasks = [
    { start: 500, end: 900 },
    { start: 1500, end: 1800 },
    { start: 6799, end: 6900 },
    { start: 11_900, end: 12_000 },
  ];
  expect(at({ longTasks })).toBe(6900);
  expect(at({ longTasks: longTasks.slice(0, 2) })).toBe(1800);
});

it('waits while more than two requests are pending, then counts from the last long task', () => {
  const request = { start: 900, end: 9000 };
  expect(at({ requests: [request, request] })).toBe(1000);
  const three = [request, request, { start: 3000, end: 4000 }];
  expect(at({ requests: three })).toBe(1000);
  expect(at({ requests: three, now: 8999 })).toBeNull();
  expect(at({ requests: three, longTasks: [{ start: 3500, end: 3600 }] })).toBe(3600);
});
