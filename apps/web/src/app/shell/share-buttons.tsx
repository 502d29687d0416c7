import { useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Share2 } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { useCopy } from '@/ui/forms/copy-field.tsx';

/** Share links of each social network. */
const NETWORKS = [
  {
    name: 'X',
    address: (url: string, title: string) => `https://x.com/intent/post?${query({ url, text: title })}`,
  },
  {
    name: 'Facebook',
    address: (url: string) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  },
  {
    name: 'Reddit',
    address: (url: string, title: string) => `https://www.reddit.com/submit?${query({ url, title })}`,
  },
  {
    name: 'Telegram',
    address: (url: string, title: string) => `https://t.me/share/url?${query({ url, text: title })}`,
  },
] as const;

function query(values: Record<string, string>): string {
  return new URLSearchParams(values).toString();
}

/**
 * Shares the current page: by the device's share sheet where there is one, on a network, or by copying its
 * link.
 */
export function ShareButtons({ title, className }: { title: string; className?: string }) {
  const href = useRouterState({ select: (state) => state.location.href });
  const url = new URL(href, location.origin).href;
  const { copy } = useCopy(url, 'Link');
  return (
    <ul aria-label="Share this page" className={clsx('flex flex-wrap items-center gap-1', className)}>
      {'share' in navigator && (
        <li>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => void navigator.share({ url, title: document.title }).catch(ignoreDismissal)}
          >
            <Share2 size={16} aria-hidden="true" />
            Share
          </Button>
        </li>
      )}
      <li>
        <Button variant="quiet" size="sm" onClick={copy}>
          Copy link
        </Button>
      </li>
      {NETWORKS.map((network) => (
        <li key={network.name}>
          <Button asChild variant="quiet" size="sm">
            <a href={network.address(url, title)} target="_blank" rel="noreferrer">
              <span className="sr-only">Share on </span>
              {network.name}
            </a>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The promise also rejects when the user closes the share sheet. */
function ignoreDismissal(): void {}
