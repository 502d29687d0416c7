import { clsx } from 'clsx';
import type { ShownCaptions } from './use-captions.ts';

interface CaptionLinesProps {
  captions: ShownCaptions;
  /** The controls are visible, which captions never cover. */
  raised: boolean;
}

/** What is said now, at the bottom of the video. */
export function CaptionLines({ captions: { lines, chosen }, raised }: CaptionLinesProps) {
  if (lines.length === 0) return null;
  return (
    <div
      data-captions
      lang={chosen?.language || undefined}
      className={clsx(
        '@container pointer-events-none absolute inset-x-0 flex max-h-1/2 flex-col items-center justify-end gap-1 overflow-hidden px-4 text-center transition-[bottom] duration-(--duration-fast)',
        raised ? 'bottom-24' : 'bottom-[4%]',
      )}
    >
      {lines.map((line) => (
        <p
          key={line}
          dir="auto"
          className="whitespace-pre-line rounded-control bg-black/80 px-2 py-0.5 font-medium text-[clamp(0.875rem,2.6cqw,2.25rem)] text-white leading-snug [overflow-wrap:anywhere]"
        >
          {line}
        </p>
      ))}
    </div>
  );
}
