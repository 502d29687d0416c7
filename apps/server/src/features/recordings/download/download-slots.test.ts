import { expect, it } from 'vitest';
import { createDownloadSlots } from './download-slots.ts';

/** Three slots, two of them for each network. */
function fixture() {
  let nowMs = 0;
  const slots = createDownloadSlots({ total: 3, perNetwork: 2 }, () => nowMs);
  const ended: string[] = [];
  const rates = new Map<string, number>();
  const start = (name: string, bytesPerSecond: number, network = name) => {
    rates.set(name, bytesPerSecond);
    return slots.take({
      network,
      bytesTaken: () => (nowMs / 1000) * (rates.get(name) ?? 0),
      end: () => void ended.push(name),
    });
  };
  const wait = (seconds: number) => {
    nowMs += seconds * 1000;
    slots.measure();
  };
  return { start, ended, wait, rates };
}

const FAST = 1_000_000;
const busy = expect.objectContaining({ code: 'downloads_busy', retryAfterSeconds: 30 });

it('refuses downloads beyond the slots of all and of a network, until one ends', () => {
  const { start, ended, wait } = fixture();
  const release = start('a', FAST);
  start('b', FAST, 'a');
  expect(() => start('c', FAST, 'a')).toThrow(busy);
  start('d', FAST);
  wait(60);
  expect(() => start('e', FAST)).toThrow(busy);
  release();
  release();
  start('e', FAST);
  expect(() => start('f', FAST)).toThrow(busy);
  expect(ended).toEqual([]);
});

it('ends the slowest download of those that hardly take anything, one for each that begins', () => {
  const { start, ended, wait } = fixture();
  start('trickle', 10);
  start('slower', 1);
  start('fast', FAST);
  wait(30);
  start('first', FAST);
  start('second', FAST);
  expect(ended).toEqual(['slower', 'trickle']);
  wait(30);
  expect(() => start('third', FAST)).toThrow(busy);
});

it('leaves a download that has just begun the time to fill its buffers', () => {
  const { start, ended, wait } = fixture();
  for (const name of ['a', 'b', 'c']) start(name, 0);
  wait(5);
  expect(() => start('d', FAST)).toThrow(busy);
  wait(5);
  start('d', FAST);
  expect(ended).toEqual(['a']);
});

it('counts what a download takes now, not what its buffers took at first', () => {
  const { start, ended, wait, rates } = fixture();
  for (const name of ['a', 'b', 'c']) start(name, FAST);
  wait(10);
  expect(() => start('d', FAST)).toThrow(busy);
  // `bytesTaken` is a rate from the beginning here, so that this takes nothing more.
  rates.set('b', FAST / 2);
  wait(10);
  start('d', FAST);
  expect(ended).toEqual(['b']);
});
