import { clsx } from 'clsx';
import { formatLatency } from '@/lib/format/measures.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';

interface LiveIndicatorProps {
  /** The viewer watches a past moment by choice. */
  behind: boolean;
  playing: boolean;
  /** Seconds behind live, or null while unknown. */
  distance: number | null;
  onGoToLive: () => void;
}

/** How far playback is behind live, as a button back to live where that is far. Its width may change, so it comes last. */
export function LiveIndicator({ behind, playing, distance, onGoToLive }: LiveIndicatorProps) {
  const text = (
    <>
      <span
        aria-hidden="true"
        className={clsx(
          'size-2 rounded-full',
          !behind && playing ? 'animate-live bg-live' : 'bg-on-media/50',
        )}
      />
      <span>{behind ? t('live.goLive') : t('live.isLive')}</span>
      {distance !== null && (
        <span className="min-w-[4.5ch] text-start font-medium tabular-nums opacity-85">
          <span aria-hidden="true">{behind ? '−' : '· '}</span>
          <Text
            k="live.behind"
            values={{
              shown: formatLatency(distance),
              rest: (words) => <span className="sr-only">{words}</span>,
            }}
          />
        </span>
      )}
    </>
  );
  const look =
    'flex h-10 items-center gap-1.5 whitespace-nowrap rounded-control px-2.5 font-semibold text-sm';
  if (!behind) return <div className={look}>{text}</div>;
  return (
    <button
      type="button"
      onClick={onGoToLive}
      aria-keyshortcuts="End"
      className={clsx(look, 'hover:bg-on-media/15 focus-visible:outline-on-media')}
    >
      {text}
    </button>
  );
}
