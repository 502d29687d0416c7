import { streamId, userId } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { WatchClock } from './watch-clock.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
const RIVER = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const LAKE = streamId.parse('01890a5d-ac96-774b-bcce-b302099a8059');

function setup() {
  let nowMs = 1_000_000;
  const clock = new WatchClock(() => nowMs);
  return {
    clock,
    pass: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    /** The seconds that are told now, by stream. */
    told: () => clock.take().map(({ streamId: id, seconds }) => [id === RIVER ? 'river' : 'lake', seconds]),
  };
}

it('tells of a watch soon, then now and then, then of its rest: each second once', () => {
  const { clock, pass, told } = setup();
  const tab = {};
  clock.watching(tab, ADA, RIVER);
  pass(4);
  expect(told()).toEqual([]);
  pass(1);
  expect(told()).toEqual([['river', 5]]);
  pass(29);
  expect(told()).toEqual([]);
  pass(1.5);
  expect(told()).toEqual([['river', 30]]);
  pass(2.5);
  clock.watching(tab, ADA, null);
  // The half second that was left over counts now.
  expect(told()).toEqual([['river', 3]]);
  pass(100);
  expect(told()).toEqual([]);
});

it('counts the time of one person once, however many tabs', () => {
  const { clock, pass, told } = setup();
  const [one, two] = [{}, {}];
  clock.watching(one, ADA, RIVER);
  pass(10);
  clock.watching(two, ADA, RIVER);
  pass(10);
  clock.watching(one, ADA, LAKE);
  pass(10);
  clock.watching(two, ADA, null);
  expect(told().sort()).toEqual([
    ['lake', 10],
    ['river', 30],
  ]);
});

it('leaves out glances and visitors, and adds up what was left and taken up again', () => {
  const { clock, pass, told } = setup();
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
  expect(told()).toEqual([['river', 28]]);

  // While a slow database is waited for: one write cannot add to one row twice.
  clock.watching(tab, ADA, RIVER);
  pass(20);
  clock.watching(tab, ADA, null);
  clock.watching(tab, ADA, RIVER);
  pass(6);
  expect(told()).toEqual([['river', 26]]);
});

it('gives up the rest of everybody at the end', () => {
  const { clock, pass } = setup();
  clock.watching({}, ADA, RIVER);
  pass(12);
  expect(clock.takeAll()).toMatchObject([{ userId: ADA, streamId: RIVER, seconds: 12 }]);
  expect(clock.takeAll()).toEqual([]);
});

it('tells again, with what has come since, what could not be written', () => {
  const { clock, pass, told } = setup();
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
  expect(told()).toEqual([]);
});
