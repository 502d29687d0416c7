/**
 * Gives up a read without an answer. Queries do not read again while one read is running, so a connection that hangs
 * would end polling.
 * @param ms the time after which `send` fails as if the server could not be reached
 */
export async function withinLimit<T>(
  signal: AbortSignal,
  ms: number,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abandon = () => limit.abort(signal.reason);
  signal.addEventListener('abort', abandon, { once: true });
  const timer = setTimeout(() => limit.abort(new DOMException(`No answer in ${ms} ms`, 'TimeoutError')), ms);
  try {
    return await read(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abandon);
  }
}
