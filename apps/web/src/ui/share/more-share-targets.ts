/** The other ways to share a page, which only the share sheet offers: it loads with it. */
import { query, type ShareTarget } from './share-targets.ts';

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
