/**
 * Where the browser loads media from: the host that the instance names (MEDIA_URL), or the instance itself. The rest of the
 * player knows media by its address at the instance, which stays the same when a grant is renewed.
 */

/** Grants for addresses, by stream. Cookies of the instance do not reach another host. */
const grants = new Map<string, string>();
/** Streams whose media the other host refuses without a grant: a private recording needs the session of its creator. */
const refusedWithoutGrant = new Set<string>();

const MEDIA = /^\/(?:live|recordings)\/([^/]+)\/(?!original\/|download)/;

/** Keeps the newest grant of a stream, or forgets it. */
export function setMediaGrant(streamId: string, grant: string | null): void {
  if (grant === null) grants.delete(streamId);
  else grants.set(streamId, grant);
  refusedWithoutGrant.delete(streamId);
}

/** @param url of media at the instance, absolute or not */
export function mediaAddress(url: string): string {
  const target = targetOf(url);
  return target === null ? url : target.address;
}

/**
 * Whether media that the other host refused has to be requested from the instance, and is from now on.
 * @param status that of the refusal
 */
export function turnsToInstance(url: string, status: number): boolean {
  const target = targetOf(url);
  if (status !== 403 || target === null || grants.has(target.streamId)) return false;
  refusedWithoutGrant.add(target.streamId);
  return true;
}

/** Fetches media from where it is. */
export async function fetchMedia(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(mediaAddress(url), init);
  return turnsToInstance(url, response.status) ? await fetch(url, init) : response;
}

/** Null for what the instance itself sends. */
function targetOf(url: string): { readonly streamId: string; readonly address: string } | null {
  const host = globalThis.document?.documentElement?.dataset.mediaUrl;
  if (!host) return null;
  const { origin, pathname, search } = new URL(url, location.href);
  const [, streamId] = MEDIA.exec(pathname) ?? [];
  if (origin !== location.origin || streamId === undefined || refusedWithoutGrant.has(streamId)) return null;
  const grant = grants.get(streamId);
  return { streamId, address: `${host}${grant === undefined ? '' : `/~${grant}`}${pathname}${search}` };
}
