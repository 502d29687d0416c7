/** The apps that the footer offers to share a page with, each by a link of its own. */
export interface ShareTarget {
  readonly name: string;
  readonly href: (url: string, title: string) => string;
}

export const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

export const SHARE_TARGETS: readonly ShareTarget[] = [
  { name: 'X', href: (url, title) => `https://x.com/intent/post?${query({ url, text: title })}` },
  { name: 'Facebook', href: (url) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
  { name: 'Reddit', href: (url, title) => `https://www.reddit.com/submit?${query({ url, title })}` },
  { name: 'Telegram', href: (url, title) => `https://t.me/share/url?${query({ url, text: title })}` },
];

/** Opens the share sheet of the device. The promise also rejects when the user closes it. */
export const shareNatively = (url: string, title: string): void =>
  void navigator.share({ url, title }).catch(() => {});
