/** A recording of several hours, made by an upload. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { UPLOADS_PATH } from '@tributary/contracts/recordings';
import { findProgram } from '../../apps/server/test/support/programs.ts';
import type { Instance, Streamer } from '../../e2e/lib/instance.ts';

const CLIP_SECONDS = 60;
const PIECE_BYTES = 16 * 1024 * 1024;
const PROCESSING_MS = 15 * 60_000;

const run = promisify(execFile);

/** The publisher's picture and sound, repeated without another encoding. @returns its path */
async function makeFile(folder: string, hours: number): Promise<string> {
  const ffmpeg = findProgram(['ffmpeg']);
  if (ffmpeg === null) throw new Error('Install ffmpeg for this bench.');
  const [clip, whole] = [join(folder, 'clip.mp4'), join(folder, 'whole.mp4')];
  const input = [
    ...['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=30'],
    ...['-f', 'lavfi', '-i', 'sine=sample_rate=48000'],
  ];
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '800k', '-g', '60', '-bf', '0'];
  const codecs = [...video, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k'];
  await run(ffmpeg, ['-v', 'error', ...input, '-t', String(CLIP_SECONDS), ...codecs, clip]);
  const repeats = String((hours * 3600) / CLIP_SECONDS - 1);
  await run(ffmpeg, ['-v', 'error', '-stream_loop', repeats, '-i', clip, '-c', 'copy', whole]);
  return whole;
}

/** @returns the URL of its page */
export async function uploadRecording(
  instance: Instance,
  { username, email, password }: Streamer,
  hours: number,
): Promise<string> {
  const origin = instance.url;
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  const call = async (method: string, path: string, more: RequestInit = {}) => {
    const headers = { origin, cookie, ...more.headers };
    const answer = await fetch(origin + path, { method, ...more, headers });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };

  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  try {
    const file = await open(await makeFile(folder, hours));
    const { size } = await file.stat();
    const tus = { 'tus-resumable': '1.0.0' };
    const filename = Buffer.from('Long evening.mp4').toString('base64');
    const created = await call('POST', UPLOADS_PATH, {
      headers: { ...tus, 'upload-length': String(size), 'upload-metadata': `filename ${filename}` },
    });
    const path = new URL(created.headers.get('location') ?? '', origin).pathname;
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let offset = 0; offset < size; ) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, offset);
      const headers = { ...tus, 'upload-offset': String(offset) };
      await call('PATCH', path, {
        headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
        body: piece.subarray(0, bytesRead),
      });
      offset += bytesRead;
    }
    await file.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  const deadline = Date.now() + PROCESSING_MS;
  for (;;) {
    const answer = await call('GET', '/api/me/recordings');
    const { items } = (await answer.json()) as { items: { streamId: string; slug: string; state: string }[] };
    const ready = items.find(({ state }) => state === 'ready');
    if (ready) {
      await call('PATCH', `/api/me/recordings/${ready.streamId}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ visibility: 'public' }),
      });
      return `${origin}/s/${username}/${ready.slug}`;
    }
    if (Date.now() > deadline) throw new Error('The upload was not processed within 15 minutes');
    await delay(1_000);
  }
}
