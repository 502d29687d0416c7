import { expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';
import { SimulationRandom } from './random.ts';

it('makes calls in the order of their times, and of their making where times are equal', () => {
  const random = new SimulationRandom(4);
  const queue = new EventQueue();
  const planned: { readonly atMs: number; readonly number: number }[] = [];
  const made: { readonly atMs: number; readonly number: number }[] = [];
  const plan = (atMs: number) => {
    const call = { atMs, number: planned.length };
    planned.push(call);
    queue.at(atMs, () => {
      expect(queue.now()).toBe(atMs);
      made.push(call);
      // Calls make others, some of them for the same moment.
      if (planned.length < 3000) plan(atMs + (random.next() < 0.3 ? 0 : random.between(0, 7)));
    });
  };
  for (let count = 0; count < 300; count++) plan(Math.round(random.between(0, 80)) / 4);
  queue.runUntil(10_000);
  expect(made).toEqual([...planned].sort((a, b) => a.atMs - b.atMs || a.number - b.number));
});

it('leaves later calls to a later run, and makes none that was cancelled', () => {
  const queue = new EventQueue();
  const made: number[] = [];
  for (const atMs of [1, 5.25, 5.75, 6]) queue.at(atMs, () => made.push(atMs));
  queue.at(3, () => made.push(3))();
  queue.runUntil(5.5);
  expect(made).toEqual([1, 5.25]);
  expect(queue.now()).toBe(5.5);
  queue.runUntil(6);
  expect(made).toEqual([1, 5.25, 5.75, 6]);
});
