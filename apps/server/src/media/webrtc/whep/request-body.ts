/** Reads the small bodies that WHEP players send. */
import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'aborted' };

/** A browser's offer has 5 to 10 kB. */
export const MAX_BODY_BYTES = 64 * 1024;
/** A body fits into a few packets. */
const BODY_MS = 10_000;

/** Never rejects. */
export function readBody(req: IncomingMessage): Promise<Body> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return Promise.resolve({ kind: 'too_large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (body: Body) => {
      clearTimeout(timer);
      req.removeAllListeners('data');
      resolve(body);
    };
    const timer = setTimeout(() => {
      req.destroy();
      settle({ kind: 'aborted' });
    }, BODY_MS);
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) settle({ kind: 'too_large' });
      else chunks.push(chunk);
    });
    req.once('end', () => settle({ kind: 'text', text: Buffer.concat(chunks).toString('utf8') }));
    req.once('error', () => settle({ kind: 'aborted' }));
    req.once('close', () => settle({ kind: 'aborted' }));
  });
}
