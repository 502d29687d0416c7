import { streamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createWatchClock } from './watch-clock.ts';

const ADA = { id: '01890a5d-ac96-774b-bcce-b302099a8057' };
const RIVER = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const LAKE = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8059');

function setup() {
  let nowMs = 1_000_000;
  const clock = createWatchClock(() => nowMs);
  return {
    clock,
    pass: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    /** The seconds that are due now, by stream. */
    due: () => clock.take().map(({ streamId: id, seconds }) => [id === RIVER ? 'river' : 'lake', seconds]),
  };
}

it('counts a watch soon after its start, then regularly, then its rest, each second once', () => {
  const { clock, pass, due } = setup();
  const tab = {};
  clock.watching(tab, ADA, RIVER);
  pass(4);
  expect(due()).toEqual([]);
  pass(1);
  expect(due()).toEqual([['river', 5]]);
  pass(29);
  expect(due()).toEqual([]);
  pass(1.5);
  expect(due()).toEqual([['river', 30]]);
  pass(2.5);
  clock.watching(tab, ADA, null);
  // The remaining half second counts now.
  expect(due()).toEqual([['river', 3]]);
  pass(100);
  expect(due()).toEqual([]);
});

it('counts the time of one person once, however many tabs they have', () => {
  const { clock, pass, due } = setup();
  const [one, two] = [{}, {}];
  clock.watching(one, ADA, RIVER);
  pass(10);
  clock.watching(two, ADA, RIVER);
  pass(10);
  clock.watching(one, ADA, LAKE);
  pass(10);
  clock.watching(two, ADA, null);
  expect(due().sort()).toEqual([
    ['lake', 10],
    ['river', 30],
  ]);
});

it('ignores short visits and visitors, and sums watches that were interrupted', () => {
  const { clock, pass, due } = setup();
  const tab = {};
  clock.watching(tab, null, RIVER);
  pass(60);
  clock.watching(tab, ADA, LAKE);
  pass(3);
  clock.watching(tab, ADA, RIVER);
  pass(20);
  clock.watching(tab, ADA, null);
  clock.watching(tab, ADA, RIVER);
  pass(8);
  clock.watching(tab, ADA, null);
  expect(due()).toEqual([['river', 28]]);

  // One write contains each row once, even if a slow database delays it.
  clock.watching(tab, ADA, RIVER);
  pass(20);
  clock.watching(tab, ADA, null);
  clock.watching(tab, ADA, RIVER);
  pass(6);
  expect(due()).toEqual([['river', 26]]);
});

it('takes the remaining time of everybody at the end', () => {
  const { clock, pass } = setup();
  clock.watching({}, ADA, RIVER);
  pass(12);
  expect(clock.takeAll()).toMatchObject([{ viewer: ADA, streamId: RIVER, seconds: 12 }]);
  expect(clock.takeAll()).toEqual([]);
});

it('counts portions that could not be written again, with the time since', () => {
  const { clock, pass, due } = setup();
  const tab = {};
  clock.watching(tab, ADA, RIVER);
  pass(5);
  const first = clock.take();
  pass(30);
  clock.watching(tab, ADA, null);
  clock.giveBack(first);
  const [whole] = clock.take();
  expect(whole).toMatchObject({ from: first[0]?.from, seconds: 35 });
  expect(Number(whole?.to) - Number(whole?.from)).toBe(35_000);
  expect(due()).toEqual([]);
});
