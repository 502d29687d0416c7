import { useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Share2 } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { useCopy } from '@/ui/forms/copy-field.tsx';
import { SHARE_TARGETS, shareNatively } from '@/ui/share/share-targets.ts';

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
          <Button variant="quiet" size="sm" onClick={() => shareNatively(url, document.title)}>
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
      {SHARE_TARGETS.map(({ name, href: hrefOf }) => (
        <li key={name}>
          <Button asChild variant="quiet" size="sm">
            <a href={hrefOf(url, title)} target="_blank" rel="noreferrer">
              <span className="sr-only">Share on </span>
              {name}
            </a>
          </Button>
        </li>
      ))}
    </ul>
  );
}
