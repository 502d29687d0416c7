/** The kind of site that a link of a profile leads to, which its icon shows. */
export type LinkKind = 'video' | 'music' | 'code' | 'social' | 'chat' | 'shop' | 'site';

const KIND_OF_DOMAIN: ReadonlyMap<string, LinkKind> = new Map([
  ...['youtube.com', 'youtu.be', 'twitch.tv', 'vimeo.com', 'tiktok.com', 'kick.com', 'odysee.com'].map(
    (domain) => [domain, 'video'] as const,
  ),
  ...['spotify.com', 'soundcloud.com', 'bandcamp.com', 'music.apple.com', 'mixcloud.com'].map(
    (domain) => [domain, 'music'] as const,
  ),
  ...['github.com', 'gitlab.com', 'codeberg.org', 'sr.ht', 'bitbucket.org', 'npmjs.com'].map(
    (domain) => [domain, 'code'] as const,
  ),
  ...[
    'x.com',
    'twitter.com',
    'bsky.app',
    'instagram.com',
    'facebook.com',
    'threads.net',
    'linkedin.com',
    'reddit.com',
    'mastodon.social',
    'mastodon.online',
    'fosstodon.org',
  ].map((domain) => [domain, 'social'] as const),
  ...['discord.gg', 'discord.com', 't.me', 'matrix.to', 'wa.me'].map((domain) => [domain, 'chat'] as const),
  ...['etsy.com', 'ko-fi.com', 'patreon.com', 'liberapay.com', 'redbubble.com'].map(
    (domain) => [domain, 'shop'] as const,
  ),
]);

export function linkKind(url: string): LinkKind {
  const labels = URL.canParse(url) ? new URL(url).hostname.toLowerCase().split('.') : [];
  // Includes subdomains, but not `notyoutube.com`.
  for (let start = 0; start < labels.length - 1; start += 1) {
    const kind = KIND_OF_DOMAIN.get(labels.slice(start).join('.'));
    if (kind) return kind;
  }
  return 'site';
}
