import { t } from '@/lib/messages/t.ts';
import { ViewerCount } from './viewer-count.tsx';

/** Marks a live stream, with the number of its viewers unless that is zero. For use on images. */
export function LiveBadge({ viewers = 0 }: { viewers?: number | undefined }) {
  return (
    <span className="inline-flex h-6 select-none overflow-hidden rounded-[6px] font-semibold text-xs leading-6">
      <span className="bg-live px-2 text-on-live">{t('ui.live')}</span>
      <ViewerCount viewers={viewers} size={13} className="gap-1.5 bg-media-shade px-2 text-on-media" />
    </span>
  );
}
