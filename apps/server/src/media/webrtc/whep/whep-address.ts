/** The URLs of WHEP: `/whep/{streamId}` is a stream's endpoint, `/whep/{streamId}/{sessionId}` a viewer's session. */
export const WHEP_PREFIX = '/whep/';

export interface WhepAddress {
  readonly streamId: string;
  /** Null for the endpoint. */
  readonly sessionId: string | null;
}

const PATTERN = /^\/whep\/([A-Za-z0-9_-]{1,64})(?:\/([A-Za-z0-9_-]{1,64}))?(?:\?|$)/;

/** @returns undefined where the request target is no address of WHEP */
export function parseWhepAddress(target: string): WhepAddress | undefined {
  const match = PATTERN.exec(target);
  return match === null ? undefined : { streamId: match[1] ?? '', sessionId: match[2] ?? null };
}
