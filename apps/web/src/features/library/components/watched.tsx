import type { WatchedItem } from '@tributary/contracts/library';
import { Text } from '@/lib/messages/text.tsx';
import { Ago } from '@/ui/time.tsx';
import { formatWatched } from '../engine/format-watched.ts';

/** `Watched 12 min, last 2 hours ago`. */
export function Watched({
  lastWatchedAt,
  secondsWatched,
}: Pick<WatchedItem, 'lastWatchedAt' | 'secondsWatched'>) {
  return (
    <Text
      k="library.watched.last"
      values={{
        duration: formatWatched(secondsWatched),
        time: () => <Ago at={lastWatchedAt} inSentence />,
      }}
    />
  );
}
