import { expect, it } from 'vitest';
import { FakeHls, fakeHlsModule } from '../../../../../test/support/fake-hls.ts';
import { FakeVideo } from '../../../../../test/support/fake-video.ts';
import { recordSourceEvents } from '../../../../../test/support/record-source-events.ts';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import { HlsSource } from './hls-source.ts';

function open(hls = new FakeHls()) {
  const video = new FakeVideo();
  const clock = new ScriptedClock();
  const { log, events } = recordSourceEvents();
  const source = new HlsSource(fakeHlsModule, hls.asHls, video.asElement, events, clock);
  return { hls, video, clock, log, source };
}

it('attaches the element, and is ready once the multivariant playlist has arrived', () => {
  const { hls, video, log } = open();
  expect(hls.media).toBe(video);
  expect(log).toEqual([]);
  hls.parseManifest([{ height: 720 }]);
  expect(log).toEqual(['ready']);
});

it('reports data with each playlist and each piece of media, and the end of a closed playlist', () => {
  const { hls, log } = open();
  hls.updateLevel({});
  hls.buffer('main', 0, 1, 1_000);
  expect(log).toEqual(['data', 'data']);
  hls.updateLevel({ live: false });
  expect(log).toEqual(['data', 'data', 'data', 'closed']);
});

it('counts silence from the last playlist that grew', async () => {
  const { hls, clock, source } = open();
  await clock.advance(2_000);
  expect(source.silence).toBe(2);
  hls.updateLevel({ advanced: true });
  expect(source.silence).toBe(0);
  await clock.advance(1_500);
  hls.updateLevel({ advanced: false });
  expect(source.silence).toBe(1.5);
});

it('knows live from the playlist and its age, and nothing before there is one', () => {
  const { hls, video, source } = open();
  hls.targetLatency = 1;
  video.currentTime = 39.3;
  expect([source.latency, source.edge, source.partTarget]).toEqual([null, null, 0]);
  hls.updateLevel({ edge: 40, age: 0.5, partTarget: 0.3333 });
  expect(source.latency).toBeCloseTo(1.2);
  expect([source.edge, source.partTarget]).toEqual([40.5, 0.3333]);
  // At once, although a seek takes its time.
  video.currentTime = 10.5;
  expect(source.latency).toBe(30);
  expect(source.declaredLatency).toBe(1);
  hls.updateLevel({ partTarget: 0, targetduration: 4 });
  expect(source.partTarget).toBe(4);
});

it('names the qualities by height and a high frame rate', () => {
  const { hls, source } = open();
  hls.parseManifest([
    { height: 1080, frameRate: 59.94, videoCodec: 'avc1.64002a', audioCodec: 'mp4a.40.2' },
    { height: 720, frameRate: 30 },
    { height: 0, videoCodec: 'avc1.640028' },
    { height: 0, audioCodec: 'mp4a.40.2' },
  ]);
  expect(source.qualities.map(({ label }) => label)).toEqual(['1080p60', '720p', 'Source', 'Audio only']);
  expect(source.qualities.map(({ isSource }) => isSource)).toEqual([true, false, false, false]);
  expect(source.codecs).toBe('avc1.64002a, mp4a.40.2');
});

it('changes the quality from the next fragment on, and tells automatic from chosen', () => {
  const { hls, source } = open();
  expect(source.quality).toBe(-1);
  source.chooseQuality(1);
  expect(hls.nextLevel).toBe(1);
  Object.assign(hls, { autoLevelEnabled: false, loadLevel: 1 });
  expect(source.quality).toBe(1);
});

it('adds up the bitrates of video and audio', () => {
  const { hls, source } = open();
  expect(source.bitrateKbps).toBeNull();
  hls.buffer('audio', 0, 2, 32_000);
  expect(source.bitrateKbps).toBeNull();
  hls.buffer('main', 0, 2, 500_000);
  expect(source.bitrateKbps).toBeCloseTo(2128);
});

it('skips a gap between the position sought and the first buffered frame', () => {
  const { hls, video } = open();
  hls.updateLevel({ targetduration: 2 });
  video.currentTime = 9;
  hls.buffer('main', 9.4, 10, 1_000);
  expect(video.currentTime).toBe(9);
  video.ranges = [[9.4, 10]];
  hls.buffer('main', 9.4, 10, 1_000);
  expect(video.currentTime).toBeCloseTo(9.401);
  // A viewer who rewound past what is buffered stays there: the media is on its way.
  video.currentTime = 3;
  expect(video.currentTime).toBe(3);
  // With a frame on screen, nothing is skipped.
  video.readyState = 2;
  video.currentTime = 5;
  expect(video.currentTime).toBe(5);
});

it.each([
  ['a 404', { type: 'networkError', details: 'levelLoadError', fatal: false, status: 404 }, 'gone'],
  ['a 410', { type: 'networkError', details: 'fragLoadError', fatal: false, status: 410 }, 'gone'],
  ['a fatal network error', { type: 'networkError', details: 'fragLoadError', fatal: true }, 'unreachable'],
  [
    'an unknown codec',
    { type: 'mediaError', details: 'bufferAddCodecError', fatal: true },
    'unsupported_codec',
  ],
  ['a decoding error', { type: 'mediaError', details: 'bufferAppendError', fatal: true }, 'decode_error'],
])('gives up on %s, stops loading, and reports it once', (_, error, reported) => {
  const { hls, log } = open();
  hls.loading = true;
  hls.fail(error);
  expect(log).toEqual([`error ${reported}`]);
  expect(hls.loading).toBe(false);
  hls.fail(error);
  expect(log).toHaveLength(1);
});

it('reports requests that fail for now, but neither a held reload’s 503 nor what hls.js recovers by itself', () => {
  const { hls, log } = open();
  hls.fail({ type: 'networkError', details: 'fragLoadTimeOut', fatal: false });
  hls.fail({ type: 'networkError', details: 'levelLoadError', fatal: false, status: 500 });
  expect(log).toEqual(['request failed', 'request failed']);
  hls.fail({ type: 'networkError', details: 'levelLoadError', fatal: false, status: 503 });
  hls.fail({ type: 'mediaError', details: 'bufferStalledError', fatal: false });
  expect(log).toHaveLength(2);
});

it('stops and starts the requests of hls.js', () => {
  const { hls, source } = open();
  hls.parseManifest([{ height: 720 }]);
  source.setLoading(true);
  expect(hls.loading).toBe(true);
  source.setLoading(false);
  expect(hls.loading).toBe(false);
});

it('requests the multivariant playlist again if loading stopped before it arrived', () => {
  const hls = new FakeHls();
  hls.loadSource('/live/a/index.m3u8');
  const { source, log } = open(hls);
  source.setLoading(false);
  expect(hls.loading).toBe(false);
  source.setLoading(true);
  expect([hls.loading, hls.url]).toEqual([true, '/live/a/index.m3u8']);
  hls.parseManifest([{ height: 720 }]);
  expect(log).toEqual(['ready']);
});

it('lets go of hls.js and of the element when it is destroyed', () => {
  const { hls, video, source } = open();
  source.destroy();
  expect(hls.destroyed).toBe(true);
  video.ranges = [[20, 30]];
  video.currentTime = 10;
  expect(video.currentTime).toBe(10);
});
