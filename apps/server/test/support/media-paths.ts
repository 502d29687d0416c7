/** The paths that a player fetches of a stream, one of each kind. */
import { expect } from 'vitest';

export async function mediaPaths(origin: string, streamId: string, cookie = '') {
  const multivariant = `/live/${streamId}/index.m3u8`;
  const linesOf = async (path: string) =>
    (await (await fetch(origin + path, { headers: { cookie } })).text()).split('\n');
  const playlist = (await linesOf(multivariant)).find((line) => line.endsWith('.m3u8')) ?? expect.fail();
  const media = `/live/${streamId}/${playlist}`;
  const text = (await linesOf(media)).join('\n');
  const uri = (pattern: RegExp) =>
    new URL(pattern.exec(text)?.[1] ?? expect.fail(), `http://x${media}`).pathname;
  return {
    multivariant,
    media,
    init: uri(/#EXT-X-MAP:URI="([^"]+)"/),
    segment: uri(/^(.+\/\d+\.m4s)$/m),
    part: uri(/#EXT-X-PART:.*URI="([^"]+)"/),
  };
}
