import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readFragments } from '../../../test/support/packager/fragments.ts';
import { createTestPackager } from '../../../test/support/packager/test-packager.ts';
import { audioUnits, BOTH, interleave, videoUnits } from '../../../test/support/packager/units.ts';
import {
  describeFindings,
  lintMediaPlaylist,
  lintMultivariantPlaylist,
} from '../../../test/support/playlist-linter/index.ts';
import type { Media, RenditionName } from '../presentation/presentation.ts';
import type { Unit } from '../unit.ts';
import { Recorder, type RecordingSink, type SegmentFile } from './recorder.ts';
import { parsePath, readTrack } from './recording-files.ts';
import { RecordingIndex } from './recording-index.ts';
import { renderAll, renderMedia } from './recording-playlists.ts';
import { durationMsOf } from './recording-view.ts';

/** A recording in memory. */
class MemorySink implements RecordingSink {
  readonly files = new Map<string, Uint8Array>();
  /** The paths of the segments of each write. */
  readonly writes: string[][] = [];
  /** Called before each write. If it does not return true, its result or error is the outcome. */
  onPut: () => Promise<boolean> | boolean = () => true;
  closed = false;
  /** The index that the recorder fills. */
  readonly growing = new RecordingIndex();
  onSettled: () => void = () => {};

  async open(): Promise<boolean> {
    return true;
  }

  async put(path: string, bytes: Uint8Array): Promise<boolean> {
    if (!(await this.onPut())) return false;
    this.files.set(path, bytes);
    this.growing.add(path, bytes.byteLength);
    return true;
  }

  async append(segments: readonly SegmentFile[]): Promise<boolean> {
    if (!(await this.onPut())) return false;
    this.writes.push(segments.map(({ path }) => path));
    for (const { path, chunks } of segments) {
      const bytes = Buffer.concat(chunks);
      expect(this.files.has(path)).toBe(false);
      this.files.set(path, bytes);
      this.growing.add(path, bytes.byteLength);
    }
    return true;
  }

  async read(path: string, first: number, last: number): Promise<Uint8Array | null> {
    return this.files.get(path)?.subarray(first, last + 1) ?? null;
  }

  settle(msn: number): void {
    this.growing.settle(msn);
    this.onSettled();
  }

  close(): void {
    this.closed = true;
  }

  async playlists() {
    const stored = [...this.files].map(([path, { byteLength }]) => ({ path, byteLength }));
    const read = async (path: string) => readTrack(this.files.get(path) ?? expect.fail(path));
    const index = await RecordingIndex.of(stored, read);
    return { files: renderAll(index), byteLength: index.byteLength, durationMs: durationMsOf(index) };
  }

  /** The frames in the order of a playlist, as `idOf` names them. */
  async frames(name: RenditionName): Promise<number[]> {
    const text = (await this.playlists()).files.get(`${name}.m3u8`) ?? '';
    const uris = text.split('\n').filter((line) => line.endsWith('.m4s'));
    return uris
      .flatMap((uri) => readFragments(this.files.get(uri) ?? new Uint8Array()))
      .flatMap(({ samples }) => samples.map(({ payload }) => idOf(payload)));
  }
}

/** The decode time that the payload of a generated unit contains. */
const idOf = (payload: Uint8Array): number => new DataView(payload.buffer, payload.byteOffset).getUint32(1);

/** A digest of media bytes, from memory or from the store. */
async function digestOf(media: Media | undefined): Promise<string | undefined> {
  if (media === undefined || media.byteLength === 0) return undefined;
  const read = 'chunks' in media ? Buffer.concat(media.chunks) : await media.read(0, media.byteLength - 1);
  return createHash('sha1')
    .update(read ?? '')
    .digest('hex');
}

const units = (from: number, seconds: number) =>
  interleave(
    videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, reorder: 2, from, seconds }),
    audioUnits({ from, seconds }),
  );

const idsOf = (sent: readonly Unit[], name: RenditionName) =>
  sent.filter(({ kind }) => kind === name).map(({ payload }) => idOf(payload));

/** Starts a stream of which `recorder` gets every unit after the packager. */
function startStream(sink = new MemorySink(), epoch = 'epoch', startMs = Date.UTC(2026, 0, 1)) {
  let nowMs = startMs;
  const packager = createTestPackager(epoch, () => nowMs);
  packager.onTracks(BOTH);
  let recorder: Recorder | undefined;
  async function feed(more: readonly Unit[]): Promise<void> {
    for (const unit of more) {
      nowMs = startMs + unit.dts / 90;
      packager.onUnit(unit);
      const { presentation } = packager;
      if (presentation !== undefined) recorder ??= new Recorder({ presentation, sink, retryMs: 0 });
      recorder?.onUnit();
      if (unit.keyframe && unit.kind === 'video') await nextTurn();
    }
  }
  async function end(): Promise<void> {
    packager.onEnd('unpublished');
    recorder?.onEnd('unpublished');
    await recorder?.finished;
  }
  return { packager, sink, feed, end };
}

it('stores every frame that viewers get, in the segments that they get', async () => {
  const { sink, feed, end } = startStream();
  const sent = units(1, 30);
  await feed(sent);
  await end();
  expect(await sink.frames('video')).toEqual(idsOf(sent, 'video'));
  const audio = await sink.frames('audio');
  // Audio before the first displayed video frame is dropped.
  expect(audio.length).toBeGreaterThan(1400);
  expect(audio).toEqual(idsOf(sent, 'audio').slice(-audio.length));
  expect(sink.closed).toBe(true);
  const { durationMs, byteLength } = await sink.playlists();
  expect(durationMs).toBeGreaterThan(29_500);
  expect(durationMs).toBeLessThan(30_500);
  expect(byteLength).toBe([...sink.files.values()].reduce((sum, file) => sum + file.byteLength, 0));
});

it('writes the video and the audio of a segment together, as soon as both are finished', async () => {
  const { packager, sink, feed, end } = startStream();
  await feed(units(1, 10));
  await nextTurn();
  const [video, audio] = (['video', 'audio'] as const).map(
    (name) => packager.presentation?.rendition(name)?.edge.msn,
  );
  expect(audio).toBe(video);
  expect(sink.writes).toHaveLength(video ?? 0);
  for (const [msn, paths] of sink.writes.entries())
    expect(paths.map(parsePath)).toMatchObject([
      { name: 'video', msn },
      { name: 'audio', msn },
    ]);
  await end();
});

it('does not wait longer than a segment for audio that the encoder has ceased to send', async () => {
  const { packager, sink, feed } = startStream();
  await feed(units(1, 10));
  await feed(videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, reorder: 2, from: 11, seconds: 10 }));
  const { msn = 0 } = packager.presentation?.rendition('video')?.edge ?? {};
  const stored = sink.writes.flat().map(parsePath);
  expect(stored).toContainEqual(expect.objectContaining({ name: 'video', msn: msn - 2 }));
});

it('makes playlists that conform to RFC 8216bis', async () => {
  const { packager, sink, feed, end } = startStream();
  await feed(units(1, 10));
  packager.onDiscontinuity('reconnected');
  await feed(units(20, 10));
  await end();
  const { files } = await sink.playlists();
  expect([...files.keys()].sort()).toEqual(['audio.m3u8', 'index.m3u8', 'video.m3u8']);
  for (const name of ['video.m3u8', 'audio.m3u8']) {
    const text = files.get(name) ?? '';
    expect(describeFindings(lintMediaPlaylist(text))).toBe('');
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
    expect(text.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
    for (const [, uri = ''] of text.matchAll(/URI="(.+)"/g)) expect(sink.files.has(uri)).toBe(true);
  }
  expect(describeFindings(lintMultivariantPlaylist(files.get('index.m3u8') ?? ''))).toBe('');
});

it('only adds to the playlists of a running stream, and never lists a segment that one rendition still lacks', async () => {
  const { packager, sink, feed, end } = startStream();
  const names = ['video', 'audio'] as const;
  const before = { video: '', audio: '' };
  sink.onSettled = () => {
    for (const name of names) {
      const text = renderMedia(sink.growing, name, { isComplete: false }) ?? '';
      expect(text).not.toContain('#EXT-X-GAP');
      expect(text.startsWith(before[name].trimEnd())).toBe(true);
      before[name] = text;
    }
  };
  await feed(units(1, 10));
  packager.onDiscontinuity('reconnected');
  await feed(units(20, 10));
  await end();
  const { files } = await sink.playlists();
  for (const name of names) {
    expect(describeFindings(lintMediaPlaylist(before[name]))).toBe('');
    const entries = (text = '') =>
      text.split('\n').filter((line) => /\.m4s$|EXTINF|MAP|DISCONT|DATE/.test(line));
    expect(entries(before[name])).toEqual(entries(files.get(`${name}.m3u8`)));
  }
});

it('dates recorded segments as the live playlist does, so that players find a live position in the recording', async () => {
  const { packager, sink, feed } = startStream();
  await feed(units(1, 20));
  const [live = '', recorded = ''] = [
    Buffer.from(packager.presentation?.rendition('video')?.playlist(false).body ?? '').toString(),
    renderMedia(sink.growing, 'video', { isComplete: false }) ?? '',
  ];
  const [, dated = ''] = /PROGRAM-DATE-TIME:(.+)/.exec(recorded) ?? [];
  let atMs = Date.parse(dated);
  for (const [, seconds] of recorded.matchAll(/#EXTINF:([\d.]+)/g)) {
    expect(live).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(atMs)).toISOString()}`);
    atMs += Number(seconds) * 1000;
  }
});

it('releases stored segments except the newest from memory, and still delivers the whole live window unchanged', async () => {
  const kept = startStream();
  const { packager, feed } = startStream();
  // The frames have as many bytes as at 3 Mbps.
  const sent = interleave(
    videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, from: 1, seconds: 90, bytes: 12_500 }),
    audioUnits({ from: 1, seconds: 90 }),
  );
  kept.sink.onPut = () => false;
  await kept.feed(sent);
  await feed(sent);
  expect(kept.packager.bytesHeld).toBeGreaterThan(28_000_000);
  expect(packager.bytesHeld).toBeLessThan(6_000_000);

  for (const name of ['video', 'audio'] as const) {
    const [whole, thin] = [kept.packager, packager].map((one) => one.presentation?.rendition(name));
    const text = (rendition = whole) => Buffer.from(rendition?.playlist(false).body ?? '').toString();
    expect(text(thin)).toBe(text());
    const uris = [...text().matchAll(/(\d+)(?:\.(\d+))?\.m4s/g)];
    expect(uris.length).toBeGreaterThan(30);
    for (const [uri, msn, part] of uris) {
      const read = async (rendition = whole) =>
        digestOf(
          part === undefined ? rendition?.segment(Number(msn)) : rendition?.part(Number(msn), Number(part)),
        );
      expect([uri, await read(thin)]).toEqual([uri, await read()]);
    }
    // The playlist no longer lists these parts.
    const oldest = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text())?.[1]);
    for (const part of [0, 1, 2]) {
      expect(await digestOf(thin?.part(oldest, part))).toEqual(await digestOf(whole?.part(oldest, part)));
    }
  }
});

it('makes one recording with a discontinuity from the segments of two processes, the first of which was killed', async () => {
  const sink = new MemorySink();
  const [before, after] = [units(1, 10), units(30, 10)];
  await startStream(sink, 'first').feed(before);
  const second = startStream(sink, 'second');
  await second.feed(after);
  await second.end();
  const text = (await sink.playlists()).files.get('video.m3u8') ?? '';
  expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  // The last segment of the first process was not finished.
  const kept = idsOf(before, 'video').slice(0, 4 * 2 * 30);
  expect(await sink.frames('video')).toEqual([...kept, ...idsOf(after, 'video')]);
});

it('retries a failed write, and loses nothing that the live window still holds', async () => {
  const { sink, feed, end } = startStream();
  const sent = units(1, 20);
  let attempts = 0;
  sink.onPut = () => {
    attempts += 1;
    if (attempts % 3 === 0) throw new Error('The store is away.');
    return true;
  };
  await feed(sent);
  await end();
  expect(await sink.frames('video')).toEqual(idsOf(sent, 'video'));
});

it('continues after a discontinuity if the store was down for longer than the live window', async () => {
  const { sink, feed, end } = startStream();
  const sent = units(1, 140);
  const away = Promise.withResolvers<boolean>();
  const isEarly = ({ dts }: Unit) => dts < 11 * 90_000;
  await feed(sent.filter(isEarly));
  const early = await sink.frames('video');
  sink.onPut = () => away.promise;
  await feed(sent.filter((unit) => !isEarly(unit)));
  sink.onPut = () => true;
  away.resolve(true);
  await end();
  const frames = await sink.frames('video');
  const all = idsOf(sent, 'video');
  expect(frames.slice(0, early.length)).toEqual(all.slice(0, early.length));
  // The recording has the live window of a minute, and the segments that have just left it.
  const late = frames.length - early.length;
  expect(late).toBeGreaterThan(75 * 30);
  expect(late).toBeLessThan(90 * 30);
  expect(frames.slice(-75 * 30)).toEqual(all.slice(-75 * 30));
  expect((await sink.playlists()).files.get('video.m3u8')).toContain('#EXT-X-DISCONTINUITY\n');
});

it('stops storing once the sink refuses a file', async () => {
  const { sink, feed, end } = startStream();
  await feed(units(1, 8));
  await nextTurn();
  const count = sink.files.size;
  sink.onPut = () => false;
  await feed(units(9, 8));
  expect(sink.closed).toBe(true);
  await end();
  expect(sink.files.size).toBe(count);
});

it.each([
  '../../etc/passwd',
  'index.m3u8/../secret',
  '1-0-epoch/video/0/0-2.00000.m4s/x',
  '1-0-epoch/0/video-0-2.00000.m4s/x',
  '1-0-epoch/0/other-0-2.00000.m4s',
  '1-0-epoch/0/init.mp4',
  '1-0-epoch/other/init.mp4',
  '1-0-epoch/video/0/..%2f0-2.00000.m4s',
  'track.json',
])('names no file of a recording by %s', (path) => expect(parsePath(path)).toBeNull());
