import { setTimeout as delay } from 'node:timers/promises';
import { VBV_SECONDS, X264_OPTIONS } from '../../apps/server/src/media/transcoder/codecs/video-encoders.ts';
import { cpuSeconds, findExecutable, residentBytes, startProgram, startWorker } from '../lib/proc.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import { CLIP, CLIP_FILE, prepareClip, readClip } from '../live/clip.ts';
import type { Bench } from '../run.ts';
import type { Outcome, Recovery, Running } from './server.ts';
import { RENDITIONS } from './source.ts';

const SETTLE_SECONDS = 4;
const SECONDS = 40;
const PEER = 'ffmpeg';

export const transcoding: Bench = {
  summary: `what ${RENDITIONS.map(({ name }) => name).join(' and ')} of a stream of ${CLIP.height}p at ${CLIP.fps} frames a second cost, beside the ${PEER} program`,
  async run(report) {
    await prepareClip();
    const ffmpeg = findExecutable(PEER);
    if (ffmpeg === null) report.note(`${PEER} is not installed: there is nothing to compare with.`);
    await measure(report, ffmpeg);
    report.note(
      `${Math.round(readClip().kbps)} kbps of H.264 in real time for ${SECONDS} s, to both at the same time and on any core. ` +
        `Both decode and encode in one thread for each codec, with x264 ${JSON.stringify(X264_OPTIONS)}. Ours is the CPU ` +
        'time of the process that encodes and of the one that feeds it; each program brings its own build of x264.',
    );
  },
};

async function measure(report: Report, ffmpeg: string | null): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startWorker(new URL('./server.ts', import.meta.url), 'any'));
  const { processId } = await server.ask<Running>({ type: 'start' });
  const peer = ffmpeg === null ? null : stack.use(startProgram('any', [ffmpeg, ...peerArguments()]));
  await delay(1000 * SETTLE_SECONDS);
  const cpu = () => [processId, server.pid, ...(peer === null ? [] : [peer.pid])].map(cpuSeconds);
  const before = cpu();
  await delay(1000 * SECONDS);
  const [child = 0, parent = 0, program] = cpu().map((seconds, i) => (seconds - (before[i] ?? 0)) / SECONDS);
  const megabytes = residentBytes(processId) / 1e6;
  const { delaysMs, framesDropped, speeds } = await server.ask<Outcome>({ type: 'statistics' });
  const killed = await server.ask<Recovery>({ type: 'kill' });
  const hung = await server.ask<Recovery>({ type: 'hang' });
  await server.ask({ type: 'stop' });
  report.figure({
    name: 'cores',
    value: child + parent,
    unit: '',
    ...(program !== undefined && { peer: { name: PEER, value: program }, goal: { atMost: 1.1 } }),
  });
  report.figure({ name: 'of them in the process of the live path', value: parent, unit: '' });
  for (const [name, delays] of Object.entries(delaysMs)) {
    report.figure({ name: `${name}: delay of a frame, median`, value: median(delays), unit: 'ms' });
    const p99 = quantile(delays, 0.99);
    report.figure({ name: `${name}: delay of a frame, p99`, value: p99, unit: 'ms', goal: { atMost: 400 } });
  }
  report.figure({ name: 'frames dropped', value: framesDropped, unit: '', goal: { atMost: 0 } });
  for (const [fault, { backAfterMs }] of [
    ['killed', killed],
    ['stopped', hung],
  ] as const)
    report.figure({
      name: `renditions back after the process was ${fault}`,
      value: backAfterMs / 1000,
      unit: 's',
      goal: { atMost: 5 },
    });
  report.figure({ name: 'memory of the process', value: megabytes, unit: 'MB' });
  report.note(`encoders alone: ${speeds.map((speed) => speed?.toFixed(1)).join(' and ')} times real time.`);
}

/** The same work for FFmpeg's program. */
function peerArguments(): string[] {
  const labels = RENDITIONS.map(({ name }) => `[${name}]`);
  const scale = RENDITIONS.map(
    ({ name, width, height }) => `[in${name}]scale=${width}:${height}:flags=bicubic[${name}]`,
  );
  const split = `[0:v]split=${RENDITIONS.length}${RENDITIONS.map(({ name }) => `[in${name}]`).join('')}`;
  return [
    ...['-loglevel', 'error', '-nostdin', '-threads', '1', '-re', '-stream_loop', '-1', '-i', CLIP_FILE],
    ...['-filter_complex_threads', '1', '-filter_complex', [split, ...scale].join(';')],
    ...RENDITIONS.flatMap(({ bitsPerSecond }, i) => [
      ...['-map', labels[i] ?? '', '-c:v', 'libx264', '-threads', '1', '-g', String(2 ** 30)],
      ...Object.entries(X264_OPTIONS).flatMap(([name, value]) => [`-${name}`, String(value)]),
      ...['-maxrate', String(bitsPerSecond), '-bufsize', String(bitsPerSecond * VBV_SECONDS)],
      ...['-force_key_frames', 'source', '-f', 'h264', '-y', '/dev/null'],
    ]),
  ];
}
