/** The apps that a page can be shared with by a link of their own. */
export interface ShareTarget {
  readonly name: string;
  readonly href: (url: string, title: string) => string;
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

export const SHARE_TARGETS: readonly ShareTarget[] = [
  { name: 'X', href: (url, title) => `https://x.com/intent/post?${query({ url, text: title })}` },
  { name: 'Facebook', href: (url) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
  { name: 'Reddit', href: (url, title) => `https://www.reddit.com/submit?${query({ url, title })}` },
  { name: 'Telegram', href: (url, title) => `https://t.me/share/url?${query({ url, text: title })}` },
];

/** These have room in the share sheet only. */
export const MORE_SHARE_TARGETS: readonly ShareTarget[] = [
  { name: 'WhatsApp', href: (url, title) => `https://wa.me/?${query({ text: `${title} ${url}` })}` },
  {
    name: 'Bluesky',
    href: (url, title) => `https://bsky.app/intent/compose?${query({ text: `${title} ${url}` })}`,
  },
];

/** Opens a message in the mail program. It takes a plus for a plus, so spaces are percent-encoded. */
export const mailLink: ShareTarget['href'] = (url, title) =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;

/** Opens the share sheet of the device. The promise also rejects when the user closes it. */
export const shareNatively = (url: string, title: string): void =>
  void navigator.share({ url, title }).catch(() => {});
