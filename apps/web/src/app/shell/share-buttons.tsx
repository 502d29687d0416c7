import { useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Share2 } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
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
  const { copy } = useCopy(url, t('shell.share.link'));
  return (
    <ul aria-label={t('shell.share.page')} className={clsx('flex flex-wrap items-center gap-1', className)}>
      {'share' in navigator && (
        <li>
          <Button variant="quiet" size="sm" onClick={() => shareNatively(url, document.title)}>
            <Share2 size={16} aria-hidden="true" />
            {t('ui.share')}
          </Button>
        </li>
      )}
      <li>
        <Button variant="quiet" size="sm" onClick={copy}>
          {t('shell.share.copy')}
        </Button>
      </li>
      {SHARE_TARGETS.map(({ name, href: hrefOf }) => (
        <li key={name}>
          <Button asChild variant="quiet" size="sm">
            <a
              href={hrefOf(url, title)}
              target="_blank"
              rel="noreferrer"
              aria-label={t('ui.share.on', { app: name })}
            >
              {name}
            </a>
          </Button>
        </li>
      ))}
    </ul>
  );
}
