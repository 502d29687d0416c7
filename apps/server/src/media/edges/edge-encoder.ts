/** Encodes frames of a recording in a child process. */
import { fileURLToPath } from 'node:url';
import { forkRestricted, type ProcessLimits } from '../restricted-process.ts';
import { type EdgeJob, type EdgeReply, edgeReply } from './edge-messages.ts';

const LIMITS: ProcessLimits = { dataKib: 2 * 1024 * 1024, heapMib: 512 };

/** Half a minute of video takes less, even if the machine is busy. */
const TOO_SLOW_MS = 5 * 60_000;

/** The frames at the edge of a cut cannot be encoded. */
export class EdgeFailed extends Error {
  override readonly name = 'EdgeFailed';
}

export type EncodedEdge = Extract<EdgeReply, { frames: unknown }>;

/** @param file the program of the process; tests pass one that misbehaves @throws EdgeFailed, and the signal's reason */
export async function encodeInProcess(
  job: EdgeJob,
  signal: AbortSignal,
  file = fileURLToPath(new URL('./edge-worker.ts', import.meta.url)),
): Promise<EncodedEdge> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<EncodedEdge>();
  const child = forkRestricted(file, LIMITS);
  const fail = (reason: string) => reject(new EdgeFailed(reason));
  const died = () => fail(`The encoder died on ${job.frames.length} frames.`);
  const tooSlow = setTimeout(() => fail(`Encoding took longer than ${TOO_SLOW_MS} ms.`), TOO_SLOW_MS);
  const abort = () => reject(signal.reason);
  child.on('message', (message) => {
    const reply = edgeReply.safeParse(message);
    if (!reply.success) fail('The encoder sent something other than frames.');
    else if ('failure' in reply.data) fail(reply.data.failure);
    else resolve(reply.data);
  });
  child.on('exit', died).on('error', died);
  signal.addEventListener('abort', abort);
  child.send(job, (error) => error && died());
  try {
    return await promise;
  } finally {
    clearTimeout(tooSlow);
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}
