/**
 * Gives up a read that gets no answer. Queries do not read again while one read is under way, so a connection that hangs
 * would end polling.
 * @param ms until `send` reports it as a server that cannot be reached
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
