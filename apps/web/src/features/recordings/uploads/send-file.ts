/** Sends a file by tus 1.0, in chunks; continues after a lost connection, and where an earlier visit stopped. */
import { UPLOADS_PATH } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { ApiProblem, problemOf } from '@/lib/api/client.ts';
import { locale } from '@/lib/messages/language.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** Small enough for slow connections to send within a request's time, and to lose little when they break. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Between two attempts without a response; about five minutes in all. */
const RETRIES_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000, 60_000];

/** @throws ApiProblem */
async function ask(
  method: string,
  path: string,
  headers: HeadersInit,
  options: RequestInit,
): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: { ...TUS, 'accept-language': locale(), ...headers },
      ...options,
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiProblem(problemOf(0, undefined), { cause });
  }
  if (answer.ok) return answer;
  const body: unknown = await answer.json().catch(() => undefined);
  throw new ApiProblem(problemOf(answer.status, body));
}

/** @throws ApiProblem where the file is refused */
export async function createUpload(file: File, signal: AbortSignal): Promise<StreamId> {
  const name = btoa(String.fromCharCode(...new TextEncoder().encode(file.name)));
  const headers = { 'upload-length': String(file.size), 'upload-metadata': `filename ${name}` };
  const answer = await ask('POST', UPLOADS_PATH, headers, { signal });
  return (answer.headers.get('location') ?? '').split('/').at(-1) as StreamId;
}

/**
 * Sends what the server does not have yet.
 * @param onSent receives the bytes that the server has
 * @throws ApiProblem; the signal's reason
 */
export async function sendRest(
  id: StreamId,
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = `${UPLOADS_PATH}/${id}`;
  let attempts = 0;
  for (;;) {
    try {
      const head = await ask('HEAD', path, {}, { signal });
      let offset = Number(head.headers.get('upload-offset'));
      do {
        onSent(offset);
        const headers = {
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        };
        const body = file.slice(offset, offset + CHUNK_BYTES);
        const answer = await ask('PATCH', path, headers, { body, signal });
        offset = Number(answer.headers.get('upload-offset'));
        attempts = 0;
      } while (offset < file.size);
      return onSent(offset);
    } catch (error) {
      const waitMs = RETRIES_MS[attempts];
      if (!(error instanceof ApiProblem && error.isTransient) || waitMs === undefined) throw error;
      attempts += 1;
      await pause(waitMs, signal);
    }
  }
}

/** Ends early when the connection returns. */
function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const timer = setTimeout(() => finish(), waitMs);
    const finish = (reason?: unknown) => {
      clearTimeout(timer);
      done.abort();
      if (reason === undefined) resolve();
      else reject(reason);
    };
    addEventListener('online', () => finish(), { signal: done.signal });
    signal.addEventListener('abort', () => finish(signal.reason), { signal: done.signal });
  });
}
