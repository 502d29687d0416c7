import { clsx } from 'clsx';
import { t } from '@/lib/messages/t.ts';
import type { FallbackReason } from '../../engine/webrtc/ultra-low-delay-types.ts';

const REASONS: Readonly<Record<FallbackReason, string>> = {
  no_frame: t('live.fallback.no_frame'),
  refused: t('live.fallback.refused'),
  unsupported: t('live.fallback.unsupported'),
  lost: t('live.fallback.lost'),
  unstable: t('live.fallback.unstable'),
  captions: t('live.fallback.captions'),
};

interface DelayNoticeProps {
  reason: FallbackReason | null;
  /** Something else is at the top of the video. */
  isLowered: boolean;
}

/** Says why the delay is normal although the viewer has chosen ultra low delay. */
export function DelayNotice({ reason, isLowered }: DelayNoticeProps) {
  return (
    <div
      role="status"
      data-delay-notice={reason ?? ''}
      className="pointer-events-none absolute inset-x-0 top-(--notice-top,1rem) flex justify-center px-4"
    >
      {reason !== null && (
        <p
          className={clsx(
            'max-w-[80ch] animate-enter rounded-control bg-media-shade px-3 py-2 text-center text-on-media text-sm',
            isLowered && 'mt-16',
          )}
        >
          {REASONS[reason]}
        </p>
      )}
    </div>
  );
}
