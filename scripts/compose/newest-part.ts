/** Plays the newest part of a live stream, as its playlists lead to it. */
import { z } from 'zod';
import type { TlsReader } from './tls-reader.ts';

const live = z.looseObject({ stream: z.looseObject({ id: z.string() }).nullable() });

/** @returns the id of the live stream of a channel; undefined: it has none */
export async function findLiveStream(reader: TlsReader, username: string): Promise<string | undefined> {
  const { body } = await reader.get(`/api/streamers/${username}/streams/live`);
  return live.parse(JSON.parse(body.toString())).stream?.id;
}

/** @returns the bytes of the part; null where the channel has none yet */
export async function readNewestPart(
  reader: TlsReader,
  name: string,
  username: string,
): Promise<number | null> {
  const id = await findLiveStream(reader, username);
  if (id === undefined) return null;
  let path = `/live/${id}/index.m3u8`;
  for (const pattern of [/^(.+\.m3u8)$/m, /.*#EXT-X-PART:.*URI="([^"]+)"/s]) {
    const { status, body } = await reader.get(path);
    const found = status === 200 ? pattern.exec(body.toString())?.[1] : undefined;
    if (found === undefined) return null;
    path = new URL(found, `https://${name}${path}`).pathname;
  }
  const { status, body } = await reader.get(path);
  return status === 200 ? body.byteLength : null;
}
