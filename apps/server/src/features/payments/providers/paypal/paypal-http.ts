/** Sends HTTP requests whose answers are limited in time and size. */
import { ProviderUnavailable } from '../provider.errors.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
}

interface Limits {
  /** The limit for the time until the whole answer is read. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Returns redirects as answers. @param what the request's name in the log @throws ProviderUnavailable */
export async function request(
  what: string,
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: Limits,
): Promise<HttpAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, body } = await fetch(url, { ...init, redirect: 'manual', signal });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new ProviderUnavailable(`${what} was answered with over ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return { status, body: Buffer.concat(chunks) };
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    const name = error instanceof Error ? error.name : 'an unknown error';
    throw new ProviderUnavailable(`${what} was not answered within ${timeoutMs} ms (${name})`);
  }
}
