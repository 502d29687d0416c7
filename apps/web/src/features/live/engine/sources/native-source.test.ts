import { expect, it } from 'vitest';
import { FakeVideo } from '../../../../../test/support/fake-video.ts';
import { recordSourceEvents } from '../../../../../test/support/record-source-events.ts';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import { NativeSource } from './native-source.ts';

function open() {
  const video = new FakeVideo();
  const clock = new ScriptedClock();
  const { log, events } = recordSourceEvents();
  const source = new NativeSource(video.asElement, '/live/a/index.m3u8', events, clock);
  return { video, clock, log, source };
}

const mediaError = (code: number) =>
  ({
    code,
    message: '',
    MEDIA_ERR_ABORTED: 1,
    MEDIA_ERR_NETWORK: 2,
    MEDIA_ERR_DECODE: 3,
    MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
  }) as const;

it('loads the URL into the element, and is ready once its metadata has arrived', () => {
  const { video, log } = open();
  expect(video.src).toBe('/live/a/index.m3u8');
  expect(video.loads).toBe(1);
  video.emit('loadedmetadata');
  expect(log).toEqual(['ready']);
});

it('takes the end of the seekable range for live', () => {
  const { video, source } = open();
  expect([source.edge, source.latency]).toEqual([null, null]);
  video.seekableRanges = [[0, 30]];
  video.currentTime = 26;
  expect([source.edge, source.latency]).toEqual([30, 4]);
  video.currentTime = 31;
  expect(source.latency).toBe(0);
});

it('counts silence from when the seekable range last grew', async () => {
  const { video, clock, log, source } = open();
  await clock.advance(2_000);
  video.seekableRanges = [[0, 30]];
  video.emit('progress');
  expect(source.silence).toBe(0);
  await clock.advance(1_000);
  video.emit('progress');
  expect(source.silence).toBe(1);
  expect(log).toEqual(['data', 'data']);
});

it('is closed once its duration is finite', () => {
  const { video, log } = open();
  video.emit('durationchange');
  expect(log).toEqual([]);
  video.duration = 120;
  video.emit('durationchange');
  expect(log).toEqual(['closed']);
});

it('tells decoding errors from all others', () => {
  const { video, log } = open();
  video.error = mediaError(3);
  video.emit('error');
  video.error = mediaError(2);
  video.emit('error');
  video.error = null;
  video.emit('error');
  expect(log).toEqual(['error decode_error', 'error unreachable', 'error unreachable']);
});

it('unloads the element when it is destroyed, and reports nothing more', () => {
  const { video, log, source } = open();
  source.destroy();
  expect(video.src).toBe('');
  expect(video.loads).toBe(2);
  for (const type of ['loadedmetadata', 'progress', 'durationchange', 'error']) video.emit(type);
  expect(log).toEqual([]);
});
