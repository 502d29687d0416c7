import type { WatchedItem } from '@tributary/contracts/library';
import { Ago } from '@/ui/time.tsx';
import { formatWatched } from '../engine/format-watched.ts';

/** `Watched 12 min, last 2 hours ago`. */
export function Watched({
  lastWatchedAt,
  secondsWatched,
}: Pick<WatchedItem, 'lastWatchedAt' | 'secondsWatched'>) {
  return (
    <>
      Watched {formatWatched(secondsWatched)}, last <Ago at={lastWatchedAt} inSentence />
    </>
  );
}
