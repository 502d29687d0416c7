import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { CLIPS, makeClip } from '../../../test/support/clip-files.ts';
import { durationMsOf, parsePath, RecordingIndex, readTrack } from '../recorder/index.ts';
import { type ImportLimits, importMedia } from './index.ts';

// The processes run with a low priority.
vi.setConfig({ testTimeout: 120_000 });

const folder = await mkdtemp(join(tmpdir(), 'tributary-importer-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
await Promise.all([
  makeClip(at('h264.mp4'), CLIPS.h264, 5),
  makeClip(at('long.ts'), CLIPS.longGop, 5),
  makeClip(at('old.avi'), CLIPS.mpeg4, 3),
]);

interface Options {
  readonly limits?: Partial<ImportLimits>;
  readonly maxSeconds?: number;
  readonly worker?: string;
  readonly put?: (path: string) => Promise<void>;
}

/** Imports a file, and makes playlists of the result. */
async function imported(path: string, { maxSeconds = 60, put, ...options }: Options = {}) {
  const files = new Map<string, Uint8Array>();
  const result = await importMedia({
    path,
    maxSeconds,
    startMs: 1_700_000_000_000,
    epoch: 'e',
    signal: new AbortController().signal,
    ...options,
    sink: {
      async put(name, bytes) {
        await put?.(name);
        files.set(name, bytes);
      },
      onProgress() {},
    },
  });
  const stored = [...files].map(([name, bytes]) => ({ path: name, byteLength: bytes.byteLength }));
  const read = async (name: string) => readTrack(files.get(name) ?? expect.fail(name));
  const durationMs = durationMsOf(await RecordingIndex.of(stored, read));
  const segments = stored.flatMap(({ path: name }) => {
    const file = parsePath(name);
    return file?.kind === 'segment' ? [file] : [];
  });
  const track = async (kind: string) =>
    read(stored.find(({ path: p }) => p.endsWith(`${kind}/track.json`))?.path ?? '');
  return { result, files, durationMs, segments, track };
}

const refusalOf = async (path: string, options?: Options) => {
  const { result } = await imported(path, options);
  return result.outcome === 'refused' ? result.refusal : result.outcome;
};

it('stores the frames of H.264 and AAC as they are, in segments that begin at keyframes', async () => {
  const { result, files, segments, durationMs } = await imported(at('h264.mp4'));
  expect(result).toMatchObject({ outcome: 'imported', thumbnail: expect.any(Uint8Array) });
  expect(durationMs).toBe(5000);
  const video = segments.filter(({ name }) => name === 'video');
  expect(video.map(({ msn, seconds }) => [msn, seconds])).toEqual([
    [0, 2],
    [1, 2],
    [2, 1],
  ]);
  expect(segments.filter(({ name }) => name === 'audio')).toHaveLength(3);
  // The largest frame of the source is in the output, byte for byte.
  const source = await readFile(at('h264.mp4'));
  const [, first = expect.fail()] = [...files].find(([path]) => path.includes('/video-0-')) ?? [];
  const mdat = Buffer.from(first).indexOf('mdat') + 4;
  expect(source.includes(Buffer.from(first).subarray(mdat, mdat + 200))).toBe(true);
});

it('encodes other codecs and videos with few keyframes, in segments of two seconds', async () => {
  for (const [name, seconds] of [
    ['long.ts', 5],
    ['old.avi', 3],
  ] as const) {
    const { result, segments, durationMs, track } = await imported(at(name));
    expect(result.outcome).toBe('imported');
    expect(Math.abs(durationMs - seconds * 1000)).toBeLessThan(300);
    expect(await track('video')).toMatchObject({
      codecString: expect.stringMatching(/^avc1/),
      width: 160,
      height: 90,
    });
    expect(await track('audio')).toMatchObject({ codecString: 'mp4a.40.2', channels: 2 });
    const longest = Math.max(...segments.map((segment) => segment.seconds));
    expect(longest).toBeLessThan(2.3);
  }
});

it('stores the frames of AAC without video as they are, and encodes other audio as AAC, in segments of four seconds', async () => {
  const codecs: Record<string, readonly string[]> = {
    'song.m4a': ['-c:a', 'aac'],
    'song.mp3': ['-c:a', 'libmp3lame'],
    'song.flac': ['-c:a', 'flac'],
    'song.opus': ['-c:a', 'libopus'],
    'song.wav': ['-c:a', 'pcm_s16le'],
    'song.aac': ['-c:a', 'aac'],
  };
  await Promise.all(Object.entries(codecs).map(([name, codec]) => makeClip(at(name), ['-vn', ...codec], 9)));
  for (const name of Object.keys(codecs)) {
    const { result, segments, durationMs, track, files } = await imported(at(name));
    expect([name, result]).toEqual([name, { outcome: 'imported', thumbnail: null }]);
    expect([...files.keys()].filter((path) => path.includes('/video'))).toEqual([]);
    // The duration may differ by a frame, and by the padding that formats put before the audio.
    expect(Math.abs(durationMs - 9000), `${name} takes ${durationMs} ms`).toBeLessThan(60);
    expect(segments.map(({ msn, seconds }) => [msn, Math.round(seconds)])).toEqual([
      [0, 4],
      [1, 4],
      [2, 1],
    ]);
    expect(await track('audio')).toMatchObject({ codecString: 'mp4a.40.2' });
    if (name !== 'song.m4a') continue;
    const [, first = expect.fail()] = [...files].find(([path]) => path.includes('/audio-0-')) ?? [];
    const mdat = Buffer.from(first).indexOf('mdat') + 4;
    expect((await readFile(at(name))).includes(Buffer.from(first).subarray(mdat, mdat + 200))).toBe(true);
  }
});

it('uses the cover of a song as its thumbnail, not as video, and continues without one that cannot be decoded', async () => {
  const cover = ['-map', '1:a', '-map', '0:v', '-frames:v', '1', '-disposition:v', 'attached_pic'];
  await makeClip(at('cover.mp3'), [...cover, '-c:v', 'png', '-c:a', 'libmp3lame'], 3);
  await makeClip(at('cover.m4a'), [...cover, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'aac'], 3);
  for (const name of ['cover.mp3', 'cover.m4a']) {
    const { result, durationMs, segments } = await imported(at(name));
    expect(result).toMatchObject({ outcome: 'imported', thumbnail: expect.any(Uint8Array) });
    expect(Math.abs(durationMs - 3000)).toBeLessThan(60);
    expect(segments.map(({ name: kind }) => kind)).toEqual(['audio']);
  }
  const damaged = await readFile(at('cover.mp3'));
  damaged.fill(0, damaged.indexOf('IHDR'), damaged.indexOf('IEND'));
  await writeFile(at('damaged.mp3'), damaged);
  expect((await imported(at('damaged.mp3'))).result).toEqual({ outcome: 'imported', thumbnail: null });
});

it('refuses files that are not media, playlists that name other files, and files without video and audio', async () => {
  await writeFile(at('page.mp4'), '<!doctype html><title>No video</title>');
  await writeFile(
    at('list.m3u8'),
    `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${at('h264.mp4')}\n#EXT-X-ENDLIST\n`,
  );
  await writeFile(at('concat.txt'), `ffconcat version 1.0\nfile '${at('h264.mp4')}'\n`);
  await writeFile(at('lines.srt'), '1\n00:00:00,000 --> 00:00:01,000\nNothing else\n');
  await makeClip(at('text.mkv'), ['-i', at('lines.srt'), '-map', '2', '-c:s', 'srt'], 1);
  for (const name of ['page.mp4', 'list.m3u8', 'concat.txt']) {
    expect(await refusalOf(at(name))).toEqual({ code: 'unreadable' });
  }
  expect(await refusalOf(at('text.mkv'))).toEqual({ code: 'no_media' });
});

it('refuses files with huge counts of tracks and samples, and with endlessly nested elements', async () => {
  const clip = await readFile(at('h264.mp4'));
  const sizes = clip.indexOf('stsz') + 4;
  const samples = Buffer.from(clip);
  // The table declares samples of one byte (ISO/IEC 14496-12 section 8.7.3.2).
  samples.writeUInt32BE(1, sizes + 4);
  samples.writeUInt32BE(0xffff_ffff, sizes + 8);
  await writeFile(at('samples.mp4'), samples);

  const moov = clip.indexOf('moov') - 4;
  const track = clip.indexOf('trak') - 4;
  const tracks = Buffer.concat(
    Array<Buffer>(10_000).fill(clip.subarray(track, track + clip.readUInt32BE(track))),
  );
  const movie = Buffer.from(clip.subarray(moov, track));
  movie.writeUInt32BE(movie.byteLength + tracks.byteLength, 0);
  await writeFile(at('tracks.mp4'), Buffer.concat([clip.subarray(0, moov), movie, tracks]));

  // EBML of the type matroska, then a segment, its tags, and 100,000 simple tags of unknown size, each in the one before.
  const unknown = '01ffffffffffffff';
  const head = '1a45dfa38b4282886d6174726f736b61';
  const tags = `18538067${unknown}1254c367${unknown}${`67c8${unknown}`.repeat(100_000)}`;
  await writeFile(at('tags.mkv'), Buffer.from(head + tags, 'hex'));
  await writeFile(
    at('session.sdp'),
    'v=0\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n',
  );
  const refusals = [];
  for (const name of ['samples.mp4', 'tracks.mp4', 'tags.mkv', 'session.sdp'])
    refusals.push(await refusalOf(at(name)));
  expect(refusals).toEqual([
    { code: 'undecodable' },
    { code: 'unreadable' },
    { code: 'unreadable' },
    { code: 'unreadable' },
  ]);
});

it('refuses a file that is cut off before its index, and imports a transport stream up to its cut', async () => {
  await writeFile(at('cut.mp4'), (await readFile(at('h264.mp4'))).subarray(0, 30_000));
  await writeFile(at('cut.ts'), await readFile(at('long.ts')));
  await truncate(at('cut.ts'), 40_000);
  expect(await refusalOf(at('cut.mp4'))).toEqual({ code: 'unreadable' });
  expect(await refusalOf(at('cut.ts'))).toBe('imported');
});

it('refuses frames that are larger than the largest size', async () => {
  await makeClip(at('huge.avi'), ['-an', '-vf', 'scale=8192:4608', '-frames:v', '1', '-c:v', 'mjpeg'], 1);
  expect(await refusalOf(at('huge.avi'))).toEqual({ code: 'frame_too_large', width: 8192, height: 4608 });
});

it('refuses a video that is longer than the limit as soon as it reads a time beyond it', async () => {
  expect(await refusalOf(at('h264.mp4'), { maxSeconds: 3 })).toEqual({ code: 'too_long', maxSeconds: 3 });
});

it('encodes a video while the garbage of the process is collected', async () => {
  const worker = at('collects.ts');
  await writeFile(
    worker,
    `import { setFlagsFromString } from 'node:v8';
     import { runInNewContext } from 'node:vm';
     setFlagsFromString('--expose-gc');
     setInterval(runInNewContext('gc'), 10);
     await import(${JSON.stringify(new URL('./import-worker.ts', import.meta.url).href)});`,
  );
  expect(await refusalOf(at('old.avi'), { worker })).toBe('imported');
});

it('ends a process that needs more memory or more time than its limits', async () => {
  const limits = { dataKib: 300 * 1024, heapMib: 16 };
  expect(await refusalOf(at('old.avi'), { limits })).toEqual({ code: 'crashed' });
  const worker = at('hangs.ts');
  await writeFile(worker, 'process.on("message", () => { for (;;); });');
  expect(await refusalOf(at('old.avi'), { worker, limits: { inspectionMs: 300 } })).toEqual({
    code: 'too_slow',
  });
});

it('ends a process that would not finish in time, as soon as its progress shows it', async () => {
  const worker = at('crawls.ts');
  await writeFile(
    worker,
    `process.on("message", () => {
      process.send({ type: "inspected", durationSeconds: 43200, isEncoded: true });
      setTimeout(() => process.send({ type: "progress", share: 0.00001 }), 50);
      setInterval(() => undefined, 1000);
    });`,
  );
  const limits = { processingMs: 1, timesDuration: 0.01 };
  expect(await refusalOf(at('old.avi'), { worker, limits })).toEqual({ code: 'too_slow' });
});

it('accepts no file from a process under a name that files of recordings do not have', async () => {
  const worker = at('escapes.ts');
  await writeFile(
    worker,
    'process.on("message", () => process.send({ type: "file", path: "../../secrets.json", bytes: new Uint8Array(1) }));',
  );
  await expect(imported(at('old.avi'), { worker })).rejects.toThrow('../../secrets.json');
});

it('stops when a file cannot be stored', async () => {
  const put = async () => {
    throw new Error('The storage is full.');
  };
  await expect(imported(at('h264.mp4'), { put })).rejects.toThrow('The storage is full.');
});
