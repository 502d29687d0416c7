import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { encodeSample, lengthPrefixed } from '../../../../../e2e/lib/sample.ts';
import type { MediaLog } from '../ports.ts';
import type { Unit, VideoCodec, VideoTrack } from '../unit.ts';
import { Thumbnailer } from './thumbnailer.ts';
import { type WorkerJob, WorkerProcess } from './worker-process.ts';

const quiet: MediaLog = { info() {}, warn() {}, error() {} };

function trackOf(codec: VideoCodec, configuration: Uint8Array): VideoTrack {
  return { kind: 'video', codec, codecString: codec, width: 320, height: 320, frameRate: 30, configuration };
}

function keyframe(payload: Uint8Array): Unit {
  return { kind: 'video', dts: 0, pts: 0, keyframe: true, payload };
}

/** The first keyframe of a real encoder, as a unit's payload. */
function realKeyframe(codec: 'h264' | 'hevc' | 'av1' | 'vp9'): { track: VideoTrack; unit: Unit } {
  const { packets, videoConfiguration } = encodeSample({
    seconds: 0.2,
    video: codec,
    audio: 'none',
    width: 320,
    height: 320,
  });
  const data = packets.find((packet) => packet.keyframe)?.data ?? Buffer.alloc(0);
  const payload = codec === 'h264' || codec === 'hevc' ? lengthPrefixed(data) : data;
  return { track: trackOf(codec, videoConfiguration ?? new Uint8Array()), unit: keyframe(payload) };
}

/** Creates a thumbnailer whose thumbnails can be awaited. */
function collect(options: { worker?: Pick<WorkerProcess, 'run' | 'close'>; now?: () => number } = {}) {
  const arrivals: { streamId: string; bytes: Uint8Array }[] = [];
  let wake: () => void = () => {};
  const thumbnailer = new Thumbnailer({
    log: { ...quiet, warn: () => wake() },
    onThumbnail: (streamId, bytes) => {
      arrivals.push({ streamId, bytes });
      wake();
    },
    ...options,
  });
  open.push(thumbnailer);
  return {
    thumbnailer,
    arrivals,
    async until(done: () => boolean) {
      while (!done())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

const open: Thumbnailer[] = [];
afterEach(() => {
  for (const thumbnailer of open.splice(0)) thumbnailer.close();
});

describe('Thumbnailer', () => {
  it.each(['h264', 'hevc', 'av1', 'vp9'] as const)(
    'renders the first keyframe of %s, letterboxed to 640x360',
    async (codec) => {
      const { track, unit } = realKeyframe(codec);
      const { thumbnailer, arrivals, until } = collect();
      const reader = thumbnailer.reader('one');
      reader.onTracks({ video: track, audio: null });
      reader.onUnit(unit);
      await until(() => arrivals.length > 0 || thumbnailer.stats().failed > 0);
      expect(thumbnailer.stats()).toEqual({ rendered: 1, failed: 0, waiting: 0 });
      const image = await loadImage(Buffer.from(arrivals[0]?.bytes ?? []));
      expect([image.width, image.height]).toEqual([640, 360]);
    },
  );

  it('counts keyframes that cannot be decoded and continues with the next stream', async () => {
    const { track, unit } = realKeyframe('h264');
    const { thumbnailer, arrivals, until } = collect();
    const hostile = thumbnailer.reader('hostile');
    hostile.onTracks({
      video: trackOf(
        'h264',
        Uint8Array.from({ length: 40 }, (_, i) => i * 7),
      ),
      audio: null,
    });
    hostile.onUnit(keyframe(Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) & 255)));
    const honest = thumbnailer.reader('honest');
    honest.onTracks({ video: track, audio: null });
    honest.onUnit(unit);
    await until(() => arrivals.length > 0);
    expect(arrivals.map(({ streamId }) => streamId)).toEqual(['honest']);
    expect(thumbnailer.stats().failed).toBe(1);
  });

  it('renders the newest keyframe of a live stream on request, and none once the stream has ended', async () => {
    const worker = {
      run: async (job: WorkerJob) => ({ image: 'payload' in job ? job.payload : new Uint8Array() }),
      close() {},
    };
    const { thumbnailer } = collect({ worker });
    const reader = thumbnailer.reader('stream');
    reader.onTracks({ video: trackOf('h264', new Uint8Array()), audio: null });
    for (const byte of [1, 2, 3]) reader.onUnit(keyframe(Uint8Array.of(byte)));
    expect(await thumbnailer.renderNewest('stream')).toEqual(Uint8Array.of(3));
    expect(await thumbnailer.renderNewest('of another process')).toBeNull();
    reader.onEnd('unpublished');
    expect(await thumbnailer.renderNewest('stream')).toBeNull();
  });

  it('renders one keyframe of each stream per interval, the newest of the waiting ones', async () => {
    let now = 0;
    const seen: number[] = [];
    const answers: (() => void)[] = [];
    const worker = {
      run: (job: WorkerJob) => {
        const payload = 'payload' in job ? job.payload : new Uint8Array();
        seen.push(payload[0] ?? -1);
        return new Promise<{ image: Uint8Array }>((resolve) =>
          answers.push(() => resolve({ image: payload })),
        );
      },
      close() {},
    };
    const thumbnailer = new Thumbnailer({
      log: quiet,
      onThumbnail() {},
      worker,
      now: () => now,
      intervalMs: 1000,
    });
    const [first, second] = [thumbnailer.reader('first'), thumbnailer.reader('second')];
    for (const reader of [first, second])
      reader.onTracks({ video: trackOf('h264', new Uint8Array()), audio: null });
    first.onUnit(keyframe(Uint8Array.of(1)));
    first.onUnit(keyframe(Uint8Array.of(2)));
    second.onUnit(keyframe(Uint8Array.of(3)));
    second.onUnit(keyframe(Uint8Array.of(4)));
    expect(thumbnailer.stats().waiting).toBe(1);
    await new Promise(setImmediate);
    answers.shift()?.();
    await new Promise(setImmediate);
    expect(seen).toEqual([1, 4]);
    answers.shift()?.();
    await new Promise(setImmediate);
    now = 999;
    first.onUnit(keyframe(Uint8Array.of(5)));
    now = 1000;
    first.onUnit(keyframe(Uint8Array.of(6)));
    await new Promise(setImmediate);
    expect(seen).toEqual([1, 4, 6]);
  });
});

describe('the worker process', () => {
  /** Runs a program of the test in place of the worker's. */
  async function startWorker(program: string, hangMs?: number) {
    const directory = await mkdtemp(join(tmpdir(), 'tributary-worker-'));
    const file = join(directory, 'worker.mjs');
    await writeFile(file, program);
    const worker = new WorkerProcess(file, hangMs);
    onTestFinished(async () => {
      worker.close();
      await rm(directory, { recursive: true });
    });
    return (first: number) =>
      worker.run({
        type: 'thumbnail',
        codec: 'h264',
        configuration: new Uint8Array(),
        payload: Uint8Array.of(first),
      });
  }

  it('is replaced when it crashes or hangs', async () => {
    const job = await startWorker(
      `process.on('message', ({ payload }) => {
        if (payload[0] === 1) process.abort();
        if (payload[0] === 2) for (;;);
        process.send({ image: payload });
      });`,
      300,
    );
    expect(await job(1)).toHaveProperty('failure');
    expect(await job(3)).toEqual({ image: Uint8Array.of(3) });
    expect(await job(2)).toHaveProperty('failure');
    expect(await job(4)).toEqual({ image: Uint8Array.of(4) });
  });

  it('has no environment, and cannot use files outside its program or start processes and threads', async () => {
    const job = await startWorker(
      `import { spawnSync } from 'node:child_process';
      import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
      import { Worker } from 'node:worker_threads';
      const outcomeOf = (work) => {
        try {
          work();
          return 'allowed';
        } catch ({ code }) {
          return code;
        }
      };
      process.on('message', () => process.send({ failure: JSON.stringify({
        environment: process.env,
        read: outcomeOf(() => readFileSync(${JSON.stringify(join(import.meta.dirname, '../../../../../package.json'))})),
        list: outcomeOf(() => readdirSync('/')),
        system: outcomeOf(() => readFileSync('/etc/passwd')),
        write: outcomeOf(() => writeFileSync(import.meta.filename, '')),
        spawn: outcomeOf(() => spawnSync('true')),
        thread: outcomeOf(() => new Worker('', { eval: true })),
      }) }));`,
    );
    const reply = await job(0);
    const denied = 'ERR_ACCESS_DENIED';
    expect(JSON.parse('failure' in reply ? reply.failure : '')).toEqual({
      environment: {},
      read: denied,
      list: denied,
      system: denied,
      write: denied,
      spawn: denied,
      thread: denied,
    });
  });

  // Only Linux counts mapped memory against the limit of data.
  it.runIf(process.platform === 'linux')(
    'dies when it takes more memory than any keyframe needs',
    async () => {
      const job = await startWorker(
        `process.on('message', ({ payload }) => {
        Buffer.alloc(payload[0] * 256 * 1024 * 1024);
        process.send({ image: payload });
      });`,
      );
      expect(await job(2)).toEqual({ image: Uint8Array.of(2) });
      expect(await job(5)).toEqual({
        failure: 'The thumbnail worker died while decoding a keyframe of h264.',
      });
      expect(await job(1)).toEqual({ image: Uint8Array.of(1) });
    },
  );
});
