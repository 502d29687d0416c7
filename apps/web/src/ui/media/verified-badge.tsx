import { t } from '@/lib/messages/t.ts';

/** Marks a verified streamer, wherever the name appears. */
export function VerifiedBadge({ size = 16 }: { size?: number | string }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} role="img" className="inline-block shrink-0">
      <title>{t('ui.verified')}</title>
      <path
        d="M8 .8 9.900 2.200l2.300 0 .700 2.200 1.900 1.400L14.100 8l.700 2.200-1.900 1.400-.700 2.200-2.300 0L8 15.200l-1.900-1.400-2.300 0-.700-2.200-1.900-1.400L1.900 8 1.200 5.800l1.900-1.400.700-2.200 2.300 0Z"
        fill="var(--accent)"
      />
      <path
        d="m5.200 8.100 2 2 3.700-4"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
