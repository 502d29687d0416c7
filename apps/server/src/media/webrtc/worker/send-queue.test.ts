import { expect, it } from 'vitest';
import { SendLine, SendQueue } from './send-queue.ts';

const KEYFRAME_PACKETS = 200;

/** A queue whose socket takes a packet in a hundredth of a millisecond. */
function startQueue() {
  const state = { nowMs: 0, isFull: false, turns: 0 };
  const sent: string[] = [];
  let next: (() => void) | null = null;
  let waits = 0;
  const queue = new SendQueue({
    now: () => state.nowMs,
    soon(run) {
      next = run;
    },
    later(run) {
      waits += 1;
      next = run;
    },
  });
  const add = (line: SendLine, name: string, packets = 1) =>
    queue.add(line, {
      packets,
      run() {
        if (state.isFull) return false;
        state.nowMs += packets / 100;
        sent.push(name);
        return true;
      },
    });
  const turn = () => {
    const run = next;
    next = null;
    state.turns += 1;
    run?.();
    return run !== null;
  };
  return { queue, add, turn, sent, state, waits: () => waits };
}

it('sends in order, with the frames of a viewer behind each other', () => {
  const { add, turn, sent } = startQueue();
  const [ada, bob] = [new SendLine(), new SendLine()];
  add(ada, 'ada 1');
  add(bob, 'bob 1');
  add(ada, 'ada 2');
  turn();
  expect(sent).toEqual(['ada 1', 'ada 2', 'bob 1']);
  expect(turn()).toBe(false);
});

it('leaves the thread to others while a keyframe is sent, and then sends small frames first', () => {
  const { add, turn, sent } = startQueue();
  const lines = Array.from({ length: 6 }, () => new SendLine());
  for (const [i, line] of lines.entries()) add(line, `key ${i}`, KEYFRAME_PACKETS);
  turn();
  expect(sent).toEqual(['key 0', 'key 1']);
  // The next frame comes: those who have the keyframe get it at once, the others behind their keyframe.
  for (const [i, line] of lines.entries()) add(line, `next ${i}`);
  while (turn());
  expect(sent.slice(2, 6)).toEqual(['next 0', 'next 1', 'key 2', 'next 2']);
  expect(sent.slice(6)).toEqual([3, 4, 5].flatMap((i) => [`key ${i}`, `next ${i}`]));
});

it('waits where the socket is full, and says for how long', () => {
  const { queue, add, turn, sent, state, waits } = startQueue();
  add(new SendLine(), 'first');
  state.isFull = true;
  turn();
  state.nowMs += 30;
  expect([sent.length, waits(), queue.delayMs]).toEqual([0, 1, 30]);
  state.isFull = false;
  turn();
  expect([sent, queue.delayMs]).toEqual([['first'], 0]);
});

it('keeps the order of many', () => {
  const { add, turn, sent } = startQueue();
  const names = Array.from({ length: 1_000 }, (_, i) => `frame ${i}`);
  for (const name of names) add(new SendLine(), name);
  while (turn());
  expect(sent).toEqual(names);
});
