import type { StreamSettings } from '@tributary/contracts/channels';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';

interface ChecklistProps {
  /** Undefined if they can't be loaded. */
  settings: StreamSettings | undefined;
  hasPicture: boolean;
  isReceiving: boolean;
  links: { readonly setup: (words: string) => ReactNode; readonly profile: (words: string) => ReactNode };
}

/** The steps to a first stream, with those that are done. */
export function Checklist({ settings, hasPicture, isReceiving, links }: ChecklistProps) {
  const isDescribed = settings !== undefined && settings.title !== '' && settings.tags.length > 0;
  const steps: readonly { readonly done: boolean; readonly step: ReactNode }[] = [
    { done: isDescribed, step: t('channels.checklist.details') },
    {
      done: hasPicture,
      step: hasPicture ? t('channels.checklist.picture') : links.profile(t('channels.checklist.picture')),
    },
    {
      done: isReceiving,
      step: isReceiving ? t('channels.checklist.encoder') : links.setup(t('channels.checklist.encoder')),
    },
    { done: isReceiving, step: t('channels.checklist.signal') },
  ];
  return (
    <section
      aria-label={t('channels.checklist')}
      className="flex shrink-0 flex-col gap-3 rounded-media bg-surface-1 p-5"
    >
      <h2 className="text-base">{t('channels.checklist')}</h2>
      <ol className="flex flex-col gap-2.5">
        {steps.map(({ done, step }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order.
          <li key={index} className="flex items-center gap-3 text-sm">
            <span
              className={clsx(
                'flex size-6 shrink-0 items-center justify-center rounded-full text-xs tabular-nums',
                done ? 'bg-green-soft text-green' : 'bg-surface-3 text-muted',
              )}
            >
              {done ? (
                <Check size={14} strokeWidth={3} aria-label={t('channels.checklist.done')} />
              ) : (
                index + 1
              )}
            </span>
            <span className={clsx(done && 'text-muted')}>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
