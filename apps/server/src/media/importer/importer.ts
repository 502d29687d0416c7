/** Imports an untrusted file in a child process. */
import { fileURLToPath } from 'node:url';
import { parsePath } from '../recorder/recording-files.ts';
import { forkRestricted, type ProcessLimits } from '../restricted-process.ts';
import type { ImportRefusal } from './import-limits.ts';
import { type ImportJob, importMessage } from './import-messages.ts';
import { Stopwatch } from './stopwatch.ts';

export interface ImportSink {
  /**
   * Stores a file of the recording.
   * @throws an error if the import must stop
   */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** @param share from 0 to 1 */
  onProgress(share: number): void;
}

export interface ImportOptions extends ImportJob {
  readonly sink: ImportSink;
  readonly signal: AbortSignal;
  /** The program of the process. Tests pass one that misbehaves, and lower limits. */
  readonly worker?: string;
  readonly limits?: Partial<ImportLimits>;
}

export interface ImportLimits extends ProcessLimits {
  /** The time limit for reading the file before any of it is stored. */
  readonly inspectionMs: number;
  /** The time limit for the rest: at least this, and a multiple of the video's duration, up to a longest time. */
  readonly processingMs: number;
  readonly timesDuration: number;
  readonly longestProcessingMs: number;
}

const LIMITS: ImportLimits = {
  dataKib: 2 * 1024 * 1024,
  heapMib: 512,
  inspectionMs: 10 * 60_000,
  processingMs: 10 * 60_000,
  timesDuration: 10,
  // This is less than the 23 hours after which its job would begin again.
  longestProcessingMs: 20 * 3_600_000,
};

/** The kinds of files that an importing process may store. */
const STORED_KINDS: ReadonlySet<string> = new Set(['init', 'track', 'segment']);

const MAX_THUMBNAIL_BYTES = 1024 * 1024;

export type ImportResult =
  | { readonly outcome: 'imported'; readonly thumbnail: Uint8Array | null }
  | { readonly outcome: 'refused'; readonly refusal: ImportRefusal };

/** @throws the errors of the sink, and the signal's reason; by then the process is dead and no file is being stored */
export function importMedia({ sink, signal, worker, limits, ...job }: ImportOptions): Promise<ImportResult> {
  const { inspectionMs, processingMs, timesDuration, longestProcessingMs, ...memory } = {
    ...LIMITS,
    ...limits,
  };
  const { promise, resolve, reject } = Promise.withResolvers<ImportResult>();
  if (signal.aborted) return Promise.reject(signal.reason);
  const child = forkRestricted(
    worker ?? fileURLToPath(new URL('./import-worker.ts', import.meta.url)),
    memory,
  );
  const refuse = (refusal: ImportRefusal) => resolve({ outcome: 'refused', refusal });
  const tooSlow = () => refuse({ code: 'too_slow' });
  const stopwatch = new Stopwatch(tooSlow, inspectionMs);
  let allowedMs = Number.POSITIVE_INFINITY;
  let thumbnail: Uint8Array | null = null;
  let storing: Promise<void> = Promise.resolve();
  let isOver = false;

  const take = async (received: unknown) => {
    if (isOver) return;
    const message = importMessage.parse(received);
    switch (message.type) {
      case 'inspected':
        allowedMs = Math.max(processingMs, message.durationSeconds * 1000 * timesDuration);
        allowedMs = Math.min(longestProcessingMs, allowedMs);
        stopwatch.restart(allowedMs);
        return;
      case 'file': {
        const { path, bytes } = message;
        const file = parsePath(path);
        if (file === null || !STORED_KINDS.has(file.kind))
          throw new Error(`The importer sent a file ${JSON.stringify(path)}.`);
        // The time that the storage takes does not count toward the limit.
        stopwatch.stop();
        storing = sink.put(path, bytes);
        await storing;
        stopwatch.start();
        if (child.connected) child.send('stored');
        return;
      }
      case 'progress': {
        // Other files wait for this one, so an import that cannot finish in time is ended early.
        const { elapsedMs } = stopwatch;
        if (elapsedMs > processingMs && elapsedMs > allowedMs * message.share) return tooSlow();
        return sink.onProgress(message.share);
      }
      case 'thumbnail':
        if (message.bytes.byteLength <= MAX_THUMBNAIL_BYTES) ({ bytes: thumbnail } = message);
        return;
      case 'refused':
        return refuse(message.refusal);
      case 'done':
        return resolve({ outcome: 'imported', thumbnail });
    }
  };
  child.on('message', (message) => void take(message).catch(reject));
  child.on('exit', () => refuse({ code: 'crashed' }));
  child.on('error', () => refuse({ code: 'crashed' }));
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  child.send(job, (error) => error && refuse({ code: 'crashed' }));
  return promise.finally(async () => {
    isOver = true;
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
    await storing.catch(() => undefined);
    stopwatch.stop();
  });
}
