import { expect, it } from 'vitest';
import { type VideoFrame, VideoSender } from './video-sender.ts';

const FRAME_TICKS = 3_000;

function startSender(maxWaitingBytes = 1_000_000) {
  let nowMs = 1_000;
  const sent: { frame: number; ticks: number; atMs: number }[] = [];
  let lostStarts = 0;
  const sender = new VideoSender({
    onLostStart() {
      lostStarts += 1;
    },
    send: (frame, ticks) => sent.push({ frame: frame.ticks / FRAME_TICKS, ticks, atMs: nowMs }),
    now: () => nowMs,
    catchUpBytesPerSecond: 1_000_000,
    maxWaitingBytes,
  });
  const tick = (ms: number) => {
    nowMs += ms;
    sender.catchUp();
  };
  return {
    sender,
    lostStarts: () => lostStarts,
    sent,
    tick,
    frames: () => sent.map(({ frame }) => frame),
    now: () => nowMs,
  };
}

/** A frame of 10 kB, which takes 10 ms to catch up with; every tenth is a keyframe. */
const frame = (number: number): VideoFrame => ({
  ticks: number * FRAME_TICKS,
  keyframe: number % 10 === 0,
  packets: [],
  bytes: 10_000,
});
const gop = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => frame(from + i));

it('sends frames as they come, with their own times', () => {
  const { sender, sent } = startSender();
  for (const one of gop(0, 15)) sender.push(one);
  expect(sent.map(({ frame: number, ticks }) => ticks - number * FRAME_TICKS)).toEqual(Array(15).fill(0));
});

it('begins with a keyframe where it has no group of pictures', () => {
  const { sender, frames } = startSender();
  for (const one of gop(7, 13)) sender.push(one);
  expect(frames()).toEqual([10, 11, 12]);
  expect(sender.droppedFrames).toBe(0);
});

it('catches up with a group of pictures at its rate, with the times at which the frames are sent', () => {
  const { sender, sent, tick, frames, now } = startSender();
  sender.begin(gop(0, 8), now());
  expect(frames()).toEqual([0]);
  while (sender.isBehind) tick(5);
  expect(frames()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const edge = { ticks: 7 * FRAME_TICKS, atMs: 1_000 };
  for (const one of sent) expect(one.ticks).toBeLessThanOrEqual(edge.ticks + (one.atMs - edge.atMs) * 90 + 8);
  const times = sent.map(({ ticks }) => ticks);
  expect(new Set(times).size).toBe(8);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

it('sends frames that come while it catches up after those that wait', () => {
  const { sender, tick, frames, now } = startSender();
  sender.begin(gop(0, 5), now());
  sender.push(frame(5));
  expect(frames()).toEqual([0]);
  while (sender.isBehind) tick(5);
  sender.push(frame(6));
  expect(frames()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it('leaves out what waits when a keyframe comes', () => {
  const { sender, frames, now } = startSender();
  sender.begin(gop(0, 9), now());
  sender.push(frame(10));
  expect(frames()).toEqual([0, 10]);
  expect(sender.isBehind).toBe(false);
});

it('holds no more than its limit, and goes on with the next keyframe', () => {
  const { sender, frames, now } = startSender(50_000);
  sender.begin(gop(0, 5), now());
  for (const one of gop(5, 12)) sender.push(one);
  expect(frames()).toEqual([0, 10, 11]);
  expect(sender.drops).toBe(1);
  expect(sender.droppedFrames).toBeGreaterThan(0);
});

it.each([
  ['needs a keyframe', { needsKeyframe: true, fractionLost: null }],
  ['lost a third of the packets', { needsKeyframe: false, fractionLost: 0.33 }],
])('sends nothing before the next keyframe to a player that %s', (_what, feedback) => {
  const { sender, frames, tick } = startSender();
  for (const one of gop(0, 3)) sender.push(one);
  tick(600);
  sender.hear(feedback);
  for (const one of gop(3, 12)) sender.push(one);
  expect(frames()).toEqual([0, 1, 2, 10, 11]);
  expect({ drops: sender.drops, droppedFrames: sender.droppedFrames }).toEqual({
    drops: 1,
    droppedFrames: 7,
  });
});

it('begins again once where the player asks for a keyframe at its start', () => {
  const { sender, frames, lostStarts, tick, now } = startSender();
  const lost = { needsKeyframe: true, fractionLost: null };
  sender.begin(gop(0, 3), now());
  tick(200);
  sender.hear(lost);
  expect(lostStarts()).toBe(1);
  sender.begin(gop(0, 3), now());
  tick(200);
  expect(frames()).toEqual([0, 1, 2, 0, 1, 2]);
  expect(sender.drops).toBe(0);
  tick(600);
  sender.hear(lost);
  expect([lostStarts(), sender.drops]).toEqual([1, 1]);
});

it('drops a player that asks for a keyframe later', () => {
  const { sender, lostStarts, tick, now } = startSender();
  sender.begin(gop(0, 3), now());
  tick(3_000);
  sender.hear({ needsKeyframe: true, fractionLost: null });
  expect([lostStarts(), sender.drops]).toEqual([0, 1]);
});

it('ignores a request that the newest keyframe has met already', () => {
  const { sender, frames } = startSender();
  sender.push(frame(0));
  sender.hear({ needsKeyframe: true, fractionLost: null });
  sender.push(frame(1));
  expect(frames()).toEqual([0, 1]);
});

it('goes on with a keyframe after an interruption, which is no drop', () => {
  const { sender, frames } = startSender();
  sender.push(frame(0));
  sender.interrupt();
  for (const one of gop(1, 12)) sender.push(one);
  expect(frames()).toEqual([0, 10, 11]);
  expect(sender.drops).toBe(0);
});
