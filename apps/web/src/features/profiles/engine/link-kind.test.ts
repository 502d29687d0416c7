import { expect, it } from 'vitest';
import { linkKind } from './link-kind.ts';

it.each([
  ['https://www.youtube.com/@reef', 'video'],
  ['https://reef.bandcamp.com/album/tide', 'music'],
  ['https://music.apple.com/us/artist/reef', 'music'],
  ['https://GitHub.com/reef', 'code'],
  ['https://mastodon.social/@reef', 'social'],
  ['https://reef.example', 'site'],
  ['https://apple.com', 'site'],
  ['https://notyoutube.com', 'site'],
  ['https://youtube.com.evil.example', 'site'],
  ['no address', 'site'],
])('takes %s for a link of the kind %s', (url, kind) => {
  expect(linkKind(url)).toBe(kind);
});
