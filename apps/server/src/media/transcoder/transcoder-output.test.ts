import { describe, expect, it } from 'vitest';
import { VIDEO_TRACK } from '../../../test/support/packager/units.ts';
import { RecordingOutput, videoRequest } from '../../../test/support/transcoder/transcoder-fixture.ts';
import { RunningOutput } from './transcoder-output.ts';
import { writeTrack } from './wire/orders.ts';
import { type Message, MessageReader, writeJson, writeMessage } from './wire/wire.ts';

const messageOf = (buffers: readonly Uint8Array[]): Message => {
  const [message] = new MessageReader().read(Buffer.concat(buffers));
  if (message === undefined) throw new Error('There is no message.');
  return message;
};
const track = messageOf(writeJson('track', writeTrack(VIDEO_TRACK)));
const unit = (time: number, keyframe = false, over: Partial<Message> = {}) =>
  messageOf(writeMessage({ type: 'unit', dts: time, pts: time, keyframe, body: Buffer.of(1), ...over }));

function setup() {
  const output = new RecordingOutput();
  const faults: unknown[] = [];
  const running = new RunningOutput(1, videoRequest(output), 0, (error) => faults.push(error));
  return { output, running, faults };
}

describe('RunningOutput', () => {
  it('passes the track, units and breaks to its owner, and a track only where it changed', () => {
    const { output, running } = setup();
    for (const message of [track, unit(0, true), unit(1)]) running.take(message);
    running.restart();
    for (const message of [track, unit(2, true), unit(3)]) running.take(message);
    expect(output.outline).toBe('track keyframe break keyframe');
    expect(output.times).toEqual([0, 1, 2, 3]);
  });

  it.each<[string, Message[]]>([
    ['a unit before its track', [unit(0, true)]],
    ['a first unit that is no keyframe', [track, unit(0)]],
    ['audio for video', [track, unit(0, true, { kind: 'audio' })]],
    ['a time that is no number', [track, unit(Number.NaN, true)]],
    ['a track without a break', [track, unit(0, true), track]],
  ])('refuses %s', (_, messages) => {
    const { running } = setup();
    expect(() => {
      for (const message of messages) running.take(message);
    }).toThrow();
  });

  it('skips units that are not later than those before a break, up to the next keyframe', () => {
    const { output, running } = setup();
    for (const message of [track, unit(0, true), unit(10)]) running.take(message);
    running.restart();
    for (const message of [track, unit(8, true), unit(11), unit(20, true)]) running.take(message);
    expect(output.times).toEqual([0, 10, 20]);
    expect(output.outline).toBe('track keyframe break keyframe');
  });

  it('reports an owner that throws, and goes on', () => {
    const { output, running, faults } = setup();
    const failure = new Error('disk full');
    output.onTrack = () => {
      throw failure;
    };
    for (const message of [track, unit(0, true)]) running.take(message);
    expect(faults).toEqual([failure]);
    expect(output.times).toEqual([0]);
  });
});
