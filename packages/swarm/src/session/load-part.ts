/** Loads a part from the origin, or the rest of one by a range request. */
import type { OriginAnswer } from '../scheduler/wanted-part.ts';

/** Rejects where there is no complete answer. */
export type LoadPart = (url: string, offset: number, signal: AbortSignal) => Promise<OriginAnswer>;

export const loadPart: LoadPart = async (url, offset, signal) => {
  const startMs = performance.now();
  const headers = new Headers();
  if (offset > 0) headers.set('range', `bytes=${offset}-`);
  const response = await fetch(url, { headers, signal });
  const firstByteMs = performance.now() - startMs;
  if (!response.ok) throw new Error(`The origin answers ${response.status} for ${url}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A cache that ignores ranges sends the whole part.
  return { bytes: response.status === 206 ? bytes : bytes.subarray(offset), firstByteMs };
};
