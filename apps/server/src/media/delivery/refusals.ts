/** Every way in which delivery says no. */
export interface Refusal {
  readonly status: 400 | 404 | 405 | 410 | 416 | 503;
  /** What happened and what to do, for a person. */
  readonly sentence: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection ends with the answer. */
  readonly close?: boolean;
}

export const NOT_FOUND: Refusal = {
  status: 404,
  sentence: 'There is nothing here. Start from index.m3u8.',
  // Short, since a stream may begin or a part come at any moment; long enough to spare the origin.
  cacheControl: 'public, max-age=1',
};

export const GONE: Refusal = {
  status: 410,
  sentence: 'This has left the live window. Reload the playlist.',
  cacheControl: 'public, max-age=60',
};

export const BAD_METHOD: Refusal = {
  status: 405,
  sentence: 'Use GET, HEAD or OPTIONS.',
  cacheControl: 'no-store',
  headers: { Allow: 'GET, HEAD, OPTIONS' },
  // Whatever body it has is not read.
  close: true,
};

export const TOO_FAR: Refusal = {
  status: 400,
  sentence: 'That is too far ahead. Ask for what follows the newest part in the playlist.',
  cacheControl: 'no-store',
};

export const NOTHING_CAME: Refusal = {
  status: 503,
  sentence: 'Nothing new came within three target durations. Ask again.',
  cacheControl: 'no-store',
};

export const CLOSED: Refusal = {
  status: 503,
  sentence: 'The server is stopping. Ask again in a moment.',
  cacheControl: 'no-store',
  close: true,
};

export function badDirective(sentence: string): Refusal {
  return { status: 400, sentence, cacheControl: 'no-store' };
}

export function rangeNotSatisfiable(byteLength: number): Refusal {
  return {
    status: 416,
    sentence: `Ask for a range within the ${byteLength} bytes there are.`,
    cacheControl: 'no-store',
    headers: { 'Content-Range': `bytes */${byteLength}` },
  };
}
