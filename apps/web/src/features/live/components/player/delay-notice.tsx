import { clsx } from 'clsx';
import type { FallbackReason } from '../../engine/webrtc/ultra-low-delay-types.ts';

const REASONS: Readonly<Record<FallbackReason, string>> = {
  no_frame: 'The delay is back to normal: your network seems to block ultra low delay.',
  refused: 'The delay is back to normal: the server can’t offer ultra low delay right now.',
  unsupported:
    'The delay is back to normal: this stream can’t be played with ultra low delay in your browser.',
  lost: 'The delay is back to normal: the ultra low delay connection was lost.',
  unstable: 'The delay is back to normal: your connection is too unstable for ultra low delay.',
  captions: 'The delay is back to normal: captions aren’t available with ultra low delay.',
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
