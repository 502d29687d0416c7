import { ChevronRight, Share } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { CopyField } from '../forms/copy-field.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { embedCode } from './embed-code.ts';
import { MORE_SHARE_TARGETS, mailLink } from './more-share-targets.ts';
import { shareLink } from './share-link.ts';
import { SHARE_TARGETS, shareNatively } from './share-targets.ts';

export interface Embed {
  /** The path of the embedded player. */
  path: string;
  /** The title of the frame. */
  title: string;
  /** Describes what the player shows. */
  description: ReactNode;
}

export interface ShareSheetProps {
  path: string;
  title: string;
  /** Absent where other sites cannot show it. */
  embed?: Embed | undefined;
  /** The position at which the link may start. Null: at the beginning only. */
  seconds: number | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog with the link to a page, at the current time where it is a recording, apps to send it with, and its embed code. */
export default function ShareSheet({ path, title, embed, seconds, open, onOpenChange }: ShareSheetProps) {
  const [atTime, setAtTime] = useState(false);
  const id = useId();
  const canStart = seconds !== null && seconds >= 1;
  const url = shareLink(path, location.origin, canStart && atTime ? seconds : null);
  return (
    <Dialog title={t('ui.share')} description={<bdi>{title}</bdi>} open={open} onOpenChange={onOpenChange}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-3">
          <CopyField label={t('ui.link')} value={url} onSurface />
          {canStart && (
            <label htmlFor={id} className="flex min-h-6 items-center gap-3 self-start text-sm">
              <input
                id={id}
                type="checkbox"
                checked={atTime}
                onChange={({ target }) => setAtTime(target.checked)}
                className="size-4 accent-accent"
              />
              {t('ui.share.startAt', { time: formatClock(seconds) })}
            </label>
          )}
        </div>
        <ul aria-label={t('ui.share.withApp')} className="flex flex-wrap gap-2">
          {'share' in navigator && (
            <li>
              <Button variant="secondary" size="sm" onClick={() => shareNatively(url, title)}>
                <Share size={16} aria-hidden="true" />
                {t('ui.share.moreApps')}
              </Button>
            </li>
          )}
          {[...SHARE_TARGETS, ...MORE_SHARE_TARGETS].map(({ name, href }) => (
            <li key={name}>
              <Button asChild variant="secondary" size="sm">
                <a
                  href={href(url, title)}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t('ui.share.on', { app: name })}
                >
                  {name}
                </a>
              </Button>
            </li>
          ))}
          <li>
            <Button asChild variant="secondary" size="sm">
              <a
                href={mailLink(url, title)}
                target="_blank"
                rel="noreferrer"
                aria-label={t('ui.share.byEmail')}
              >
                {t('ui.share.email')}
              </a>
            </Button>
          </li>
        </ul>
        {embed && (
          <details className="group/embed">
            <summary className="flex min-h-9 cursor-pointer select-none items-center gap-2 rounded-control font-medium text-sm">
              <ChevronRight
                size={16}
                aria-hidden="true"
                className="transition-transform duration-(--duration-fast) group-open/embed:rotate-90 rtl:-scale-x-100"
              />
              {t('ui.embed.inPage')}
            </summary>
            <div className="mt-2 flex flex-col gap-3">
              <p className="text-muted text-sm">{embed.description}</p>
              <CopyField
                label={t('ui.embed.code')}
                value={embedCode(new URL(embed.path, location.origin).href, embed.title)}
                onSurface
              />
            </div>
          </details>
        )}
        <Button variant="secondary" className="self-end" onClick={() => onOpenChange(false)}>
          {t('ui.done')}
        </Button>
      </div>
    </Dialog>
  );
}
